// Package command is about the commands of a pack: shell scripts with placeholders.
//
// ParseCommand reads one and says, for each placeholder, whether it may stand where it stands, so that whatever its value is, a
// shell takes it for the text it is and for nothing else. What the programs in it do with their words counts, too. Render puts
// quoted values in, Bind writes them into the text of a pack.
package command

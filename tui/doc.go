// Package tui is the terminal interface. It shows runs through run.View and changes them through run.Session, as the
// command line does, and has no rule of its own: what may be done is tried, and a refusal of the engine is shown.
//
// One Model is the Bubble Tea model of the whole. It holds a stack of screens (packs, one pack, a new run, a run) and at
// most one dialog. A key goes to the dialog, else to the screen, which hands it to the pane that has the focus, else to
// the keys that work everywhere. Everything that starts work is in cmds.go; Update and View only compute.
//
// All text from packs, records and commands goes through plain.Text, plain.Line or a plain.Writer, and then through
// steady, before it comes near the terminal.
//
// Run shows it to a person. A Typist works it without a terminal.
//
// # Size
//
// Screens, panes and dialogs are parts of one model, which Bubble Tea updates and draws as a whole. Few names are exported.
package tui

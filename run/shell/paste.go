package shell

import (
	"strings"

	"rtut/run/plain"
)

// Paste is what an operator pastes into a shell here to run cmd by hand: its variables, exported, and the script or, where
// cmd is for another host, the ssh that runs it there. It comes from a terminal, which obeys some characters and does not
// show others, so a text with such is spelled: written as Word does, which means the same.
func Paste(cmd Command) (text string, spelled bool, err error) {
	text, err = pasted(cmd)
	if err != nil || plain.Text(text) == text {
		return text, false, err
	}
	return "eval " + Word(text), true, nil
}

func pasted(cmd Command) (string, error) {
	if cmd.On != "" {
		return SSHLine(cmd)
	}
	var b strings.Builder
	for _, assignment := range cmd.Env {
		name, value, _ := strings.Cut(assignment, "=")
		b.WriteString("export " + name + "=" + bare([]string{value}) + "\n")
	}
	return b.String() + cmd.Script, nil
}

// Word writes s as one word for a POSIX shell, in characters that every terminal shows as they are and passes on as they
// are. Line breaks at the end of s are lost.
func Word(s string) string { return `"$(printf %b '` + octal(s) + `')"` }

package pack

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// screenLines and screenColumns are what an operator sees at once.
const (
	screenLines   = 24
	screenColumns = 80
)

// adviseLong: what does not fit on a screen is not read to its end.
func adviseLong(l *loader) {
	for _, s := range l.steps {
		for _, a := range s.alternatives {
			lines := 0
			for _, key := range []string{"instruction", "command"} {
				text := a.m.text(key)
				if text == "" {
					text = s.m.text(key)
				}
				lines += screenful(text)
			}
			if lines > screenLines {
				l.advise(a.m.at("id"), "long-step", fmt.Sprintf("%s has %d lines of instruction and command. at most %d fit on a screen", l.alternativeName(s, a), lines, screenLines),
					"make several steps of it, or move the command to a script beside the pack")
			}
		}
	}
}

// screenful counts the lines of a text on a screen.
func screenful(text string) int {
	if strings.TrimSpace(text) == "" {
		return 0
	}
	lines := 0
	for line := range strings.Lines(strings.TrimRight(text, "\n") + "\n") {
		lines += 1 + max(0, utf8.RuneCountInString(strings.TrimRight(line, "\n"))-1)/screenColumns
	}
	return lines
}

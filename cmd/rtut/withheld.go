package main

import (
	"fmt"
	"strings"

	"rtut/pack"
	"rtut/run/secret"
)

// withheld returns the text of an error without the lines that look like they hold a secret: errors end up in logs, and what
// is refused must not be repeated there. Most errors that name an argument mean a typing mistake; one may be a secret in the
// wrong place.
func withheld(text string) string {
	if _, found := secret.Look(text); !found {
		return text
	}
	var out strings.Builder
	for line := range strings.Lines(text) {
		if kind, found := secret.Look(line); found {
			line = notRepeated(line, kind)
		}
		out.WriteString(line)
	}
	if kind, found := secret.Look(out.String()); found {
		return notRepeated(text, kind)
	}
	return out.String()
}

// notRepeated stands for a text. It begins and ends as that does.
func notRepeated(text, kind string) string {
	begin := text[:len(text)-len(strings.TrimLeft(text, " "))]
	if strings.HasPrefix(text, "rtut: ") {
		begin = "rtut: "
	}
	end := text[len(strings.TrimRight(text, "\n")):]
	return fmt.Sprintf("%smessage omitted: it would repeat something that looks like %s%s", begin, kind, end)
}

// withoutSecrets leaves out the lines of a pack that diagnostics quote and that look like they hold a secret.
func withoutSecrets(found pack.Diagnostics) pack.Diagnostics {
	for i, d := range found {
		if _, is := secret.Look(d.String()); is {
			found[i] = d.WithoutExcerpt()
			found[i].Message, found[i].Hint = withheld(d.Message), withheld(d.Hint)
		}
	}
	return found
}

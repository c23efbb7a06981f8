package importer

import (
	"strings"

	"rtut/pack/table"
)

// removed stands in the place of what looks like a secret.
const removed = "REMOVED"

var (
	keyBegins   = table.Pattern(`-----BEGIN [A-Z ]*PRIVATE KEY( BLOCK)?-----`)
	keyEnds     = table.Pattern(`-----END [A-Z ]*PRIVATE KEY( BLOCK)?-----`)
	secretWords = table.Pattern(`[^\s"'` + "`" + `=:@]+`)
)

// withoutSecrets replaces what looks like a secret in the lines of the page.
func (p *page) withoutSecrets() {
	if p.guard == nil {
		return
	}
	inKey := false
	for i, line := range p.lines {
		if inKey || keyBegins().MatchString(line) {
			if !inKey {
				p.remark(i+1, "secret", "this looks like a private key, and was replaced by %s", removed)
			}
			inKey = !keyEnds().MatchString(line)
			p.lines[i] = removed
			continue
		}
		if kind, found := p.guard(line); found {
			p.lines[i] = p.without(line)
			p.remark(i+1, "secret", "this looks like %s, and was replaced by %s", kind, removed)
		}
	}
}

// without replaces the one word of a line that makes it look like a secret, from the end; all of the line if no single one does.
func (p *page) without(line string) string {
	at := secretWords().FindAllStringIndex(line, -1)
	for i := len(at) - 1; i >= 0 && i > len(at)-40; i-- {
		shorter := line[:at[i][0]] + removed + line[at[i][1]:]
		if _, found := p.guard(shorter); !found {
			return shorter
		}
	}
	return line[:len(line)-len(strings.TrimLeft(line, " "))] + removed
}

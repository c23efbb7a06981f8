package revision

import (
	"path"
	"strings"

	"rtut/pack"
	"rtut/pack/command"
)

// commandsOf returns the texts of all commands of a pack: of steps, rollbacks and checks.
func commandsOf(p *pack.Pack) []string {
	var texts []string
	add := func(c *command.Command) {
		if c != nil {
			texts = append(texts, c.Raw())
		}
	}
	for _, id := range p.Graph().Items() {
		if gate := p.Gate(id); gate != nil {
			for i := range gate.Checks {
				add(gate.Checks[i].Command)
			}
			continue
		}
		for _, a := range p.Step(id).Alternatives {
			add(a.Command)
			add(a.Verify.Command)
			if a.Rollback != nil {
				add(a.Rollback.Command)
			}
		}
	}
	return texts
}

// names knows what commands name. A shell can put a name together in ways that nobody foresees; what stands in a command as it is
// called, is found.
type names struct {
	texts []string
	globs []string
}

// quoting takes away what may stand within a word and is no part of it.
var quoting = strings.NewReplacer(`\`, "", `'`, "", `"`, "")

func namesIn(commands []string) *names {
	n := &names{}
	for _, text := range commands {
		n.texts = append(n.texts, text, quoting.Replace(text))
		for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n'\"`$(){}<>|&;=:,", r) }) {
			if last := path.Base(word); strings.ContainsAny(last, "*?[") && strings.IndexFunc(last, isNameRune) >= 0 {
				n.globs = append(n.globs, last)
			}
		}
	}
	return n
}

// has reports whether a command names a file: by its own name, by a pattern of names, or by a directory that it is in.
func (n *names) has(file string) bool {
	base := path.Base(file)
	for _, glob := range n.globs {
		if matched, err := path.Match(glob, base); err == nil && matched {
			return true
		}
	}
	for _, text := range n.texts {
		if stands(text, base, false) {
			return true
		}
		for dir := range strings.SplitSeq(path.Dir(file), "/") {
			if dir != "." && stands(text, dir, true) {
				return true
			}
		}
	}
	return false
}

// stands reports whether a name stands in a text by itself: not within another name and, if it is that of a directory, not before
// the name of something in it.
func stands(text, name string, isDir bool) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], name)
		if at < 0 {
			return false
		}
		before, after := text[:from+at], text[from+at+len(name):]
		if isDir {
			after = strings.TrimPrefix(after, "/")
		}
		if !endsInName(before) && !beginsWithName(after) {
			return true
		}
		from += at + 1
	}
}

func endsInName(text string) bool     { return text != "" && isNameRune(rune(text[len(text)-1])) }
func beginsWithName(text string) bool { return text != "" && isNameRune(rune(text[0])) }

// isNameRune reports whether a character, or a byte of one, is likely part of a longer name.
func isNameRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r >= 0x80 || strings.ContainsRune("._-", r)
}

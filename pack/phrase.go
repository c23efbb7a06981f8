package pack

import (
	"strings"
	"unicode/utf8"

	"rtut/pack/value"
)

// checkPhrase judges a phrase as it stands in the pack: a person must be able to type it after what is shown.
func (l *loader) checkPhrase(n *node, phrase value.Text) {
	if !value.IsVisible(n.value) {
		l.report.at(n.place, "confirm", "`confirm` is empty. a phrase to type was expected", "")
		return
	}
	fault := func(offset int, message, hint string) {
		l.report.fault(n, value.Fault{Offset: offset, Rule: "confirm", Message: message, Hint: hint})
	}
	if n.value == "PHRASE" {
		fault(0, "`confirm` is PHRASE, the word that a proposed command has in the place of a phrase. another phrase was expected", "")
	}
	last := len(phrase.Parts) - 1
	for i, p := range phrase.Parts {
		if p.Name != "" {
			continue
		}
		at := p.Offset + len(p.Source) - len(p.Text)
		if i == 0 && strings.HasPrefix(p.Text, " ") {
			fault(at, "`confirm` starts with an invisible blank. a phrase without it was expected", "")
		}
		for offset, r := range p.Text {
			if name := value.HiddenName(r); name != "" {
				fault(at+offset, "`confirm` holds "+name+", which cannot be recognized or typed. a phrase of visible characters and blanks was expected", phraseHint(r, n))
			}
		}
		if i == last && strings.HasSuffix(p.Text, " ") {
			fault(at+len(p.Text)-utf8.RuneLen(' '), "`confirm` ends with an invisible blank. a phrase without it was expected", "")
		}
	}
}

func phraseHint(r rune, n *node) string {
	if r == '\n' && n.block() {
		return "write it behind the key, on one line"
	}
	return ""
}

package importer

import (
	"strings"
	"unicode"

	"rtut/pack/effect"
	"rtut/pack/table"
)

// final are words that say of a step that it can't be taken back; denied are those before them that say the opposite.
var (
	final  = table.Pattern(`(?i)\b(?:permanent(?:ly)?|can ?not be (?:undone|reverted|reversed|recovered)|can't be (?:undone|reverted|reversed|recovered)|irr?e?vers[ai]bl[ey]|irreversable|ireversible|data()[- ]loss|lose (?:all )?(?:your |the )?data|destroys?|destructive|no way back|unrecoverable|point of no return)\b`)
	denied = table.Pattern(`(?i)\b(?:no|not|without|prevents?|avoids?|protects?|never|against)\b[^.]{0,40}$`)
)

// effectOf is the effect of a step by its command and its words, "" where nothing is certain.
func (p *page) effectOf(st *step) string {
	if isFinal(st.words) {
		return effect.Irreversible
	}
	if st.command == "" {
		return ""
	}
	return effect.Of(st.command)
}

func isFinal(text string) bool {
	for _, at := range final().FindAllStringIndex(text, -1) {
		if !denied().MatchString(text[:at[0]]) {
			return true
		}
	}
	return false
}

// phrase is what has to be typed before a step: the first words of its title.
func phrase(title, id string) string {
	visible := strings.Map(func(r rune) rune {
		switch {
		case r == ' ' || r == '{' || r == '}':
			return ' '
		case unicode.IsPrint(r) && !unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) && !unicode.Is(unicode.Zs, r) && r != '…':
			return r
		}
		return -1
	}, title)
	words := strings.Fields(visible)
	text := strings.Join(words[:min(4, len(words))], " ")
	if characters := []rune(text); len(characters) > 40 {
		text = strings.TrimSpace(string(characters[:40]))
	}
	text = strings.TrimRight(text, ".,:;!?(\\ ")
	if text == "" || strings.Trim(text, "\u2800\u3164\uffa0\u115f\u1160") == "" {
		return id
	}
	return text
}

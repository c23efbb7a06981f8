package importer

import (
	"strings"
	"unicode"

	"rtut/pack/table"
)

// isStepList reports whether the items of a list are steps. within says that it stands in an item.
func (p *page) isStepList(l *block, within bool) bool {
	imperative := 0
	for _, it := range l.children {
		if it.task || p.doesSomething(it) {
			return true
		}
		if text := firstText(it); beginsWithVerb(text) {
			imperative++
		}
	}
	return !within && l.ordered && imperative > 0 && imperative*2 >= len(l.children)
}

// doesSomething reports whether an item holds code that is run, or is a command.
func (p *page) doesSomething(it *block) bool {
	if it.does == unasked {
		it.does = answerOf(p.looksLikeDoing(it))
	}
	return it.does == yes
}

// answer is a bool that may not be known yet.
type answer int8

const (
	unasked answer = iota
	yes
	no
)

func answerOf(is bool) answer {
	if is {
		return yes
	}
	return no
}

func (p *page) looksLikeDoing(it *block) bool {
	if p.commandOf(it, false) != "" {
		return true
	}
	for _, b := range it.children {
		switch b.kind {
		case code:
			if p.isRun(b, firstText(it)) {
				return true
			}
		case list:
			for _, inner := range b.children {
				if p.doesSomething(inner) {
					return true
				}
			}
		}
	}
	return false
}

// firstText is that of an item's first paragraph.
func firstText(it *block) string {
	if len(it.children) > 0 && it.children[0].kind == paragraph {
		return it.children[0].text
	}
	return ""
}

// condition is a clause before an imperative, with its comma.
var condition = table.Pattern(`(?i)^(?:if|when|once|after|before|while|for|in|on|as|from|to|using|at|with|unless|where)\b[^.;]{1,160}?,\s+`)

// adverbs may stand right before an imperative.
var adverbs = table.Pattern(`(?i)^(?:properly|then|optionally|now|next|first|second|third|finally|please|carefully|afterwards|again|also|only|manually|immediately|optional|\([^)]*\)),?:?\s+`)

// beginsWithVerb reports whether a sentence begins with an imperative.
func beginsWithVerb(text string) bool {
	for range 4 {
		text = strings.TrimLeft(text, " \t*_-–—>[]☐•")
		shorter := adverbs().ReplaceAllString(condition().ReplaceAllString(text, ""), "")
		if shorter == text {
			break
		}
		text = shorter
	}
	word := strings.ToLower(firstWord(text))
	return verbs()[word] || beginsInHan(word)
}

// beginsInHan is beginsWithVerb for Chinese, which has no blanks between words.
func beginsInHan(word string) bool {
	characters := []rune(word)
	return len(characters) > 1 && unicode.Is(unicode.Han, characters[0]) && (verbs()[string(characters[:1])] || verbs()[string(characters[:2])])
}

func firstWord(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' })
	if end < 0 {
		return text
	}
	return text[:end]
}

var sentenceEnd = table.Pattern(`[.!?:;]\s+`)

// hasImperative reports whether a sentence of a text begins with one.
func hasImperative(text string) bool {
	for _, sentence := range sentenceEnd().Split(text, -1) {
		if beginsWithVerb(sentence) {
			return true
		}
	}
	return false
}

// commandOf is the command that an item is, by the code in its first paragraph; "" for none. among says that the items beside
// it are commands too.
func (p *page) commandOf(it *block, among bool) string {
	if len(it.children) == 0 || it.children[0].kind != paragraph {
		return ""
	}
	first := it.children[0]
	for i, s := range first.spans {
		whole := s.first && s.last && len(first.spans) == 1
		begins := s.first && i == 0
		ends := s.last && s.colon
		if !whole && !begins && !ends {
			continue
		}
		if isProgram(s.text) || option().MatchString(s.text) && looksLikeCommand(s.text) || (whole && among || ends && saysRun(first.text)) && looksLikeCommand(s.text) {
			return s.text
		}
	}
	return ""
}

var plainWord = table.Pattern(`^[a-z./~][a-z0-9._/+-]*(\s|$)`)

// looksLikeCommand reports whether a text may be a command of a program that is not known.
func looksLikeCommand(text string) bool {
	word := strings.Fields(text + " .")[0]
	return plainWord().MatchString(text) && !strings.HasSuffix(word, "/") && !isForSomebody(text)
}

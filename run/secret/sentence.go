package secret

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a word of a sentence with what stood around it.
type token struct {
	raw    string // with that
	text   string // without that
	lower  string
	quoted bool // in quotes, as code, or emphasised
	inside bool // in brackets
	colon  bool // a colon, or a sign of equality, follows
	asks   bool // a question mark follows
	pauses bool // a comma or a semicolon follows
	stops  bool // a sentence may end behind it
}

// What stands before and behind a word.
const (
	quotes   = "\"'“”„«»‘’`「」『』"
	brackets = "()[]{}<>（）【】"
	emphasis = "*_"
	pauses   = ".,;:!?…"
)

// wide are signs of Chinese, and what they are in other languages.
var wide = strings.NewReplacer("：", ": ", "，", ", ", "；", "; ", "。", ". ", "（", " (", "）", ") ", "！", "! ", "？", "? ", "＝", "= ", "“", " \"", "”", "\" ", "、", ", ")

// sentence is the words of a line.
type sentence []token

// wordsOf reads one line. Chinese has no spaces, so what it writes in a row is one word, apart from letters of others.
func wordsOf(line string) sentence {
	var all sentence
	for _, field := range strings.Fields(apart(wide.Replace(line))) {
		for _, part := range parted(field) {
			if t := newToken(part); t.text != "" || t.colon {
				t.raw = part
				all = append(all, t)
			}
		}
	}
	return all
}

// apart puts spaces where Chinese meets another script.
func apart(line string) string {
	if strings.IndexFunc(line, han) < 0 {
		return line
	}
	var out strings.Builder
	before := ' '
	for _, r := range line {
		if han(r) != han(before) && !unicode.IsSpace(r) && !unicode.IsSpace(before) && (unicode.IsLetter(r) || unicode.IsDigit(r) || han(before)) {
			out.WriteByte(' ')
		}
		out.WriteRune(r)
		before = r
	}
	return out.String()
}

func han(r rune) bool { return unicode.Is(unicode.Han, r) }

// parted splits `noun=value` and `noun:value` where the noun announces something.
func parted(field string) []string {
	at := strings.IndexAny(field, "=:")
	if at <= 0 || at == len(field)-1 || strings.HasPrefix(field[at+1:], "/") || !passwordNoun().MatchString(strings.ToLower(strings.TrimLeft(field[:at], quotes+brackets+emphasis))) {
		return []string{field}
	}
	return []string{field[:at+1], field[at+1:]}
}

// newToken takes off what stands around a word.
func newToken(field string) token {
	switch field {
	case ":", "=", "->", "→", "=>", ":=", "==", "==>", "-->":
		return token{colon: true}
	}
	bare := strings.TrimLeft(field, quotes+brackets+emphasis)
	t := token{quoted: strings.ContainsAny(field[:len(field)-len(bare)], quotes), inside: strings.ContainsAny(field[:len(field)-len(bare)], brackets)}
	for bare != "" {
		r, size := utf8.DecodeLastRuneInString(bare)
		last := string(r)
		switch {
		case strings.Contains(pauses+emphasis, last), r == '=' && wordAlone(bare[:len(bare)-size]):
			t.follow(r)
		case strings.Contains(brackets, last):
			t.inside = true
		case strings.Contains(quotes, last):
		default:
			return t.with(bare)
		}
		bare = bare[:len(bare)-size]
		if strings.Contains(quotes, last) && t.inside {
			return t.with(strings.TrimRight(bare, brackets))
		}
		if strings.Contains(quotes, last) {
			return t.with(bare) // what is in quotes is as it is
		}
		if strings.Contains(brackets, last) && !strings.HasSuffix(strings.TrimRight(bare, quotes), bare) {
			continue
		}
		if strings.Contains(brackets, last) {
			return t.with(bare)
		}
	}
	return t.with(bare)
}

func (t token) with(text string) token {
	t.text, t.lower = text, strings.ToLower(text)
	return t
}

func wordAlone(text string) bool {
	return text != "" && strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '_' }) < 0
}

// follow notes a sign behind a word.
func (t *token) follow(r rune) {
	switch r {
	case ':', '=':
		t.colon = true
	case '?':
		t.asks = true
	case ',', ';':
		t.pauses = true
	case '.', '!', '…':
		t.stops = true
	}
}

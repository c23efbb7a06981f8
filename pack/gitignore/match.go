package gitignore

import "strings"

// kind is what a token of a pattern stands for.
type kind byte

const (
	byteItself kind = iota
	oneOf           // one byte of a set, never a slash
	star            // any number of bytes, none of them a slash
	dirs            // **/: any number of directories, each with its slash
	rest            // ** at the end behind a slash: whatever follows
	never           // nothing matches: the pattern is malformed
)

// token is one element of a pattern.
type token struct {
	kind kind
	is   byte
	set  *[256]bool
}

// compile splits a pattern into its tokens.
func compile(p string) []token {
	var tokens []token
	for i := 0; i < len(p); {
		switch p[i] {
		case '*':
			var t token
			t, i = stars(p, i)
			tokens = append(tokens, t)
		case '?':
			tokens = append(tokens, token{kind: oneOf, set: anyByte})
			i++
		case '[':
			set, next := class(p, i+1)
			if set == nil {
				return []token{{kind: never}}
			}
			tokens, i = append(tokens, token{kind: oneOf, set: set}), next
		case '\\':
			if i+1 == len(p) {
				return []token{{kind: never}}
			}
			i++
			fallthrough
		default:
			tokens = append(tokens, token{kind: byteItself, is: p[i]})
			i++
		}
	}
	if len(tokens) == 0 {
		return []token{{kind: never}} // an empty pattern is about nothing
	}
	return tokens
}

// stars reads the asterisks at an offset. Two mean directories where slashes or the ends of the pattern are around them.
func stars(p string, from int) (t token, next int) {
	next = from
	for next < len(p) && p[next] == '*' {
		next++
	}
	switch behindSlash := from == 0 || p[from-1] == '/'; {
	case next-from == 1, !behindSlash:
		return token{kind: star}, next
	case next == len(p):
		return token{kind: rest}, next
	case p[next] == '/':
		return token{kind: dirs}, next + 1
	}
	return token{kind: star}, next
}

// spot is a place in a pattern and in a text to which a match may come back.
type spot struct{ token, at int }

// match reports whether the whole of a text is what the tokens say. It comes back to the last star, and to the last `**/` before
// it, alone: whatever an earlier one had taken instead, the later one can take. So the time is bounded by the square of the text
// for each of the two, whatever the pattern.
func match(tokens []token, text string) bool {
	star1, star2 := spot{-1, 0}, spot{-1, 0} // the last star, the last `**/`
	at, i := 0, 0
	for {
		switch {
		case i == len(tokens) && at == len(text):
			return true
		case i < len(tokens) && tokens[i].kind == rest:
			return true
		case i < len(tokens) && tokens[i].kind == star:
			star1 = spot{i, at}
			i++
			continue
		case i < len(tokens) && tokens[i].kind == dirs:
			star1, star2 = spot{-1, 0}, spot{i, at}
			i++
			continue
		case i < len(tokens) && at < len(text) && tokens[i].takes(text[at]):
			i, at = i+1, at+1
			continue
		}
		switch next := strings.IndexByte(text[star2.at:], '/'); {
		case star1.token >= 0 && star1.at < len(text) && text[star1.at] != '/':
			star1.at++
			i, at = star1.token+1, star1.at
		case star2.token >= 0 && next >= 0:
			star1, star2.at = spot{-1, 0}, star2.at+next+1
			i, at = star2.token+1, star2.at
		default:
			return false
		}
	}
}

// takes reports whether a token is a byte.
func (t token) takes(b byte) bool {
	switch t.kind {
	case byteItself:
		return t.is == b
	case oneOf:
		return t.set[b] && b != '/'
	}
	return false
}

// anyByte is the set of a question mark.
var anyByte = setOf(func(byte) bool { return true })

func setOf(in func(byte) bool) *[256]bool {
	var set [256]bool
	for b := range set {
		set[b] = in(byte(b))
	}
	return &set
}

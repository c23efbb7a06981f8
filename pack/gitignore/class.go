package gitignore

import "strings"

// named are the classes that may stand in brackets, as [:alpha:].
var named = map[string]func(b byte) bool{
	"alnum":  func(b byte) bool { return isAlpha(b) || isDigit(b) },
	"alpha":  isAlpha,
	"blank":  func(b byte) bool { return b == ' ' || b == '\t' },
	"cntrl":  func(b byte) bool { return b < ' ' || b == 0x7f },
	"digit":  isDigit,
	"graph":  func(b byte) bool { return b > ' ' && b < 0x7f },
	"lower":  isLower,
	"print":  func(b byte) bool { return b >= ' ' && b < 0x7f },
	"punct":  func(b byte) bool { return b > ' ' && b < 0x7f && !isAlpha(b) && !isDigit(b) },
	"space":  func(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' },
	"upper":  func(b byte) bool { return b >= 'A' && b <= 'Z' },
	"xdigit": func(b byte) bool { return isDigit(b) || b >= 'a' && b <= 'f' || b >= 'A' && b <= 'F' },
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }
func isLower(b byte) bool { return b >= 'a' && b <= 'z' }
func isAlpha(b byte) bool { return isLower(b | 0x20) }

// class reads what stands in brackets from behind the opening one, and returns the offset behind the closing one. The set is nil
// where the class is malformed.
func class(p string, at int) (set *[256]bool, next int) {
	negated := at < len(p) && (p[at] == '!' || p[at] == '^')
	if negated {
		at++
	}
	r := &classReader{p: p, at: at}
	for first := true; first || r.at < len(p) && p[r.at] != ']'; first = false {
		if !r.member() {
			return nil, 0
		}
	}
	if r.at >= len(p) {
		return nil, 0
	}
	return setOf(func(b byte) bool { return r.set[b] != negated }), r.at + 1
}

// classReader reads the members of a class.
type classReader struct {
	p   string
	at  int
	set [256]bool
}

// member reads one byte, range or named class.
func (r *classReader) member() bool {
	if r.at >= len(r.p) {
		return false
	}
	if text, is := r.name(); is {
		in := named[text]
		if in == nil {
			return false
		}
		for b := range r.set {
			r.set[b] = r.set[b] || in(byte(b))
		}
		return true
	}
	low, ok := r.single()
	if !ok {
		return false
	}
	r.set[low] = true
	if r.at+1 >= len(r.p) || r.p[r.at] != '-' || r.p[r.at+1] == ']' || low == 0 {
		return true
	}
	r.at++
	high, ok := r.single()
	for b := int(low); ok && b <= int(high); b++ {
		r.set[b] = true
	}
	return ok
}

// name reads a named class, if one stands here.
func (r *classReader) name() (text string, is bool) {
	inner, opens := strings.CutPrefix(r.p[r.at:], "[:")
	end := strings.IndexByte(inner, ']')
	if !opens || end < 1 || inner[end-1] != ':' {
		return "", false
	}
	r.at += len("[:") + end + 1
	return inner[:end-1], true
}

// single reads one byte, which a backslash may stand before.
func (r *classReader) single() (b byte, ok bool) {
	if r.p[r.at] == '\\' {
		r.at++
	}
	if r.at >= len(r.p) {
		return 0, false
	}
	r.at++
	return r.p[r.at-1], true
}

package plain

import "unicode/utf8"

// state is where a scanner stands in an escape sequence (ECMA-48).
type state int

const (
	ground    state = iota // in text
	escape                 // after ESC
	charset                // after ESC and an intermediate character, as in ESC ( 0
	control                // in a control sequence: ESC [ ...
	str                    // in a string to the terminal: OSC, DCS, APC, PM, SOS
	strEscape              // after ESC in such a string: its end, if \ follows
)

// maxParams is the length in bytes of the longest control sequence that can be a color; longer ones are none.
const maxParams = 64

// scanner turns characters into plain text, appended to out.
type scanner struct {
	colour  Color
	state   state
	params  []byte // of the control sequence it stands in, at most maxParams+1
	afterCR bool   // the line break of a CR is out: an LF that follows belongs to it
	styled  bool   // a color is on
	out     []byte
}

// step takes the next character; a byte that is no UTF-8 comes as U+FFFD.
func (s *scanner) step(r rune) {
	switch s.state {
	case ground:
		s.text(r)
	case escape:
		s.afterEscape(r)
	case charset:
		s.inCharset(r)
	case control:
		s.inControl(r)
	case str:
		s.inString(r)
	case strEscape:
		s.afterStringEscape(r)
	}
}

// harmless takes the characters that p begins with and that pass as they are, all at once, and returns how many they are:
// most output is nothing else.
func (s *scanner) harmless(p []byte) int {
	if s.state != ground {
		return 0
	}
	n := 0
	for n < len(p) && (p[n] >= ' ' && p[n] < 0x7f || p[n] == '\n' && (n > 0 || !s.afterCR)) {
		n++
	}
	if n > 0 {
		s.out, s.afterCR = append(s.out, p[:n]...), false
	}
	return n
}

func (s *scanner) text(r rune) {
	afterCR := s.afterCR
	s.afterCR = r == '\r'
	switch {
	case r == 0x1b:
		s.state = escape
	case r == '\n' && afterCR:
	case r == '\n', r == '\r':
		s.out = append(s.out, '\n')
	default:
		s.out = appendVisible(s.out, r)
	}
}

func (s *scanner) afterEscape(r rune) {
	switch {
	case r == '[':
		s.state, s.params = control, s.params[:0]
	case r == ']', r == 'P', r == 'X', r == '^', r == '_':
		s.state = str
	case 0x20 <= r && r <= 0x2f:
		s.state = charset
	case 0x30 <= r && r <= 0x7e:
		s.state = ground
	default:
		s.breakOff(r)
	}
}

func (s *scanner) inCharset(r rune) {
	switch {
	case 0x20 <= r && r <= 0x2f:
	case 0x30 <= r && r <= 0x7e:
		s.state = ground
	default:
		s.breakOff(r)
	}
}

func (s *scanner) inControl(r rune) {
	switch {
	case 0x20 <= r && r <= 0x3f:
		if len(s.params) <= maxParams {
			s.params = append(s.params, byte(r))
		}
	case r == 'm':
		s.state = ground
		s.paint()
	case 0x40 <= r && r <= 0x7e:
		s.state = ground
	default:
		s.breakOff(r)
	}
}

// inString drops what a string to the terminal says. A line break ends it, though a terminal would read on: output that
// never closes the string could otherwise hide every line that follows.
func (s *scanner) inString(r rune) {
	switch r {
	case '\a', 0x9c:
		s.state = ground
	case 0x1b:
		s.state = strEscape
	case '\n', '\r', 0x18, 0x1a:
		s.breakOff(r)
	}
}

func (s *scanner) afterStringEscape(r rune) {
	if r == '\\' {
		s.state = ground
		return
	}
	s.breakOff(0x1b)
	s.step(r)
}

// breakOff shows that a sequence was begun that has no end, and takes r as text.
func (s *scanner) breakOff(r rune) {
	s.out = append(s.out, "^["...)
	s.state = ground
	s.text(r)
}

// paint passes on what is harmless in a color sequence (SGR).
func (s *scanner) paint() {
	if s.colour == NoColor || len(s.params) > maxParams {
		return
	}
	kept := colours(string(s.params))
	if kept == "" {
		return
	}
	s.out = append(s.out, "\x1b["+kept+"m"...)
	s.styled = kept != "0"
}

// end shows what is not complete and switches colors off.
func (s *scanner) end() {
	if s.state != ground {
		s.out = append(s.out, "^["...)
	}
	if s.styled {
		s.out = append(s.out, reset...)
	}
	s.state, s.afterCR, s.styled = ground, false, false
}

// appendVisible appends r, or what stands for it if it is not to be seen.
func appendVisible(out []byte, r rune) []byte {
	switch {
	case r == '\t':
		return append(out, '\t')
	case r < 0x20:
		return append(out, '^', byte(r)+'@')
	case r == 0x7f:
		return append(out, "^?"...)
	case isHidden(r):
		return appendCodePoint(out, r)
	}
	return utf8.AppendRune(out, r)
}

// Name returns what Text shows in the place of a character that is not to be seen, such as ^G or <U+202E>; "" of one that
// is shown as it is. A line break has the name ^J.
func Name(r rune) string {
	shown := string(appendVisible(nil, r))
	if shown == string(r) {
		return ""
	}
	return shown
}

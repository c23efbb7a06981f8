package plain

import (
	"fmt"
	"unicode"
)

// joiners have no look of their own, but Persian, the scripts of India and emoji cannot be written without them. They
// change neither the order of text nor its lines.
var joiners = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x200c, Hi: 0x200d, Stride: 1}}}

// hidden are the characters that a reader does not see and that change what is seen: the 8-bit control characters, the
// format characters (direction marks, overrides and isolates, zero-width space, byte order mark, tags), line and
// paragraph separators, and fillers.
var hidden = []*unicode.RangeTable{
	unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point,
}

func isHidden(r rune) bool {
	return r > 0x7e && unicode.In(r, hidden...) && !unicode.Is(joiners, r)
}

func appendCodePoint(out []byte, r rune) []byte {
	return fmt.Appendf(out, "<U+%04X>", r)
}

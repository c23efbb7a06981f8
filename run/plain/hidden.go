package plain

import (
	"fmt"
	"unicode"
)

// joiners have no look of their own, but Persian, the scripts of India, Mongolian and emoji cannot be written without them:
// the two joiners, and the selectors of a letter's form and of an emoji's. They change neither the order of text nor its lines.
var joiners = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x180b, Hi: 0x180d, Stride: 1}, {Lo: 0x180f, Hi: 0x180f, Stride: 1}, {Lo: 0x200c, Hi: 0x200d, Stride: 1}, {Lo: 0xfe0e, Hi: 0xfe0f, Stride: 1},
}}

// hidden are the characters that a reader does not see and that change what is seen: the 8-bit control characters, the
// format characters (direction marks, overrides and isolates, zero-width space, byte order mark, tags), line and
// paragraph separators, fillers, and the other selectors of a form, in a row of which text can be hidden.
var hidden = []*unicode.RangeTable{
	unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector,
}

func isHidden(r rune) bool {
	return r > 0x7e && unicode.In(r, hidden...) && !unicode.Is(joiners, r)
}

func appendCodePoint(out []byte, r rune) []byte {
	return fmt.Appendf(out, "<U+%04X>", r)
}

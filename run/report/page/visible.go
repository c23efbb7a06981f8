package page

import (
	"html"
	"unicode/utf8"

	"rtut/run/plain"
)

// visible gives the characters of a document that no reader sees, or that reorder others, by their names, and bytes that
// are no UTF-8 as U+FFFD. The frame has none of them, and no name has a meaning in HTML, so the structure stays what it is:
// unlike plain.Text it takes nothing out.
func visible(document []byte) []byte {
	out := make([]byte, 0, len(document))
	for len(document) > 0 {
		r, size := utf8.DecodeRune(document)
		if name := plain.Name(r); name != "" && r != '\n' {
			out = append(out, html.EscapeString(name)...)
		} else {
			out = utf8.AppendRune(out, r)
		}
		document = document[size:]
	}
	return out
}

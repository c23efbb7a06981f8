package pack

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

var byteOrderMark = []byte("\xef\xbb\xbf")

// checkText looks at what must be right before YAML is read: the size, the encoding, and characters that YAML does
// not admit. The source is usable for messages in any case.
func checkText(name string, data []byte) (*source, Diagnostics) {
	data = bytes.TrimPrefix(data, byteOrderMark)
	report := &reporter{source: newSource(name, strings.ToValidUTF8(string(data), "\uFFFD"))}
	if len(data) > MaxSize {
		report.source = newSource(name, "")
		report.offset(0, Error, "size", "the file is larger than 1 MiB. a pack is smaller", "keep scripts and notes in files of their own beside it")
		return report.source, report.found
	}
	if at := invalidUTF8(data); at >= 0 {
		report.offset(at, Error, "encoding", encodingMessage(data, at)+". a pack is UTF-8", "save it as UTF-8")
		return report.source, report.found
	}
	for at, r := range report.source.text {
		if !admitted(r) {
			report.offset(at, Error, "character", fmt.Sprintf("the character U+%04X may not stand in YAML", r),
				fmt.Sprintf(`remove it, or write "\u%04x" in double quotes`, r))
		}
	}
	return report.source, report.found
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(data []byte) int {
	for at := 0; at < len(data); {
		r, width := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && width == 1 {
			return at
		}
		at += width
	}
	if bytes.HasPrefix(data, []byte{0}) || bytes.HasPrefix(data[min(1, len(data)):], []byte{0}) {
		return 0 // UTF-16 or UTF-32 without a mark
	}
	return -1
}

func encodingMessage(data []byte, at int) string {
	if at == 0 && len(data) > 1 && (data[0] == 0 || data[1] == 0 || data[0] >= 0xfe) {
		return "this is UTF-16 or UTF-32"
	}
	return fmt.Sprintf("the byte 0x%02X is not UTF-8", data[at])
}

// admitted reports whether the YAML parser takes a character outside of escapes.
func admitted(r rune) bool {
	switch {
	case r == '\t', r == '\n', r == '\r', r == 0x85:
		return true
	case r < 0x20, r >= 0x7f && r < 0xa0, r == 0xfeff, r == 0xfffe, r == 0xffff:
		return false
	}
	return true
}

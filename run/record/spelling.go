package record

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// spelledEnd returns where the string ends that begins at a place; -1 where rtut would not write it so.
func spelledEnd(data []byte, at int) int {
	for at++; at < len(data); {
		at = telling(data, at)
		switch {
		case at >= len(data) || data[at] < ' ':
			return -1
		case data[at] == '"':
			return at + 1
		case data[at] == '\\':
			at = spelledEscape(data, at)
		case data[at] >= utf8.RuneSelf:
			at = spelledRune(data, at)
		default:
			at++
		}
		if at < 0 {
			return -1
		}
	}
	return -1
}

// telling returns a place from which eight bytes hold, or fewer are left before, a quote, a backslash, a control character or one
// beyond ASCII.
func telling(data []byte, at int) int {
	for ; at+8 <= len(data); at += 8 {
		word := binary.LittleEndian.Uint64(data[at:])
		quote, backslash := word^'"'*ones, word^'\\'*ones
		found := (quote-ones)&^quote | (backslash-ones)&^backslash | (word-' '*ones)&^word | word
		if found &= high; found != 0 {
			return at + bits.TrailingZeros64(found)/8
		}
	}
	return at
}

// spelledRune returns where the character beyond ASCII ends that begins at a place; -1 where rtut would write an escape for it.
func spelledRune(data []byte, at int) int {
	r, size := utf8.DecodeRune(data[at:])
	if r == utf8.RuneError && size == 1 || r == '\u2028' || r == '\u2029' {
		return -1
	}
	return at + size
}

// spelledEscape returns where the escape ends that begins at a place; -1 where rtut would write another one, or none.
func spelledEscape(data []byte, at int) int {
	end := escapeEnd(data, at)
	switch {
	case end < 0, data[at+1] == '/':
		return -1
	case data[at+1] != 'u':
		return end
	}
	switch digits := string(data[at+2 : end]); digits {
	case "2028", "2029":
		return end
	case "0008", "0009", "000a", "000c", "000d":
		return -1
	default:
		control := digits[:2] == "00" && (digits[2] == '0' || digits[2] == '1')
		if capital := digits[3] >= 'A' && digits[3] <= 'F'; control && !capital {
			return end
		}
	}
	return -1
}

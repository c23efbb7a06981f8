package record

import (
	"encoding/binary"
	"math/bits"
)

// maxDepth is how deep values may be nested, as in encoding/json.
const maxDepth = 10_000

// valueEnd returns where the JSON value ends that begins at a place; -1 if none does that is valid. It agrees with
// encoding/json on what is valid.
func valueEnd(data []byte, at, depth int) int {
	if at < 0 || at >= len(data) {
		return -1
	}
	switch data[at] {
	case '"':
		return stringEnd(data, at)
	case '{':
		return eachField(data, at, depth, nil)
	case '[':
		return eachItem(data, at, depth, nil)
	case 't':
		return wordEnd(data, at, "true")
	case 'f':
		return wordEnd(data, at, "false")
	case 'n':
		return wordEnd(data, at, "null")
	}
	return numberEnd(data, at)
}

// wordEnd is valueEnd of a word.
func wordEnd(data []byte, at int, word string) int {
	if end := at + len(word); end <= len(data) && string(data[at:end]) == word {
		return end
	}
	return -1
}

// eachField returns where the object ends that begins at a place; -1 if it is not valid. read is given the quoted key of
// each field, where its value begins and how deep that is, and returns where it ends as valueEnd does, which stands in
// for nil.
func eachField(data []byte, at, depth int, read func(key []byte, at, depth int) int) int {
	if depth++; depth > maxDepth {
		return -1
	}
	at = blanks(data, at+1)
	if at < len(data) && data[at] == '}' {
		return at + 1
	}
	for at < len(data) && data[at] == '"' {
		keyEnd := stringEnd(data, at)
		if keyEnd < 0 {
			return -1
		}
		colon := blanks(data, keyEnd)
		if colon >= len(data) || data[colon] != ':' {
			return -1
		}
		end := blanks(data, colon+1)
		if read == nil {
			end = valueEnd(data, end, depth)
		} else {
			end = read(data[at:keyEnd], end, depth)
		}
		if end < 0 {
			return -1
		}
		var last bool
		if at, last = next(data, end, '}'); last {
			return at
		}
	}
	return -1
}

// eachItem returns where the list ends that begins at a place; -1 if it is not valid. read is given where each item begins
// and how deep that is, and returns where it ends as valueEnd does, which stands in for nil.
func eachItem(data []byte, at, depth int, read func(at, depth int) int) int {
	if depth++; depth > maxDepth {
		return -1
	}
	at = blanks(data, at+1)
	if at < len(data) && data[at] == ']' {
		return at + 1
	}
	for {
		end := at
		if read == nil {
			end = valueEnd(data, end, depth)
		} else {
			end = read(end, depth)
		}
		if end < 0 {
			return -1
		}
		var last bool
		if at, last = next(data, end, ']'); last {
			return at
		}
	}
}

// next returns where the next item of an object or list begins; or, if there is none, where what closes it ends, and
// true. It is beyond the data where neither is there.
func next(data []byte, at int, closing byte) (begin int, last bool) {
	at = blanks(data, at)
	switch {
	case at < len(data) && data[at] == ',':
		return blanks(data, at+1), false
	case at < len(data) && data[at] == closing:
		return at + 1, true
	}
	return len(data), false
}

// ones has 1 in every byte, high the highest bit.
const (
	ones = 0x0101010101010101
	high = 0x80 * ones
)

// blanks returns where the white space ends that begins at a place.
func blanks(data []byte, at int) int {
	if at < len(data) && data[at] > ' ' {
		return at
	}
	return blanksEnd(data, at)
}

// blanksEnd is blanks where there is some: one blank, or a line break and the indentation behind it.
func blanksEnd(data []byte, at int) int {
	for at < len(data) {
		switch data[at] {
		case ' ', '\n', '\r', '\t':
		default:
			return at
		}
		at++
		for at+8 <= len(data) && data[at] == ' ' {
			others := binary.LittleEndian.Uint64(data[at:]) ^ ' '*ones
			if others != 0 {
				return blanks(data, at+bits.TrailingZeros64(others)/8)
			}
			at += 8
		}
	}
	return at
}

// stringEnd is valueEnd of a string.
func stringEnd(data []byte, at int) int {
	for at++; ; {
		at = special(data, at)
		switch {
		case at >= len(data), data[at] < ' ':
			return -1
		case data[at] == '"':
			return at + 1
		case data[at] != '\\':
			at++
		default:
			if at = escapeEnd(data, at); at < 0 {
				return -1
			}
		}
	}
}

// special returns a place from which eight bytes hold, or fewer are left before, a quote, a backslash or a control
// character: all before it is plain.
func special(data []byte, at int) int {
	for ; at+8 <= len(data); at += 8 {
		word := binary.LittleEndian.Uint64(data[at:])
		quote, backslash := word^'"'*ones, word^'\\'*ones
		found := ((quote - ones) &^ quote) | ((backslash - ones) &^ backslash) | ((word - ' '*ones) &^ word)
		if found &= high; found != 0 {
			return at + bits.TrailingZeros64(found)/8
		}
	}
	return at
}

// escapeEnd returns where the escape ends that begins at a place; -1 if it is none.
func escapeEnd(data []byte, at int) int {
	if at+1 >= len(data) {
		return -1
	}
	switch data[at+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return at + 2
	case 'u':
		for i := at + 2; i < at+6; i++ {
			if i >= len(data) || !isHex(data[i]) {
				return -1
			}
		}
		return at + 6
	}
	return -1
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f' }

// numberEnd is valueEnd of a number.
func numberEnd(data []byte, at int) int {
	if data[at] == '-' {
		at++
	}
	whole := digitsEnd(data, at)
	if whole == at || whole > at+1 && data[at] == '0' {
		return -1
	}
	at = whole
	if at < len(data) && data[at] == '.' {
		fraction := digitsEnd(data, at+1)
		if fraction == at+1 {
			return -1
		}
		at = fraction
	}
	if at < len(data) && data[at]|0x20 == 'e' {
		at++
		if at < len(data) && (data[at] == '+' || data[at] == '-') {
			at++
		}
		exponent := digitsEnd(data, at)
		if exponent == at {
			return -1
		}
		at = exponent
	}
	return at
}

func digitsEnd(data []byte, at int) int {
	for at < len(data) && data[at] >= '0' && data[at] <= '9' {
		at++
	}
	return at
}

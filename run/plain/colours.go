package plain

import (
	"strconv"
	"strings"
)

// colors returns the parameters of an SGR sequence that set colors or type (bold, underlined, ...), in their order,
// or "" if none does. Concealed and blinking text are not passed on: output must not hide a part of itself.
func colours(params string) string {
	if strings.Trim(params, "0123456789;:") != "" {
		return "" // another sequence that ends in m too: with > it sets up the keyboard
	}
	var kept []string
	words := strings.Split(params, ";")
	for len(words) > 0 {
		n := span(words)
		if n == 0 {
			break // half a color: what follows has no meaning of its own
		}
		if isColour(words[:n]) {
			kept = append(kept, normal(words[:n]))
		}
		words = words[n:]
	}
	return strings.Join(kept, ";")
}

// span is how many of words make up the first setting: 38;5;n and 38;2;r;g;b are one. It is 0 if the words end before.
func span(words []string) int {
	n := 1
	if isExtended(words[0]) {
		if len(words) < 2 {
			return 0
		}
		switch words[1] {
		case "5":
			n = 3
		case "2":
			n = 5
		default:
			return 0
		}
	}
	if len(words) < n {
		return 0
	}
	return n
}

func isExtended(word string) bool { return word == "38" || word == "48" || word == "58" }

// isColour reports whether the words of one setting may pass.
func isColour(words []string) bool {
	for _, w := range words[1:] {
		if !isByte(w) {
			return false
		}
	}
	head, sub, hasSub := strings.Cut(words[0], ":")
	if hasSub {
		return (isExtended(head) || head == "4") && isSub(sub)
	}
	if head == "" {
		return true
	}
	n, err := strconv.Atoi(head)
	return err == nil && isByte(head) && mayPass(n)
}

func isSub(sub string) bool {
	for w := range strings.SplitSeq(sub, ":") {
		if w != "" && !isByte(w) {
			return false
		}
	}
	return true
}

// isByte reports whether word is a number from 0 to 255 in digits alone.
func isByte(word string) bool {
	_, err := strconv.ParseUint(word, 10, 8)
	return err == nil
}

// mayPass lists the settings: reset and type, colors, their defaults, overline, bright colors.
func mayPass(n int) bool {
	switch {
	case n <= 4, n == 7, n == 9, 21 <= n && n <= 25, n == 27, n == 29:
		return true
	case 30 <= n && n <= 49, n == 53, n == 55, n == 59:
		return true
	}
	return 90 <= n && n <= 97 || 100 <= n && n <= 107
}

// normal writes a setting out: an empty one means 0.
func normal(words []string) string {
	if words[0] == "" {
		return "0"
	}
	return strings.Join(words, ";")
}

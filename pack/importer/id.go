package importer

import (
	"fmt"
	"strings"
)

// slug makes an id of a text, cut at a word; "" where it has no Latin letter.
func slug(text string, most int) string {
	var out strings.Builder
	dash, letter := false, false
	for _, r := range strings.ToLower(text) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9' && out.Len() > 0:
			if dash && out.Len() > 0 {
				out.WriteByte('-')
			}
			dash = false
			letter = letter || r >= 'a'
			out.WriteRune(r)
		case r == '\'', r == '’':
		default:
			dash = true
		}
	}
	id := out.String()
	if len(id) > most {
		cut := id[:most]
		if at := strings.LastIndexByte(cut, '-'); id[most] != '-' && at > most/3 {
			cut = cut[:at]
		}
		id = strings.Trim(cut, "-")
	}
	if !letter {
		return ""
	}
	return id
}

// ids gives ids that are not taken.
type ids map[string]bool

func (t ids) take(id string) string {
	one := id
	for n := 2; t[one]; n++ {
		one = fmt.Sprintf("%s-%d", id, n)
	}
	t[one] = true
	return one
}

package write

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// braces writes a mapping on one line that begins at a column, if its kind is written so, it has no comment, and it fits.
func (w *writer) braces(m *Mapping, kind string, column int) (line string, fits bool) {
	keys := w.keys(m, kind)
	if len(keys) == 0 {
		return "{}", true
	}
	if !slices.Contains(inBraces, kind) || m.Has("command") || m.hasComment() {
		return "", false
	}
	var pairs []string
	for _, k := range keys {
		one, fits := w.inline(m.values[k.name], k.of, column)
		if !fits {
			return "", false
		}
		pairs = append(pairs, scalar(k.name, true)+": "+one)
	}
	line = "{ " + strings.Join(pairs, ", ") + " }"
	return line, column+utf8.RuneCountInString(line) <= width
}

func (m *Mapping) hasComment() bool {
	for _, above := range m.above {
		if len(above) > 0 {
			return true
		}
	}
	return false
}

// inline writes a value within braces.
func (w *writer) inline(v value, kind string, column int) (line string, fits bool) {
	switch {
	case v.text != nil:
		return scalar(*v.text, true), utf8.ValidString(*v.text) && !isBlock(*v.text)
	case v.mapping != nil && len(v.mapping.comment) > 0:
		return "", false
	case v.mapping != nil:
		return w.braces(v.mapping, kind, column)
	case len(v.list) == 0:
		return "[]", true
	}
	return texts(v.list, column)
}

// texts writes a list of texts in brackets on one line that begins at a column, if it is one and fits.
func texts(list []item, column int) (line string, fits bool) {
	var words []string
	for _, one := range list {
		if one.mapping != nil || !utf8.ValidString(one.text) || isBlock(one.text) {
			return "", false
		}
		words = append(words, scalar(one.text, true))
	}
	line = "[" + strings.Join(words, ", ") + "]"
	return line, column+utf8.RuneCountInString(line) <= width
}

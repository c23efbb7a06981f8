package write

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"rtut/pack"
)

// width is how long a line with braces may get, in characters; a longer one is written in lines.
const width = 120

// inBraces are the kinds of mapping that are written on one line where they fit.
var inBraces = []string{
	"needs", "for_each", "param", "defaults", "dimension", "datapoint", "artefact", "link", "produce", "accept", "poll", "evidence", "rollback", "check", "verify", "",
}

// apart are the kinds between which a blank line stands, in a list.
var apart = []string{"step", "stage", "gate"}

// headed are the keys of the top before which a blank line stands.
var headed = []string{"params", "dimensions", "datapoints", "artefacts", "order", "steps", "stages", "gates"}

// Pack writes the text of a pack. The error names a key that packs don't have at its place, or a text that is not UTF-8.
func Pack(top *Mapping) ([]byte, error) {
	w := &writer{}
	w.comment(top.comment, 0)
	w.mapping(top, "pack", 0, false)
	return []byte(w.out.String()), w.err
}

type writer struct {
	out strings.Builder
	err error
}

func (w *writer) fail(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf(format, args...)
	}
}

// lines splits comments that have several.
func lines(comment []string) []string {
	var all []string
	for _, c := range comment {
		all = append(all, strings.Split(c, "\n")...)
	}
	return all
}

func (w *writer) comment(comment []string, indent int) {
	for _, line := range comment {
		line = strings.Map(readable, strings.ToValidUTF8(line, "\uFFFD"))
		w.out.WriteString(strings.TrimRight(strings.Repeat(" ", indent)+"# "+line, " ") + "\n")
	}
}

// readable replaces what can't stand in a comment.
func readable(r rune) rune {
	if r != '\t' && unreadable(r) && !foreignBlank(r) {
		return utf8.RuneError
	}
	return r
}

// key is one key that a mapping has, with the kind of what it holds.
type key struct{ name, of string }

// keys returns the keys of a mapping in the order in which they are written.
func (w *writer) keys(m *Mapping, kind string) []key {
	var keys []key
	known := pack.Keys(kind)
	for _, k := range known {
		if m.Has(k.Name) {
			keys = append(keys, key{k.Name, k.Of})
		}
	}
	for _, name := range m.order {
		if !m.Has(name) || slices.ContainsFunc(known, func(k pack.Key) bool { return k.Name == name }) {
			continue
		}
		if kind != "" && kind != "for_each" && !strings.HasPrefix(name, "x-") {
			w.fail("write pack: %s has no key %s", kind, name)
		}
		keys = append(keys, key{name, ""})
	}
	return keys
}

// mapping writes the keys of a mapping below one another. inItem says that the first comes after a dash.
func (w *writer) mapping(m *Mapping, kind string, indent int, inItem bool) {
	for i, k := range w.keys(m, kind) {
		if kind == "pack" && i > 0 && slices.Contains(headed, k.name) {
			w.out.WriteString("\n")
		}
		w.comment(m.above[k.name], indent)
		if i > 0 || !inItem || len(m.above[k.name]) > 0 {
			w.out.WriteString(strings.Repeat(" ", indent))
		}
		w.out.WriteString(scalar(k.name, false) + ":")
		w.value(m.values[k.name], k, indent)
	}
}

func (w *writer) value(v value, k key, indent int) {
	switch {
	case v.text != nil:
		w.out.WriteString(" " + w.text(*v.text, indent) + "\n")
	case v.mapping != nil:
		w.below(v.mapping, k, indent)
	case len(v.list) == 0:
		w.out.WriteString(" []\n")
	default:
		w.list(v.list, k, indent)
	}
}

// text writes a text behind a key, without the last line break.
func (w *writer) text(text string, indent int) string {
	if !utf8.ValidString(text) {
		w.fail("write pack: the text %q is not UTF-8", text)
	}
	if isBlock(text) {
		return strings.TrimSuffix(block(text, indent), "\n")
	}
	return scalar(text, false)
}

// below writes the mapping that a key holds.
func (w *writer) below(m *Mapping, k key, indent int) {
	if line, fits := w.braces(m, k.of, indent+len(k.name)+2); fits && len(m.comment) == 0 {
		w.out.WriteString(" " + line + "\n")
		return
	}
	w.out.WriteString("\n")
	w.comment(m.comment, indent+2)
	w.mapping(m, k.of, indent+2, false)
}

func (w *writer) list(list []item, k key, indent int) {
	if line, fits := texts(list, indent+len(k.name)+2); fits {
		w.out.WriteString(" " + line + "\n")
		return
	}
	w.out.WriteString("\n")
	for i, one := range list {
		if i > 0 && slices.Contains(apart, k.of) {
			w.out.WriteString("\n")
		}
		w.item(one, k.of, indent+2)
	}
}

func (w *writer) item(one item, kind string, indent int) {
	if one.mapping != nil {
		w.comment(one.mapping.comment, indent)
	}
	w.out.WriteString(strings.Repeat(" ", indent) + "-")
	if one.mapping == nil {
		w.out.WriteString(" " + w.text(one.text, indent) + "\n")
		return
	}
	if line, fits := w.braces(one.mapping, kind, indent+2); fits {
		w.out.WriteString(" " + line + "\n")
		return
	}
	w.inLines(one.mapping, kind, indent)
}

// inLines writes an item as lines: its first key comes after the dash, unless a comment stands above that.
func (w *writer) inLines(m *Mapping, kind string, indent int) {
	first := w.keys(m, kind)[0]
	if len(m.above[first.name]) > 0 {
		w.out.WriteString("\n")
	} else {
		w.out.WriteString(" ")
	}
	w.mapping(m, kind, indent+2, true)
}

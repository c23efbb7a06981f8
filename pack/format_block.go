package pack

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// formatter lays out the lines of a file again.
type formatter struct {
	lines  []string // with their ends
	ending string   // of lines that are added
}

// newFormatter splits a text at its line ends; nil if it has any that only YAML counts.
func newFormatter(text string) *formatter {
	f := &formatter{lines: strings.SplitAfter(text, "\n"), ending: "\n"}
	if f.lines[len(f.lines)-1] == "" {
		f.lines = f.lines[:len(f.lines)-1]
	}
	if strings.Count(text, "\r\n")*2 > strings.Count(text, "\n") {
		f.ending = "\r\n"
	}
	if s := newSource("", text); len(s.yaml) != strings.Count(text, "\n")+1 {
		return nil
	}
	if last := len(f.lines) - 1; last >= 0 && !strings.HasSuffix(f.lines[last], "\n") {
		f.lines[last] += f.ending
	}
	return f
}

// part of a mapping or a list: an entry with what stands above it.
type formatChunk struct {
	blank bool     // a blank line stands above it
	lead  []string // comments above it, with blank lines among them
	body  []string
	rank  int
}

// mapping lays out a mapping in lines: from the line of its first key, or of comments above that, to a line behind it.
func (f *formatter) mapping(y *yamlNode, from, to int, name string) []string {
	indent := y.Content[0].Column - 1
	first := y.Content[0].Line - 1
	prefix := f.prefix(first, indent)
	if strings.Trim(prefix, " ") != "" {
		f.lines[first] = strings.Repeat(" ", len(prefix)) + f.lines[first][len(prefix):]
	}
	var at []int
	for i := 0; i < len(y.Content); i += 2 {
		at = append(at, y.Content[i].Line-1)
	}
	spans, tail := f.spans(at, from, to, indent)
	chunks := make([]formatChunk, len(at))
	for i := range at {
		key, value := y.Content[2*i], y.Content[2*i+1]
		chunks[i] = f.chunk(spans[i], at[i])
		chunks[i].body = f.entry(value, at[i], spans[i].to, fieldOf(name, key.Value))
	}
	header := f.header(chunks, from == 0)
	ranked := f.order(y, chunks, name)
	return slices.Concat(header, f.join(ranked, prefix, chunks[0].lead), tail)
}

// header takes the comments at the top of the file, which stay there whatever key comes first.
func (f *formatter) header(chunks []formatChunk, atTop bool) []string {
	if !atTop {
		return nil
	}
	header := chunks[0].lead
	chunks[0].lead = nil
	return header
}

// prefix is what stands on a line before a column: blanks, and the dash of the list that the mapping is in.
func (f *formatter) prefix(line, indent int) string {
	text, count := f.lines[line], 0
	for i := range text {
		if count == indent {
			return text[:i]
		}
		count++
	}
	return text
}

// fieldOf returns the field of a key, one of nothing where there is none.
func fieldOf(name, key string) field {
	if l := layoutOf(name); l != nil {
		if f := l.field(key); f != nil {
			return *f
		}
	}
	return field{}
}

// span are the lines of an entry, those above it that belong to it included.
type span struct{ from, to int }

// spans tells which lines belong to which entry. What comes after the last one, no deeper than the entries, belongs to none.
func (f *formatter) spans(at []int, from, to, indent int) (spans []span, tail []string) {
	end := f.above(to, at[len(at)-1], indent)
	tail = f.lines[end:to]
	for i := range at {
		begin := from
		if i > 0 {
			begin = f.above(at[i], at[i-1], indent)
			spans[i-1].to = begin
		}
		spans = append(spans, span{begin, end})
	}
	return spans, tail
}

// above returns the first of the blank lines and comments that end before a line and are indented no deeper.
func (f *formatter) above(line, last, indent int) int {
	for line-1 > last {
		text := strings.TrimSpace(f.lines[line-1])
		deep := len(f.lines[line-1]) - len(strings.TrimLeft(f.lines[line-1], " "))
		if text != "" && (text[0] != '#' || deep > indent) {
			break
		}
		line--
	}
	return line
}

// chunk reads what stands above an entry.
func (f *formatter) chunk(s span, at int) formatChunk {
	var c formatChunk
	for _, line := range f.lines[s.from:at] {
		switch {
		case strings.TrimSpace(line) != "":
			c.lead = append(c.lead, line)
		case len(c.lead) == 0:
			c.blank = true
		case strings.TrimSpace(c.lead[len(c.lead)-1]) != "":
			c.lead = append(c.lead, f.ending)
		}
	}
	return c
}

// entry lays out a key and its value, which stand on the lines from one on.
func (f *formatter) entry(value *yamlNode, at, to int, known field) []string {
	switch {
	case isBlockMapping(value) && value.Line-1 > at:
		return append([]string{f.lines[at]}, f.mapping(value, at+1, to, known.of)...)
	case isBlockSequence(value) && value.Line-1 > at:
		return append([]string{f.lines[at]}, f.sequence(value, at+1, to, known)...)
	case isFlow(value) && to == at+1:
		return f.flow(value, at, known, known.form == formMapping)
	}
	return slices.Clone(f.lines[at:to])
}

// sequence lays out a list in lines.
func (f *formatter) sequence(y *yamlNode, from, to int, known field) []string {
	var at []int
	dash := -1
	for _, item := range y.Content {
		prefix := f.prefix(item.Line-1, item.Column-1)
		if strings.Trim(prefix, " ") != "-" {
			return slices.Clone(f.lines[from:to])
		}
		dash = strings.IndexByte(prefix, '-')
		at = append(at, item.Line-1)
	}
	spans, tail := f.spans(at, from, to, dash)
	spaced := known.of == "step" || known.of == "gate" || known.of == "stage"
	var out []string
	for i, item := range y.Content {
		c := f.chunk(spans[i], at[i])
		switch {
		case isBlockMapping(item):
			c.body = f.mapping(item, at[i], spans[i].to, known.of)
		case isFlow(item) && spans[i].to == at[i]+1:
			c.body = f.flow(item, at[i], known, true)
		default:
			c.body = slices.Clone(f.lines[at[i]:spans[i].to])
		}
		if i > 0 && (c.blank || spaced && (len(c.body) > 1 || spans[i-1].to > at[i-1]+1)) {
			out = append(out, f.ending)
		}
		out = append(append(out, c.lead...), c.body...)
	}
	return append(out, tail...)
}

// order puts the entries of a mapping into the order of its layout. Keys that no layout has follow the one before them. A mapping with
// anchors or aliases stays: an anchor stands before its aliases.
func (f *formatter) order(y *yamlNode, chunks []formatChunk, name string) []formatChunk {
	l := layoutOf(name)
	if l == nil || hasAnchors(y) {
		return chunks
	}
	rank := -1
	ordered := slices.Clone(chunks)
	for i := range ordered {
		if at := slices.IndexFunc(l, func(f field) bool { return f.key == y.Content[2*i].Value }); at >= 0 {
			rank = at
		}
		ordered[i].rank = rank
	}
	slices.SortStableFunc(ordered, func(a, b formatChunk) int { return a.rank - b.rank })
	return ordered
}

// join writes the entries of a mapping one behind the other. prefix stands before the first key.
func (f *formatter) join(chunks []formatChunk, prefix string, firstLead []string) []string {
	var out []string
	for i, c := range chunks {
		if c.blank && i > 0 {
			out = append(out, f.ending)
		}
		if i > 0 {
			out = append(append(out, c.lead...), c.body...)
			continue
		}
		dash := strings.IndexByte(prefix, '-')
		for _, line := range c.lead {
			if dash >= 0 && !slices.Equal(c.lead, firstLead) && strings.TrimSpace(line) != "" {
				line = strings.Repeat(" ", dash) + strings.TrimLeft(line, " ")
			}
			out = append(out, line)
		}
		body := slices.Clone(c.body)
		if dash >= 0 {
			body[0] = prefix + body[0][len(prefix):]
		}
		out = append(out, body...)
	}
	return out
}

// width is how many columns a line takes, its end aside.
func width(line string) int { return utf8.RuneCountInString(strings.TrimRight(line, "\r\n")) }

package importer

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"

	"rtut/pack/commonmark"
	"rtut/pack/table"
)

// blockKind says what a block of the page is.
type blockKind int

const (
	paragraph blockKind = iota
	heading
	code
	list
	item
	quote
	comment // of HTML
	rule
	other // HTML
)

// block is a piece of the page: whole lines, of which the parent's indentation is no part.
type block struct {
	kind     blockKind
	from, to int // its lines, from 0, without to
	column   int // of its text, in columns
	children []*block

	level   int    // of a heading
	ordered bool   // of a list
	task    bool   // of an item with a box before it
	info    string // of code: what comes after the fence
	fenced  bool   // of code
	body    string // of code
	text    string // of a paragraph or heading: as it reads
	raw     string // of a paragraph or heading: as it is written
	spans   []span // of a paragraph
	table   bool   // of a paragraph
	does    answer // of an item: whether it does something
}

// span is code within a paragraph.
type span struct {
	text        string
	first, last bool // nothing stands before it, or behind it
	colon       bool // a colon stands before it
}

// reading is a parse of the page.
type reading struct {
	p      *page
	src    []byte
	starts []int // offsets of the lines
}

// parse reads the lines into blocks.
func (p *page) parse() {
	src := []byte(strings.Join(p.lines, "\n") + "\n")
	r := &reading{p: p, src: src, starts: []int{0}}
	for i, c := range src {
		if c == '\n' {
			r.starts = append(r.starts, i+1)
		}
	}
	p.marks = make([]bool, len(p.lines)+1)
	document := commonmark.Parse(src)
	p.blocks = r.blocks(document, 0, len(p.lines), 0)
}

// line is the line that an offset is in, from 0.
func (r *reading) line(offset int) int {
	low, high := 0, len(r.starts)
	for high-low > 1 {
		if middle := (low + high) / 2; r.starts[middle] <= offset {
			low = middle
		} else {
			high = middle
		}
	}
	return min(low, len(r.p.lines)-1)
}

// blocks reads the blocks within a node; each reaches to the next one, so that no line is in none.
func (r *reading) blocks(parent ast.Node, from, to, column int) []*block {
	var blocks []*block
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		end := to
		if next := n.NextSibling(); next != nil {
			end = r.start(next)
		}
		start := r.start(n)
		if len(blocks) == 0 {
			start = min(start, max(from, 0))
			if parent.Kind() == ast.KindDocument {
				start = from
			}
		}
		blocks = append(blocks, r.block(n, start, max(start, end), column)...)
	}
	return blocks
}

// start is the line in which a node begins.
func (r *reading) start(n ast.Node) int {
	at := r.offset(n)
	if _, setext := n.(*ast.Heading); !setext && at < 0 {
		return 0
	}
	return r.line(max(at, 0))
}

// offset is where a node begins; some know it by their first line or child alone.
func (r *reading) offset(n ast.Node) int {
	if n.Pos() >= 0 {
		return n.Pos()
	}
	if n.Type() != ast.TypeInline && n.Lines() != nil && n.Lines().Len() > 0 {
		return n.Lines().At(0).Start
	}
	if n.FirstChild() != nil {
		return r.offset(n.FirstChild())
	}
	return -1
}

func (r *reading) block(n ast.Node, from, to, column int) []*block {
	b := &block{from: from, to: to, column: column, kind: other}
	switch n := n.(type) {
	case *ast.Heading:
		b.kind, b.level = heading, n.Level
		r.inline(b, n)
	case *ast.Paragraph, *ast.TextBlock:
		b.kind = paragraph
		r.inline(b, n)
		b.table = isTable(b.raw)
	case *ast.FencedCodeBlock:
		r.fenced(b, n)
	case *ast.CodeBlock:
		b.kind, b.body = code, r.textOf(n)
	case *ast.Blockquote:
		b.kind = quote
	case *ast.List:
		b.kind, b.ordered = list, n.IsOrdered()
		b.children = r.blocks(n, from, to, column)
	case *ast.ListItem:
		r.item(b, n)
	case *ast.ThematicBreak:
		b.kind = rule
	case *ast.HTMLBlock:
		return r.html(b)
	}
	return []*block{b}
}

func (r *reading) textOf(n ast.Node) string {
	var out bytes.Buffer
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		out.Write(segment.Value(r.src))
	}
	return out.String()
}

var fenceEnd = table.Pattern("^[\\s>]*(`{3,}|~{3,})\\s*$")

func (r *reading) fenced(b *block, n *ast.FencedCodeBlock) {
	b.kind, b.fenced, b.body = code, true, r.textOf(n)
	if n.Info != nil {
		b.info = string(n.Info.Segment.Value(r.src))
	}
	opening := r.start(n)
	if n.Lines().Len() > 0 {
		opening = r.line(n.Lines().At(0).Start) - 1
	}
	closing := opening + 1 + n.Lines().Len()
	if closing >= len(r.p.lines) || !fenceEnd().MatchString(r.p.lines[closing]) {
		r.p.remark(opening+1, "unclosed-fence", "the fence that opens here is never closed. its block was assumed to end with the element that contains it")
	}
}

var (
	itemMark = table.Pattern(`^([-+*]|\d{1,9}[.)])(\s*)`)
	box      = table.Pattern(`^\[[ xX]\](\s|$)`)
)

// item reads an item: the column of its text, its box, and what it holds.
func (r *reading) item(b *block, n *ast.ListItem) {
	b.kind = item
	at := r.offset(n)
	line := r.line(at)
	rest := r.p.lines[line][at-r.starts[line]:]
	m := itemMark().FindStringSubmatch(rest)
	b.column = columns(r.p.lines[line][:at-r.starts[line]])
	if m != nil {
		gap := columns(m[2])
		if gap == 0 || gap > 4 || strings.TrimSpace(rest) == m[1] {
			gap = 1
		}
		b.column += len(m[1]) + gap
	}
	r.p.marks[line] = true
	b.from = min(b.from, line)
	b.children = r.blocks(n, b.from, b.to, b.column)
	if len(b.children) > 0 && b.children[0].kind == paragraph && box().MatchString(b.children[0].raw) {
		b.task = true
		first := b.children[0]
		first.raw = strings.TrimSpace(first.raw[3:])
		first.text = strings.TrimSpace(strings.TrimSpace(first.text)[3:])
	}
}

// html splits a block of HTML at the fences in it; a comment is one that begins with it.
func (r *reading) html(b *block) []*block {
	text := r.p.lines[b.from:b.to]
	if strings.HasPrefix(strings.TrimSpace(text[0]), "<!--") {
		b.kind = comment
		return []*block{b}
	}
	var blocks []*block
	begin := b.from
	for i := b.from; i < b.to; i++ {
		m := fence().FindStringSubmatch(r.p.lines[i])
		if m == nil {
			continue
		}
		end := i + 1
		for end < b.to && !closes(r.p.lines[end], m[1]) {
			end++
		}
		if begin < i {
			blocks = append(blocks, &block{kind: other, from: begin, to: i, column: b.column})
		}
		inner := &block{kind: code, fenced: true, from: i, to: min(end+1, b.to), column: b.column, info: strings.TrimSpace(m[2])}
		column := columns(r.p.lines[i]) - columns(strings.TrimLeft(r.p.lines[i], " \t"))
		for _, line := range r.p.lines[i+1 : end] {
			inner.body += cut(line, column, false) + "\n"
		}
		blocks = append(blocks, inner)
		begin, i = min(end+1, b.to), end
	}
	if begin < b.to {
		blocks = append(blocks, &block{kind: other, from: begin, to: b.to, column: b.column})
	}
	return blocks
}

func closes(line, opening string) bool {
	m := fenceEnd().FindStringSubmatch(line)
	return m != nil && m[1][0] == opening[0] && len(m[1]) >= len(opening)
}

// columns is the width of a text without line breaks, tabs at every fourth column.
func columns(text string) int {
	width := 0
	for _, r := range text {
		if r == '\t' {
			width += 4 - width%4
		} else {
			width++
		}
	}
	return width
}

// cut takes so many columns off a line: blanks alone, unless the mark of an item stands there.
func cut(line string, column int, marked bool) string {
	width := 0
	for i, r := range line {
		if width >= column || !marked && r != ' ' && r != '\t' {
			return strings.Repeat(" ", max(0, width-column)) + line[i:]
		}
		if r == '\t' {
			width += 4 - width%4
		} else {
			width++
		}
	}
	return ""
}

// source is the text of lines of the page within a container, without blank lines at its ends.
func (p *page) source(from, to, column int) string {
	var out []string
	for i := from; i < to; i++ {
		out = append(out, cut(p.lines[i], column, p.marks[i]))
	}
	for len(out) > 0 && strings.TrimSpace(out[len(out)-1]) == "" {
		out = out[:len(out)-1]
	}
	for len(out) > 0 && strings.TrimSpace(out[0]) == "" {
		out = out[1:]
	}
	return strings.Join(out, "\n")
}

// sourceOf is the text of a block. One that stands further in than its container begins at the left.
func (p *page) sourceOf(b *block) string {
	text := p.source(b.from, b.to, b.column)
	further := len(text) - len(strings.TrimLeft(text, " "))
	if b.kind == code && !b.fenced || b.kind == other || further == 0 {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = cut(line, further, false)
	}
	return strings.Join(lines, "\n")
}

func isTable(raw string) bool {
	for line := range strings.Lines(raw) {
		if line = strings.TrimSpace(line); strings.Contains(line, "|") && strings.Trim(line, "|-: ") == "" {
			return true
		}
	}
	return false
}

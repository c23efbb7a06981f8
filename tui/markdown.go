package tui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"

	"rtut/pack/commonmark"
)

// markdown lays Markdown out in lines of at most width cells. HTML in it is shown as it is written.
func markdown(st *styles, source string, width int) []string {
	src := []byte(text(source))
	r := &mdRenderer{st: st, src: src}
	r.blocks(commonmark.Parse(src), "", "", max(width, 1))
	for len(r.lines) > 0 && r.lines[len(r.lines)-1] == "" {
		r.lines = r.lines[:len(r.lines)-1]
	}
	return r.lines
}

// mdRenderer collects the lines of a document.
type mdRenderer struct {
	st    *styles
	src   []byte
	lines []string
}

// add puts wrapped text down; first goes before its first line, rest before the others.
func (r *mdRenderer) add(s, first, rest string, width int) {
	for i, l := range wrapped(s, max(1, width-ansi.StringWidth(rest))) {
		if i > 0 {
			first = rest
		}
		r.lines = append(r.lines, cut(first+l, width))
	}
}

// blocks puts the blocks within a node down. A list item's first block goes beside its mark.
func (r *mdRenderer) blocks(parent ast.Node, first, rest string, width int) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		r.block(n, first, rest, width)
		first = rest
		if _, tight := n.(*ast.TextBlock); !tight && n.NextSibling() != nil {
			r.lines = append(r.lines, strings.TrimRight(rest, " "))
		}
	}
}

func (r *mdRenderer) block(n ast.Node, first, rest string, width int) {
	switch n := n.(type) {
	case *ast.Heading:
		r.add(r.st.bold.Render(r.inline(n)), first, rest, width)
	case *ast.CodeBlock, *ast.FencedCodeBlock, *ast.HTMLBlock:
		r.code(n, first, rest, width)
	case *ast.Blockquote:
		bar := r.st.dim.Render(r.st.vertical()) + " "
		r.blocks(n, first+bar, rest+bar, width)
	case *ast.List:
		r.list(n, first, rest, width)
	case *ast.ThematicBreak:
		r.lines = append(r.lines, cut(first+strings.Repeat(r.st.horizontal(), 8), width))
	default:
		r.add(r.inline(n), first, rest, width)
	}
}

// list puts the items down, each beside its mark.
func (r *mdRenderer) list(list *ast.List, first, rest string, width int) {
	number := list.Start
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		mark := r.st.pick("• ", "* ")
		if list.IsOrdered() {
			mark = fmt.Sprintf("%d. ", number)
			number++
		}
		r.blocks(item, first+mark, rest+strings.Repeat(" ", ansi.StringWidth(mark)), width)
		first = rest
		if !list.IsTight && item.NextSibling() != nil {
			r.lines = append(r.lines, strings.TrimRight(rest, " "))
		}
	}
}

// code puts lines down as they are, in a page of their own.
func (r *mdRenderer) code(n ast.Node, first, rest string, width int) {
	var b strings.Builder
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		b.Write(segment.Value(r.src))
	}
	p := newPage(r.st, width-ansi.StringWidth(rest))
	p.barred(text(b.String()))
	for _, l := range p.lines {
		r.lines = append(r.lines, cut(first+l, width))
		first = rest
	}
}

// inline is the text within a node, with its looks.
func (r *mdRenderer) inline(parent ast.Node) string {
	var b strings.Builder
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		b.WriteString(r.inlineNode(n))
	}
	return b.String()
}

func (r *mdRenderer) inlineNode(n ast.Node) string {
	switch n := n.(type) {
	case *ast.Text:
		s := string(n.Segment.Value(r.src))
		if n.HardLineBreak() {
			return s + "\n"
		}
		if n.SoftLineBreak() {
			return s + " "
		}
		return s
	case *ast.String:
		return string(n.Value)
	case *ast.CodeSpan:
		return r.st.code.Render(r.inline(n))
	case *ast.Emphasis:
		if n.Level > 1 {
			return r.st.strong.Render(r.inline(n))
		}
		return r.st.emphasis.Render(r.inline(n))
	case *ast.Link:
		return r.inline(n) + " (" + r.st.link.Render(line(string(n.Destination))) + ")"
	case *ast.Image:
		return r.inline(n) + " (" + line(string(n.Destination)) + ")"
	case *ast.AutoLink:
		return r.st.link.Render(string(n.URL(r.src)))
	case *ast.RawHTML:
		return string(n.Segments.Value(r.src))
	}
	return r.inline(n)
}

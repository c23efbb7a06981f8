package procedure

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"rtut/pack/commonmark"
)

// prose reads the Markdown of a summary or an instruction. HTML in it is text.
func prose(source string) []Block {
	r := prosaist{src: []byte(source)}
	return r.blocks(commonmark.Parse(r.src))
}

// prosaist turns a tree of Markdown into blocks.
type prosaist struct{ src []byte }

func (r prosaist) blocks(parent ast.Node) []Block {
	var all []Block
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		all = append(all, r.block(n)...)
	}
	return all
}

func (r prosaist) block(n ast.Node) []Block {
	switch n := n.(type) {
	case *ast.List:
		list := Block{Kind: Bullets}
		if n.IsOrdered() {
			list.Kind = Numbers
		}
		for item := n.FirstChild(); item != nil; item = item.NextSibling() {
			list.Items = append(list.Items, r.blocks(item))
		}
		return []Block{list}
	case *ast.FencedCodeBlock, *ast.CodeBlock, *ast.HTMLBlock:
		return []Block{{Kind: Code, Source: strings.TrimRight(r.lines(n), "\n")}}
	case *ast.Blockquote:
		return r.blocks(n)
	case *ast.ThematicBreak:
		return nil
	case *ast.Heading:
		return []Block{paragraph(strong(plainText(r.spans(n, Plain))))}
	}
	if spans := r.spans(n, Plain); len(spans) > 0 {
		return []Block{paragraph(spans...)}
	}
	return nil
}

// lines is the text of a block as it stands in the source.
func (r prosaist) lines(n ast.Node) string {
	var out strings.Builder
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		out.Write(segment.Value(r.src))
	}
	if html, is := n.(*ast.HTMLBlock); is && html.HasClosure() {
		out.Write(html.ClosureLine.Value(r.src))
	}
	return out.String()
}

// spans is what stands in the lines of a block.
func (r prosaist) spans(parent ast.Node, style Style) []Span {
	var all []Span
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		all = append(all, r.span(n, style)...)
	}
	return all
}

func (r prosaist) span(n ast.Node, style Style) []Span {
	switch n := n.(type) {
	case *ast.Text:
		text := string(n.Segment.Value(r.src))
		if n.SoftLineBreak() || n.HardLineBreak() {
			text += " "
		}
		return []Span{{Style: style, Text: text}}
	case *ast.String:
		return []Span{{Style: style, Text: string(n.Value)}}
	case *ast.CodeSpan:
		return []Span{literal(plainText(r.spans(n, Plain)))}
	case *ast.Emphasis:
		if n.Level > 1 {
			return r.spans(n, Strong)
		}
		return r.spans(n, Emphasis)
	case *ast.Link:
		return []Span{{Style: style, Text: plainText(r.spans(n, Plain)), URL: string(n.Destination)}}
	case *ast.AutoLink:
		return []Span{{Style: style, Text: string(n.Label(r.src)), URL: string(n.URL(r.src))}}
	case *ast.RawHTML:
		var out strings.Builder
		for i := range n.Segments.Len() {
			segment := n.Segments.At(i)
			out.Write(segment.Value(r.src))
		}
		return []Span{{Style: style, Text: out.String()}}
	}
	return r.spans(n, style)
}

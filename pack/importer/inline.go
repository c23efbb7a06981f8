package importer

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"rtut/pack/table"
)

// inline reads the text of a paragraph or heading.
func (r *reading) inline(b *block, n ast.Node) {
	if n.Lines() != nil {
		b.raw = strings.TrimSpace(r.textOf(n))
	}
	var out strings.Builder
	r.plain(&out, n, b)
	b.text = strings.Join(strings.Fields(out.String()), " ")
	if last := len(b.spans) - 1; last >= 0 {
		b.spans[last].last = strings.HasSuffix(strings.TrimRight(out.String(), " \n.;"), strings.TrimRight(b.spans[last].text, " .;"))
	}
}

// plain writes the text of a node as it reads, and notes the code in it.
func (r *reading) plain(out *strings.Builder, n ast.Node, b *block) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			value := c.Segment.Value(r.src)
			out.WriteString(unescaped(string(value)))
			if c.SoftLineBreak() || c.HardLineBreak() {
				out.WriteString("\n")
			}
		case *ast.String:
			out.Write(c.Value)
		case *ast.CodeSpan:
			r.span(out, c, b)
		case *ast.AutoLink:
			out.Write(c.Label(r.src))
		case *ast.RawHTML:
			out.WriteString(unfilled(string(c.Segments.Value(r.src))))
		default:
			r.plain(out, c, b)
		}
	}
}

// tags are those of HTML; another word in angles is something to be filled in.
var tags = table.Set("a abbr b big br center code dd del details div dl dt em font h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p pre q s samp small span strike strong sub summary sup table tbody td th thead tr tt u ul var video iframe")

// unfilled is a word in angles that is no tag, "" for a tag.
func unfilled(text string) string {
	if m := angles().FindStringSubmatch(text); m != nil && m[0] == text && !tags()[strings.ToLower(m[1])] {
		return text
	}
	return ""
}

func (r *reading) span(out *strings.Builder, c *ast.CodeSpan, b *block) {
	var inner strings.Builder
	for t := c.FirstChild(); t != nil; t = t.NextSibling() {
		if t, ok := t.(*ast.Text); ok {
			inner.Write(t.Segment.Value(r.src))
		}
	}
	text := strings.TrimSpace(strings.ReplaceAll(inner.String(), "\n", " "))
	before := strings.TrimSpace(out.String())
	before = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(before, "[ ]"), "[x]"))
	b.spans = append(b.spans, span{text: text, first: before == "", colon: strings.HasSuffix(before, ":") || strings.HasSuffix(before, "：")})
	out.WriteString(text)
}

// unescaped takes the backslashes of Markdown off.
func unescaped(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && strings.ContainsRune("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", rune(text[i+1])) {
			i++
		}
		out.WriteByte(text[i])
	}
	return out.String()
}

// Package commonmark reads Markdown. It is goldmark's parser without goldmark's renderer of HTML, which the package goldmark itself would bring
// along.
package commonmark

import (
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// commonMark is made when the first text is read. Tables and boxes of tasks are no part of it.
var commonMark = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...), parser.WithInlineParsers(parser.DefaultInlineParsers()...),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...))
})

// Parse returns the tree of a text, whose nodes are places in source.
func Parse(source []byte) ast.Node { return commonMark().Parse(text.NewReader(source)) }

package plain

import (
	"io"
	"strings"
	"unicode/utf8"
)

// Gutter is a writer below a Writer. It sets each line off with a mark, so that nothing that a command prints can be taken for a
// line of anyone who runs it. Colors end before a line break and go on behind the next mark.
type Gutter struct {
	Mark   string         // begins every line: │
	Log    bool           // the lines go to a log: what a runner of CI obeys there is broken
	To     io.Writer      // where the lines go
	InLine func() bool    // the last line of To has no end yet
	Width  int            // a longer line goes on behind a mark of its own, as a terminal would have it go on without; 0 if nothing has a width
	Cells  func(rune) int // how wide a character is; for Width alone

	marks    marks
	column   int    // cells that the line has, its mark included
	sequence []byte // a color that has begun, of which the end is to come
	style    []byte // the colors that are on
	out      []byte
}

const (
	maxStyle  = 256 // bounds the colors that are repeated on a new line, in bytes: of more, the last one is
	leastWide = 20  // below it lines are left to the terminal to break
	tabStop   = 8
)

// Write takes plain text, which may have colors.
func (g *Gutter) Write(p []byte) (int, error) {
	inLine := g.InLine()
	g.out = g.out[:0]
	for rest := p; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		switch {
		case len(g.sequence) > 0 || r == 0x1b:
			g.colour(rest[0], inLine)
			size = 1
		case r == '\n':
			g.endLine(inLine)
			inLine = false
		default:
			g.text(rest[:size], r, inLine)
			inLine = true
		}
		rest = rest[size:]
	}
	if len(g.out) == 0 {
		return len(p), nil
	}
	if _, err := g.To.Write(g.out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Close ends a line that has no end.
func (g *Gutter) Close() error {
	g.sequence, g.style = nil, nil
	if !g.InLine() {
		return nil
	}
	_, err := io.WriteString(g.To, "\n")
	return err
}

func (g *Gutter) text(c []byte, r rune, inLine bool) {
	if !inLine {
		g.marks = marks{}
		g.beginLine()
	}
	if g.Width >= leastWide {
		if g.column > 2 && g.column+g.cells(r) > g.Width {
			g.endLine(true)
			g.beginLine()
		}
		g.column += g.cells(r)
	}
	if g.marks.ends(c[0]) && g.Log {
		g.out = append(g.out, '\\')
	}
	g.out = append(g.out, c...)
}

func (g *Gutter) cells(r rune) int {
	if r == '\t' {
		return tabStop - g.column%tabStop
	}
	return g.Cells(r)
}

func (g *Gutter) beginLine() {
	g.out = append(append(append(g.out, g.Mark...), ' '), g.style...)
	g.column = 2
}

func (g *Gutter) endLine(inLine bool) {
	switch {
	case !inLine:
		g.out = append(g.out, g.Mark...)
	case len(g.style) > 0:
		g.out = append(g.out, reset...)
	}
	g.out = append(g.out, '\n')
}

// color takes a byte of a sequence. Before the first character of a line it has nothing to color yet.
func (g *Gutter) colour(b byte, inLine bool) {
	g.sequence = append(g.sequence, b)
	if b != 'm' {
		return
	}
	g.keep(string(g.sequence))
	if inLine {
		g.out = append(g.out, g.sequence...)
	}
	g.sequence = g.sequence[:0]
}

// keep notes a color for the lines to come.
func (g *Gutter) keep(sequence string) {
	if strings.HasPrefix(sequence, "\x1b[0") || len(g.style)+len(sequence) > maxStyle {
		g.style = g.style[:0]
	}
	if sequence != reset {
		g.style = append(g.style, sequence...)
	}
}

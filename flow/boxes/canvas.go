package boxes

import (
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"
)

// The directions in which a line leaves a cell.
const (
	up = 1 << iota
	down
	left
	right
)

// glyphs are the characters of lines: by the directions in which they leave a cell, and the head of an arrow.
type glyphs struct {
	line [16]string
	head string
}

var (
	unicodeGlyphs = glyphs{[16]string{
		0: " ", up: "│", down: "│", up | down: "│", left: "─", right: "─", left | right: "─", down | right: "┌", down | left: "┐",
		up | right: "└", up | left: "┘", up | down | right: "├", up | down | left: "┤", down | left | right: "┬", up | left | right: "┴",
		up | down | left | right: "┼",
	}, "▼"}
	asciiGlyphs = glyphs{[16]string{
		0: " ", up: "|", down: "|", up | down: "|", left: "-", right: "-", left | right: "-", down | right: "+", down | left: "+",
		up | right: "+", up | left: "+", up | down | right: "+", up | down | left: "+", down | left | right: "+", up | left | right: "+",
		up | down | left | right: "+",
	}, "v"}
)

// canvas is what is drawn: one cell for each column of each line. "" is the second column of a wide character.
type canvas struct {
	look  glyphs
	width int
	cells [][]string
	top   int // the line at which the next row begins
}

func newCanvas(style Style) *canvas {
	c := &canvas{look: unicodeGlyphs, width: style.Width}
	if style.ASCII {
		c.look = asciiGlyphs
	}
	return c
}

// String is all lines, without blanks at their ends.
func (c *canvas) String() string {
	var b strings.Builder
	for _, line := range c.cells {
		b.WriteString(strings.TrimRight(strings.Join(line, ""), " ") + "\n")
	}
	return b.String()
}

// set puts a character into a cell.
func (c *canvas) set(x, y int, glyph string) {
	for len(c.cells) <= y {
		line := make([]string, c.width)
		for i := range line {
			line[i] = " "
		}
		c.cells = append(c.cells, line)
	}
	c.cells[y][x] = glyph
}

// write puts a text into the cells from x on.
func (c *canvas) write(x, y int, text string) {
	for _, r := range text {
		width := runewidth.RuneWidth(r)
		if width == 0 { // it belongs to the one before
			c.cells[y][x-1] += string(r)
			continue
		}
		c.set(x, y, string(r))
		if width == 2 {
			c.set(x+1, y, "")
		}
		x += width
	}
}

// down ends a row of boxes.
func (c *canvas) down(height int) { c.top += height }

// box draws a node in a row that is height lines high.
func (c *canvas) box(n *node, height int) {
	if n.card == nil {
		c.point(n, height)
		return
	}
	last := n.at + n.width - 1
	for x := n.at; x <= last; x++ {
		bottom := left | right
		if x == n.center() && len(n.below) > 0 {
			bottom |= down
		}
		if x == n.at {
			bottom &^= left
		}
		if x == last {
			bottom &^= right
		}
		corner := 0
		if x == n.at || x == last {
			corner = up
		}
		c.set(x, c.top+height-1, c.look.line[bottom|corner])
		c.set(x, c.top, c.look.line[bottom&(left|right)|corner*down/up])
	}
	if n.card.Frame != "" {
		c.write(n.at+1, c.top, " "+n.card.Frame+" ")
	}
	for y := 1; y < height-1; y++ {
		c.set(n.at, c.top+y, c.look.line[up|down])
		c.set(last, c.top+y, c.look.line[up|down])
		if y <= len(n.text) {
			c.write(n.at+1+padding, c.top+y, n.text[y-1])
		}
	}
}

// point draws lines that go through a row, and become one there.
func (c *canvas) point(n *node, height int) {
	for y := range height {
		c.set(n.center(), c.top+y, c.look.line[up|down])
	}
	if len(n.ports) < 2 {
		return
	}
	first, last := slices.Min(n.ports), slices.Max(n.ports)
	for x := first; x <= last; x++ {
		directions := left | right
		if x == first {
			directions &^= left
		}
		if x == last {
			directions &^= right
		}
		if slices.Contains(n.ports, x) {
			directions |= up
		}
		if x == n.center() {
			directions |= down
		}
		c.set(x, c.top, c.look.line[directions])
	}
}

// lines draws the nets between two rows. It reports false if they could not be told apart.
func (c *canvas) lines(nets []*net) bool {
	count, possible := tracks(nets)
	if !possible {
		return false
	}
	for _, n := range nets {
		c.sideways(n)
	}
	for _, n := range nets {
		c.upright(n, count)
	}
	c.top += count + 1
	return true
}

// sideways draws the part of a net on its track.
func (c *canvas) sideways(n *net) {
	if n.track < 0 {
		return
	}
	at := map[int]int{}
	for _, x := range n.from {
		at[x] |= up
	}
	for _, x := range n.to {
		at[x] |= down
	}
	first, last := n.span()
	for x := first; x <= last; x++ {
		directions := at[x] | left | right
		if x == first {
			directions &^= left
		}
		if x == last {
			directions &^= right
		}
		c.set(x, c.top+n.track, c.look.line[directions])
	}
}

// upright draws the parts of a net above and below its track, over the tracks of others.
func (c *canvas) upright(n *net, count int) {
	for _, x := range n.from {
		for y := 0; y < n.track; y++ {
			c.set(x, c.top+y, c.look.line[up|down])
		}
	}
	for _, x := range n.to {
		for y := n.track + 1; y <= count; y++ {
			c.set(x, c.top+y, c.look.line[up|down])
		}
	}
	for _, x := range n.heads {
		c.set(x, c.top+count, c.look.head)
	}
}

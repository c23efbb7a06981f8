package boxes

import (
	"strings"

	"github.com/mattn/go-runewidth"

	"rtut/flow"
)

// Card is what stands in the box of an item: foreign text must have no line breaks and no control characters.
type Card struct {
	Frame string   // in the upper border; "" for nothing
	Head  string   // the first line, which is never cut
	Lines []string // below it, broken where they are too wide
}

// Style says how wide a drawing may be, in columns, and whether it may only have characters of ASCII.
type Style struct {
	Width int
	ASCII bool
}

// Draw draws the items of a graph. It reports false if they do not fit the width, or if their lines could not be told apart.
func Draw(t *flow.Topology, card func(id string) Card, style Style) (string, bool) {
	d := &drawing{style: style}
	d.place(reduced(t), card)
	if !d.fit() {
		return "", false
	}
	c := newCanvas(style)
	for i, row := range d.rows {
		height := d.height(row)
		for _, n := range row {
			c.box(d.nodes[n], height)
		}
		c.down(height)
		if i+1 < len(d.rows) && !c.lines(d.nets(i)) {
			return "", false
		}
	}
	return c.String(), true
}

// Fewest columns: between two boxes, and inside of one beside its borders.
const (
	gap     = 2
	padding = 1
)

// node is one thing in a row: the box of an item or, without a card, a point that lines go through.
type node struct {
	card  *Card
	text  []string // the lines in the box, broken
	below []int    // the nodes of the next row that its line leads to, ascending
	above []int    // the nodes of the row before
	at    int      // the first column
	width int
	ports []int // the columns in which lines arrive, one for each net
}

// center is the column in which the line of a node begins.
func (n *node) center() int { return n.at + n.width/2 }

type drawing struct {
	style Style
	nodes []*node
	rows  [][]int
}

// height of a row, in lines.
func (d *drawing) height(row []int) int {
	height := 1
	for _, n := range row {
		if d.nodes[n].card != nil {
			height = max(height, len(d.nodes[n].text)+2)
		}
	}
	return height
}

// breakText breaks a text into lines of at most width columns: at blanks, or inside of words that are wider.
func breakText(text string, width int) []string {
	var lines []string
	current := ""
	for _, word := range strings.Fields(text) {
		if current != "" && runewidth.StringWidth(current)+1+runewidth.StringWidth(word) <= width {
			current += " " + word
			continue
		}
		if current != "" {
			lines = append(lines, current)
		}
		for runewidth.StringWidth(word) > width {
			head := runewidth.Truncate(word, width, "")
			if head == "" {
				break
			}
			lines, word = append(lines, head), word[len(head):]
		}
		current = word
	}
	if current != "" {
		lines = append(lines, current)
	}
	return lines
}

package boxes

import (
	"cmp"
	"slices"

	"github.com/mattn/go-runewidth"
)

// sweeps is how often the rows are put into order, downwards and upwards.
const sweeps = 4

// fit puts each row into an order in which few lines cross, and gives its boxes their columns. It reports whether they fit.
func (d *drawing) fit() bool {
	at := make([]int, len(d.nodes)) // the position of a node in its row
	for _, row := range d.rows {
		number(row, at)
	}
	for range sweeps {
		for _, row := range d.rows {
			d.sort(row, at, func(n *node) []int { return n.above })
		}
		for _, row := range slices.Backward(d.rows) {
			d.sort(row, at, func(n *node) []int { return n.below })
		}
	}
	for _, row := range d.rows {
		d.sort(row, at, func(n *node) []int { return n.above })
		if !d.measure(row) || !d.arrange(row) {
			return false
		}
	}
	d.shift()
	return true
}

func number(row, at []int) {
	for i, n := range row {
		at[n] = i
	}
}

// sort puts a row into the order of the middle of what its nodes are joined to. A node that is joined to nothing keeps its position.
func (d *drawing) sort(row, at []int, joined func(*node) []int) {
	middle := map[int]float64{}
	for _, n := range row {
		middle[n] = float64(at[n])
		if ends := joined(d.nodes[n]); len(ends) > 0 {
			sum := 0
			for _, e := range ends {
				sum += at[e]
			}
			middle[n] = float64(sum) / float64(len(ends))
		}
	}
	slices.SortStableFunc(row, func(a, b int) int { return cmp.Compare(middle[a], middle[b]) })
	number(row, at)
}

// measure gives the boxes of a row their widths: what their texts take, and where that is too much an equal share. It reports whether what
// is never cut fits.
func (d *drawing) measure(row []int) bool {
	left, boxes := d.style.Width, 0
	for _, n := range row {
		if d.nodes[n].card != nil {
			boxes++
		} else {
			d.nodes[n].width = max(1, 2*len(d.nodes[n].above)-1)
			left -= d.nodes[n].width
		}
	}
	left -= gap * (len(row) - 1)
	for _, n := range row { // the narrow ones first would be better by a few columns
		if d.nodes[n].card == nil {
			continue
		}
		if !d.nodes[n].measure(left / boxes) {
			return false
		}
		left -= d.nodes[n].width
		boxes--
	}
	return true
}

// measure gives a box a width of at most most columns, and breaks its lines.
func (n *node) measure(most int) bool {
	const borders = 2 + 2*padding
	least := max(runewidth.StringWidth(n.card.Head)+borders, runewidth.StringWidth(n.card.Frame)+borders, n.leastPorts())
	if least > most {
		return false
	}
	n.width = least
	for _, l := range n.card.Lines {
		n.width = min(max(n.width, runewidth.StringWidth(l)+borders), most)
	}
	n.text = []string{n.card.Head}
	for _, l := range n.card.Lines {
		n.text = append(n.text, breakText(l, n.width-borders)...)
	}
	return true
}

// leastPorts is the width in which a line from each node above has a column of its own.
func (n *node) leastPorts() int { return 2*len(n.above) + 1 }

// arrange gives the nodes of a row their columns: each as near as it can be to below the middle of what it is joined to above, in the
// order of the row. It reports whether they fit.
func (d *drawing) arrange(row []int) bool {
	centered, least := (d.style.Width-d.total(row))/2, 0
	for _, n := range row {
		node := d.nodes[n]
		wish := centered
		if len(node.above) > 0 {
			wish = d.middleAbove(node) - node.width/2
		}
		node.at = max(wish, least)
		least = node.at + node.width + gap
		centered += node.width + gap
	}
	most := d.style.Width
	for _, n := range slices.Backward(row) {
		node := d.nodes[n]
		node.at = min(node.at, most-node.width)
		most = node.at - gap
	}
	return most+gap >= 0
}

// total is the columns that a row takes.
func (d *drawing) total(row []int) int {
	total := gap * (len(row) - 1)
	for _, n := range row {
		total += d.nodes[n].width
	}
	return total
}

// middleAbove is the middle of where the lines of a node begin.
func (d *drawing) middleAbove(n *node) int {
	sum := 0
	for _, a := range n.above {
		sum += d.nodes[a].center()
	}
	return sum / len(n.above)
}

// shift moves everything to the left margin.
func (d *drawing) shift() {
	first := d.style.Width
	for _, n := range d.nodes {
		first = min(first, n.at)
	}
	for _, n := range d.nodes {
		n.at -= first
	}
}

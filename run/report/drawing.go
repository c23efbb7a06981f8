package report

import (
	"fmt"
	"slices"
	"strings"

	"rtut/run"
	"rtut/run/record"
)

// drawing is the flow of a pack as it is drawn: items below one another in the order of the pack, stages around them, and
// at the left what waits for what. It is as wide as a telephone and grows downwards alone, so that any pack fits any page.
type drawing struct {
	Width, Height int
	Boxes         []box
	Nodes         []node
	Lines         []line
	Counts        []stateCount
}

// stateCount says how many items are in a state.
type stateCount struct {
	State record.State
	N     int
}

// box is a stage.
type box struct {
	X, Y, W, H int
	Title      string
}

// node is an item. X and Y are the middle of its sign.
type node struct {
	X, Y         int
	Item         Item
	Label, Title string // as far as there is space
	LabelX, EndX int    // where its words begin, and where its state ends
}

// line is what leads to one end.
type line struct {
	Path   string
	Head   string // points of the arrow's head
	Dashed bool   // a datapoint is what is waited for
}

// Measures of a drawing.
const (
	drawingWidth = 380
	rowHeight    = 38
	headHeight   = 30
	gap          = 10 // between boxes
	indent       = 12
	laneWidth    = 9
	half         = 9 // of a sign
	titleColumns = 46
	idColumns    = 28
)

// row is what a drawing has from the top down: the head of a stage, an item, or the end of a stage.
type row struct {
	stage *Stage
	item  *Item
	shuts bool
}

func (r row) id() string {
	if r.item != nil {
		return r.item.ID
	}
	return r.stage.ID
}

// rowsOf lists what is to be drawn. The stage that holds everything has no row.
func rowsOf(r Report) []row {
	items, nested := map[string]*Item{}, map[string][]*Stage{}
	for i := range r.Items {
		items[r.Items[i].ID] = &r.Items[i]
	}
	for i := range r.Stages {
		if s := &r.Stages[i]; s.Depth > 0 {
			nested[s.Within] = append(nested[s.Within], s)
		}
	}
	var rows []row
	var add func(s *Stage)
	add = func(s *Stage) {
		if s.Depth > 0 {
			rows = append(rows, row{stage: s})
		}
		var gates []row
		for _, id := range s.Items {
			if it := items[id]; it.Kind == run.GateKind {
				gates = append(gates, row{item: it})
			} else {
				rows = append(rows, row{item: it})
			}
		}
		for _, below := range nested[s.ID] {
			add(below)
		}
		if rows = append(rows, gates...); s.Depth > 0 {
			rows = append(rows, row{stage: s, shuts: true})
		}
	}
	add(&r.Stages[0])
	return rows
}

// plotter places one row below the other.
type plotter struct {
	left, deep int // the width of the lanes, and how deep stages are
	y          int
	boxes      map[string]int // by stage: its place among the boxes
	begins     map[string]spot
	ends       map[string]spot
	out        drawing
}

// spot is where arrows touch an item or a stage.
type spot struct{ x, y int }

// draw draws the flow of a report; nil where the pack is not known.
func draw(r Report) *drawing {
	if len(r.Stages) == 0 {
		return nil
	}
	rows := rowsOf(r)
	lanes := assign(bundles(r), rows)
	p := &plotter{left: 4, y: gap, boxes: map[string]int{}, begins: map[string]spot{}, ends: map[string]spot{}}
	for _, l := range lanes {
		if l.straight {
			continue
		}
		p.left = max(p.left, (l.number+1)*laneWidth+4)
	}
	for _, s := range r.Stages {
		p.deep = max(p.deep, s.Depth)
	}
	for _, row := range rows {
		p.place(row)
	}
	for _, l := range lanes {
		p.connect(l)
	}
	p.out.Counts = countStates(p.out.Nodes)
	p.out.Width, p.out.Height = drawingWidth+p.left, p.y
	return &p.out
}

func (p *plotter) place(r row) {
	switch {
	case r.item != nil:
		p.item(*r.item)
	case r.shuts:
		p.shut(*r.stage)
	default:
		p.open(*r.stage)
	}
}

// open begins the box of a stage.
func (p *plotter) open(s Stage) {
	x := p.left + (s.Depth-1)*indent
	p.boxes[s.ID] = len(p.out.Boxes)
	p.out.Boxes = append(p.out.Boxes, box{
		X: x, Y: p.y, W: drawingWidth + p.left - x - 1 - (s.Depth-1)*4, Title: shortened(s.Title, titleColumns),
	})
	p.begins[s.ID] = spot{x, p.y + headHeight/2}
	p.y += headHeight
}

// shut ends it.
func (p *plotter) shut(s Stage) {
	b := &p.out.Boxes[p.boxes[s.ID]]
	p.y += 4
	b.H = p.y - b.Y
	p.ends[s.ID] = spot{b.X, p.y - 8}
	p.y += gap
}

// item places a step or gate.
func (p *plotter) item(it Item) {
	x, y := p.left+p.deep*indent+half+2, p.y+rowHeight/2
	p.out.Nodes = append(p.out.Nodes, node{
		X: x, Y: y, Item: it, Label: shortened(it.ID, idColumns), Title: shortened(it.Title, titleColumns), LabelX: x + half + 8,
		EndX: drawingWidth + p.left - 12 - p.deep*4,
	})
	p.begins[it.ID], p.ends[it.ID] = spot{x - half, y - 3}, spot{x - half, y + 3}
	p.y += rowHeight
}

// connect draws a lane: out of each beginning to the left, along, and into the end.
func (p *plotter) connect(l lane) {
	to := p.begins[l.to]
	if l.straight {
		p.straight(p.ends[l.from[0]], to, l.dashed)
		return
	}
	x := p.left - 4 - l.number*laneWidth
	drawn := line{Dashed: l.dashed, Head: fmt.Sprintf("%d,%d %d,%d %d,%d", to.x, to.y, to.x-6, to.y-3, to.x-6, to.y+3)}
	var path strings.Builder
	for _, id := range l.from {
		from, turn := p.ends[id], 4
		if from.y > to.y {
			turn = -4
		}
		fmt.Fprintf(&path, "M%d %dH%dQ%d %d %d %d", from.x, from.y, x+4, x, from.y, x, from.y+turn)
		fmt.Fprintf(&path, "V%dQ%d %d %d %dH%d", to.y-turn, x, to.y, x+4, to.y, to.x-5)
	}
	drawn.Path = path.String()
	p.out.Lines = append(p.out.Lines, drawn)
}

// straight draws an arrow from the foot of a sign to the head of the one below.
func (p *plotter) straight(from, to spot, dashed bool) {
	x, foot, head := from.x+half, from.y-3+half+3, to.y+3-half-2
	p.out.Lines = append(p.out.Lines, line{
		Path: fmt.Sprintf("M%d %dV%d", x, foot, head-5), Head: fmt.Sprintf("%d,%d %d,%d %d,%d", x, head, x-3, head-6, x+3, head-6), Dashed: dashed,
	})
}

// countStates counts the items by state, the most frequent first.
func countStates(nodes []node) []stateCount {
	var counts []stateCount
	for _, n := range nodes {
		at := slices.IndexFunc(counts, func(c stateCount) bool { return c.State == n.Item.State })
		if at < 0 {
			at = len(counts)
			counts = append(counts, stateCount{State: n.Item.State})
		}
		counts[at].N++
	}
	slices.SortStableFunc(counts, func(a, b stateCount) int { return b.N - a.N })
	return counts
}

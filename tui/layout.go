package tui

// The least that a screen needs, and the width from which a run has two panes.
const (
	minWidth  = 60
	minHeight = 15
	twoPanes  = 100
)

// rect is a part of the screen, in cells.
type rect struct{ x, y, w, h int }

// holds reports whether a cell is in the part.
func (r rect) holds(x, y int) bool { return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h }

// layout says where everything goes.
type layout struct {
	width, height int
	small         bool // nothing fits; say what is needed
	two           bool // list and detail stand side by side
	header        rect
	tabs          rect
	list, detail  rect // with one pane both are the whole body
	notice        rect // what was refused or done last; may have no height
	keys, status  rect
}

// newLayout lays a screen of this size out, with so many lines for the notice.
func newLayout(width, height, notice int) layout {
	l := layout{width: width, height: height, small: width < minWidth || height < minHeight, two: width >= twoPanes}
	notice = min(notice, max(0, height-minHeight+3))
	l.header = rect{0, 0, width, 1}
	l.tabs = rect{0, 1, width, 1}
	body := rect{0, 3, width, max(0, height-6-notice)}
	l.list, l.detail = body, body
	if l.two {
		l.list.w = max(46, width*9/20)
		l.detail = rect{l.list.w + 1, body.y, width - l.list.w - 1, body.h}
	}
	l.notice = rect{0, body.y + body.h + 1, width, notice}
	l.keys = rect{0, height - 2, width, 1}
	l.status = rect{0, height - 1, width, 1}
	return l
}

package tui

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// tableRow is a row of cells, or a heading.
type tableRow struct {
	key     string // what the row is about; "" for none
	heading string // not empty: a heading, without cells
	cells   []string
	look    lipgloss.Style
}

// tablePane is a list of rows, of which one is selected.
type tablePane struct {
	about  string // over the rows
	empty  string // said where there are none
	rows   []tableRow
	at     int
	scroll scroll
}

// key is what the selected row is about; "" for nothing.
func (p *tablePane) key() string {
	if p.at < 0 || p.at >= len(p.rows) {
		return ""
	}
	return p.rows[p.at].key
}

// move selects another row, so many rows further.
func (p *tablePane) move(by int) {
	p.at = max(0, min(p.at+by, len(p.rows)-1))
	if by < 0 && p.at < len(p.rows) && p.rows[p.at].heading != "" && p.at > 0 {
		p.at--
	} else if by > 0 && p.at < len(p.rows)-1 && p.rows[p.at].heading != "" {
		p.at++
	}
}

// click selects the row in a line of the pane.
func (p *tablePane) click(y int) {
	if at := p.scroll.top + y - 1; y > 0 && at >= 0 && at < len(p.rows) {
		p.at = at
	}
}

// widths gives the columns of the rows that are seen as much space as they take; where that is too much, the widest give
// way.
func (p *tablePane) widths(from, to, w int) []int {
	var widths []int
	for _, r := range p.rows[from:to] {
		for i, c := range r.cells {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], ansi.StringWidth(line(c)))
		}
	}
	total := 1
	for _, width := range widths {
		total += gap(width)
	}
	for ; total-2 > w && len(widths) > 0; total-- {
		widest := slices.Index(widths, slices.Max(widths))
		widths[widest]--
	}
	return widths
}

// gap is the space that a column takes with the space after it; an empty one takes none.
func gap(width int) int {
	if width == 0 {
		return 0
	}
	return width + 2
}

// view returns exactly h lines of w cells: only what is seen is rendered.
func (p *tablePane) view(st *styles, w, h int) []string {
	lines := []string{st.dim.Render(cut(line(p.about), w))}
	p.at = max(0, min(p.at, len(p.rows)-1))
	p.scroll.set(len(p.rows), h-1)
	p.scroll.show(p.at)
	from, to := p.scroll.window()
	if len(p.rows) == 0 {
		lines = append(lines, line(p.empty))
	}
	widths := p.widths(from, to, w)
	for i := from; i < to; i++ {
		lines = append(lines, p.line(st, i, w, widths))
	}
	return block(lines, w, h)
}

func (p *tablePane) line(st *styles, i, w int, widths []int) string {
	r := p.rows[i]
	if r.heading != "" {
		return st.heading.Render(cut(line(r.heading), w))
	}
	words := ""
	for n, c := range r.cells {
		if widths[n] > 0 {
			words += fit(line(c), widths[n]) + "  "
		}
	}
	words = fit(" "+strings.TrimRight(words, " "), w)
	if i == p.at {
		return st.selected.Render(words)
	}
	return r.look.Render(words)
}

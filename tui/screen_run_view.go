package tui

import (
	"fmt"

	"github.com/charmbracelet/x/ansi"
)

func (s *runScreen) header(m *Model, w int) string {
	if m.world.WatchOnly {
		const only = "  watching "
		return fit(headerLine(m.styles, s.snap, w-len(only)), w-len(only)) + m.styles.dim.Render(only)
	}
	return headerLine(m.styles, s.snap, w)
}

func (s *runScreen) tabs(m *Model, w int) string {
	line := " "
	for i, name := range tabNames {
		name = " " + name + " "
		if tab(i) == s.tab {
			name = m.styles.selected.Render(name)
		}
		line += name + " "
	}
	right := m.styles.dim.Render("run " + s.snap.status.RunID + " ")
	if ansi.StringWidth(line)+ansi.StringWidth(right) > w || w >= 130 {
		right = "" // the status line has it
	}
	return sides(line, right, w)
}

func (s *runScreen) status(m *Model, w int) string {
	if s.finding != nil {
		return " find: " + s.finding.view(m.styles, w-8, true)
	}
	return statusLine(m.styles, s.snap, m.now, w)
}

func (s *runScreen) body(m *Model, l layout, dlg []string) []string {
	if !l.two || s.tab != flowTab {
		if dlg != nil {
			return block(dlg, l.width, l.list.h)
		}
		return s.single(m, l)
	}
	left := s.flow.view(m.styles, s.snap, l.list.w-1, l.list.h, dlg == nil && !s.inItem)
	right := block(dlg, l.detail.w, l.detail.h)
	if dlg == nil {
		right = s.itemLines(m, l.detail.w, l.detail.h)
	}
	rule := m.styles.dim.Render(m.styles.vertical())
	for i := range left {
		left[i] += " " + rule + right[i]
	}
	return left
}

// laidOut is what the rows of a tab were made from; they are made again only when that changes.
type laidOut struct {
	st            *styles
	snap          *snapshot
	tab           tab
	width         int
	group, filter int
}

// lay makes the rows or lines of a tab other than the flow, unless they are there.
func (s *runScreen) lay(st *styles, w int) {
	of := laidOut{st, s.snap, s.tab, w, s.data.group, s.data.filter}
	if of == s.laid {
		return
	}
	s.laid = of
	switch s.tab {
	case dataTab:
		s.data.lay(st, s.snap)
	case overviewTab:
		s.page = newPage(st, w-2)
		layOverview(s.page, s.snap)
	case artefactsTab:
		s.artefacts.about, s.artefacts.empty = "what the run leaves behind", "this pack declares no artefacts"
		s.artefacts.rows = artefactRows(st, s.snap)
	case logTab:
		s.log.about, s.log.rows = fmt.Sprintf("%d events, the latest first", len(s.snap.rec.Events)), logRows(st, s.snap)
	}
}

// single is the body where nothing stands side by side.
func (s *runScreen) single(m *Model, l layout) []string {
	w, h := l.width, l.list.h
	s.lay(m.styles, w)
	switch s.tab {
	case dataTab:
		return s.data.list.view(m.styles, w, h)
	case overviewTab:
		s.overview.set(len(s.page.lines), h)
		from, to := s.overview.window()
		return block(indent(s.page.lines[from:to]), w, h)
	case artefactsTab:
		return s.artefacts.view(m.styles, w, h)
	case logTab:
		return s.log.view(m.styles, w, h)
	}
	if s.inItem {
		return s.itemLines(m, w, h)
	}
	return s.flow.view(m.styles, s.snap, w, h, true)
}

func indent(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = " " + l
	}
	return out
}

// itemLines shows the selected item, one cell in from the left.
func (s *runScreen) itemLines(m *Model, w, h int) []string {
	id := s.flow.selected
	s.item.set(itemKey{st: m.styles, snap: s.snap, item: id, alternative: s.chosen(id), width: w - 2})
	return block(indent(s.item.view(h)), w, h)
}

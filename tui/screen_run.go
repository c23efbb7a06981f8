package tui

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// tab is one of the five views of a run.
type tab int

const (
	flowTab tab = iota
	dataTab
	overviewTab
	artefactsTab
	logTab
	tabCount
)

var tabNames = [tabCount]string{"Flow", "Data", "Overview", "Artefacts", "Log"}

// runScreen is the main screen.
type runScreen struct {
	snap         *snapshot
	tab          tab
	inItem       bool // the item has the focus, not the list
	flow         flowPane
	item         itemPane
	data         dataPane
	overview     scroll
	page         *page // of the overview
	laid         laidOut
	artefacts    tablePane
	log          tablePane
	alternatives map[string]string // that were chosen for steps which are not started
	finding      *input            // nil: no item is sought
	polling      bool
}

func newRunScreen(snap *snapshot) *runScreen {
	s := &runScreen{snap: snap, alternatives: map[string]string{}}
	s.flow.keep(snap)
	if r := snap.recommended(); r != "" {
		s.flow.selected = r
	}
	return s
}

// see takes the run as it is now. Who stood on an item that is finished now goes on with the recommended one.
func (s *runScreen) see(snap *snapshot, ours bool) {
	if snap == nil || snap.rec.RunID != s.snap.rec.RunID || snap.rec.Revision < s.snap.rec.Revision {
		return
	}
	s.snap = snap
	if is := snap.item(s.flow.selected); ours && is != nil && finished(is) && snap.justMoved(is.ID) && snap.recommended() != "" {
		s.flow.selected = snap.recommended()
	}
	s.flow.keep(snap)
}

// chosen is the alternative chosen for an item; "" for the recommended one.
func (s *runScreen) chosen(item string) string { return s.alternatives[item] }

func (s *runScreen) update(m *Model, msg tea.Msg) (tea.Cmd, bool) {
	switch msg := msg.(type) {
	case clockMsg:
		if s.polling {
			return nil, true
		}
		s.polling = true
		return m.work.poll(s.snap), true
	case polledMsg:
		s.polled(m, msg)
		return nil, true
	case tea.KeyPressMsg:
		if s.finding != nil {
			return nil, s.find(msg)
		}
		return s.press(m, msg)
	case tea.PasteMsg:
		if s.finding != nil {
			s.finding.press(msg)
			s.flow.find(s.snap, s.finding.value(), true)
		}
		return nil, true
	case tea.MouseClickMsg, tea.MouseWheelMsg:
		s.mouse(m, msg.(tea.MouseMsg))
		return nil, true
	}
	return nil, false
}

// polled shows what somebody else has changed.
func (s *runScreen) polled(m *Model, msg polledMsg) {
	if msg.id != s.snap.rec.RunID {
		return
	}
	s.polling = false
	if msg.err != nil {
		m.notice = notice{err: msg.err}
		return
	}
	s.see(msg.snap, false)
}

// press takes a key: the pane that has the focus first, then what acts.
func (s *runScreen) press(m *Model, msg tea.KeyPressMsg) (tea.Cmd, bool) {
	k := m.keys
	if by := scrollBy(k, msg, m.layout().list.h); by != 0 {
		s.scroll(m, by)
		return nil, true
	}
	switch {
	case key.Matches(msg, k.NextTab):
		s.tab = (s.tab + 1) % tabCount
	case key.Matches(msg, k.PrevTab):
		s.tab = (s.tab + tabCount - 1) % tabCount
	case key.Matches(msg, k.Tabs):
		s.tab = tab(msg.Code - '1')
	case key.Matches(msg, k.Open) && s.tab == flowTab:
		s.inItem = true
	case key.Matches(msg, k.Open) && s.tab == dataTab:
		return s.act(m, k.Edit)
	case key.Matches(msg, k.Back) && s.inItem:
		s.inItem = false
	case key.Matches(msg, k.Back):
		return m.back(), true
	case key.Matches(msg, k.Find):
		s.tab, s.finding, s.inItem = flowTab, &input{}, false
	case key.Matches(msg, k.Jump):
		s.jump()
	case key.Matches(msg, k.Group) && s.tab == dataTab:
		s.data.turn(s.snap, true)
	case key.Matches(msg, k.Filter) && s.tab == dataTab:
		s.data.turn(s.snap, false)
	default:
		return s.act(m, k.actionOf(msg))
	}
	return nil, true
}

// jump selects the recommended item.
func (s *runScreen) jump() {
	if r := s.snap.recommended(); r != "" {
		s.tab, s.flow.selected = flowTab, r
	}
}

// scrollBy is how far a key moves, in lines; far beyond any end for the ends.
func scrollBy(k KeyMap, msg tea.KeyPressMsg, page int) int {
	const end = 1 << 30
	switch {
	case key.Matches(msg, k.Up):
		return -1
	case key.Matches(msg, k.Down):
		return 1
	case key.Matches(msg, k.PageUp):
		return min(-1, 1-page)
	case key.Matches(msg, k.PageDown):
		return max(1, page-1)
	case key.Matches(msg, k.Top):
		return -end
	case key.Matches(msg, k.Bottom):
		return end
	}
	return 0
}

// scroll moves in what has the focus. With two panes, pages are turned in the item.
func (s *runScreen) scroll(m *Model, by int) {
	page := by != 1 && by != -1 && by > -1<<29 && by < 1<<29
	switch s.tab {
	case flowTab:
		if s.inItem || page && m.layout().two {
			s.item.scroll.by(by)
		} else {
			s.flow.move(s.snap, by)
		}
	case dataTab:
		s.data.list.move(by)
	case overviewTab:
		s.overview.by(by)
	case artefactsTab:
		s.artefacts.move(by)
	case logTab:
		s.log.move(by)
	}
}

// find takes a key while an item is sought by its name: what is typed goes to the first that has it, Down to the next,
// and Enter stays there.
func (s *runScreen) find(msg tea.KeyPressMsg) bool {
	switch {
	case isKey(msg, "esc", "ctrl+c", "enter"):
		s.finding = nil
	case isKey(msg, "down"):
		s.flow.find(s.snap, s.finding.value(), false)
	default:
		s.finding.press(msg)
		s.flow.find(s.snap, s.finding.value(), true)
	}
	return true
}

// mouse selects what is clicked, and turns what is under the wheel.
func (s *runScreen) mouse(m *Model, msg tea.MouseMsg) {
	l, at := m.layout(), msg.Mouse()
	if wheel, is := msg.(tea.MouseWheelMsg); is {
		s.wheel(m, l, wheel)
		return
	}
	switch {
	case l.tabs.holds(at.X, at.Y):
		s.clickTab(at.X)
	case !l.list.holds(at.X, at.Y) && l.detail.holds(at.X, at.Y):
		s.inItem = s.tab == flowTab
	case !l.list.holds(at.X, at.Y):
	case s.tab == flowTab && (l.two || !s.inItem):
		s.inItem = false
		s.flow.click(s.snap, at.Y-l.list.y)
	case s.tab == dataTab:
		s.data.list.click(at.Y - l.list.y)
	case s.tab == artefactsTab:
		s.artefacts.click(at.Y - l.list.y)
	case s.tab == logTab:
		s.log.click(at.Y - l.list.y)
	}
}

func (s *runScreen) wheel(m *Model, l layout, msg tea.MouseWheelMsg) {
	by := 1
	if msg.Button == tea.MouseWheelUp {
		by = -1
	}
	if s.tab == flowTab && l.two && l.detail.holds(msg.X, msg.Y) {
		s.item.scroll.by(3 * by)
		return
	}
	for range 3 {
		s.scroll(m, by)
	}
}

// clickTab goes to the tab whose name is at a column.
func (s *runScreen) clickTab(x int) {
	at := 1
	for i, name := range tabNames {
		if x >= at && x < at+len(name)+2 {
			s.tab = tab(i)
		}
		at += len(name) + 3
	}
}

func (s *runScreen) header(m *Model, w int) string { return headerLine(m.styles, s.snap, w) }

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

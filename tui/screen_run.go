package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
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
	lost         error // why the run can't be read as it is now; nil where it can
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
	if snap == nil || snap.rec.RunID != s.snap.rec.RunID || snap.age < s.snap.age {
		return
	}
	if snap.place != s.snap.place {
		clear(s.alternatives) // they were chosen of another pack
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
		return s.polled(m, msg), true
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

// trouble says why what is shown may be out of date.
func (s *runScreen) trouble() error { return s.lost }

// polled shows what somebody else has changed. While an answer to the operator is on its way, that is not told from what the
// operator has changed, and waits for the next time.
func (s *runScreen) polled(m *Model, msg polledMsg) tea.Cmd {
	if msg.id != s.snap.rec.RunID {
		return nil
	}
	s.polling = false
	if m.work.owed > 0 {
		return nil
	}
	s.lost = msg.err
	if msg.snap == nil || msg.snap.age < s.snap.age {
		return nil
	}
	was := s.snap
	stale := was.differs(msg.snap.rec, was.place.Session.By)
	if msg.snap.place != was.place {
		stale = &StaleError{Pack: true}
	}
	s.see(msg.snap, false)
	if stale == nil {
		return nil
	}
	was.past.Store(stale)
	m.moved = stale
	return m.cover(changed)
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

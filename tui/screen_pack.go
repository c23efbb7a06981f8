package tui

import (
	"bytes"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/record"
)

// packScreen shows one pack: a way to a new run, its open runs, and those that have ended.
type packScreen struct {
	place     *Place
	runs      []record.Row
	next      map[string]string // what comes next in the open runs
	problems  []string
	filter    input
	filtering bool // what is typed goes to the filter
	list      tablePane
	above     int // lines over the list

	around   func(record.Context) []string // see Place.Around; nil until a form of a new run is asked for
	evidence *Evidence                     // nil until it is read
	figures  bool                          // they are seen instead of the runs
	scroll   scroll                        // of the figures

	polling bool
	lost    error // why the pack can't be read as it is now; nil where it can
}

// newRunKey is what the first row is about.
const newRunKey = "new"

func newPackScreen(msg openedMsg) *packScreen {
	s := &packScreen{place: msg.place}
	s.fill(msg)
	for i := len(s.runs) - 1; i >= 0; i-- {
		if !s.runs[i].Finished() {
			s.list.at = 2 // the latest open run: going on is more likely than beginning again
		}
	}
	return s
}

func (s *packScreen) fill(msg openedMsg) {
	s.runs, s.next, s.problems = msg.runs, msg.next, msg.problems
}

func (s *packScreen) again(m *Model) tea.Cmd { return m.work.again(s.place.Path) }

// trouble says why what is shown may be out of date.
func (s *packScreen) trouble() error { return s.lost }

// reread takes the pack and its runs as they are now, and opens the form of a new run where that was asked for.
func (s *packScreen) reread(m *Model, msg openedMsg) tea.Cmd {
	s.polling, s.lost = false, msg.err
	if msg.err != nil {
		return nil
	}
	changed := msg.place.changes(s.place)
	s.place.past.Store(changed)
	s.place = msg.place
	s.fill(msg)
	cmd := m.work.evidence(msg.place)
	if msg.around != nil {
		s.around = msg.around
	}
	if !msg.form || m.dialog != nil {
		return cmd
	}
	cmd = tea.Batch(cmd, m.show(s.form(m)))
	if !changed {
		m.waitingAt = m.dialog // keys that have waited are for the form of the pack that was seen
	}
	return cmd
}

// reference is where the procedure is that a reference pack points to; "" of any other pack.
func (s *packScreen) reference() string {
	if p := s.place.Session.Pack; p.Kind == pack.Reference {
		return p.Source
	}
	return ""
}

// form is the form of a new run.
func (s *packScreen) form(m *Model) *formDialog {
	return newNewDialog(s.place, s.runs, func(r *record.Row) (*record.Record, error) {
		if r.Record != nil {
			return r.Record, nil
		}
		return s.place.Session.Store.Load(m.work.ctx, r.RunID)
	}, s.around)
}

func (s *packScreen) update(m *Model, msg tea.Msg) (tea.Cmd, bool) {
	switch msg := msg.(type) {
	case evidenceMsg:
		if msg.path == s.place.Path {
			s.evidence = msg.found
		}
		return nil, true
	case clockMsg:
		if s.polling {
			return nil, true
		}
		s.polling = true
		return m.work.pollPack(s.place), true
	case packPolledMsg:
		if msg.path == s.place.Path {
			s.polling, s.lost = false, nil
		}
		return nil, true
	case tea.PasteMsg:
		if s.filtering {
			s.typeFilter(msg)
		}
		return nil, true
	case tea.MouseClickMsg:
		if !s.figures {
			s.list.click(msg.Y - m.layout().list.y - s.above)
		}
		return nil, true
	case tea.MouseWheelMsg:
		s.move(wheelBy(msg))
		return nil, true
	case tea.KeyPressMsg:
		return s.press(m, msg)
	}
	return nil, false
}

func (s *packScreen) press(m *Model, msg tea.KeyPressMsg) (tea.Cmd, bool) {
	if s.filtering {
		s.typeFilter(msg)
		return nil, true
	}
	if by := scrollBy(m.keys, msg, m.layout().list.h); by != 0 {
		s.move(by)
		return nil, true
	}
	switch {
	case key.Matches(msg, m.keys.NextTab, m.keys.PrevTab):
		s.figures = !s.figures
	case key.Matches(msg, m.keys.Back) && s.figures:
		s.figures = false
	case s.figures:
		return nil, false
	case key.Matches(msg, m.keys.Copy) && s.reference() != "":
		m.notice = notice{said: "it was sent to the terminal's clipboard"}
		return m.work.copy(s.reference()), true
	case key.Matches(msg, m.keys.Find):
		s.filtering = true
	case key.Matches(msg, m.keys.Back) && s.filter.value() != "":
		s.filter, s.list.at = input{}, 0
	case key.Matches(msg, m.keys.Back):
		return m.back(), true
	case key.Matches(msg, m.keys.Open) && s.list.key() == newRunKey:
		return m.work.form(s.place.Path), true
	case key.Matches(msg, m.keys.Open) && s.list.key() != "":
		return m.work.open(s.place.Path, s.list.key()), true
	default:
		return nil, false
	}
	return nil, true
}

// changes reports whether the pack was read from another file than before.
func (p *Place) changes(before *Place) bool {
	return !bytes.Equal(p.Session.Pack.File(), before.Session.Pack.File())
}

// move goes some lines further in what is seen.
func (s *packScreen) move(by int) {
	if s.figures {
		s.scroll.by(by)
		return
	}
	s.list.move(by)
}

// rows are the new run, then the open runs, then those that have ended, the latest first.
func (s *packScreen) rows(st *styles, now time.Time) []tableRow {
	rows := []tableRow{{key: newRunKey, look: st.bold, cells: []string{"+", "New run"}}}
	if s.reference() != "" {
		rows = nil // what only points to a procedure has no runs
	}
	for _, finished := range []bool{false, true} {
		first := true
		for i := len(s.runs) - 1; i >= 0; i-- {
			r := &s.runs[i]
			if r.Finished() != finished || !s.matches(r) {
				continue
			}
			if first {
				rows = append(rows, tableRow{heading: map[bool]string{false: "Open runs", true: "Ended runs"}[finished]})
			}
			first = false
			rows = append(rows, s.runRow(st, r, now))
		}
	}
	for _, p := range s.problems {
		rows = append(rows, tableRow{look: st.bad, cells: []string{st.pick("✗", "!"), p}})
	}
	return rows
}

// defaults gives params the values that they have unless somebody gives others.
func defaults(p *pack.Pack) value.Values {
	return func(name string) value.Value {
		if param := p.Param(name); param != nil {
			return param.Default
		}
		return value.Value{}
	}
}

func (s *packScreen) header(m *Model, w int) string {
	p := s.place.Session.Pack
	return sides(" "+m.styles.bold.Render(line(p.Title.Display(defaults(p)))), m.styles.dim.Render(line(p.ID)+" "), w)
}

func (s *packScreen) tabs(m *Model, w int) string {
	p := s.place.Session.Pack
	return " " + m.styles.dim.Render(cut("owner "+line(p.Owner)+"   exercise status: "+line(orNone(p.ExerciseStatus)), w-2))
}

func (s *packScreen) body(m *Model, l layout, dlg []string) []string {
	if dlg != nil {
		return block(dlg, l.width, l.list.h)
	}
	if s.figures {
		return s.figuresBody(m, l)
	}
	p := newPage(m.styles, l.width-2)
	if at := s.reference(); at != "" {
		p.hang(p.st.pick("→ ", "-> "), p.st.link, at)
		p.say(p.st.dim, "this pack points to a procedure elsewhere; c copies where it is")
		p.blank()
	}
	p.markdown(s.place.Session.Pack.Summary.Display(defaults(s.place.Session.Pack)))
	about := p.lines[:min(len(p.lines), max(0, l.list.h-8))]
	if len(about) > 0 {
		about = append(indent(about), "")
	}
	s.list.rows, s.above = s.rows(m.styles, m.now), len(about)
	return append(block(about, l.width, len(about)), s.list.view(m.styles, l.width, l.list.h-len(about))...)
}

// figuresBody shows what the runs of the pack say of it.
func (s *packScreen) figuresBody(m *Model, l layout) []string {
	lines := []string{m.styles.dim.Render("reading")}
	if s.evidence != nil {
		lines = figuresPage(m.styles, s.evidence, m.world.Clock(), l.width-2)
	}
	s.scroll.set(len(lines), l.list.h)
	from, to := s.scroll.window()
	return block(indent(lines[from:to]), l.width, l.list.h)
}

func (s *packScreen) status(m *Model, w int) string {
	if s.filtering || s.filter.value() != "" {
		return " filter: " + s.filter.view(m.styles, w-10, s.filtering)
	}
	return " " + line(m.world.Operator)
}

func (s *packScreen) keys(m *Model) []key.Binding {
	other := key.NewBinding(key.WithHelp("Tab", "figures"))
	if s.figures {
		other.SetHelp("Tab", "runs")
		return []key.Binding{m.keys.Up, m.keys.Down, other, m.keys.Back, m.keys.Quit}
	}
	filter := key.NewBinding(key.WithHelp("/", "filter"))
	return []key.Binding{m.keys.Up, m.keys.Down, m.keys.Open, filter, other, m.keys.Back, m.keys.Quit}
}

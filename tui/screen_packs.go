package tui

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"rtut/pack"
)

// packsScreen lists the packs below the root. What is typed filters them.
type packsScreen struct {
	rows     []PackRow
	proofs   map[string]Proof // by path; nil until they are read
	damaged  []string
	problems []string
	loaded   bool
	filter   input
	list     tablePane
}

func newPacksScreen() *packsScreen { return &packsScreen{} }

func (s *packsScreen) again(m *Model) tea.Cmd { return m.work.packs() }

func (s *packsScreen) update(m *Model, msg tea.Msg) (tea.Cmd, bool) {
	switch msg := msg.(type) {
	case packsMsg:
		s.rows, s.problems, s.loaded = msg.rows, msg.problems, true
		if msg.err != nil {
			m.notice = notice{err: msg.err}
		}
		return m.work.proofs(), true
	case proofsMsg:
		s.proofs, s.damaged = msg.proofs, msg.problems
		if msg.err != nil {
			m.notice = notice{err: msg.err}
		}
		return nil, true
	case tea.PasteMsg:
		s.filter.press(msg)
		return nil, true
	case tea.MouseClickMsg:
		s.list.click(msg.Y - m.layout().list.y)
		return nil, true
	case tea.MouseWheelMsg:
		s.list.move(wheelBy(msg))
		return nil, true
	case tea.KeyPressMsg:
		return s.press(m, msg)
	}
	return nil, false
}

// wheelBy is how many rows a turn of the wheel moves.
func wheelBy(msg tea.MouseWheelMsg) int {
	if msg.Button == tea.MouseWheelUp {
		return -3
	}
	return 3
}

// press moves by keys without a letter, and filters by those with one.
func (s *packsScreen) press(m *Model, msg tea.KeyPressMsg) (tea.Cmd, bool) {
	switch {
	case isKey(msg, "?", "ctrl+c"):
		return nil, false
	case isKey(msg, "esc") && s.filter.value() != "":
		s.filter = input{}
	case isKey(msg, "esc"):
		return tea.Quit, true
	case isKey(msg, "enter"):
		if s.list.key() != "" {
			return m.work.open(s.list.key(), ""), true
		}
	case msg.Text == "" && scrollBy(m.keys, msg, m.layout().list.h) != 0:
		s.list.move(scrollBy(m.keys, msg, m.layout().list.h))
	default:
		s.filter.press(msg)
		s.list.at = 0
	}
	return nil, true
}

// matches reports whether every word of the filter is in the pack's id, title or owner.
func (s *packsScreen) matches(r PackRow) bool {
	all := strings.ToLower(r.ID + " " + r.Title + " " + r.Owner)
	for _, word := range strings.Fields(strings.ToLower(s.filter.value())) {
		if !strings.Contains(all, word) {
			return false
		}
	}
	return true
}

// fill makes the table of the packs that match.
func (s *packsScreen) fill(st *styles) {
	s.list.rows = nil
	for _, r := range s.rows {
		if !s.matches(r) {
			continue
		}
		s.list.rows = append(s.list.rows, tableRow{key: r.Path, cells: packCells(st, r, s.proofs[r.Path])})
	}
	s.list.about = fmt.Sprintf("%d of %d packs", len(s.list.rows), len(s.rows))
	s.list.empty = "no pack matches"
	switch {
	case !s.loaded:
		s.list.about, s.list.empty = "reading", ""
	case len(s.rows) == 0:
		s.list.empty = "no packs here; create one: rtut pack init <directory>"
	}
	if s.loaded && s.proofs == nil {
		s.list.about += ", reading their runs"
	}
	for _, p := range slices.Concat(s.problems, s.damaged) {
		s.list.rows = append(s.list.rows, tableRow{heading: st.pick("✗", "!") + " " + p}) // all the space there is
	}
}

// packCells are the columns of a pack; those of its proof are empty until that is read.
func packCells(st *styles, r PackRow, p Proof) []string {
	open, owner := "", r.Owner
	if p.OpenRuns > 0 {
		open = fmt.Sprintf("%d open", p.OpenRuns)
	}
	if r.Kind == pack.Reference {
		owner += " (a reference)"
	}
	return []string{r.ID, r.Title, p.Maturity, scoreCell(st, p.Counts), open, owner}
}

func (s *packsScreen) header(m *Model, _ int) string {
	return " " + m.styles.bold.Render("Packs") + "  " + line(m.world.Root)
}

func (s *packsScreen) tabs(m *Model, w int) string {
	return " filter: " + s.filter.view(m.styles, w-10, true)
}

func (s *packsScreen) body(m *Model, l layout, dlg []string) []string {
	if dlg != nil {
		return block(dlg, l.width, l.list.h)
	}
	s.fill(m.styles)
	return s.list.view(m.styles, l.width, l.list.h)
}

func (s *packsScreen) status(m *Model, _ int) string { return " " + line(m.world.Operator) }

func (s *packsScreen) keys(m *Model) []key.Binding {
	leave := key.NewBinding(key.WithHelp("Esc", "leave"))
	filter := key.NewBinding(key.WithHelp("a-z", "filter"))
	return []key.Binding{m.keys.Open, filter, leave}
}

// loadingScreen is seen while what was asked for is read.
type loadingScreen struct{ failed bool }

func (s *loadingScreen) update(_ *Model, _ tea.Msg) (tea.Cmd, bool) { return nil, false }
func (s *loadingScreen) header(_ *Model, _ int) string              { return " rtut" }
func (s *loadingScreen) tabs(_ *Model, _ int) string                { return "" }
func (s *loadingScreen) status(m *Model, _ int) string              { return " " + line(m.world.Operator) }

func (s *loadingScreen) keys(m *Model) []key.Binding { return []key.Binding{m.keys.Quit} }

func (s *loadingScreen) body(_ *Model, l layout, dlg []string) []string {
	if dlg == nil && !s.failed {
		dlg = []string{" reading"}
	}
	return block(dlg, l.width, l.list.h)
}

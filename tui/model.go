package tui

import (
	"context"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// Model is the whole interface.
type Model struct {
	world  *World
	work   *worker
	keys   KeyMap
	styles *styles

	width, height int // 0: not known yet
	now           time.Time
	screens       []screen      // the last is seen
	dialog        dialog        // nil: none
	hidden        *verifyDialog // a check that runs and is not looked at; nil: none
	armed         bool          // keys reach a guarded dialog
	turn          int           // counts what starts the quiet before keys are taken
	sight         sight
	moved         *StaleError // what has changed the frame, while sight is changed; nil: a key of the operator's
	waiting       []tea.Msg   // keys that wait for an answer
	waitingAt     dialog      // that they were typed into
	notice        notice
	bare          bool // a command is shown alone, on the main screen
	start         Start
	strict        func(bool)                  // tells the keyboard whether text that comes too fast counts as pasted; nil: there is none
	suspend       func() tea.Msg              // stops the program; nil: nothing can
	outside       func(do func() error) error // does something while the terminal is as it was before; nil: nothing can
}

// notice is what was done or refused last.
type notice struct {
	said string
	err  error
}

// New returns the model of a world.
func New(ctx context.Context, world *World, start Start) *Model {
	return &Model{
		world: world, work: newWorker(ctx, world), keys: newKeyMap(), styles: newStyles(looks{ascii: world.ASCII, noColour: world.NoColor}), now: world.Clock(), start: start,
		sight: unseen,
	}
}

// Init reads what is shown first.
func (m *Model) Init() tea.Cmd {
	if m.start.Pack == "" {
		m.push(newPacksScreen())
		return tea.Batch(m.work.clock(), m.work.background(), m.work.packs())
	}
	m.push(&loadingScreen{})
	return tea.Batch(m.work.clock(), m.work.background(), m.work.open(m.start.Pack, m.start.Run))
}

// push shows another screen.
func (m *Model) push(s screen) {
	if n := len(m.screens); n > 0 {
		if _, loading := m.screens[n-1].(*loadingScreen); loading {
			m.screens = m.screens[:n-1]
		}
	}
	m.screens = append(m.screens, s)
}

func (m *Model) screen() screen { return m.screens[len(m.screens)-1] }

// run returns the run that is looked at, or nil.
func (m *Model) run() *runScreen {
	s, _ := m.screen().(*runScreen)
	return s
}

// back goes to the screen before, which reads again what it shows; from the first screen it leaves.
func (m *Model) back() tea.Cmd {
	if m.hidden != nil {
		m.hidden.hint = "it still runs: Ctrl+C stops it"
		return m.unhide()
	}
	if len(m.screens) == 1 {
		return tea.Quit
	}
	m.screens, m.notice = m.screens[:len(m.screens)-1], notice{}
	if s, reads := m.screen().(interface{ again(*Model) tea.Cmd }); reads {
		return s.again(m)
	}
	return nil
}

// left is what is left behind when the interface ends now.
func (m *Model) left() Exit {
	for _, s := range m.screens {
		if s, is := s.(*runScreen); is {
			return Exit{Run: s.snap.rec.RunID, Finished: s.snap.rec.Finished()}
		}
	}
	return Exit{}
}

// show opens a dialog. One that confirms something hears no key until the keyboard has been quiet.
func (m *Model) show(d dialog) tea.Cmd {
	m.dialog = d
	if _, wants := d.(*phraseDialog); m.strict != nil {
		m.strict(wants)
	}
	if d == nil || !d.guarded() {
		m.armed = d != nil
		return nil
	}
	m.armed = false
	return m.listenSoon()
}

// listenSoon begins the quiet before a guarded dialog listens.
func (m *Model) listenSoon() tea.Cmd {
	m.turn++
	return m.work.after(quiet, armMsg{m.turn})
}

// noticeLines are the lines that say what was done or refused.
func (m *Model) noticeLines() []string {
	switch {
	case m.notice.err != nil:
		return refusedLines(m.styles, m.notice.err, m.width-2)
	case m.notice.said != "":
		p := newPage(m.styles, m.width-2)
		p.say(m.styles.plain, m.notice.said)
		return p.lines
	}
	if len(m.screens) == 0 {
		return nil
	}
	if s, may := m.screen().(interface{ trouble() error }); may && s.trouble() != nil {
		return refusedLines(m.styles, s.trouble(), m.width-2)
	}
	return nil
}

func (m *Model) layout() layout { return newLayout(m.width, m.height, len(m.noticeLines())) }

// View renders the frame.
func (m *Model) View() tea.View {
	if m.bare {
		v := tea.NewView("press a key to go back")
		v.WindowTitle = "rtut"
		return v
	}
	v := tea.NewView(strings.Join(m.frame(), "\n"))
	v.AltScreen, v.MouseMode, v.WindowTitle = true, tea.MouseModeCellMotion, "rtut"
	return v
}

// frame returns the lines of the screen, each exactly as wide as it.
func (m *Model) frame() []string {
	if m.width == 0 || len(m.screens) == 0 {
		return nil
	}
	l := m.layout()
	if l.small {
		return block([]string{"rtut needs 60x15; this is " + size(m.width, m.height), "q leaves"}, m.width, m.height)
	}
	s := m.screen()
	rule := m.styles.dim.Render(strings.Repeat(m.styles.horizontal(), m.width))
	lines := []string{fit(s.header(m, m.width), m.width), fit(s.tabs(m, m.width), m.width), rule}
	lines = append(lines, s.body(m, l, m.dialogLines(l))...)
	lines = append(lines, rule)
	lines = append(lines, block(indent(m.noticeLines()), l.notice.w, l.notice.h)...)
	return append(lines, fit(" "+m.help(m.width-2), m.width), fit(s.status(m, m.width), m.width))
}

// dialogLines are the dialog's, with its title over them; nil where there is none.
func (m *Model) dialogLines(l layout) []string {
	if m.dialog == nil {
		return nil
	}
	title, lines := m.dialog.view(m.styles, l.detail.w-4, l.detail.h-2)
	head := m.styles.selected.Render(" " + title + " ")
	return append([]string{" " + head, ""}, indent(indent(lines))...)
}

// help is what can be pressed now.
func (m *Model) help(w int) string {
	switch {
	case m.sight != seen, m.dialog != nil && m.dialog.guarded() && !m.armed:
		return cut(notYet, w)
	case m.dialog != nil:
		return cut(m.dialog.keys(), w)
	}
	var words []string
	for _, b := range m.screen().keys(m) {
		words = append(words, m.helpWord(b))
	}
	help := m.helpWord(m.keys.Help)
	for n := len(words); n > 1 && ansi.StringWidth(strings.Join(words, "  "))+2+ansi.StringWidth(help) > w; n-- {
		words = append(words[:n-2], words[n-1]) // the last leaves, and stays
	}
	return sides(strings.Join(words, "  "), help, w)
}

func (m *Model) helpWord(b key.Binding) string {
	return m.styles.key.Render(m.keyName(b)) + " " + b.Help().Desc
}

// keyName is how a key is named on this terminal.
func (m *Model) keyName(b key.Binding) string {
	if m.styles.ascii {
		return strings.NewReplacer("↑", "Up", "↓", "Down").Replace(b.Help().Key)
	}
	return b.Help().Key
}

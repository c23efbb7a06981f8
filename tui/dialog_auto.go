package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"rtut/run"
)

// autoDialog lets auto-confirm go on, one tick or until it stops, and shows what it does.
type autoDialog struct {
	snap    *snapshot
	on      bool // until it stops
	stream  *stream
	log     []string
	running bool
	err     error
	hint    string
}

// newAutoDialog begins with a tick at once.
func newAutoDialog(m *Model, snap *snapshot, on bool) (*autoDialog, tea.Cmd) {
	d := &autoDialog{snap: snap, on: on, stream: newStream(m.work.ctx)}
	return d, tea.Batch(d.tick(m), m.work.listen(d.stream))
}

// atWork reports whether a tick is running.
func (d *autoDialog) atWork() bool { return d.running }

func (d *autoDialog) tick(m *Model) tea.Cmd {
	d.running = true
	return m.work.tick(d.stream, d.snap)
}

func (d *autoDialog) guarded() bool { return false }

func (d *autoDialog) keys() string {
	if d.running {
		return "Ctrl+C stop it"
	}
	return "Esc close"
}

func (d *autoDialog) update(m *Model, msg tea.Msg) (dialog, tea.Cmd) {
	switch msg := msg.(type) {
	case streamMsg:
		if msg.s == d.stream {
			return d, m.work.listen(msg.s)
		}
	case tickedMsg:
		if msg.s == d.stream {
			return d.ticked(m, msg)
		}
	case againMsg:
		if msg.s == d.stream && d.on {
			return d, d.tick(m)
		}
	case tea.KeyPressMsg:
		return d.key(msg)
	}
	return d, nil
}

func (d *autoDialog) key(msg tea.KeyPressMsg) (dialog, tea.Cmd) {
	switch {
	case !isKey(msg, "esc", "ctrl+c", "enter", "q", "A"):
	case d.running:
		d.on, d.hint = false, "stopping"
		d.stream.cancel()
	default:
		d.stream.cancel()
		return nil, nil
	}
	return d, nil
}

// ticked writes down what a tick did, and lets the next follow.
func (d *autoDialog) ticked(m *Model, msg tickedMsg) (dialog, tea.Cmd) {
	d.running, d.hint = false, ""
	if msg.snap != nil {
		d.snap = msg.snap
	}
	if d.err = msg.err; d.err != nil {
		d.on = false
		return d, nil
	}
	d.log = append(d.log, tickText(msg.tick))
	if msg.tick.Result != run.TickActed {
		d.on = false
	}
	if !d.on {
		return d, nil
	}
	d.running = true
	if len(msg.tick.WaitsFor) > 0 {
		return d, m.work.after(autoRest, againMsg{d.stream})
	}
	return d, d.tick(m)
}

// tickText says what a tick did and what it waits for.
func tickText(t *run.Tick) string {
	words := string(t.Result)
	if t.Item != "" {
		words = t.Item + ": " + words
	}
	if len(t.Did) > 0 {
		words += ", " + strings.Join(t.Did, ", ")
	}
	if len(t.WaitsFor) > 0 {
		words += "; waits for " + strings.Join(t.WaitsFor, ", ")
	}
	return words
}

func (d *autoDialog) view(st *styles, w, h int) (string, []string) {
	p := newPage(st, w)
	for _, l := range d.log {
		p.hang("  ", st.plain, l)
	}
	if output, _, _, _ := d.stream.now(); output != "" && d.running {
		lines := wrapped(steady(strings.ReplaceAll(output, "\t", "    ")), w)
		p.lines = append(p.lines, lines[max(0, len(lines)-8):]...)
	}
	if d.err != nil {
		p.lines = append(p.lines, refusedLines(st, d.err, w)...)
	}
	if d.running {
		p.say(st.dim, "auto-confirm is at work")
	}
	if d.hint != "" {
		p.say(st.warn, d.hint)
	}
	return "Auto-confirm", p.lines[max(0, len(p.lines)-h):]
}

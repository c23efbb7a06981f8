package tui

import (
	tea "charm.land/bubbletea/v2"

	"rtut/run"
)

// phraseDialog wants the confirmation phrase typed, character by character. Nothing else confirms: no bare Enter, no
// paste, no key that came before the dialog was seen.
type phraseDialog struct {
	snap   *snapshot
	start  run.Start
	phrase string
	typed  input
	hint   string
	busy   bool
	err    error
}

func newPhraseDialog(snap *snapshot, start run.Start, phrase string) *phraseDialog {
	return &phraseDialog{snap: snap, start: start, phrase: phrase, typed: input{noPaste: true}}
}

func (d *phraseDialog) guarded() bool { return true }

func (d *phraseDialog) keys() string { return "type the phrase, then Enter  Esc cancel" }

func (d *phraseDialog) waits() bool { return d.busy }

func (d *phraseDialog) settled(err error) { d.busy, d.err = false, err }

func (d *phraseDialog) update(m *Model, msg tea.Msg) (dialog, tea.Cmd) {
	if _, pasted := msg.(tea.PasteMsg); pasted {
		d.typed = input{noPaste: true}
		d.hint = "text that comes faster than a person types is not taken here, and the field is empty again: type the phrase"
		return d, nil
	}
	if _, key := msg.(tea.KeyPressMsg); !key {
		return d, nil
	}
	switch {
	case isKey(msg, "esc", "ctrl+c"):
		return nil, nil
	case d.busy:
		return d, nil
	case isKey(msg, "enter") && d.typed.value() == "":
		d.hint = "Enter alone confirms nothing: type the phrase"
		return d, nil
	case isKey(msg, "enter"):
		d.busy, d.err, d.hint = true, nil, ""
		d.start.Phrase = d.typed.value()
		return d, m.work.act(d.snap, d.start, d.start.Item+": started", nil)
	}
	d.hint = ""
	d.typed.press(msg)
	return d, nil
}

func (d *phraseDialog) view(st *styles, w, h int) (string, []string) {
	p := newPage(st, w)
	detail := d.snap.detail(d.start.Item, d.start.Alternative)
	p.hang(st.loud.Render(" "+string(detail.Effect)+" ")+" ", st.bold, detail.Title)
	for _, sentence := range d.snap.view.BeforeIt(detail.ItemView) {
		p.say(st.warn, sentence)
	}
	if d.snap.rec.Context.Environment != "" {
		p.field("environment", string(d.snap.rec.Context.Environment))
	}
	if detail.Command != "" {
		p.blank()
		p.code(detail.Command)
		p.field("to run", d.snap.where(detail.Host))
	}
	over := len(p.lines)
	p.heading("Type this phrase to start it")
	p.say(st.bold, "  "+run.TellPhrase(d.phrase))
	p.blank()
	p.lines = append(p.lines, cut(st.next()+" "+d.typed.view(st, w-4, true), w))
	if d.hint != "" {
		p.say(st.warn, d.hint)
	}
	if d.err != nil {
		p.lines = append(p.lines, refusedLines(st, d.err, w)...)
	}
	// The phrase is seen whatever the height: what is over it gives way.
	if cutOff := len(p.lines) - h; cutOff > 0 {
		p.lines = append(p.lines[:max(0, over-cutOff)], p.lines[over:]...)
	}
	return "Start " + line(d.start.Item), p.lines
}

package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"rtut/run"
)

// phraseDialog asks for the confirmation phrase, character by character. Nothing else confirms: no bare Enter, no
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
		d.hint = "input was too fast for typing and was cleared: type the phrase by hand"
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
		d.hint = "Enter alone does not confirm: type the phrase"
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

// layObject says what the phrase is for: by which way, on what, for whom, and how to get back from it.
func (d *phraseDialog) layObject(p *page, detail *run.StepDetail) {
	for _, a := range detail.Alternatives {
		if a.Chosen {
			p.field("by", a.ID+", "+a.Title)
		}
	}
	if len(detail.Alternatives) > 0 && detail.Instruction != "" {
		p.markdown(detail.Instruction)
	}
	for _, f := range [][2]string{
		{"environment", string(d.snap.rec.Context.Environment)},
		{"project", d.snap.rec.Context.Project},
		{"target", d.snap.rec.Context.Target},
		{"you", d.snap.actor()},
	} {
		if f[1] != "" {
			p.field(f[0], f[1])
		}
	}
	back := "none is declared"
	if d.snap.hasRollback(detail.ID, d.start.Alternative) {
		back = "b lists it once the step is started"
	}
	p.field("the way back", back)
}

func (d *phraseDialog) view(st *styles, w, h int) (string, []string) {
	p := newPage(st, w)
	detail := d.snap.detail(d.start.Item, d.start.Alternative)
	p.hang(st.loud.Render(" "+string(detail.Effect)+" ")+" ", st.bold, detail.Title)
	for _, sentence := range d.snap.view.BeforeIt(detail.ItemView) {
		p.say(st.warn, sentence)
	}
	d.layObject(p, &detail)
	if detail.Command != "" {
		p.blank()
		p.code(detail.Command)
		p.field("to run", d.snap.where(detail.Host))
	}
	over := len(p.lines)
	p.heading("Type this phrase to start it")
	p.say(st.bold, "  "+run.TellPhrase(d.phrase))
	p.blank()
	p.lines = append(p.lines, cut(st.here()+" "+d.typed.view(st, w-4, true), w))
	switch typed := d.typed.value(); {
	case d.hint != "":
		p.say(st.warn, d.hint)
	case typed == "":
	case strings.HasPrefix(d.phrase, typed):
		p.say(st.dim, fmt.Sprintf("%d of %d, right so far", len([]rune(typed)), len([]rune(d.phrase))))
	default:
		p.say(st.warn, "this is not the phrase")
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

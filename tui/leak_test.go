package tui

import (
	"context"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"rtut/run"
	"rtut/run/secret/canary"
)

// leakPack has a place for each text that the interface takes.
const leakPack = `schema: runbook-pack/v0.2
id: leak-test
title: Leak test
order: parallel
params: [{ id: note, type: string, default: none }]
datapoints:
  - { id: figure, title: Figure, type: string }
  - { id: read, title: Read, type: string }
stages:
  - id: decide
    title: Decide
    gates:
      - id: go
        title: Go
        waivable: true
        evidence: [{ id: lead, title: Lead }]
        checks: [{ id: said, kind: manual, prompt: Said. }]
  - id: all
    title: All
    steps:
      - { id: first, title: First, effect: read-only, evidence: [{ id: ticket, title: Ticket }], produces: [{ datapoint: figure }] }
      - { id: phrase, title: Phrase, effect: irreversible, confirm: do it, command: 'true' }
      - id: check
        title: Check
        effect: read-only
        verify: { kind: output-contains, command: cat printed, contains: out }
        produces: [{ datapoint: read, extract: '(?s)out=(.*)' }]
      - { id: last, title: Last, effect: read-only, requires: [first] }
`

// leakForm is a form that takes text: what was done before, where the selection is, and the key that opens it. takes are the
// names of its texts that are recorded where they are harmless, choose what is picked in it.
type leakForm struct {
	before []run.Action
	at     string
	key    string
	takes  []string
	choose map[string]int
}

var (
	firstRuns = []run.Action{run.Start{Item: "first"}, run.Verify{Item: "first", Answers: run.Answers{Confirm: true}}}
	leakForms = []leakForm{
		{at: "first", key: "o", takes: []string{"text"}},
		{at: "last", key: "s", takes: []string{"reason"}},
		{at: "go", key: "v", takes: []string{"evidence lead"}},
		{at: "go", key: "w", takes: []string{"reason"}},
		{at: "first", key: "K", takes: []string{"reason"}},
		{at: "first", key: "h", takes: []string{"to", "reason"}},
		{at: "first", key: "m", takes: []string{"by"}, choose: map[string]int{"mode": 1}},
		{at: "first", key: "x", takes: []string{"reason"}, choose: map[string]int{"outcome": 2}},
		{at: "first", key: "P"},
		{before: firstRuns, at: "first", key: "d", takes: []string{"evidence ticket", "value figure"}},
		{before: firstRuns, at: "first", key: "f", takes: []string{"reason"}},
		{before: firstRuns, at: "first", key: "R", takes: []string{"reason"}},
		{before: firstRuns, at: "first", key: "p", takes: []string{"command", "output"}, choose: map[string]int{"use": 1}},
		{before: []run.Action{run.Start{Item: "check"}}, at: "check", key: "p", takes: []string{"output"}},
		{at: "first", key: "e", takes: []string{"value", "reason"}},
		{before: []run.Action{run.SetValues{Values: map[string]string{"figure": "1"}}}, at: "first", key: "e", takes: []string{"value", "reason"}},
		{key: "new", takes: []string{"param note", "project", "target"}},
		{before: []run.Action{run.Finalize{Outcome: run.Abandoned, Reason: "r"}}, at: "first", key: "feedback", takes: []string{"comment"}},
	}
)

// openLeakForm opens the form in a fresh run.
func (b *bench) openLeakForm(form leakForm) *formDialog {
	b.newRun(run.New{})
	for _, act := range form.before {
		b.meanwhile(act)
	}
	b.open()
	if form.at != "" {
		b.m.run().flow.selected = form.at
	}
	switch form.key {
	case "new":
		b.run(b.m.show(newNewDialog(b.place, nil)))
		b.settle()
	case "feedback":
		b.run(b.m.show(newFeedbackDialog(b.m.run().snap)))
		b.settle()
	default:
		b.press(form.key)
	}
	switch d := b.m.dialog.(type) {
	case *formDialog:
		return d
	case *closeDialog:
		return d.formDialog
	}
	return nil
}

// texts are the names of the fields of a form that take a text.
func texts(f *formDialog) []string {
	var names []string
	for _, field := range f.list {
		if field.choices == nil && !field.tick {
			names = append(names, field.name)
		}
	}
	return names
}

// plant fills in the form, with text in one of its fields, and hands it in.
func (b *bench) plant(f *formDialog, form leakForm, name, text string) {
	for i, field := range f.list {
		pick, chosen := form.choose[field.name]
		switch {
		case field.name == name:
			f.at = i
			b.send(tea.PasteMsg{Content: text})
		case field.tick:
			field.on = true
		case chosen:
			field.pick = pick
		case field.choices == nil:
			field.in.insert("x")
		}
	}
	b.press("ctrl+d")
	b.press("y", "enter")
}

// written is every byte that is stored, without the backslashes that JSON adds.
func (b *bench) written() string {
	b.t.Helper()
	var all strings.Builder
	for _, rec := range b.records(context.Background()) {
		data, err := rec.Encode()
		if err != nil {
			b.t.Fatal(err)
		}
		all.Write(data)
	}
	return canary.Unescaped(all.String())
}

// planting is one text in one field of a form.
func planting(t *testing.T, form leakForm, name, text string) (written string) {
	onTable(t, leakPack, 100, 30, func(b *bench) {
		if f := b.openLeakForm(form); f != nil {
			b.plant(f, form, name, text)
		} else {
			t.Errorf("%s at %s opens no form:\n%s", form.key, form.at, b.plainFrame())
		}
		written = b.written()
	})
	return written
}

// TestNothingThatLooksLikeASecretIsWrittenByADialog plants a secret in ten disguises in each field of these forms. What is harmless
// is planted first, to know that what is planted there would be found.
func TestNothingThatLooksLikeASecretIsWrittenByADialog(t *testing.T) {
	if underRace {
		t.Skip("long, and nothing in it is concurrent")
	}
	planted, c := 0, canary.New()
	for _, form := range leakForms {
		var names []string
		onTable(t, leakPack, 100, 30, func(b *bench) { names = texts(b.openLeakForm(form)) })
		for _, name := range names {
			if got := strings.Contains(planting(t, form, name, "harmlessMarker7"), "harmlessMarker7"); got != slices.Contains(form.takes, name) {
				t.Errorf("%s at %s: what is harmless in %s is recorded: %v", form.key, form.at, name, got)
			}
			for _, d := range c.Disguises {
				written := planting(t, form, name, d.Text)
				planted++
				for _, trace := range c.Needles(d.Text) {
					if strings.Contains(written, trace) {
						t.Errorf("%s at %s: %q in %s was written:\n%s", form.key, form.at, d.Text, name, written)
						break
					}
				}
			}
		}
	}
	if planted < 200 {
		t.Errorf("only %d were planted", planted)
	}
	t.Logf("%d planted", planted)
}

// TestNothingThatLooksLikeASecretIsWrittenFromWhatACheckPrints has a check print it, with a datapoint that is read from its output.
func TestNothingThatLooksLikeASecretIsWrittenFromWhatACheckPrints(t *testing.T) {
	c := canary.New()
	for _, d := range append(c.Disguises, canary.Disguise{Name: "none", Text: "harmlessMarker7"}) {
		text := d.Text
		onTable(t, leakPack, 100, 30, func(b *bench) {
			b.shell.outputs["cat printed"] = "out=" + text + "\n"
			b.newRun(run.New{})
			b.meanwhile(run.Start{Item: "check"})
			b.open()
			b.m.run().flow.selected = "check"
			b.press("v", "y", "esc", "d", "enter")
			for _, trace := range c.Needles(text) {
				if leaked := strings.Contains(b.written(), trace); leaked != (text == "harmlessMarker7" && trace == text) {
					t.Errorf("%q: %q is written: %v", text, trace, leaked)
				}
			}
		})
	}
}

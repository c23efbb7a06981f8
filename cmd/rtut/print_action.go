package main

import (
	"strings"

	"rtut/run"
	"rtut/run/record"
)

// actionDocument answers an action: where the item and the run are now, and what can go on.
type actionDocument struct {
	RunID    string          `json:"run_id"`
	Item     string          `json:"item,omitempty"`
	State    record.State    `json:"state,omitempty"` // of the item
	Open     []string        `json:"open_before,omitempty"`
	RunState record.RunState `json:"run_state"`
	Unproven *unproven       `json:"unproven_mark,omitempty"`
	Next     run.Next        `json:"next"`
	Action   actionView      `json:"action"`

	LeftRunning []string `json:"left_running,omitempty"` // processes that a probe has left
}

// answer says what an action came to and what to do next. item is "" for an action on the run; what is said of it, in
// a few words.
func (t *target) answer(item, what string) error {
	if t.app.json {
		return t.app.document(t.actionDocument(item))
	}
	var out text
	if item != "" {
		i := t.view().Item(item)
		what = strings.TrimSpace(run.Sign(i.State, t.app.ascii()) + " " + item + ": " + what)
	}
	out.linef("%s", what)
	t.unprovenLines(&out)
	t.sayNext(&out, "")
	return t.app.print(&out)
}

// actionDocument is where an item and the run are now.
func (t *target) actionDocument(item string) actionDocument {
	doc := actionDocument{RunID: t.rec.RunID, Item: item, RunState: record.StateOf(t.rec), Unproven: t.unproven(), Next: t.view().Next(), Action: t.actionView(), LeftRunning: t.left}
	if item != "" {
		i := t.view().Item(item)
		doc.State, doc.Open = i.State, i.OpenBefore
	}
	return doc
}

// noteInterrupted tells the operator that an earlier verification of the item never reported back.
func (t *target) noteInterrupted(item string) {
	var intent *record.Intent
	if s := t.rec.Steps[item]; s != nil {
		intent = s.Intent
	}
	if g := t.rec.Gates[item]; g != nil {
		intent = g.Intent
	}
	if intent == nil {
		return
	}
	t.app.notef("%s: commands were started by %s at %s (pid %d on %s), and no result was recorded: they are still running, or were interrupted. The check has neither passed nor failed",
		item, intent.By, intent.At, intent.PID, intent.Host)
}

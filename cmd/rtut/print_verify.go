package main

import (
	"errors"
	"slices"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// verifyDocument answers `run verify`: of a step its verification, of a gate the results of its checks.
type verifyDocument struct {
	Item         string                    `json:"item"`
	Passed       bool                      `json:"passed"`
	Verification *record.Result            `json:"verification,omitempty"`
	Results      map[string]*record.Result `json:"results,omitempty"`
	LeftRunning  []string                  `json:"left_running,omitempty"`
	Action       actionView                `json:"action"` // what comes next
}

// answerVerified says how a verification went. One that did not pass ends with exit code 1; a gate that waits for an
// answer or for evidence is refused, its results kept.
func (t *target) answerVerified(item string) error {
	doc, verdict := t.verified(item)
	if t.app.json {
		doc.Action = t.actionView()
		return errors.Join(t.app.document(doc), verdict)
	}
	out := t.resultText(doc)
	if judge(verdict).exit != exitRefused {
		t.sayNext(out, "")
	}
	return errors.Join(t.app.print(out), verdict)
}

// verified returns how the latest verification of an item went, and the error that a command ends with by it.
func (t *target) verified(item string) (verifyDocument, error) {
	doc := verifyDocument{Item: item, LeftRunning: t.left}
	if s := t.rec.Steps[item]; s != nil {
		doc.Verification = s.Verification
		doc.Passed = s.Verification != nil && s.Verification.Passed
	} else {
		g := t.rec.Gates[item]
		doc.Results, doc.Passed = g.Results, g.State == record.Passed
		if g.State == record.Open {
			return doc, t.stillOpen(item)
		}
	}
	if !doc.Passed {
		return doc, resultError(exitNotPassed)
	}
	return doc, nil
}

// stillOpen refuses a gate of which no check has failed and that has not passed: it says what is missing.
func (t *target) stillOpen(gate string) error {
	d := t.view().Detail(gate, "")
	for _, c := range d.Checks {
		if r := d.Results[c.ID]; r != nil && r.From != nil {
			return &run.Refusal{
				Code: run.TooEarly, Item: gate, Message: "its time has not come: " + c.ID + " cannot pass " + r.Error,
				Satisfy: "Verify it again then",
			}
		}
	}
	var unanswered []string
	for _, c := range d.Checks {
		if c.Kind == pack.Manual && d.Results[c.ID] == nil {
			unanswered = append(unanswered, c.ID+": "+c.Prompt)
		}
	}
	if len(unanswered) > 0 {
		return &run.Refusal{
			Code: run.AnswerRequired, Item: gate, Message: "manual checks have no answer", Details: unanswered,
			Satisfy: "Answer with --confirm, --pass or --reject, all at once: answers are not carried over",
		}
	}
	return &run.Refusal{
		Code: run.EvidenceMissing, Item: gate, Message: "required evidence is missing", Details: d.Owes,
		Satisfy: "Verify it again with --evidence id=value",
	}
}

// resultText says how each check went, and what state that puts a gate in.
func (t *target) resultText(doc verifyDocument) *text {
	out := &text{}
	if doc.Verification != nil {
		resultLine(out, doc.Item, doc.Verification)
	}
	for _, c := range t.view().Detail(doc.Item, "").Checks {
		if r := doc.Results[c.ID]; r != nil {
			resultLine(out, c.ID, r)
		}
	}
	if doc.Results != nil {
		out.linef("%s %s: %s", run.Sign(t.rec.Gates[doc.Item].State, t.app.ascii()), doc.Item, t.rec.Gates[doc.Item].State)
	}
	return out
}

// resultLine says how one check went.
func resultLine(out *text, name string, r *record.Result) {
	how := passedOrNot(r)
	if r.Passed && r.Behind() == record.Ran && !record.Judged(r.Kind) {
		how = "passed" // where it ran stands above its output
	}
	if r.Error != "" {
		how += ": " + line(r.Error)
	}
	out.linef("%s: %s", name, how)
	ids := make([]string, 0, len(r.Extracted))
	for id := range r.Extracted {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		out.linef("  %s = %s (from the output; set when the step is done)", id, line(r.Extracted[id].Text()))
	}
}

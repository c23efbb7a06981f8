package main

import (
	"context"
	"errors"
	"slices"

	"rtut/run"
)

// staleDocument answers `run verify --stale`.
type staleDocument struct {
	Proved  []string    `json:"proved"`   // what was verified again, in this order
	Failed  []string    `json:"failed"`   // of which the check did not pass
	Waiting []staleItem `json:"waiting"`  // what waits for a person
	Left    []string    `json:"left_out"` // what is still out of date, as it rests on one of the others
}

// staleItem is something that was not verified again, and why.
type staleItem struct {
	Item string `json:"item"`
	Why  string `json:"why"`
}

// proveStale verifies again all that is out of date, and what measured values that are too old by now, one item after the other in
// canonical order. What rests on one that did not pass is left out. Each question is put by itself.
func (t *target) proveStale(ctx context.Context, o *runVerifyOptions) error {
	if err := t.consentToStale(o); err != nil {
		return err
	}
	doc := staleDocument{Proved: []string{}, Failed: []string{}, Waiting: []staleItem{}, Left: []string{}}
	var tried []string
	for {
		list := slices.DeleteFunc(t.view().ToProve(), func(id string) bool { return slices.Contains(tried, id) })
		if len(list) == 0 {
			break
		}
		id := list[0]
		tried = append(tried, id)
		if err := t.proveOne(ctx, o, id, &doc); err != nil {
			return err
		}
	}
	for _, item := range t.view().Items() {
		if !item.Current && item.Holds != nil && !slices.Contains(tried, item.ID) {
			doc.Left = append(doc.Left, item.ID)
		}
	}
	return t.answerStale(doc)
}

// consentToStale lists every command that would run, and refuses where nobody consents to them.
func (t *target) consentToStale(o *runVerifyOptions) error {
	if o.yes || t.app.asks() {
		return nil
	}
	var commands []string
	for _, id := range t.view().ToProve() {
		for _, c := range t.view().Detail(id, "").Checks {
			if c.Command != "" {
				commands = append(commands, id+", "+t.where(c.Host)+": "+c.Command)
			}
		}
	}
	if len(commands) == 0 {
		return nil
	}
	return &run.Refusal{
		Code: run.ConsentRequired, Message: "verifying again runs commands and needs your consent", Details: commands,
		Satisfy: "Read the commands above, then add --yes",
	}
}

// proveOne verifies one item again and notes the result of it.
func (t *target) proveOne(ctx context.Context, o *runVerifyOptions, id string, doc *staleDocument) error {
	request := run.VerifyRequest{Verify: run.Verify{Item: id}, Consent: o.yes, Wait: o.wait, Progress: o.progress}
	t.sayWhyStale(id)
	err := t.verify(ctx, request, t.app.consentByYes)
	var refusal *run.Refusal
	switch {
	case errors.As(err, &refusal):
		doc.Waiting = append(doc.Waiting, staleItem{id, refusal.Error()})
		return nil
	case err != nil:
		return err
	}
	if _, verdict := t.verified(id); verdict != nil {
		doc.Failed = append(doc.Failed, id)
		return nil
	}
	doc.Proved = append(doc.Proved, id)
	return nil
}

// sayWhyStale says on the terminal why an item is verified again.
func (t *target) sayWhyStale(id string) {
	for _, why := range t.view().Item(id).Because {
		t.app.notef("%s is out of date: %s", id, line(why.Text))
		return
	}
	t.app.notef("%s: what it measured is too old", id)
}

// answerStale says what was verified again. Exit code 1: a check did not pass; 3: something waits for a person.
func (t *target) answerStale(doc staleDocument) error {
	var verdict error
	switch {
	case len(doc.Failed) > 0:
		verdict = resultError(exitNotPassed)
	case len(doc.Waiting) > 0:
		verdict = resultError(exitRefused)
	}
	if t.app.json {
		return errors.Join(t.app.document(doc), verdict)
	}
	var out text
	for _, id := range doc.Proved {
		out.linef("%s: verified again", id)
	}
	for _, id := range doc.Failed {
		doc, _ := t.verified(id)
		out.WriteString(t.resultText(doc).String())
	}
	for _, w := range doc.Waiting {
		out.linef("%s waits for a person: %s", w.Item, line(w.Why))
	}
	for _, id := range doc.Left {
		out.linef("%s was not verified: it depends on an item that did not pass", id)
	}
	if len(doc.Proved)+len(doc.Failed)+len(doc.Waiting)+len(doc.Left) == 0 {
		out.linef("nothing is out of date")
	}
	t.sayNext(&out, "")
	return errors.Join(t.app.print(&out), verdict)
}

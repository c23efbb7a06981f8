package run

import (
	"time"

	"rtut/pack"
	"rtut/run/record"
)

// shownFor is how long what was shown can be answered. Then the commands are run again.
const shownFor = 15 * time.Minute

// showing returns what the commands of checks have shown, for questions that are put now.
func (t *transition) showing(a Verify, checks []*pack.Check) *record.Shown {
	if a.Intent == 0 || t.by.Auto {
		return nil
	}
	shown := &record.Shown{Rendered: renderedOf(t.pack, t.rec, a.Item, t.alternativeOf(a.Item)), Results: map[string]*record.Result{}}
	for _, c := range checks {
		seen, ran := a.Observed[c.ID]
		if !ran {
			continue
		}
		r := t.judge(c, seen, Answers{})
		t.prove(a.Item, c, seen, a, r)
		if c.Kind == pack.Manual {
			r.Error, r.Proof, r.Source = "", "", ""
		}
		shown.Results[c.ID] = r
	}
	return shown
}

// shown returns what the person who acts has been shown of an item and can answer now: nothing but notes and captures has come since, all that it
// rests on is as it was, and it is not long ago. nil: there is no such thing.
func (t *transition) shown(item string, answers Answers, checks []*pack.Check) *record.Shown {
	if t.by.Auto || answers.none() {
		return nil
	}
	e := lastShown(t.rec, item)
	if e == nil || e.By != t.by.name() || t.now.Sub(e.At.Time).Abs() > shownFor || t.filesSeen() != nil {
		return nil
	}
	shown := e.Detail.Shown
	if shown.Rendered != renderedOf(t.pack, t.rec, item, t.alternativeOf(item)) || !pastOf(t.pack, t.rec).asBegun(item) {
		return nil
	}
	for _, c := range commandsOf(t.rec, checks) {
		if shown.Results[c.Check] == nil {
			return nil
		}
	}
	return shown
}

// lastShown returns the event by which something was shown of an item, if nothing but notes, captures and changes of words came since.
func lastShown(rec *record.Record, item string) *record.Event {
	for i := len(rec.Events) - 1; i >= 0; i-- {
		switch e := &rec.Events[i]; e.Action {
		case record.VerbNote, record.VerbCapture, record.VerbPackWords:
		case record.VerbVerify:
			if e.Item == item && e.Detail.Shown != nil {
				return e
			}
			return nil
		default:
			return nil
		}
	}
	return nil
}

// taken returns the result of a check whose command ran when its question was put.
func (t *transition) taken(item string, c *pack.Check, was *record.Result, answers Answers) *record.Result {
	r := *was
	if c.Kind != pack.Manual {
		return &r
	}
	printed := int64(0)
	if r.OutputBytes != nil {
		printed = *r.OutputBytes
	}
	r.At, r.Source, r.Proof, r.Words = t.now, record.FromOperator, record.ProofOfAnswer(true, printed), t.wordsOfCheck(item, c)
	r.Settle(answers.yes(c.ID), nil, "answered no")
	return &r
}

package record

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// No is a verdict that was no: the checks of an item did not pass, or a step was said to have failed. What is only to wait for its
// time has not said no.
type No struct {
	Item  string   `json:"item"`
	Said  []string `json:"said"`            // what each check said, or why the step failed
	Times int      `json:"times,omitempty"` // how often, one after the other; 0 is once
	By    string   `json:"by"`              // of the latest
	At    Time     `json:"at"`              // of the latest

	seq    int      // of its event
	Fail   bool     `json:"-"` // it was said of a step, and is not of a check
	Checks []string `json:"-"` // that said it; "" is the check of a step
}

// Words tells of it: "go had failed at 23:38: lead: answered no". at is the moment as the reader is shown it.
func (n No) Words(at string) string {
	times := ""
	if n.Times > 1 {
		times = fmt.Sprintf(", the last of %d times", n.Times)
	}
	return fmt.Sprintf("%s had failed at %s%s: %s", n.Item, at, times, strings.Join(n.Said, "; "))
}

// noOf returns the no that an event says; nil for none.
func noOf(e *Event) *No {
	var said, checks []string
	results := e.Detail.Results
	if e.Detail.Verification != nil {
		results = map[string]*Result{"": e.Detail.Verification}
	}
	for _, check := range slices.Sorted(maps.Keys(results)) {
		r := results[check]
		if r == nil || r.Passed || r.Waits() {
			continue
		}
		why := r.Error
		if check != "" {
			why = strings.TrimSuffix(check+": "+why, ": ")
		}
		said, checks = append(said, why), append(checks, check)
	}
	failed := e.Action == VerbFail
	if failed {
		said = []string{e.Detail.Reason}
	}
	if said == nil {
		return nil
	}
	return &No{Item: e.Item, Said: said, By: e.By, At: e.At, seq: e.Seq, Fail: failed, Checks: checks}
}

// passes reports whether an event says yes of its item: its checks passed.
func (e *Event) passes() bool {
	return e.Detail.Verification != nil && e.Detail.Verification.Passed ||
		PassedAll(e.Detail.Results) && e.To != Open && e.To != Failed
}

// addNo adds a no to a list. What one item says again, in the same words and with nothing else between, is counted. events are those before
// the no.
func addNo(list []No, n *No, events []Event) []No {
	if last := len(list) - 1; last >= 0 && list[last].Item == n.Item && slices.Equal(list[last].Said, n.Said) && list[last].Fail == n.Fail &&
		!begunAgain(events[list[last].seq:], n.Item) {
		n.Times = max(1, list[last].Times) + 1
		list[last] = *n
		return list
	}
	return append(list, *n)
}

// begunAgain reports whether an item was put back, or passed, in some events: what it says after that is another verdict.
func begunAgain(events []Event, item string) bool {
	return slices.ContainsFunc(events, func(e Event) bool {
		return e.Item == item && (e.passes() || e.To == Todo || e.Action == VerbRedo || e.Action == VerbReopen)
	})
}

// Against returns the noes of items in these events that no pass has replaced since: what anyone who continues overrides. That an item
// was begun again meanwhile takes none of them away.
func Against(events []Event, items []string) []No {
	noes := map[string][]No{}
	for i := range events {
		e := &events[i]
		switch n := noOf(e); {
		case n != nil:
			noes[e.Item] = addNo(noes[e.Item], n, events[:i])
		case e.Item != "" && e.passes():
			delete(noes, e.Item)
		}
	}
	var all []No
	for _, id := range items {
		all = append(all, noes[id]...)
		delete(noes, id)
	}
	slices.SortStableFunc(all, func(a, b No) int { return a.seq - b.seq })
	return all
}

// Concerns lists the items whose verdicts a deviation may override: its own, those that it did not wait for, and those that an
// accepted change of the pack altered.
func (d Detail) Concerns() []string {
	if d.Deviation == nil {
		return nil
	}
	items := append([]string{d.Deviation.Item}, d.Deviation.Unmet...)
	if d.PackChange != nil && d.PackChange.Altered != nil {
		items = append(items, *d.PackChange.Altered...)
	}
	return items
}

// overrides reports whether an item whose no stands is overridden: by an override, or by an accepted change of the pack that altered it.
func (d *Detail) overrides(item string) bool {
	if d.Deviation == nil || d.Deviation.Kind != OverrideDeviation && d.Deviation.Kind != PackChangeDeviation {
		return false
	}
	return slices.Contains(d.Concerns(), item) || slices.ContainsFunc(d.Deviation.Against, func(n No) bool { return n.Item == item })
}

// Answer says what became of a no.
type Answer string

// What becomes of a no. AnswerStands: nothing has taken its place.
const (
	AnswerPassed     Answer = "passed"
	AnswerWaived     Answer = "waived"
	AnswerOverridden Answer = "overridden"
	AnswerPushed     Answer = "pushed"
	AnswerSkipped    Answer = "skipped"
	AnswerStands     Answer = "stands"
)

// answers has what becomes of a no in the order in which they are told, each with its words.
var answers = []struct {
	answer Answer
	words  string
}{
	{AnswerWaived, "waived"}, {AnswerOverridden, "overridden"}, {AnswerPushed, "pushed through"}, {AnswerSkipped, "skipped"}, {AnswerPassed, "passed later"}, {AnswerStands, "stands"},
}

// Words says it for a person.
func (a Answer) Words() string {
	for _, known := range answers {
		if known.answer == a {
			return known.words
		}
	}
	return string(a)
}

// Answered is a no of a check, and what became of it.
type Answered struct {
	No
	Seq    int    `json:"seq"` // of its event
	Answer Answer `json:"answer"`
}

// Noes returns every verdict of checks that was no, in the order of the events, and what became of each: the first waiver, override or
// push-through of the item since, else a later pass.
func Noes(rec *Record) []Answered {
	var list []No
	for i := range rec.Events {
		if n := noOf(&rec.Events[i]); n != nil && !n.Fail {
			list = addNo(list, n, rec.Events[:i])
		}
	}
	all := make([]Answered, len(list))
	for i, n := range list {
		all[i] = Answered{No: n, Seq: n.seq, Answer: answerTo(n, rec.Events[n.seq:])}
	}
	return all
}

// answerTo says what became of a no in the events since.
func answerTo(n No, since []Event) Answer {
	answer := AnswerStands
	for i := range since {
		e := &since[i]
		switch d := &e.Detail; {
		case e.Item == n.Item && d.Waiver != nil:
			return AnswerWaived
		case e.Item == n.Item && d.Pushed != nil:
			return AnswerPushed
		case e.Item == n.Item && e.To == Skipped:
			return AnswerSkipped
		case answer == AnswerStands && d.overrides(n.Item):
			return AnswerOverridden
		case e.Item == n.Item && e.passes():
			answer = AnswerPassed
		}
	}
	return answer
}

// TellNoes counts verdicts that were no: "2 verdicts were no: 1 waived, 1 passed later"; "" for none.
func TellNoes(noes []Answered) string {
	if len(noes) == 0 {
		return ""
	}
	counts := map[Answer]int{}
	for _, n := range noes {
		counts[n.Answer]++
	}
	var parts []string
	for _, known := range answers {
		if n := counts[known.answer]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, known.words))
		}
	}
	verdicts := "verdicts were"
	if len(noes) == 1 {
		verdicts = "verdict was"
	}
	return fmt.Sprintf("%d %s no: %s", len(noes), verdicts, strings.Join(parts, ", "))
}

package run

import (
	"fmt"

	"rtut/pack"
)

// switchMode hands the run over to auto-confirm or takes it over again, and gives or takes back authority. Switching to auto-confirm
// again clears a stop.
func (t *transition) switchMode(a SwitchMode) error {
	mode := a.To
	if mode == "" && len(a.Preauthorize)+len(a.Withdraw) > 0 {
		mode = t.rec.Mode
	}
	switch {
	case mode != ManualMode && mode != AutoConfirm:
		return refuse(WrongMode, "", "unknown mode").with("The modes are manual and auto-confirm")
	case mode == ManualMode && len(a.Preauthorize) > 0 && a.To == "":
		return refuse(WrongMode, "", "pre-authorization needs auto-confirm, but the run is manual").with("Hand it over with it: mode auto-confirm")
	case mode == ManualMode && len(a.Preauthorize) > 0:
		return refuse(WrongMode, "", "pre-authorization needs auto-confirm, but this makes the run manual")
	}
	var d Detail
	var err error
	if d.Ended, err = t.withdraw(a.Withdraw); err != nil {
		return err
	}
	if d.Authority, err = t.preauthorize(a.Preauthorize, a.AuthorizedBy); err != nil {
		return err
	}
	d.Ended = append(d.Ended, t.replacing(d.Authority)...)
	if a.To != "" {
		d.Mode = &ModeChange{From: t.rec.Mode, To: a.To, By: t.by.name(), At: t.now}
	}
	if a.To == AutoConfirm {
		d.AutoConfirm = &AutoConfirmState{}
	}
	t.emit(VerbMode, "", "", d)
	return nil
}

// timeout ends auto-confirm's attempts at an item whose checks have failed for as long as it has time: the run stops,
// or the item is passed over.
func (t *transition) timeout(a Timeout) error {
	if !t.by.Auto {
		return refuse(WrongMode, a.Item, "only auto-confirm times an item out")
	}
	if err := t.inState(a.Item, VerbTimeout, Running, Open, Failed); err != nil {
		return err
	}
	if fellBack(t.rec, a.Item) {
		return refuse(WrongState, a.Item, "did not pass when it was verified again; an operator must decide")
	}
	why := keepsFailing(t.rec, a.Item)
	if why == "" {
		return refuse(WrongState, a.Item, "has no failing check")
	}
	def := t.pack.Item(a.Item)
	failed := failingOf(t.rec, a.Item)
	took := t.now.Since(failed.since)
	switch left := def.Timeout - took; {
	case failed.times < leastFailures:
		return refuse(TimeLeft, a.Item, "failed once in auto-confirm; it is given up after %d failures", leastFailures)
	case left > 0:
		return refuse(TimeLeft, a.Item, "has %s left", left)
	}
	reason := fmt.Sprintf("its checks failed %d times in %s: %s", failed.times, rounded(took), why)
	if def.OnTimeout == pack.PushThrough {
		t.push(a.Item, reason)
		return nil
	}
	auto := *t.rec.AutoConfirm
	auto.Stopped = &Stopped{Item: a.Item, Reason: reason, At: t.now}
	t.emit(VerbTimeout, a.Item, "", Detail{AutoConfirm: &auto})
	return nil
}

// push passes over an item. What it would have produced is pushed too, and has no value.
func (t *transition) push(id, reason string) {
	d := Detail{
		Pushed: &Push{Reason: reason, At: t.now},
		Deviation: &Deviation{
			Kind: PushDeviation, Item: id, Reason: reason, Risk: t.pack.Graph().Downstream(id), By: t.by.name(), At: t.now,
		},
	}
	var lost []string
	if step := t.pack.Step(id); step != nil {
		for _, p := range step.Produces {
			lost = append(lost, p.Datapoint)
		}
	}
	if len(lost) > 0 {
		d.Datapoints = map[string]*Datapoint{}
		for _, dp := range lost {
			d.Datapoints[dp] = &Datapoint{State: Pushed, At: &t.now}
		}
	}
	t.emit(VerbTimeout, id, Pushed, d)
}

// keepsFailing returns why the latest verification of an item did not pass; "" if it passed, or there is none.
func keepsFailing(rec *Record, id string) string {
	if s := rec.Steps[id]; s != nil {
		if s.Verification == nil || s.Verification.Passed {
			return ""
		}
		return s.Verification.Error
	}
	g := rec.Gates[id]
	if g.State != Failed {
		return ""
	}
	for _, check := range SortedKeys(g.Results) {
		if !g.Results[check].Passed {
			return check + ": " + g.Results[check].Error
		}
	}
	return ""
}

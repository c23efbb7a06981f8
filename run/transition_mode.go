package run

import (
	"fmt"

	"rtut/pack"
	"rtut/run/record"
)

// switchMode hands the run over to auto-confirm or takes it over again, and gives or takes back authority. Switching to auto-confirm
// again clears a stop.
func (t *transition) switchMode(a SwitchMode) error {
	mode := a.To
	if mode == "" && len(a.Preauthorize)+len(a.Withdraw) > 0 {
		mode = t.rec.Mode
	}
	switch {
	case mode != record.ManualMode && mode != record.AutoConfirm:
		return refuse(WrongMode, "", "unknown mode").with("The modes are manual and auto-confirm")
	case mode == record.ManualMode && len(a.Preauthorize) > 0 && a.To == "":
		return refuse(WrongMode, "", "pre-authorization needs auto-confirm, but the run is manual").with("Hand it over with it: mode auto-confirm")
	case mode == record.ManualMode && len(a.Preauthorize) > 0:
		return refuse(WrongMode, "", "pre-authorization needs auto-confirm, but this makes the run manual")
	}
	if err := t.checkAllowance(a.AllowExecute, a.To == record.AutoConfirm); err != nil {
		return err
	}
	var d record.Detail
	var err error
	if d.Ended, err = t.withdraw(a.Withdraw); err != nil {
		return err
	}
	if d.Authority, err = t.preauthorize(a.Preauthorize, a.AuthorizedBy); err != nil {
		return err
	}
	d.Ended = append(d.Ended, t.replacing(d.Authority)...)
	if a.To != "" {
		d.Mode = &record.ModeChange{From: t.rec.Mode, To: a.To, By: t.by.name(), At: t.now}
	}
	if a.To == record.AutoConfirm {
		d.AutoConfirm = &record.AutoConfirmState{Execute: t.allowance(a.AllowExecute)}
	}
	d.TakenBack = a.To != "" && !a.AllowExecute && t.mayExecute()
	t.emit(record.VerbMode, "", "", d)
	return nil
}

// timeout ends auto-confirm's attempts at an item whose checks have failed for as long as it has time: the run stops,
// or the item is left out.
func (t *transition) timeout(a Timeout) error {
	if !t.by.Auto {
		return refuse(WrongMode, a.Item, "only auto-confirm times an item out")
	}
	if err := t.inState(a.Item, record.VerbTimeout, record.Running, record.Open, record.Failed); err != nil {
		return err
	}
	if why := stopsAfter(t.rec, a.Item); why != "" {
		t.stop(a.Item, why)
		return nil
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
	t.stop(a.Item, reason)
	return nil
}

// stop ends auto-confirm's part until an operator has seen to an item.
func (t *transition) stop(item, reason string) {
	auto := *t.rec.AutoConfirm
	auto.Stopped = &record.Stopped{Item: item, Reason: reason, At: t.now}
	t.emit(record.VerbTimeout, item, "", record.Detail{AutoConfirm: &auto})
}

// push passes over an item. What it would have produced is pushed too, and has no value.
func (t *transition) push(id, reason string) {
	d := record.Detail{
		Pushed: &record.Push{Reason: reason, At: t.now},
		Deviation: &record.Deviation{
			Kind: record.PushDeviation, Item: id, Reason: reason, Risk: t.pack.Graph().Downstream(id), By: t.by.name(), At: t.now,
		},
	}
	var lost []string
	if step := t.pack.Step(id); step != nil {
		for _, p := range step.Produces {
			lost = append(lost, p.Datapoint)
		}
	}
	if len(lost) > 0 {
		d.Datapoints = map[string]*record.Datapoint{}
		for _, dp := range lost {
			d.Datapoints[dp] = &record.Datapoint{State: record.Pushed, At: &t.now}
		}
	}
	t.emit(record.VerbTimeout, id, record.Pushed, d)
}

// keepsFailing returns why the latest verification of an item did not pass; "" if it passed, or there is none.
func keepsFailing(rec *record.Record, id string) string {
	if s := rec.Steps[id]; s != nil {
		if s.Verification == nil || s.Verification.Passed {
			return ""
		}
		return s.Verification.Error
	}
	g := rec.Gates[id]
	if g.State != record.Failed {
		return ""
	}
	for _, check := range record.SortedKeys(g.Results) {
		if !g.Results[check].Passed {
			return check + ": " + g.Results[check].Error
		}
	}
	return ""
}

package run

import (
	"fmt"
	"slices"

	"rtut/pack"
)

// switchMode hands the run over to auto-confirm or takes it over again. Switching to auto-confirm again clears a stop.
func (t *transition) switchMode(a SwitchMode) error {
	change := &ModeChange{From: t.rec.Mode, To: a.To, By: t.by.name(), At: t.now}
	switch a.To {
	case ManualMode:
		if len(a.Preauthorize) > 0 {
			return refuse(WrongMode, "", "pre-authorisation is for auto-confirm, and this makes the run manual")
		}
		t.emit(VerbMode, "", "", Detail{Mode: change})
		return nil
	case AutoConfirm:
		auto, err := t.authorize(t.rec.AutoConfirm, a.Preauthorize, a.AuthorizedBy)
		if err != nil {
			return err
		}
		t.emit(VerbMode, "", "", Detail{Mode: change, AutoConfirm: auto})
		return nil
	}
	return refuse(WrongMode, "", "there is no such mode").with("The modes are manual and auto-confirm")
}

// authorize adds steps to what auto-confirm may start by itself, and clears a stop.
func (t *transition) authorize(had *AutoConfirmState, steps []string, by string) (*AutoConfirmState, error) {
	auto := &AutoConfirmState{AuthorizedBy: by}
	if had != nil {
		auto.Preauthorized = slices.Clone(had.Preauthorized)
		setIf(&auto.AuthorizedBy, had.AuthorizedBy)
		setIf(&auto.AuthorizedBy, by)
	}
	if auto.AuthorizedBy == "" {
		auto.AuthorizedBy = t.by.name()
	}
	if err := checkName("authorized-by", auto.AuthorizedBy); err != nil {
		return nil, err
	}
	for _, id := range steps {
		if err := t.preauthorizable(id); err != nil {
			return nil, err
		}
		if !slices.Contains(auto.Preauthorized, id) {
			auto.Preauthorized = append(auto.Preauthorized, id)
		}
	}
	return auto, nil
}

// preauthorizable refuses what needs no authority, or can't be given any.
func (t *transition) preauthorizable(id string) error {
	def := t.pack.Step(id)
	switch {
	case def == nil && t.pack.Gate(id) != nil:
		return refuse(NotPreauthorizable, id, "is a gate; only steps with a confirmation phrase are pre-authorised")
	case def == nil:
		return unknownItem(t.pack, id)
	case def.ManualOnly:
		return refuse(NotPreauthorizable, id, "is for an operator alone (manual-only)")
	}
	if !slices.ContainsFunc(def.Alternatives, func(a pack.Alternative) bool { return a.Confirm != nil }) {
		return refuse(NotPreauthorizable, id, "has no confirmation phrase, so it needs no pre-authorisation")
	}
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
		return refuse(WrongState, a.Item, "did not pass when it was proved anew, which is for an operator to see to")
	}
	why := keepsFailing(t.rec, a.Item)
	if why == "" {
		return refuse(WrongState, a.Item, "has no failing check")
	}
	def := t.pack.Item(a.Item)
	if left := timeLeft(t.rec, def, t.now); left > 0 {
		return refuse(TimeLeft, a.Item, "has %s left", left)
	}
	reason := fmt.Sprintf("its checks kept failing for %s: %s", def.Timeout, why)
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
	for _, check := range sorted(g.Results) {
		if !g.Results[check].Passed {
			return check + ": " + g.Results[check].Error
		}
	}
	return ""
}

package run

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"rtut/pack"
)

// set gives datapoints values. If any is invalid those alone are touched: they lose their value and are in err, the
// message kept, which never repeats what was typed.
func (t *transition) set(a SetValues) error {
	typed := slices.Sorted(maps.Keys(a.Values))
	for _, id := range typed {
		if t.pack.Datapoint(id) == nil || t.rec.Datapoints[id] == nil {
			return refuse(UnknownDatapoint, "", "the pack has no datapoint %q", id).with("It has %s", t.knownDatapoints())
		}
		if err := guardText("datapoint "+id, a.Values[id]); err != nil {
			return err
		}
	}
	if err := t.reasonToReplace(typed, a.Reason); err != nil {
		return err
	}
	valid, invalid := map[string]*Datapoint{}, map[string]*Datapoint{}
	var messages []string
	for _, id := range typed {
		value, err := t.pack.Datapoint(id).Spec.Parse(a.Values[id])
		if err != nil {
			invalid[id] = &Datapoint{State: Err, Error: err.Error(), At: &t.now}
			messages = append(messages, id+" "+err.Error())
			continue
		}
		valid[id] = &Datapoint{State: Set, Value: value, How: ByHand, At: &t.now}
	}
	if len(invalid) > 0 {
		t.emit(VerbSet, "", "", Detail{Datapoints: invalid, Reason: a.Reason})
		t.reopen(slices.Collect(keys(invalid)), "")
		t.stored = true
		return refuse(ValueInvalid, "", "not a valid value").listing(messages...).with("Set it again")
	}
	t.emit(VerbSet, "", "", Detail{Datapoints: valid, Reason: a.Reason})
	t.reopen(typed, "")
	return nil
}

// reasonToReplace refuses to replace, without a reason, a value that somebody has given or measured.
func (t *transition) reasonToReplace(typed []string, reason string) error {
	if err := checkText("reason", reason); err != nil {
		return err
	}
	var given []string
	for _, id := range typed {
		if d := t.rec.Datapoints[id]; (d.State == Set || d.State == OK) && d.How != Initial {
			given = append(given, id)
		}
	}
	if len(given) > 0 && strings.TrimSpace(reason) == "" {
		return refuse(ReasonRequired, "", "has a value already").listing(given...).with("Add --reason to replace it")
	}
	return nil
}

func (t *transition) knownDatapoints() string {
	var ids []string
	for _, d := range t.pack.Datapoints {
		ids = append(ids, d.ID)
	}
	if len(ids) == 0 {
		return "none"
	}
	return either(ids)
}

// promoted adds to produced the datapoints that the passing of an item confirms: those that are set become ok.
func (t *transition) promoted(item string, produced map[string]*Datapoint) map[string]*Datapoint {
	all := map[string]*Datapoint{}
	maps.Copy(all, produced)
	for _, def := range t.pack.Datapoints {
		d := t.rec.Datapoints[def.ID]
		if p := produced[def.ID]; p != nil {
			d = p
		}
		if def.ConfirmedBy != item || d == nil || d.State != Set {
			continue
		}
		all[def.ID] = &Datapoint{State: OK, Value: d.Value, How: t.confirmedHow(item), Given: d.How, At: d.At}
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

// confirmedHow says how an item confirms: by a check, or by hand if all its checks are manual.
func (t *transition) confirmedHow(item string) How {
	for _, c := range checksOf(t.pack, t.rec, item) {
		if c.Kind != pack.Manual {
			return ByCheck
		}
	}
	return ManualConfirmation
}

// demoted returns the datapoints that an item had confirmed, as merely set again.
func (t *transition) demoted(item string) map[string]*Datapoint {
	var back map[string]*Datapoint
	for _, def := range t.pack.Datapoints {
		d := t.rec.Datapoints[def.ID]
		if def.ConfirmedBy != item || d == nil || d.State != OK {
			continue
		}
		if back == nil {
			back = map[string]*Datapoint{}
		}
		back[def.ID] = &Datapoint{State: Set, Value: d.Value, How: d.Given, At: d.At}
	}
	return back
}

// reopen opens every passed gate that read one of the changed datapoints, and lets go of the commands of one that is
// being judged: what comes of them would pass it on the old value. cause is the item that changed them, which is not
// opened by its own doing.
func (t *transition) reopen(changed []string, cause string) {
	for _, id := range t.pack.Graph().Items() {
		gate := t.pack.Gate(id)
		if gate == nil || id == cause {
			continue
		}
		read := slices.DeleteFunc(slices.Sorted(slices.Values(changed)), func(d string) bool { return !slices.Contains(gate.Uses, d) })
		intent := t.rec.intent(id)
		switch {
		case len(read) == 0:
		case t.rec.state(id) == Passed:
			t.emit(VerbReopen, id, Open, Detail{Reason: "it had passed on an earlier value of " + either(read), Datapoints: t.demoted(id)})
		case intent != nil:
			t.emit(VerbReopen, id, "", Detail{Reason: "its commands had begun on an earlier value of " + either(read), Interrupted: intent})
		}
	}
}

func keys[V any](m map[string]V) iter.Seq[string] { return maps.Keys(m) }

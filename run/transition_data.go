package run

import (
	"maps"
	"slices"
	"strings"

	"rtut/pack"
	"rtut/run/record"
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
	valid, invalid := map[string]*record.Datapoint{}, map[string]*record.Datapoint{}
	var messages []string
	for _, id := range typed {
		value, err := t.pack.Datapoint(id).Spec.ParseAt(a.Values[id], t.now.Time)
		if err != nil {
			invalid[id] = &record.Datapoint{State: record.Err, Error: err.Error(), At: &t.now}
			messages = append(messages, id+" "+err.Error())
			continue
		}
		valid[id] = &record.Datapoint{State: record.Set, Value: value, How: record.ByHand, At: &t.now}
	}
	if len(invalid) > 0 {
		t.emit(record.VerbSet, "", "", record.Detail{Datapoints: invalid, Reason: a.Reason})
		t.stored = true
		return refuse(ValueInvalid, "", "not a valid value").listing(messages...).with("Set it again")
	}
	deviation, err := t.byHand(valid, a)
	if err != nil {
		return err
	}
	t.emit(record.VerbSet, "", "", record.Detail{Datapoints: valid, Reason: a.Reason, Deviation: deviation})
	return nil
}

// byHand judges values that a person gives where a step measures them. One that a step has measured is replaced on the record, as
// a deviation; one that its step would not accept needs an override besides.
func (t *transition) byHand(valid map[string]*record.Datapoint, a SetValues) (*record.Deviation, error) {
	var replaced, refused []string
	var step string
	for _, id := range record.SortedKeys(valid) {
		if d := t.rec.Datapoints[id]; d.How == record.Produced || d.Given == record.Produced {
			replaced = append(replaced, id)
		}
	}
	for _, item := range t.pack.Graph().Items() {
		def := t.pack.Step(item)
		if def == nil || !slices.ContainsFunc(def.Produces, func(p pack.Produce) bool { return valid[p.Datapoint] != nil }) {
			continue
		}
		if step == "" {
			step = def.ID
		}
		if why := t.notAccepted(def, valid); why != nil && t.accepts(def, valid) {
			refused = append(refused, def.ID+": "+why.Message)
		}
	}
	if len(refused) > 0 {
		if a.Override == nil {
			return nil, refuse(NotAccepted, "", "the step that produces it would not accept it").listing(refused...).
				with("Give another value, or use --override --reason REASON --acknowledge-risk")
		}
		if err := t.mayOverride(step, a.Override, t.pack.Graph().Downstream(step)); err != nil {
			return nil, err
		}
	}
	if len(refused) == 0 && len(replaced) == 0 {
		return nil, nil
	}
	reason := a.Reason
	if a.Override != nil && strings.TrimSpace(a.Override.Reason) != "" {
		reason = a.Override.Reason
	}
	return &record.Deviation{
		Kind: record.OverrideDeviation, Item: step, Reason: reason, Unmet: append(replaced, refused...), By: t.by.name(), At: t.now,
	}, nil
}

// accepts reports whether a step's conditions can be judged by the values that are there and those that are given: all that they
// name have one.
func (t *transition) accepts(def *pack.Step, given map[string]*record.Datapoint) bool {
	values := t.rec.Values()
	for _, a := range def.Accept {
		for _, name := range a.Expr.Names() {
			if given[name] == nil && values(name).IsZero() {
				return false
			}
		}
	}
	return true
}

// reasonToReplace refuses to replace, without a reason, a value that somebody has given or measured.
func (t *transition) reasonToReplace(typed []string, reason string) error {
	if err := checkText("reason", reason); err != nil {
		return err
	}
	var given []string
	for _, id := range typed {
		if d := t.rec.Datapoints[id]; (d.State == record.Set || d.State == record.OK) && d.How != record.Initial {
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
func (t *transition) promoted(item string, produced map[string]*record.Datapoint, results ...*record.Result) map[string]*record.Datapoint {
	all := map[string]*record.Datapoint{}
	maps.Copy(all, produced)
	for _, def := range t.pack.Datapoints {
		d := t.rec.Datapoints[def.ID]
		if p := produced[def.ID]; p != nil {
			d = p
		}
		if def.ConfirmedBy != item || d == nil || d.State != record.Set {
			continue
		}
		all[def.ID] = &record.Datapoint{State: record.OK, Value: d.Value, How: confirmedHow(results), Given: d.How, Proof: d.Proof, At: d.At}
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

// confirmedHow says how an item confirms: by a check, or by hand if a person answered all of it, or by nobody.
func confirmedHow(results []*record.Result) record.How {
	how := record.ManualConfirmation
	for _, r := range results {
		if r.Kind != pack.Manual {
			return record.ByCheck
		}
		if r.AutoConfirmed {
			how = record.ByNobody
		}
	}
	return how
}

// demoted returns the datapoints that an item had confirmed, as merely set again.
func (t *transition) demoted(item string) map[string]*record.Datapoint {
	var back map[string]*record.Datapoint
	for _, def := range t.pack.Datapoints {
		d := t.rec.Datapoints[def.ID]
		if def.ConfirmedBy != item || d == nil || d.State != record.OK {
			continue
		}
		if back == nil {
			back = map[string]*record.Datapoint{}
		}
		back[def.ID] = &record.Datapoint{State: record.Set, Value: d.Value, How: d.Given, Proof: d.Proof, At: d.At}
	}
	return back
}

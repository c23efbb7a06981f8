package run

import (
	"fmt"
	"maps"
	"slices"

	"rtut/pack"
	"rtut/pack/extract"
	"rtut/pack/value"
	"rtut/run/record"
)

// produced returns the datapoints that a step gives values to as it completes: those its verification extracted and
// those that were typed. All of them must be there and valid, and what the step requires of them must hold.
func (t *transition) produced(def *pack.Step, result *record.Result, typed map[string]string) (map[string]*record.Datapoint, error) {
	values := map[string]*record.Datapoint{}
	var owed []string
	for _, p := range def.Produces {
		value := result.Extracted[p.Datapoint]
		text, given := typed[p.Datapoint]
		if p.Extract == nil && given {
			var err error
			if value, err = t.typedValue(def.ID, p.Datapoint, text); err != nil {
				return nil, err
			}
		}
		if p.Extract != nil && given {
			return nil, refuse(ValueInvalid, def.ID, "%s is read from the verification, not typed", p.Datapoint).with("Verify it again, or set it afterwards with a reason")
		}
		if value.IsZero() {
			owed = append(owed, p.Datapoint)
			continue
		}
		made := &record.Datapoint{State: record.Set, Value: value, How: record.Produced, At: &t.now}
		if p.Extract != nil {
			made.Proof = result.Proof
		}
		values[p.Datapoint] = made
	}
	for _, id := range slices.Sorted(maps.Keys(typed)) {
		if !slices.ContainsFunc(def.Produces, func(p pack.Produce) bool { return p.Datapoint == id }) {
			return nil, refuse(UnknownDatapoint, def.ID, "does not produce %q", id).with("Set it with `run set`")
		}
	}
	if len(owed) > 0 {
		return nil, refuse(ValueMissing, def.ID, "required values are missing").listing(owed...).with("Give them with --set datapoint=value")
	}
	if why := t.notAccepted(def, values); why != nil {
		return nil, why
	}
	return values, nil
}

func (t *transition) typedValue(step, id, text string) (value.Value, error) {
	if err := guardText("datapoint "+id, text); err != nil {
		return value.Value{}, err
	}
	value, err := t.pack.Datapoint(id).Spec.ParseAt(text, t.now.Time)
	if err != nil {
		return value, refuse(ValueInvalid, step, "%s %s", id, err)
	}
	return value, nil
}

// notAccepted refuses values that are too long, or of which the conditions of the step that produces them do not hold; nil where it
// takes them.
func (t *transition) notAccepted(def *pack.Step, produced map[string]*record.Datapoint) *Refusal {
	if why := t.withinBytes(def, produced); why != nil {
		return why
	}
	before := t.rec.Values()
	values := func(name string) value.Value {
		if d := produced[name]; d != nil {
			return d.Value
		}
		return before(name)
	}
	for _, a := range def.Accept {
		holds, err := a.Expr.Eval(values)
		if err != nil {
			return refuse(NotAccepted, def.ID, "%s cannot be evaluated: %s", a.ID, err)
		}
		if !holds {
			return refuse(NotAccepted, def.ID, "%s does not hold of what was produced: %s", a.ID, a.Expr.Raw())
		}
	}
	return nil
}

// extractOne reads one value from what a verification printed.
func (t *transition) extractOne(p pack.Produce, seen Observation) (value.Value, error) {
	texts, err := p.Extract.Read(seen.lines(), !seen.Truncated)
	switch {
	case err != nil && p.Extract.Plain:
		return value.Value{}, fmt.Errorf("%w%s", err, seen.onlyHead())
	case err != nil:
		return value.Value{}, err
	}
	for _, text := range texts {
		if err := guardText("datapoint "+p.Datapoint, text); err != nil {
			return value.Value{}, fmt.Errorf("what the output gives %s", err.Message)
		}
	}
	spec := t.pack.Datapoint(p.Datapoint).Spec
	var v value.Value
	if p.Extract.Take == extract.List {
		v, err = spec.ParseItems(texts)
	} else {
		v, err = spec.Parse(texts[0])
	}
	if err != nil {
		return v, fmt.Errorf("what the output gives %w", err)
	}
	return v, nil
}

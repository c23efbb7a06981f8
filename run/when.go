package run

import (
	"errors"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/record"
)

// isNeeded judges the `when` of a step, its own and those of the stages around it. What was pushed through has no value for
// good and counts for yes; any other name without a value is a *value.NoValueError, for absent is not yes.
func isNeeded(rec *record.Record, def *pack.Step) (bool, error) {
	values, pushed := rec.Values(), false
	for _, name := range def.When.Names() {
		if !values(name).IsZero() {
			continue
		}
		if d := rec.Datapoints[name]; d == nil || d.State != record.Pushed {
			return false, &value.NoValueError{Name: name}
		}
		pushed = true
	}
	if pushed {
		return true, nil
	}
	return def.When.Eval(values)
}

// unjudged refuses to start a step of which nobody knows whether it is needed.
func unjudged(def *pack.Step, why error) error {
	way := "Correct the value"
	var missing *value.NoValueError
	if errors.As(why, &missing) {
		way = "Give " + missing.Name + " a value"
	}
	return refuse(NoValue, def.ID, "%s", sayUnjudged(why)).
		with("%s; or, if it is needed all the same, say so with --alternative %s", way, neededNames(def))
}

func sayUnjudged(why error) string { return "whether it is needed cannot be evaluated: " + why.Error() }

// unjudged says why the condition of a step that is to be started cannot be evaluated; "" where it can, or where a value is missing.
func (v *View) unjudged(def *pack.Step) string {
	if state := v.rec.State(def.ID); def.When == nil || state != record.Todo && state != record.Skipped {
		return ""
	}
	_, err := isNeeded(v.rec, def)
	var missing *value.NoValueError
	if err == nil || errors.As(err, &missing) {
		return ""
	}
	return sayUnjudged(err)
}

// neededNames are the ways to carry out a step that is needed.
func neededNames(def *pack.Step) string {
	var ids []string
	for _, alt := range def.Alternatives {
		if alt.ID != pack.NotNeeded {
			ids = append(ids, alt.ID)
		}
	}
	return either(ids)
}

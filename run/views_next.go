package run

import (
	"strings"

	"rtut/pack"
	"rtut/pack/command"
	"rtut/pack/value"
	"rtut/run/record"
)

// NotBefore returns from when a gate can pass and, in words, why not before; nil where its time has come. Of several checks that
// wait for their time the last decides.
func (v *View) NotBefore(gate string) (from *record.Time, why string) {
	def := v.pack.Gate(gate)
	if def == nil {
		return nil, ""
	}
	results := clockResults(v.pack, v.rec, def, v.ready.now)
	for _, check := range record.SortedKeys(results) {
		if r := results[check]; r.Waits() && (from == nil || r.From.After(from.Time)) {
			_, what, _ := strings.Cut(r.Error, " UTC: ")
			from, why = r.From, check+", "+what
		}
	}
	return from, why
}

// clockResults judges those checks of a gate that the clock alone decides. Nothing is run or written.
func clockResults(p *pack.Pack, rec *record.Record, def *pack.Gate, now record.Time) map[string]*record.Result {
	t := &transition{pack: p, rec: rec, by: Actor{Auto: true}, now: now}
	results := map[string]*record.Result{}
	for i := range def.Checks {
		if c := &def.Checks[i]; c.Kind.ByClock() {
			results[c.ID] = t.judge(c, Observation{}, Answers{})
		}
	}
	return results
}

// Declined reports whether a person has answered no to a question of an item, and that answer stands.
func (v *View) Declined(id string) bool {
	results := map[string]*record.Result{}
	if s := v.rec.Steps[id]; s != nil && s.Verification != nil {
		results[""] = s.Verification
	}
	if g := v.rec.Gates[id]; g != nil && g.State == record.Failed {
		results = g.Results
	}
	for _, r := range results {
		if r.Kind == pack.Manual && !r.Passed && !r.AutoConfirmed {
			return true
		}
	}
	return false
}

// FalseNow returns the names that the expressions of an item read which are false as things are, in the order of its checks.
func (v *View) FalseNow(id string) []string {
	var names []string
	for _, c := range checksOf(v.pack, v.rec, id) {
		if c.Expr == nil {
			continue
		}
		if holds, err := c.Expr.Eval(v.rec.Values()); err == nil && !holds {
			names = append(names, c.Expr.Names()...)
		}
	}
	return names
}

// Valueless returns the names without a value that an item reads: to be started by an alternative ("" is the recommended one) or,
// once it is running, to be verified.
func (v *View) Valueless(id, alternative string) []string {
	var names []string
	step, state := v.pack.Step(id), v.rec.State(id)
	if step == nil || state != record.Todo && state != record.Skipped {
		for _, c := range checksOf(v.pack, v.rec, id) {
			names = append(names, namesOf(c.Command, c.On)...)
		}
		return v.rec.Lacking(names)
	}
	if step.When != nil {
		names = append(names, step.When.Names()...)
	}
	if alt := v.Alternative(step, alternative); alt.Confirm != nil {
		names = append(append(names, alt.Confirm.Names()...), namesOf(alt.Command, alt.On)...)
	}
	return v.rec.Lacking(names)
}

// namesOf returns what a command and its host read.
func namesOf(command *command.Command, on *value.Text) []string {
	var names []string
	if command != nil {
		names = append(names, command.Names()...)
	}
	if on != nil {
		names = append(names, on.Names()...)
	}
	return names
}

// AutoWaits says why auto-confirm, where it has started or need not start an item, leaves it to the operator; nil where it goes on.
func (v *View) AutoWaits(id string) []string { return autoWaits(v.pack, v.rec, id) }

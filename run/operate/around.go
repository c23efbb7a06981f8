package operate

import (
	"cmp"
	"slices"

	"rtut/run/record"
)

// Around is what somebody should know of other runs before beginning one.
type Around struct {
	Open []record.Row // unfinished runs on the same target, or of the same pack where one of the two names no target, oldest first
	Last *record.Row  // the latest ended run of the same pack there, if it did not succeed; nil otherwise
}

// LookAround looks at the runs of a repo for those that a run of a pack in a context should know of. id is of the run itself, once it
// has begun; "" before.
func LookAround(rows []record.Row, id, packID string, context record.Context) Around {
	var around Around
	var last *record.Row
	for i := range rows {
		r := &rows[i]
		if r.RunID == id {
			continue
		}
		ofPack := r.PackID == packID && (r.Context.Target == context.Target || r.Context.Target == "" || context.Target == "")
		switch {
		case !r.Finished() && (ofPack || sameTarget(r.Context, context)):
			around.Open = append(around.Open, *r)
		case r.Finished() && ofPack && (last == nil || r.Ended.After(last.Ended.Time)):
			last = r
		}
	}
	if last != nil && last.Outcome != record.Succeeded {
		around.Last = last
	}
	return around
}

// sameTarget reports whether two runs are applied to the same target, of the same project as far as they say.
func sameTarget(a, b record.Context) bool {
	return a.Target != "" && a.Target == b.Target && (a.Project == b.Project || a.Project == "" || b.Project == "")
}

// EndedAt returns the item at which a run ended that did not succeed, and why: the step that failed last, else the gate that did not pass,
// else what was pushed through, else the first item that is not finished. Both may be "".
func EndedAt(rec *record.Record) (item, reason string) {
	for _, e := range slices.Backward(rec.Events) {
		s, g := rec.Steps[e.Item], rec.Gates[e.Item]
		switch {
		case s != nil && s.State == record.Failed && e.Action == record.VerbFail:
			return e.Item, s.Reason
		case s != nil && s.State == record.Pushed && s.Pushed != nil:
			return e.Item, s.Pushed.Reason
		case g != nil && g.State == record.Pushed && g.Pushed != nil:
			return e.Item, g.Pushed.Reason
		case g != nil && g.State == record.Failed:
			return e.Item, cmp.Or(rec.Reason, "it did not pass")
		}
	}
	return "", rec.Reason
}

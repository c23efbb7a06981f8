package interchange

import (
	"fmt"
	"slices"

	"rtut/run/record"
)

// Tick is one tick of auto-confirm, as it went.
type Tick struct {
	Began  record.Time    // numbers it; no two ticks of a run may begin in the same microsecond
	Events []record.Event // that it added to the record; none if it had nothing to do
	Err    error          // what it broke off with; nil if it did not
}

// OfTick returns the report of a tick of a run, whose record is as it was some time after: one wave with all that the tick
// did, whatever others did meanwhile. A record that does not say enough is a *run.Refusal with code NotReportable.
func OfTick(rec *record.Record, tick Tick) (*Report, error) {
	if err := tellable(rec); err != nil {
		return nil, err
	}
	number := fmt.Sprintf("%s-tick-%d", rec.RunID, tick.Began.UnixMicro())
	wave := Wave{EventIDs: []string{"evt-" + number}, Automations: []string{}, Changes: []Change{}}
	for t := range turns(nil, rec) {
		if !slices.ContainsFunc(tick.Events, func(e record.Event) bool { return e.Seq == t.event.Seq }) {
			continue
		}
		wave.Changes = append(wave.Changes, t.changes()...)
		for _, item := range automations(t.event) {
			if !slices.Contains(wave.Automations, item) {
				wave.Automations = append(wave.Automations, item)
			}
		}
	}
	wave.Changes = withoutCancelled(wave.Changes)
	r := &Report{
		SpecificationVersion: Version, RunID: number, Mode: OneHop, RootEventIDs: wave.EventIDs, Waves: []Wave{wave},
		Diagnostics: []Diagnostic{},
	}
	r.end(tick.Err)
	return r, nil
}

// end gives the report of a tick its status, and says what it broke off with.
func (r *Report) end(err error) {
	switch {
	case err == nil && r.changed():
		r.Status = Committed
	case err == nil:
		r.Status = NoChange
	case r.changed():
		r.Status = Incomplete
		r.Diagnostics = append(r.Diagnostics, Diagnostic{Code: IncompleteCommit, Message: "the tick broke off: " + err.Error()})
	default:
		r.Status = Aborted
		r.Diagnostics = append(r.Diagnostics, Diagnostic{Code: ActionFailed, Message: "the tick broke off: " + err.Error()})
	}
}

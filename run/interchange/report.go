package interchange

import (
	"cmp"
	"slices"
	"strings"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// Version is that of the specification whose documents these are.
const Version = "0.1.0"

// Mode says how far a report goes (CR-45).
type Mode string

// The modes.
const (
	OneHop      Mode = "one_hop"     // a tick
	Propagation Mode = "propagation" // a whole run
)

// Status says the result of what a report tells (CR-46).
type Status string

// The statuses.
const (
	Committed  Status = "committed"  // it succeeded and changed something
	NoChange   Status = "no_change"  // it succeeded and had nothing to change
	Aborted    Status = "aborted"    // it ended before anything changed
	Incomplete Status = "incomplete" // it ended after something had changed, before all of it had
)

// Report tells of a whole run, or of one tick.
type Report struct {
	SpecificationVersion string       `json:"specification_version"`
	RunID                string       `json:"run_id"`
	Mode                 Mode         `json:"mode"`
	Status               Status       `json:"status"`
	RootEventIDs         []string     `json:"root_event_ids"`
	Waves                []Wave       `json:"waves"`
	Diagnostics          []Diagnostic `json:"diagnostics"`
}

// Wave is what one event changed.
type Wave struct {
	Index       int      `json:"index"` // from 0, without holes
	EventIDs    []string `json:"event_ids"`
	Automations []string `json:"automations"` // the items acted on
	Changes     []Change `json:"changes"`
}

// Of returns the report of a finished run: a wave for every event of its record. p is the pack that it followed, to say what
// was ready as it ended and how it was marked before; nil if it is lost. A run that has not ended is a *run.Refusal with code RunUnfinished, one whose
// record does not say enough with code NotReportable.
func Of(p *pack.Pack, rec *record.Record) (*Report, error) {
	if !rec.Finished() {
		return nil, &run.Refusal{
			Code: run.RunUnfinished, Message: "the run has not ended, so it has no interchange report yet",
			Satisfy: "Close it with finalize, or read it in another format",
		}
	}
	if err := tellable(rec); err != nil {
		return nil, err
	}
	r := &Report{SpecificationVersion: Version, RunID: rec.RunID, Mode: Propagation, RootEventIDs: roots(rec), Waves: []Wave{}}
	for t := range turns(p, rec) {
		r.Waves = append(r.Waves, Wave{
			Index: len(r.Waves), EventIDs: []string{eventID(rec, t.event)}, Automations: automations(t.event), Changes: t.changes(),
		})
	}
	r.Status = statusOf(*rec.Outcome, r.changed())
	r.Diagnostics = diagnosticsOf(p, rec, r.Status)
	return r, nil
}

// roots are the ids of the operator's events, the one that began the run among them, by instant and then id (CR-78), in
// which -10 comes before -9.
func roots(rec *record.Record) []string {
	outside := slices.DeleteFunc(slices.Clone(rec.Events), func(e record.Event) bool { return !byOperator(e) && e.Seq > 1 })
	slices.SortFunc(outside, func(a, b record.Event) int {
		return cmp.Or(a.At.Compare(b.At.Time), strings.Compare(eventID(rec, a), eventID(rec, b)))
	})
	ids := []string{}
	for _, e := range outside {
		ids = append(ids, eventID(rec, e))
	}
	return ids
}

// changed reports whether any field has another value than before.
func (r *Report) changed() bool {
	return slices.ContainsFunc(r.Waves, func(w Wave) bool { return len(w.Changes) > 0 })
}

// statusOf is the status of a run that ended with an outcome, having changed something or not (CR-74 to CR-76).
func statusOf(outcome record.Outcome, changed bool) Status {
	switch {
	case outcome == record.Succeeded && changed:
		return Committed
	case outcome == record.Succeeded:
		return NoChange
	case changed:
		return Incomplete
	}
	return Aborted
}

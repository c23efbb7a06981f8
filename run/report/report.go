package report

import (
	"iter"
	"time"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// Schema names the layout of a Report.
const Schema = "runbook-report/v1"

// Report is everything that is to be told of a run. Every key is always there: what is not known or did not happen is
// null, empty text or an empty list.
type Report struct {
	// the layout of this document
	Schema string `json:"schema"`
	// the run
	RunID string `json:"run_id"`
	// the moment that the report tells of: the last event of a finished run, else when the report was made
	AsOf record.Time `json:"as_of"`
	// how the run ended, or stands, and why
	Result Result `json:"result"`
	// the proof of the items
	Trust Trust `json:"trust"`
	// the verdicts that were no, and what took their place
	Noes Noes `json:"noes"`
	// what was never checked: by name, what was left out, rests on a word alone or on nobody's, is out of date or was not reached
	Unchecked []Unchecked `json:"unchecked"`
	// what the run was applied to, and by whom
	Context Context `json:"context"`
	// the runbook that was followed
	Pack Pack `json:"pack"`
	// when somebody was at work, and when something waited for somebody
	Timeline Timeline `json:"timeline"`
	// the stages of the pack, outermost first; empty where the pack is not known
	Stages []Stage `json:"stages"`
	// what waits for what, as a drawing of the flow shows it
	Arrows []Arrow `json:"arrows"`
	// every step and gate, in the order of the pack
	Items []Item `json:"items"`
	// what was planned against what was done, in the order of the pack
	Plan []PlanRow `json:"plan"`
	// every time that the procedure was not followed, on the record
	Deviations []Deviation `json:"deviations"`
	// failures, retries, redos, skips, push-throughs and rollbacks, in the order in which they happened
	Detours []Detour `json:"detours"`
	// every value that was measured or decided, and how it came about
	Datapoints []Datapoint `json:"datapoints"`
	// the things that the procedure makes or needs
	Artefacts []Artefact `json:"artefacts"`
	// what people noted on the way
	Notes []Note `json:"notes"`
	// changes of the operator
	Handovers []Handover `json:"handovers"`
	// switches between manual and auto-confirm
	ModeChanges []ModeChange `json:"mode_changes"`
	// changes of the pack that the run has taken over
	PackChanges []PackChange `json:"pack_changes"`
	// what people thought of the run; the last counts
	Feedback []Feedback `json:"feedback"`
	// everything that happened, oldest first
	Log []LogEntry `json:"log"`
	// where the clock went back: times before and behind it do not compare, the order is that of the log
	ClockSteps []ClockStep `json:"clock_steps"`
	// what an audit compares with the record
	Integrity Integrity `json:"integrity"`
}

// Integrity is what an audit says of the record. It names the last event, so that a record can be told from one that was rewritten.
type Integrity struct {
	// complete, unfinished or incomparable where the record is as rtut wrote it; altered or cut where it is not, and where what this
	// report says may never have happened
	Verdict record.Verdict `json:"verdict"`
	// what is wrong with the record, or could not be compared; "" for nothing
	Found string `json:"found"`
	// how often the record had been written
	Revision int `json:"revision"`
	// the number of the last event; 0 where the record does not name it
	Seq int `json:"seq"`
	// the hash of the last event, "" where the record does not name it
	Hash string `json:"hash"`
}

// Whole reports whether the record is as rtut wrote it, as far as that can be seen.
func (i Integrity) Whole() bool { return record.Finding{Verdict: i.Verdict}.Intact() }

// maker is what a report is made of.
type maker struct {
	pack     *pack.Pack // nil: not known
	rec      *record.Record
	head     record.Head    // of rec
	found    record.Finding // what an audit says of rec
	view     *run.View      // nil: as pack
	course   run.Course
	noes     []record.Answered // see record.Noes
	starters map[string]string // see run.Starters
	until    record.Time       // see Report.AsOf

	elapsed []time.Duration  // by event: since the first, see run.Elapsed
	whole   float64          // the seconds that the run took, or has taken
	events  map[string][]int // by item: the places of its events
}

// eventsOf gives the events of an item, with their places among all.
func (m *maker) eventsOf(item string) iter.Seq2[int, *record.Event] {
	return func(yield func(int, *record.Event) bool) {
		for _, i := range m.events[item] {
			if !yield(i, &m.rec.Events[i]) {
				return
			}
		}
	}
}

// Of returns the report of a run at the moment now. p is the pack that the run follows; where it is lost, nil: the report
// then has ids for titles, and tells nothing of what the pack alone knows.
func Of(p *pack.Pack, rec *record.Record, now time.Time) Report {
	if followed, err := run.Follow(p, rec); err == nil {
		p = followed
	}
	m := &maker{pack: p, rec: rec, head: record.HeadOf(rec), found: rec.Audit(), course: run.CourseOf(p, rec), noes: record.Noes(rec), starters: run.Starters(rec), until: record.At(now)}
	if rec.Finished() {
		m.until = m.head.Touched()
	}
	m.elapsed = run.Elapsed(rec)
	m.events = map[string][]int{}
	for i := range rec.Events {
		m.events[rec.Events[i].Item] = append(m.events[rec.Events[i].Item], i)
	}
	m.whole = m.took()
	if p != nil {
		m.view = run.NewView(p, rec, m.until.Time)
	}
	r := Report{
		Schema: Schema, RunID: rec.RunID, AsOf: m.until, Result: m.result(), Trust: m.trust(), Noes: m.allNoes(), Unchecked: m.unchecked(), Context: m.context(), Pack: m.packOf(),
		Timeline: m.timeline(), Stages: m.stages(), Arrows: m.arrows(), Items: m.items(), Deviations: m.deviations(),
		Detours: m.detours(), Datapoints: m.datapoints(), Artefacts: m.artefacts(), Notes: m.notes(), Handovers: m.handovers(),
		ModeChanges: m.modeChanges(), PackChanges: m.packChanges(), Feedback: m.feedback(), Log: m.log(), ClockSteps: m.clockSteps(), Integrity: m.integrity(),
	}
	r.Plan = m.plan(r.Items)
	return r
}

func (m *maker) integrity() Integrity {
	i := Integrity{Verdict: m.found.Verdict, Found: m.found.Message, Revision: m.rec.Revision}
	if head := m.rec.Head; head != nil {
		i.Seq, i.Hash = head.Seq, head.Hash
	}
	return i
}

// list returns what a JSON document shows as a list although there may be nothing in it.
func list[T any](all []T) []T {
	if all == nil {
		return []T{}
	}
	return all
}

package interchange

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// DiagnosticCode says what kind of trouble a diagnostic tells of (CR-56); rtut has these of it.
type DiagnosticCode string

// The codes that rtut's reports have.
const (
	ActionFailed     DiagnosticCode = "action_failed"
	ValidationFailed DiagnosticCode = "validation_failed"
	ApprovalRequired DiagnosticCode = "approval_required"
	IncompleteCommit DiagnosticCode = "incomplete_commit"
)

// Diagnostic is one thing that kept a run from succeeding. What does not apply is left out.
type Diagnostic struct {
	Code       DiagnosticCode `json:"code"`
	Message    string         `json:"message"` // for people
	Automation string         `json:"automation,omitempty"`
	Path       string         `json:"path,omitempty"`
	Field      string         `json:"field,omitempty"`
	Wave       *int           `json:"wave,omitempty"` // nil: none in particular
}

// compareDiagnostics orders as CR-79 requires it: by wave, path, automation, field, code and message. What is absent comes
// first; waves are compared as numbers, all else by code points, which is how Go compares texts.
func compareDiagnostics(a, b Diagnostic) int {
	return cmp.Or(
		compareWaves(a.Wave, b.Wave), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Automation, b.Automation),
		cmp.Compare(a.Field, b.Field), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message),
	)
}

func compareWaves(a, b *int) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return -1
	case b == nil:
		return 1
	}
	return cmp.Compare(*a, *b)
}

// diagnosticsOf says why a run has not succeeded; nothing if it has (CR-82).
func diagnosticsOf(p *pack.Pack, rec *record.Record, status Status) []Diagnostic {
	all := []Diagnostic{}
	switch status {
	case Incomplete:
		all = append(all, incompleteCommit(rec))
		all = append(all, failures(rec)...)
		all = append(all, approvals(p, rec)...)
	case Aborted:
		all = append(all, approvals(p, rec)...)
		if len(all) == 0 { // CR-61: nothing was ready, or the pack that would say so is lost
			all = append(all, Diagnostic{Code: ApprovalRequired, Message: "the run was " + ended(rec) + " before anybody began it"})
		}
	}
	slices.SortFunc(all, compareDiagnostics)
	return all
}

func incompleteCommit(rec *record.Record) Diagnostic {
	return Diagnostic{Code: IncompleteCommit, Message: "the run was " + ended(rec) + " after some of it had been done"}
}

// ended says how a finished run was closed, and why where that was said.
func ended(rec *record.Record) string {
	how := fmt.Sprintf("closed as %s", *rec.Outcome)
	if rec.Reason != "" {
		how += " (" + rec.Reason + ")"
	}
	return how
}

// failures are the steps that failed last time they were tried, and the datapoints whose last value was refused.
func failures(rec *record.Record) []Diagnostic {
	var all []Diagnostic
	for _, id := range slices.Sorted(maps.Keys(rec.Steps)) {
		if s := rec.Steps[id]; s.State == record.Failed {
			all = append(all, Diagnostic{
				Code: ActionFailed, Message: "the step failed: " + s.Reason, Automation: id, Path: itemPath(rec.PackID, id), Field: "state",
				Wave: lastWave(rec, func(e record.Event) bool { return e.Item == id && e.To == record.Failed }),
			})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(rec.Datapoints)) {
		if d := rec.Datapoints[id]; d.State == record.Err {
			all = append(all, Diagnostic{
				Code: ValidationFailed, Message: "the value was refused: " + d.Error, Path: datapointPath(rec.PackID, id), Field: "value",
				Wave: lastWave(rec, func(e record.Event) bool { return e.Detail.Datapoints[id] != nil }),
			})
		}
	}
	return all
}

// lastWave is the wave of the last event that is as wanted; nil if there is none.
func lastWave(rec *record.Record, wanted func(record.Event) bool) *int {
	for i, e := range slices.Backward(rec.Events) {
		if wanted(e) {
			return &i
		}
	}
	return nil
}

// approvals are the items that waited only for an operator as the run ended: they were running, or nothing else held
// them up. Without the pack only the former are known.
func approvals(p *pack.Pack, rec *record.Record) []Diagnostic {
	var all []Diagnostic
	for _, id := range slices.Sorted(maps.Keys(rec.Steps)) {
		if rec.Steps[id].State == record.Running {
			all = append(all, approval(rec, id, "the step was running and waited for an operator"))
		}
	}
	if p == nil {
		return all
	}
	open := *rec
	open.Outcome = nil // as it was before it ended
	for _, id := range run.NewView(p, &open, rec.FinishedAt.Time).Next().Ready {
		all = append(all, approval(rec, id, "the item was ready and waited for an operator"))
	}
	return all
}

func approval(rec *record.Record, item, message string) Diagnostic {
	return Diagnostic{Code: ApprovalRequired, Message: message, Automation: item, Path: itemPath(rec.PackID, item)}
}

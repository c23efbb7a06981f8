package report

import (
	"rtut/run/record"
)

// Deviation is one time that the procedure was not followed, on the record.
type Deviation struct {
	// override, waiver, push-through, pack-change or redo
	Kind record.DeviationKind `json:"kind"`
	// the step or gate, "" for the run as a whole
	Item string `json:"item"`
	// why, in the operator's words
	Reason string `json:"reason"`
	// what the item still waited for; of a pack-change, what has changed
	Unmet []string `json:"unmet"`
	// the items that are downstream of it, which the risk was of
	Risk []string `json:"risk"`
	// the verdicts that were no and that it overrides; empty for none
	Against []No `json:"against"`
	// who
	By string `json:"by"`
	// when
	At record.Time `json:"at"`
	// how long after the making of the run, by the order of the events
	AfterSeconds float64 `json:"after_seconds"`
}

// Detour is a way of going on otherwise than straight through.
type Detour struct {
	// no (checks that did not pass), fail, retry, redo, skip, waive, push-through, stop (of auto-confirm), rollback or reopen (of a gate, as
	// a value has changed)
	Kind DetourKind `json:"kind"`
	// the step or gate
	Item string `json:"item"`
	// why; "" where the record does not say
	Reason string `json:"reason"`
	// of a retry: the operator said that the earlier attempt did not partly apply
	AcknowledgePartial bool `json:"acknowledge_partial"`
	// of a no: what became of it, as of No; "" of others
	Answer record.Answer `json:"answer"`
	// it is a deviation, too
	Deviation bool `json:"deviation"`
	// who; "" where the record does not say
	By string `json:"by"`
	// when; null where the record does not say
	At *record.Time `json:"at"`
	// how long after the making of the run, by the order of the events
	AfterSeconds float64 `json:"after_seconds"`
}

// DetourKind names a kind of detour.
type DetourKind string

// The kinds of detour.
const (
	NoDetour       DetourKind = "no"
	FailDetour     DetourKind = "fail"
	RetryDetour    DetourKind = "retry"
	RedoDetour     DetourKind = "redo"
	SkipDetour     DetourKind = "skip"
	WaiveDetour    DetourKind = "waive"
	PushDetour     DetourKind = "push-through"
	StopDetour     DetourKind = "stop"
	RollbackDetour DetourKind = "rollback"
	ReopenDetour   DetourKind = "reopen"
)

// detourOf gives the kind of detour that an action is.
var detourOf = map[record.Verb]DetourKind{
	record.VerbFail: FailDetour, record.VerbRetry: RetryDetour, record.VerbRedo: RedoDetour, record.VerbSkip: SkipDetour, record.VerbWaive: WaiveDetour,
	record.VerbTimeout: StopDetour, record.VerbRollback: RollbackDetour, record.VerbReopen: ReopenDetour,
}

func (m *maker) deviations() []Deviation {
	deviations := []Deviation{}
	var after []float64 // of those that the events tell of, in their order
	for i, e := range m.rec.Events {
		if e.Detail.Deviation != nil {
			after = append(after, m.after(i))
		}
	}
	against := m.against()
	for i, d := range m.rec.Deviations {
		told := Deviation{d.Kind, d.Item, d.Reason, list(d.Unmet), list(d.Risk), []No{}, d.By, d.At, seconds(m.head.Began(), d.At)}
		if i < len(against) {
			told.Against = against[i]
		}
		if i < len(after) {
			told.AfterSeconds = after[i]
		}
		deviations = append(deviations, told)
	}
	return deviations
}

// detours are those that the events tell of. Of a record without events the retries are known alone.
func (m *maker) detours() []Detour {
	detours := []Detour{}
	noes := m.noesByEvent()
	for i, e := range m.rec.Events {
		if n, said := noes[e.Seq]; said {
			detours = append(detours, Detour{
				Kind: NoDetour, Item: n.Item, Reason: n.said(), Answer: n.Answer, By: n.By, At: &n.At, AfterSeconds: m.after(i),
			})
		}
		if kind := detourOf[e.Action]; kind != "" {
			told := detour(kind, e)
			told.AfterSeconds = m.after(i)
			detours = append(detours, told)
		}
	}
	if len(m.rec.Events) == 0 {
		for _, r := range m.rec.Retries {
			detours = append(detours, Detour{
				Kind: RetryDetour, Item: r.Step, AcknowledgePartial: r.AcknowledgePartial, By: r.By, At: &r.At,
				AfterSeconds: seconds(m.head.Began(), r.At),
			})
		}
	}
	return detours
}

func detour(kind DetourKind, e record.Event) Detour {
	d := Detour{Kind: kind, Item: e.Item, Reason: e.Detail.Reason, Deviation: e.Detail.Deviation != nil, By: e.By, At: &e.At}
	if w := e.Detail.Waiver; w != nil {
		d.Reason = w.Reason
	}
	if p := e.Detail.Pushed; p != nil {
		d.Kind, d.Reason = PushDetour, p.Reason
	}
	if auto := e.Detail.AutoConfirm; auto != nil && auto.Stopped != nil {
		d.Reason = auto.Stopped.Reason
	}
	if r := e.Detail.Retry; r != nil {
		d.AcknowledgePartial = r.AcknowledgePartial
	}
	return d
}

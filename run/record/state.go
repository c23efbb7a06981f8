package record

// State is the state of a step, a gate or a datapoint, as the record spells it.
type State string

// States of a step.
const (
	Todo    State = "todo"
	Running State = "running"
	Done    State = "done"
	Failed  State = "failed" // of a gate, too
	Skipped State = "skipped"
	Pushed  State = "pushed" // of a gate and a datapoint, too: left out by push-through
)

// States of a gate, beside Failed and Pushed.
const (
	Open   State = "open"
	Passed State = "passed"
	Waived State = "waived"
)

// States of a datapoint, beside Pushed.
const (
	Nil State = "nil" // has no value yet
	Set State = "set"
	Err State = "err" // was given an invalid value, which was not stored
	OK  State = "ok"  // set, and confirmed by the item named in confirmed_by
)

// Finished reports whether an item in this state no longer holds up those that wait for it.
func (s State) Finished() bool {
	switch s {
	case Done, Skipped, Pushed, Passed, Waived:
		return true
	}
	return false
}

// Mode says who applies confirmation: the operator, or auto-confirm.
type Mode string

// The modes of a run.
const (
	ManualMode  Mode = "manual"
	AutoConfirm Mode = "auto-confirm"
)

// Outcome is how a finished run ended.
type Outcome string

// The outcomes.
const (
	Succeeded  Outcome = "succeeded"
	FailedRun  Outcome = "failed"
	Abandoned  Outcome = "abandoned"
	Unfinished Outcome = "" // only within this package
)

// How says how a datapoint came by its value.
type How string

// The ways a datapoint comes about.
const (
	Initial            How = "initial"
	ByHand             How = "manual"
	Produced           How = "produced"
	ByCheck            How = "check"
	ManualConfirmation How = "manual confirmation"
	ByNobody           How = "nobody" // auto-confirm answered
)

// Rating is what a person thought of a run.
type Rating string

// The ratings.
const (
	Good    Rating = "good"
	Neutral Rating = "neutral"
	Poor    Rating = "poor"
)

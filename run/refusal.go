package run

import (
	"fmt"
	"strings"
)

// Code names a rule that refuses, for scripts. Codes never change their meaning.
type Code string

// The codes. UnknownItem is wrong usage; all others are rules of the run.
const (
	UnknownItem         Code = "unknown_item"
	WrongKind           Code = "wrong_kind" // a gate where a step is meant, or the other way round
	WrongState          Code = "wrong_state"
	RunFinished         Code = "run_finished"
	NotInV01            Code = "not_in_v01"
	UnmetPreconditions  Code = "unmet_preconditions"
	NoOverride          Code = "override_not_allowed"
	RiskUnacknowledged  Code = "risk_not_acknowledged"
	ReasonRequired      Code = "reason_required"
	PhraseRequired      Code = "phrase_required"
	PhraseWrong         Code = "phrase_wrong"
	PhraseUnneeded      Code = "phrase_unneeded"
	ConfirmationLapsed  Code = "confirmation_lapsed"
	NoAlternative       Code = "no_alternative"
	UnknownAlternative  Code = "unknown_alternative"
	NoValue             Code = "no_value"
	ConsentRequired     Code = "consent_required"
	ProbeRefused        Code = "probe_refused" // there is no check to be asked before the work
	ProbeFailed         Code = "probe_failed"  // its check could not be carried out
	AlreadySo           Code = "already_so"    // the check of a step passes before its start
	IntentGone          Code = "intent_gone"
	NotExecutable       Code = "not_executable"        // the pack does not say that rtut may run the command of the step
	AlreadyExecuted     Code = "already_executed"      // the command ran in this attempt
	ExecutionNotAllowed Code = "execution_not_allowed" // auto-confirm may not run the command of the step
	ExecutionRunning    Code = "execution_running"     // the command was begun, and no result has come
	NotExecuted         Code = "not_executed"          // there is nothing to settle
	AnswerRequired      Code = "answer_required"
	UnknownCheck        Code = "unknown_check"
	PasteRefused        Code = "paste_refused"
	NotVerified         Code = "not_verified"
	EvidenceMissing     Code = "evidence_missing"
	EvidenceInvalid     Code = "evidence_invalid"
	ValueMissing        Code = "value_missing"
	ValueInvalid        Code = "value_invalid"
	UnknownDatapoint    Code = "unknown_datapoint"
	NotAccepted         Code = "not_accepted"
	PartialUnconfirmed  Code = "partial_not_acknowledged"
	NotSkippable        Code = "not_skippable"
	NotWaivable         Code = "not_waivable"
	SecretMarker        Code = "secret"
	TooLong             Code = "too_long"
	TextInvalid         Code = "text_invalid"
	OperatorInvalid     Code = "operator_invalid"
	WrongMode           Code = "wrong_mode"
	AutoStopped         Code = "auto_stopped"
	NotPreauthorized    Code = "not_preauthorized"
	NotPreauthorizable  Code = "not_preauthorizable"
	ManualOnly          Code = "manual_only"
	TimeLeft            Code = "time_left"
	TooEarly            Code = "too_early" // a gate whose time has not come
	OutcomeNotAllowed   Code = "outcome_not_allowed"
	ExerciseNotAllowed  Code = "exercise_not_allowed"
	ParamMissing        Code = "param_missing"
	ParamInvalid        Code = "param_invalid"
	UnknownParam        Code = "unknown_param"
	EnvironmentRequired Code = "environment_required"
	EnvironmentRefused  Code = "environment_refused"
	RatingInvalid       Code = "rating_invalid"
	PackChanged         Code = "pack_changed"
	PackUnchanged       Code = "pack_unchanged"
	PackStale           Code = "pack_stale"   // it is not the one that was read
	NotRunnable         Code = "not_runnable" // a reference pack, or one that was imported and not read
	MissingTool         Code = "missing_tool"
	MissingEnv          Code = "missing_env"
	RunUnfinished       Code = "run_unfinished" // only a finished run is told to others
	LoopKey             Code = "loop_key"       // elements of a loop that could not be told apart by their ids
	LoopEmpty           Code = "loop_empty"     // a loop over no elements
	LoopSize            Code = "loop_size"      // more elements, or items of loops, than there may be
	LoopValue           Code = "loop_value"     // an element that the pack can't be written out with
	NotReportable       Code = "not_reportable" // the record does not say enough
	RecordAltered       Code = "record_altered" // by something other than rtut, or cut
	LimitReached        Code = "limit_reached"  // a bound of the pack's `limits`
	Placeholder         Code = "placeholder"    // VALUE, REASON or PHRASE, where a proposed command has them for something else
)

// Refusal says that a rule does not allow an action. Nothing has changed, except for what Transition names.
type Refusal struct {
	Code    Code
	Item    string   // the item concerned; "" for the run
	Message string   // what is not allowed, and why
	Satisfy string   // what would satisfy the rule; "" if nothing would
	Details []string // the single things: unmet preconditions, missing evidence, checks
}

// Error gives one sentence that says what was refused, why, and what to do.
func (r *Refusal) Error() string {
	var b strings.Builder
	if r.Item != "" {
		b.WriteString(r.Item + ": ")
	}
	b.WriteString(r.Message)
	if len(r.Details) > 0 {
		b.WriteString(": " + strings.Join(r.Details, ", "))
	}
	if r.Satisfy != "" {
		b.WriteString(". " + r.Satisfy)
	}
	return b.String()
}

// refuse makes a refusal about an item.
func refuse(code Code, item, format string, args ...any) *Refusal {
	return &Refusal{Code: code, Item: item, Message: fmt.Sprintf(format, args...)}
}

// with adds what would satisfy the rule.
func (r *Refusal) with(format string, args ...any) *Refusal {
	r.Satisfy = fmt.Sprintf(format, args...)
	return r
}

// listing adds the single things that the refusal is about.
func (r *Refusal) listing(details ...string) *Refusal {
	r.Details = details
	return r
}

// HasCode reports whether the refusal is of a rule; nil is of none.
func (r *Refusal) HasCode(code Code) bool { return r != nil && r.Code == code }

package record

import (
	"rtut/pack"
	"rtut/pack/value"
)

// Schema names the layout of a record.
type Schema string

// The layouts that this rtut reads and writes.
const (
	V01 Schema = "runbook-run/v0.1"
	V02 Schema = "runbook-run/v0.2"
)

// Record is all that is known of one run, as its file holds it. Only Transition changes one.
//
// What comes first is fixed by New and stays (except for operator, pack_digest, items and words, which have actions of
// their own); what follows is derived from the events, and Replay derives it again.
type Record struct {
	Schema     Schema                 `json:"schema"`
	RunID      string                 `json:"run_id"`
	Revision   int                    `json:"revision"` // 1 at creation, one more with every write
	PackID     string                 `json:"pack_id"`
	PackPath   string                 `json:"pack_path"` // of pack.yaml, relative to the owning repo, with slashes
	PackDigest string                 `json:"pack_digest"`
	PackText   string                 `json:"pack_text,omitempty"` // SHA-256 of the pack.yaml that the run follows; the store keeps it
	Operator   string                 `json:"operator"`
	Context    Context                `json:"context"`
	CreatedAt  Time                   `json:"created_at"`
	UpdatedAt  Time                   `json:"updated_at"`
	Outcome    *Outcome               `json:"outcome"`
	FinishedAt *Time                  `json:"finished_at"`
	Reason     string                 `json:"reason,omitempty"` // given when the run was finalized
	Mode       Mode                   `json:"mode,omitempty"`
	Params     map[string]value.Value `json:"params"`
	Items      map[string]string      `json:"items,omitempty"` // id to the digest of what the engine enforces of it
	Words      string                 `json:"words,omitempty"` // digest of the pack's titles, instructions, links, prompts
	Loops      map[string]*Loop       `json:"loops,omitempty"` // by variable: the elements that the pack is written out over

	Steps         map[string]*Step      `json:"steps"`
	Gates         map[string]*Gate      `json:"gates,omitempty"`
	Datapoints    map[string]*Datapoint `json:"datapoints,omitempty"`
	Deviations    []Deviation           `json:"deviations,omitempty"`
	Retries       []Retry               `json:"retries,omitempty"`
	ModeHistory   []ModeChange          `json:"mode_history,omitempty"`
	Handovers     []Handover            `json:"handovers,omitempty"`
	AutoConfirm   *AutoConfirmState     `json:"auto-confirm,omitempty"`
	Authority     []Preauthorization    `json:"preauthorizations,omitempty"` // all that were ever given, in their order
	Files         map[string]string     `json:"files,omitempty"`             // of the files beside pack.yaml that count, the digests as last seen; "": gone
	OutOfDate     []OutOfDate           `json:"out_of_date,omitempty"`       // at the end: what nobody had verified again
	Trust         Trust                 `json:"trust,omitempty"`             // at the end: the items by their proof
	ExerciseWrite string                `json:"exercise_status,omitempty"`   // what the pack was to be marked with
	Feedback      []Feedback            `json:"feedback,omitempty"`
	Events        []Event               `json:"events"`
	Head          *ChainHead            `json:"head,omitempty"` // names the last event

	sealed  int      // how many events have their place in the chain: those that were read, or written
	read    *asRead  // what it was read from; nil: it was made here
	claim   *claim   // on the space behind Events; nil: it is not this record's
	written *written // how it was spelled when it was encoded last, or the record that it was made of; nil: that is not known
}

// Context says what the run was applied to. All of it is optional, none of it is secret.
type Context struct {
	Project     string           `json:"project,omitempty"`
	Target      string           `json:"target,omitempty"`
	Environment pack.Environment `json:"environment,omitempty"`
}

// Step is what happened to a step.
type Step struct {
	State        State                  `json:"state"`
	Alternative  string                 `json:"alternative,omitempty"` // chosen at start
	AuthorizedBy string                 `json:"authorized_by,omitempty"`
	StartedAt    *Time                  `json:"started_at,omitempty"` // of the present attempt
	FinishedAt   *Time                  `json:"finished_at,omitempty"`
	Confirmation *Confirmation          `json:"confirmation,omitempty"`
	Intent       *Intent                `json:"intent,omitempty"`
	Execution    *Execution             `json:"execution,omitempty"`    // the latest of the present attempt; nil: the work was done by hand
	Verification *Result                `json:"verification,omitempty"` // the latest; gone while another is running
	Evidence     map[string]value.Value `json:"evidence,omitempty"`
	Captures     []Capture              `json:"captures,omitempty"`
	Reason       string                 `json:"reason,omitempty"` // why it failed or was skipped
	Pushed       *Push                  `json:"pushed,omitempty"`
	RolledBack   *Time                  `json:"rolled_back,omitempty"`
}

// Gate is what happened to a gate.
type Gate struct {
	State      State                  `json:"state"`
	StartedAt  *Time                  `json:"started_at,omitempty"` // first evaluation since it was opened
	FinishedAt *Time                  `json:"finished_at,omitempty"`
	Intent     *Intent                `json:"intent,omitempty"`
	Results    map[string]*Result     `json:"results,omitempty"` // by check; a manual check without an answer has none
	Evidence   map[string]value.Value `json:"evidence,omitempty"`
	Waiver     *Waiver                `json:"waiver,omitempty"`
	Pushed     *Push                  `json:"pushed,omitempty"`
}

// Datapoint is what is known of a datapoint.
type Datapoint struct {
	State State       `json:"state"`
	Value value.Value `json:"value"` // null unless State is set or ok
	How   How         `json:"how,omitempty"`
	Given How         `json:"given,omitempty"` // how the value came about, once how says how it was confirmed
	Proof Proof       `json:"proof,omitempty"` // of a value that a check measured: the proof of that; "" where it was typed or is the initial one
	Error string      `json:"error,omitempty"` // why the last value was refused; never repeats it
	At    *Time       `json:"at,omitempty"`
}

// Words name the text that was on the screen when somebody answered a check, or typed a phrase.
type Words struct {
	PackText string `json:"pack_text,omitempty"` // SHA-256 of the pack.yaml that they are from, which the store keeps; "" where it does not
	Rendered string `json:"rendered"`            // digest of all that is shown of the item, as it was rendered
	Text     string `json:"text,omitempty"`      // the question, or the title over the phrase; "" where it looks like it holds a secret
}

// Confirmation binds a start to what was shown: while the phrase or the command renders differently it has lapsed.
type Confirmation struct {
	Phrase        string `json:"phrase,omitempty"` // as typed; "" where auto-confirm had a pre-authorization
	CommandDigest string `json:"command_digest"`   // of phrase, host and rendered command
	Files         string `json:"files,omitempty"`  // of the pack's files, where the command names one
	Words         *Words `json:"words,omitempty"`  // what was on the screen; nil: an earlier rtut did not say
	Given         int    `json:"given,omitempty"`  // the event that pre-authorized it; 0 where the phrase was typed
	By            string `json:"by"`
	At            Time   `json:"at"`
}

// Intent says that commands were about to run. While it stands there is no result: the item is neither passed nor
// failed, and counts as interrupted.
type Intent struct {
	Seq           int    `json:"seq"`            // of the event that recorded it
	CommandDigest string `json:"command_digest"` // of all rendered commands
	Host          string `json:"host"`
	PID           int    `json:"pid"`
	By            string `json:"by"`
	At            Time   `json:"at"`
}

// Result is how a check of a gate, or a step's verification, turned out.
type Result struct {
	Kind          pack.CheckKind         `json:"kind"`
	Passed        bool                   `json:"passed"`
	ExitCode      *int                   `json:"exit_code,omitempty"`
	OutputBytes   *int64                 `json:"output_bytes,omitempty"` // printed on both streams
	Seconds       *float64               `json:"seconds,omitempty"`
	At            Time                   `json:"at"`
	Attempts      int                    `json:"attempts,omitempty"`
	AutoConfirmed bool                   `json:"auto_confirmed,omitempty"` // a manual check answered by auto-confirm
	Source        Source                 `json:"source,omitempty"`
	Extracted     map[string]value.Value `json:"extracted,omitempty"`       // waits for done
	Error         string                 `json:"error,omitempty"`           // why it did not pass, or could not be judged
	Proof         Proof                  `json:"proof,omitempty"`           // its proof; "": an earlier rtut did not say
	NotCarriedOut bool                   `json:"not_carried_out,omitempty"` // its command said nothing: it could not be started, was ended, or the connection failed
	Words         *Words                 `json:"words,omitempty"`           // of a manual check: what was answered
	From          *Time                  `json:"from,omitempty"`            // when a check that waits for its time can pass; it has not failed
}

// Source says where a result comes from.
type Source string

// The sources of results, and of captures.
const (
	FromCommand  Source = "command"
	FromOperator Source = "operator"
	FromNobody   Source = "nobody" // auto-confirm answered
	FromPaste    Source = "pasted-for-verification"
	FromValues   Source = "values" // judged from params, datapoints and the clock
)

// Capture documents a command that was run and what came back.
type Capture struct {
	Command string `json:"command,omitempty"`
	Output  string `json:"output,omitempty"`
	Source  Source `json:"source"`
	By      string `json:"by,omitempty"`
	At      Time   `json:"at"`
}

// Limits of a capture, in characters.
const (
	MaxCaptureOutput  = 20_000
	MaxCaptureCommand = 2_000
)

// Waiver says why a gate was let pass.
type Waiver struct {
	Reason string `json:"reason"`
	By     string `json:"by"`
	At     Time   `json:"at"`
}

// Push says why auto-confirm left out an item.
type Push struct {
	Reason string `json:"reason"`
	At     Time   `json:"at"`
}

// DeviationKind names a way of going against the procedure.
type DeviationKind string

// The kinds of deviation.
const (
	OverrideDeviation   DeviationKind = "override"
	WaiverDeviation     DeviationKind = "waiver"
	PushDeviation       DeviationKind = "push-through"
	PackChangeDeviation DeviationKind = "pack-change"
	RedoDeviation       DeviationKind = "redo"
)

// Deviation is one time that the procedure was not followed, on the record.
type Deviation struct {
	Kind   DeviationKind `json:"kind"`
	Item   string        `json:"item,omitempty"`
	Reason string        `json:"reason"`
	Unmet  []string      `json:"unmet,omitempty"` // what the item still waited for
	Risk   []string      `json:"risk,omitempty"`  // the items downstream of it
	// Against are the verdicts that were no and that it overrides: of the item, of what it did not wait for, of what reads a value
	// that was replaced, of what a change of the pack altered.
	Against []No   `json:"against,omitempty"`
	By      string `json:"by"`
	At      Time   `json:"at"`
}

// OutOfDate is a finished item that was out of date when the run was finalized, and why.
type OutOfDate struct {
	Item    string  `json:"item"`
	Because []Cause `json:"because"`
}

// Retry is one more attempt at a step that had been started.
type Retry struct {
	Step               string `json:"step"`
	AcknowledgePartial bool   `json:"acknowledge_partial"` // the operator says that the earlier attempt did not partly apply
	By                 string `json:"by"`
	At                 Time   `json:"at"`
}

// ModeChange is one switch between manual and auto-confirm.
type ModeChange struct {
	From Mode   `json:"from"`
	To   Mode   `json:"to"`
	By   string `json:"by"`
	At   Time   `json:"at"`
}

// Handover is one change of the operator.
type Handover struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Reason string `json:"reason"`
	By     string `json:"by"`
	At     Time   `json:"at"`
}

// AutoConfirmState is whether auto-confirm has stopped. Preauthorized and AuthorizedBy are of records of an earlier rtut: they say
// nothing of what was to be started, so they serve no start.
type AutoConfirmState struct {
	Execute       *Allowance `json:"execute,omitempty"` // nil: it runs no step's own command
	Preauthorized []string   `json:"preauthorized,omitempty"`
	AuthorizedBy  string     `json:"authorized_by,omitempty"`
	Stopped       *Stopped   `json:"stopped,omitempty"`
}

// Stopped says which item's checks kept failing until its timeout.
type Stopped struct {
	Item   string `json:"item"`
	Reason string `json:"reason"`
	At     Time   `json:"at"`
}

// Feedback is what a person thought of a run.
type Feedback struct {
	Rating  Rating `json:"rating"`
	Comment string `json:"comment,omitempty"`
	By      string `json:"by"`
	At      Time   `json:"at"`
}

// Finished reports whether the run has been finalized, after which only feedback may be added.
func (r *Record) Finished() bool { return r.Outcome != nil }

// State returns the state of a step or gate; "" where there is no such item.
func (r *Record) State(item string) State {
	if s := r.Steps[item]; s != nil {
		return s.State
	}
	if g := r.Gates[item]; g != nil {
		return g.State
	}
	return ""
}

// Intent returns the intent that stands for an item, or nil.
func (r *Record) Intent(item string) *Intent {
	if s := r.Steps[item]; s != nil {
		return s.Intent
	}
	if g := r.Gates[item]; g != nil {
		return g.Intent
	}
	return nil
}

// ItemFinishedAt returns when a step or gate finished, or nil.
func (r *Record) ItemFinishedAt(id string) *Time {
	if s := r.Steps[id]; s != nil && s.State.Finished() {
		return s.FinishedAt
	}
	if g := r.Gates[id]; g != nil && g.State.Finished() {
		return g.FinishedAt
	}
	return nil
}

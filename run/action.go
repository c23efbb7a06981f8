package run

import (
	"rtut/pack"
	"rtut/run/record"
)

// Action is something that somebody does to a run.
type Action interface {
	Verb() record.Verb
	target() string // the item acted on; "" for the run
}

// Actor says who acts.
type Actor struct {
	Name string // one word
	Auto bool   // auto-confirm; Name is ignored
	// Reads says that the words of the pack as it is now are on the actor's screen: what is said to them is said to no others.
	Reads bool
	// Words names what the actor has read of the item that something is said to, as View.Words does: it is said to nothing else. "" does not.
	Words string
}

func (a Actor) name() string {
	if a.Auto {
		return record.AutoConfirmName
	}
	return a.Name
}

// Override asks to go on although preconditions are unmet.
type Override struct {
	Reason          string
	AcknowledgeRisk bool // of what is downstream
}

// Answers are an operator's answers to manual checks.
type Answers struct {
	Confirm   bool     // yes to all
	Pass      []string // yes to these checks
	Reject    []string // no to these
	RejectAll bool
}

// New makes a run. Params are as typed; Transition is called with a nil record.
type New struct {
	RunID        string
	PackPath     string // of pack.yaml, relative to the owning repo
	PackDigest   string
	PackText     string // digest under which the pack's file is kept; "" if it is not, as with a secret in it
	Params       map[string]string
	Context      record.Context
	Mode         record.Mode // "" counts as manual
	Preauthorize []Wanted
	AuthorizedBy string // who stands for what is pre-authorized; "" is the actor
	AllowExecute bool   // auto-confirm may run the commands of steps for which the pack says `execute: auto`
	Recent       int    // runs of the pack that began in the last 24 hours
}

// Wanted asks for a step to be pre-authorized.
type Wanted struct {
	Step   string
	Phrase string // of the alternative that is meant, exactly
}

// Start starts a step, or renews the confirmation of a running one.
type Start struct {
	Item         string
	Alternative  string // "" is the recommended one
	Phrase       string
	AuthorizedBy string // "" is the actor, where there is something to authorize
	Override     *Override
}

// Probe asks the check of a step before it is started. Without an Intent it says that its command is about to run; with it, the
// result of that.
type Probe struct {
	Item        string
	Alternative string // "" is the recommended one
	Host        string
	PID         int
	Override    *Override // with which the step will be started
	Intent      int       // the event under which the command ran; 0: it is about to
	Observed    Observation
}

// Begin says that the commands of an item are about to run. What the verification will be given besides is judged
// before they do.
type Begin struct {
	Item     string
	Host     string
	PID      int
	Answers  Answers
	Evidence map[string]string // as typed
	Override *Override         // of a gate
}

// Execute runs the own command of a step. Without an Execution it says that the command is about to run; with it, how that ended.
type Execute struct {
	Item               string
	AcknowledgePartial bool   // the operator says that what an earlier execution did may be done once more
	Consent            string // to what was shown, as View.ToExecute gives it; "" compares nothing
	Host               string
	PID                int
	Execution          int // the event under which the command ran; 0: it is about to
	Observed           Observation
}

// Settle says what became of an execution of which no result came.
type Settle struct {
	Item   string
	Ran    bool // false: it did not run
	Reason string
}

// Verify judges a running step, or a gate. What was observed of commands comes with the intent they ran under.
type Verify struct {
	Item     string
	Answers  Answers
	Seen     bool                   // the questions were put after the output of commands was shown
	Observed map[string]Observation // by check; a step's is ""
	Intent   int                    // the event under which commands ran; 0 if none did
	Pasted   *string                // output that the operator pasted instead of running the command
	Evidence map[string]string      // as typed
	Override *Override              // of a gate
	Dir      string                 // of the pack, for who is asked for consent; "" is what the record says

	shown *record.Shown // what the commands showed when the questions were put
}

// Complete completes a running step (the command is `done`).
type Complete struct {
	Item     string
	Answers  Answers           // answers a manual verification on the way
	Evidence map[string]string // as typed
	Set      map[string]string // produced values, as typed
}

// Fail says that a running step has failed.
type Fail struct{ Item, Reason string }

// RetryStep puts a failed step back to todo.
type RetryStep struct {
	Item               string
	AcknowledgePartial bool
}

// Redo puts a step back to todo, or opens a gate again.
type Redo struct {
	Item, Reason       string
	AcknowledgePartial bool // the operator says that what was begun did not partly apply, or may be begun again
}

// Skip passes over a read-only step.
type Skip struct{ Item, Reason string }

// Waive lets a waivable gate pass without its checks.
type Waive struct{ Item, Reason string }

// SetValues gives datapoints values, as typed.
type SetValues struct {
	Values map[string]string
	Reason string // needed where there is a value already
	// Override overrides what the step that produces a value accepts.
	Override *Override
}

// Note adds a line to the log.
type Note struct{ Item, Text string }

// AddCapture documents a command and its output on a step.
type AddCapture struct{ Item, Command, Output string }

// SwitchMode hands the run over to auto-confirm, or takes it over; it gives auto-confirm authority, and takes it back.
type SwitchMode struct {
	To           record.Mode // "" leaves the mode as it is
	Preauthorize []Wanted
	AuthorizedBy string   // who stands for what is pre-authorized; "" is the actor
	Withdraw     []string // steps whose pre-authorizations are taken back
	AllowExecute bool     // as of New; only with auto-confirm
}

// Timeout ends auto-confirm's attempts at an item whose checks kept failing.
type Timeout struct{ Item string }

// RollBack says that a step has been rolled back. The reason may be empty.
type RollBack struct{ Item, Reason string }

// HandOver makes somebody else the operator.
type HandOver struct{ To, Reason string }

// AcceptPackChange takes a changed pack over.
type AcceptPackChange struct {
	Reason     string
	PackDigest string
	PackText   string     // as of New
	Before     *pack.Pack // what the run has followed so far, to say what has changed; nil if that was not kept
}

// Exercise says that the pack is about to be marked as exercised while the run is still open.
type Exercise struct {
	PackDigest string // of the pack as it is now
}

// Finalize ends the run.
type Finalize struct {
	Outcome    record.Outcome // "" is succeeded where that may be
	Reason     string
	Override   *Override // succeed although something is out of date
	Exercise   bool      // mark the pack as exercised, too
	PackDigest string    // of the pack as it is now; needed for Exercise
}

// AddFeedback says what a person thought of the run.
type AddFeedback struct {
	Rating  record.Rating
	Comment string
}

// Observation is the result of running one command.
type Observation struct {
	ExitCode    int
	OutputBytes int64
	Seconds     float64
	Attempts    int
	TimedOut    bool
	Contained   bool   // the check's `contains` text was in standard output
	Head        string // the first MiB of standard output
	Truncated   bool   // there was more
	Problem     string // why the command could not be run or its end not be known; "" if it could
	NotStarted  bool   // the command was not even started
	Signal      int    // that ended the command; 0 for none
	Interrupted bool   // signals were passed on to it

	// Left are the processes that the command has left running, or that could not be ended, as a person reads it. They are told,
	// and not recorded.
	Left []string
}

func (New) Verb() record.Verb              { return record.VerbNew }
func (Start) Verb() record.Verb            { return record.VerbStart }
func (Begin) Verb() record.Verb            { return record.VerbBegin }
func (Probe) Verb() record.Verb            { return record.VerbProbe }
func (Verify) Verb() record.Verb           { return record.VerbVerify }
func (Complete) Verb() record.Verb         { return record.VerbDone }
func (Execute) Verb() record.Verb          { return record.VerbExecute }
func (Settle) Verb() record.Verb           { return record.VerbSettle }
func (Fail) Verb() record.Verb             { return record.VerbFail }
func (RetryStep) Verb() record.Verb        { return record.VerbRetry }
func (Redo) Verb() record.Verb             { return record.VerbRedo }
func (Skip) Verb() record.Verb             { return record.VerbSkip }
func (Waive) Verb() record.Verb            { return record.VerbWaive }
func (SetValues) Verb() record.Verb        { return record.VerbSet }
func (Note) Verb() record.Verb             { return record.VerbNote }
func (AddCapture) Verb() record.Verb       { return record.VerbCapture }
func (SwitchMode) Verb() record.Verb       { return record.VerbMode }
func (Timeout) Verb() record.Verb          { return record.VerbTimeout }
func (RollBack) Verb() record.Verb         { return record.VerbRollback }
func (HandOver) Verb() record.Verb         { return record.VerbHandover }
func (AcceptPackChange) Verb() record.Verb { return record.VerbAcceptPackChange }
func (Exercise) Verb() record.Verb         { return record.VerbExercise }
func (Finalize) Verb() record.Verb         { return record.VerbFinalize }
func (AddFeedback) Verb() record.Verb      { return record.VerbFeedback }

func (New) target() string              { return "" }
func (a Start) target() string          { return a.Item }
func (a Begin) target() string          { return a.Item }
func (a Probe) target() string          { return a.Item }
func (a Verify) target() string         { return a.Item }
func (a Complete) target() string       { return a.Item }
func (a Execute) target() string        { return a.Item }
func (a Settle) target() string         { return a.Item }
func (a Fail) target() string           { return a.Item }
func (a RetryStep) target() string      { return a.Item }
func (a Redo) target() string           { return a.Item }
func (a Skip) target() string           { return a.Item }
func (a Waive) target() string          { return a.Item }
func (SetValues) target() string        { return "" }
func (a Note) target() string           { return a.Item }
func (a AddCapture) target() string     { return a.Item }
func (SwitchMode) target() string       { return "" }
func (a Timeout) target() string        { return a.Item }
func (a RollBack) target() string       { return a.Item }
func (HandOver) target() string         { return "" }
func (AcceptPackChange) target() string { return "" }
func (Exercise) target() string         { return "" }
func (Finalize) target() string         { return "" }
func (AddFeedback) target() string      { return "" }

// environments is what Context.Environment may be.
var environments = []pack.Environment{pack.Rehearsal, pack.Staging, pack.Production}

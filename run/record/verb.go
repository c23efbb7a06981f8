package record

// Verb names an action, in the record and on the command line.
type Verb string

// The verbs.
const (
	VerbNew              Verb = "new"
	VerbStart            Verb = "start"
	VerbConfirm          Verb = "confirm" // a confirmation that had lapsed is renewed
	VerbBegin            Verb = "begin"   // commands are about to run
	VerbProbe            Verb = "probe"   // the check of a step is asked before its start
	VerbVerify           Verb = "verify"
	VerbDone             Verb = "done"
	VerbExecute          Verb = "execute"  // the own command of a step is about to run
	VerbExecuted         Verb = "executed" // it has ended
	VerbSettle           Verb = "settle"   // what became of it, where no result came
	VerbFail             Verb = "fail"
	VerbRetry            Verb = "retry"
	VerbRedo             Verb = "redo"
	VerbSkip             Verb = "skip"
	VerbWaive            Verb = "waive"
	VerbReopen           Verb = "reopen" // a gate, because what it read had changed; only in records of an earlier rtut
	VerbSet              Verb = "set"
	VerbNote             Verb = "note"
	VerbCapture          Verb = "capture"
	VerbMode             Verb = "mode"
	VerbTimeout          Verb = "timeout" // auto-confirm stops, or pushes through
	VerbRollback         Verb = "rollback"
	VerbHandover         Verb = "handover"
	VerbPackWords        Verb = "pack-words" // the pack's words have changed
	VerbPackFiles        Verb = "pack-files" // commands go on with other files of the pack than the run began with
	VerbAcceptPackChange Verb = "accept-pack-change"
	VerbExercise         Verb = "exercise"
	VerbFinalize         Verb = "finalize"
	VerbFeedback         Verb = "feedback"
)

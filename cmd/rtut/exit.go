package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"rtut/pack"
	"rtut/pack/draft"
	"rtut/run"
	"rtut/run/record"
	"rtut/run/store"
)

// The exit codes.
const (
	exitDone        = 0
	exitNotPassed   = 1
	exitUsage       = 2
	exitRefused     = 3
	exitInvalidPack = 4
	exitStore       = 5
	exitWaiting     = 6
	exitInterrupted = 130
	exitQuit        = 131

	exitUnfinished    = 10 // run audit alone, from here on
	exitCut           = 11
	exitAltered       = 12
	exitUnknownSchema = 13
	exitIncomparable  = 14
)

// errQuit is what ended a command by the signal QUIT.
var errQuit = errors.New("interrupted by QUIT")

// usageError says that a command was used wrongly, and how to use it.
type usageError struct {
	code    string // for scripts
	message string
	details []string
}

func (e *usageError) Error() string { return e.message }

// misuse returns a usageError without details.
func misuse(code, format string, args ...any) error {
	return &usageError{code: code, message: fmt.Sprintf(format, args...)}
}

// invalidPackError says that a pack, or a catalog, can't be used, and why.
type invalidPackError struct {
	path        string // as a person finds it
	catalog     bool
	diagnostics pack.Diagnostics
}

func (e *invalidPackError) Error() string { return "the " + e.what() + " " + e.path + " is invalid" }

func (e *invalidPackError) what() string {
	if e.catalog {
		return "catalog"
	}
	return "pack"
}

// outputError says that the answer could not be written. What was to be done has been done.
type outputError struct{ err error }

func (e *outputError) Error() string {
	var inner *outputError
	if errors.As(e.err, &inner) {
		return e.err.Error() // says so itself
	}
	return "the output could not be written: " + e.err.Error()
}

// answerLostError is an outputError of a command that has recorded what it was to record.
type answerLostError struct{ *outputError }

func (e *answerLostError) Error() string {
	return "the action was recorded, so do not repeat it; " + e.outputError.Error()
}

func (e *answerLostError) Unwrap() error { return e.outputError }

// resultError carries the exit code of a command whose answer is out already, so that nothing more is to be said.
type resultError int

func (e resultError) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// besideError is what went wrong beside an answer whose exit code is the worse.
type besideError struct {
	exit int
	err  error
}

func (e *besideError) Error() string { return e.err.Error() }

func (e *besideError) Unwrap() error { return e.err }

// verdict is what a script learns of an error: the exit code, the stable name, and the single things.
type verdict struct {
	exit    int
	code    string
	item    string
	path    *string // of the fault in a plan; nil where no plan is at fault
	details []string
}

// judge maps an error to its verdict. It is the only place that knows exit codes by error.
func judge(err error) verdict {
	var (
		result   resultError
		beside   *besideError
		usage    *usageError
		refusal  *run.Refusal
		invalid  *invalidPackError
		absent   *store.NotFoundError
		demo     *demoError
		other    *store.OtherRepoError
		mark     *store.UnmarkedError
		unfit    *store.UnfitError
		plan     *draft.Refusal
		unfitted *draft.PublishError
		noDraft  *store.DraftNotFoundError
		unknown  *run.OutcomeUnknownError
	)
	switch {
	case err == nil:
		return verdict{exit: exitDone}
	case errors.As(err, &result):
		return verdict{exit: int(result), code: "result"}
	case errors.As(err, &beside):
		return verdict{exit: beside.exit, code: storeCode(beside.err)}
	case errors.As(err, &usage):
		return verdict{exit: exitUsage, code: usage.code, details: usage.details}
	case errors.As(err, &refusal):
		return verdict{exit: refusalExit(refusal.Code), code: string(refusal.Code), item: refusal.Item, details: refusal.Details}
	case errors.As(err, &invalid):
		return verdict{exit: exitInvalidPack, code: invalid.what() + "_invalid", details: sentencesOf(invalid.diagnostics)}
	case errors.As(err, &unfitted):
		return verdict{exit: exitInvalidPack, code: string(unfitted.Code), details: append(slices.Clip(unfitted.Details), sentencesOf(unfitted.Found)...)}
	case errors.As(err, &plan):
		return verdict{exit: exitRefused, code: string(plan.Code), path: &plan.Path, details: plan.Details}
	case errors.As(err, &absent):
		return verdict{exit: exitUsage, code: "unknown_run"}
	case errors.As(err, &noDraft):
		return verdict{exit: exitUsage, code: "unknown_draft"}
	case errors.As(err, &other), errors.As(err, &mark):
		return verdict{exit: exitUsage, code: "other_repo"}
	case errors.As(err, &unfit):
		return verdict{exit: exitUsage, code: "bad_runs_dir"}
	case errors.As(err, &unknown):
		return verdict{exit: exitNotPassed, code: "execution_unknown", item: unknown.Item}
	case errors.As(err, &demo):
		return verdict{exit: exitNotPassed, code: "demo_failed"}
	case errors.Is(err, errQuit):
		return verdict{exit: exitQuit, code: "interrupted"}
	case errors.Is(err, context.Canceled):
		return verdict{exit: exitInterrupted, code: "interrupted"}
	}
	return verdict{exit: exitStore, code: storeCode(err)}
}

// refusalExit is 3 for every rule but two: naming what is not there is wrong usage, and a record that changed while
// commands ran is the store's.
func refusalExit(code run.Code) int {
	switch code {
	case run.UnknownItem:
		return exitUsage
	case run.AlreadySo:
		return exitNotPassed
	case run.IntentGone:
		return exitStore
	}
	return exitRefused
}

// storeCode names what went wrong with files.
func storeCode(err error) string {
	var (
		damaged *record.DamagedError
		altered *record.AlteredError
		schema  *record.SchemaError
		locked  *store.LockedError
		unsure  *store.UnknownOutcomeError
		output  *outputError
		place   *store.MisplacedError
		draft   *store.DamagedDraftError
	)
	switch {
	case errors.As(err, &damaged):
		return "record_damaged"
	case errors.As(err, &draft):
		return "draft_damaged"
	case errors.As(err, &altered):
		return string(run.RecordAltered)
	case errors.As(err, &schema):
		return "unknown_schema"
	case errors.As(err, &locked):
		return "locked"
	case errors.As(err, &unsure):
		return "outcome_unknown"
	case errors.As(err, &output):
		return "output"
	case errors.As(err, &place):
		return "runs_misplaced"
	}
	return "io"
}

func sentencesOf(ds pack.Diagnostics) []string {
	var out []string
	for _, d := range ds {
		out = append(out, fmt.Sprintf("%s:%d:%d: %s [%s]", d.File, d.Line, d.Column, d.Message, d.Rule))
	}
	return out
}

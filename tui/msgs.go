package tui

import (
	"time"

	"rtut/run"
	"rtut/run/record"
)

// clockMsg comes once a second.
type clockMsg time.Time

// armMsg says that the keyboard has been quiet since a dialog was drawn, or a key came that nobody had yet asked for.
type armMsg struct{ turn int }

// packsMsg is the list of packs.
type packsMsg struct {
	rows     []PackRow
	problems []string
	err      error
}

// proofsMsg is what the runs of the listed packs prove.
type proofsMsg struct {
	proofs   map[string]Proof
	problems []string
	err      error
}

// evidenceMsg is what the runs of the pack at a path say of it.
type evidenceMsg struct {
	path  string
	found *Evidence
}

// packPolledMsg says that the pack at a path is as it was seen.
type packPolledMsg struct{ path string }

// openedMsg is a pack that was opened, with its runs; and the run that was asked for, if one was.
type openedMsg struct {
	path     string
	again    bool // it is for the screen that shows it already
	form     bool // the form of a new run comes next
	place    *Place
	runs     []record.Row
	next     map[string]string // what comes next in the open ones
	problems []string
	around   func(record.Context) []string // see Place.Around; nil unless form
	run      *snapshot
	err      error
}

// polledMsg is the run as it is now. snap is nil where there is nothing new to see.
type polledMsg struct {
	id   string
	snap *snapshot
	err  error
}

// actedMsg says the result of an action. snap is the run as it is then, nil if that is not known.
type actedMsg struct {
	snap *snapshot
	err  error
	said string                      // what was done, where it was
	next func(snap *snapshot) dialog // what comes then; nil for nothing
}

// createdMsg is a run that was just made.
type createdMsg struct {
	snap *snapshot
	err  error
	now  *openedMsg // the pack as it is now, where the form showed another
}

// exercisedMsg is how the run would mark its pack, or why it doesn't.
type exercisedMsg struct {
	change *Exercise
	err    error
}

// streamMsg says that there is output to show, or a question to answer.
type streamMsg struct{ s *stream }

// verifiedMsg ends a verification.
type verifiedMsg struct {
	s         *stream
	snap      *snapshot
	completed bool // the step was completed, too
	err       error
}

// tickedMsg ends one tick of auto-confirm.
type tickedMsg struct {
	s    *stream
	tick *run.Tick
	snap *snapshot
	err  error
}

// againMsg says that auto-confirm has let a failing check rest.
type againMsg struct{ s *stream }

// aloneMsg says that nobody would let the program go on if it were stopped.
type aloneMsg struct{}

// bareMsg prints a command on the main screen.
type bareMsg string

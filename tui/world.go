package tui

import (
	"context"
	"sync/atomic"
	"time"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// World is what the interface has from outside. Its functions work with files and processes, and are only called from
// commands (cmds.go), several at once.
type World struct {
	Root     string // the directory whose packs are shown, as a person would name it
	Operator string
	ASCII    bool // no signs beyond ASCII
	NoColor  bool
	// WatchOnly says that no key acts: runs are only shown.
	WatchOnly bool
	// Stoppable says that this process may be stopped as a shell's job, since there is a shell that lets it go on.
	Stoppable bool
	Clock     func() time.Time
	// Holds is told how to put the terminal back as it was, for anyone who ends the process while the interface computes, and nil once it
	// is put back. nil: nobody needs to know.
	Holds func(release func() error)

	// Packs lists the packs below the root, and what could not be read.
	Packs func(ctx context.Context) ([]PackRow, []string, error)
	// Proofs says what the runs of these packs prove, by their paths, and what could not be read. It reads all records,
	// so it is asked once the list is seen. nil: nobody knows.
	Proofs func(ctx context.Context) (map[string]Proof, []string, error)
	// Open reads the pack at a path of a PackRow and checks it. What is wrong with it is one error of several lines.
	Open func(ctx context.Context, path string) (*Place, error)
}

// PackRow is a pack in the list.
type PackRow struct {
	Path, ID, Title, Owner string
	Kind                   pack.Kind
}

// Place is a pack that is open: as it was read, whatever becomes of its file (run.Session.Holds).
type Place struct {
	Path    string // as a PackRow has it
	File    string // of pack.yaml, relative to its repo, with slashes
	Session *run.Session
	NewID   func(now time.Time) string
	// Runs returns the runs of the pack, oldest first, and what could not be read.
	Runs func(ctx context.Context) ([]record.Row, []string, error)
	// Around reads the runs of the repo, and returns what somebody should know of them who begins a run of the pack in a context.
	// nil: nobody knows.
	Around func(ctx context.Context) func(record.Context) []string
	// Evidence says what the runs of the pack say of it. nil: nobody knows.
	Evidence func(ctx context.Context) *Evidence
	// Paste writes the command of a run as an operator pastes it into a shell here, whatever it holds.
	Paste func(runID string, p *run.Paste) (string, error)
	// ByHand runs a shell for the work of an item of a run until it ends, with a command to recall; "" for none. The terminal must be as
	// it was before the interface. nil: no shell can be opened.
	ByHand func(ctx context.Context, runID, item, command string) error
	// Ended reports whether the process with this number, of this host, is there no more. nil: that is not known.
	Ended func(pid int) bool
	// Exercise works out how a run marks its pack as exercised. It changes nothing.
	Exercise func(rec *record.Record) (Exercise, error)

	checks *atomic.Int32 // how many checks this process runs; nil: none
	past   atomic.Bool   // the screen shows it as it is by now, and that is another
}

// Exercise is a change of pack.yaml that is not made yet.
type Exercise struct {
	Diff string // as a person reads it
	// Mark marks the pack as the run says that closing returns. Where the pack can't be written closing is not called.
	Mark func(closing func() (*record.Record, error)) error
}

// Start says which screen comes first.
type Start struct {
	Pack string // a path that Open takes; "" for the list of packs
	Run  string // an id of a run of it; "" for the pack's screen
}

// Exit is what was left behind.
type Exit struct {
	Run      string // the run that was open last; "" for none
	Finished bool   // it is finalized
}

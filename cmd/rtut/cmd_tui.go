package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
	"rtut/run/store"
	"rtut/tui"
)

// tuiOptions say what the terminal interface shows first.
type tuiOptions struct {
	app *app
	arg string // a pack, or the root of several; "" for the working directory
	run string // an id or the beginning of one; "" for none
}

func newTUICmd(a *app) *cobra.Command {
	o := &tuiOptions{app: a}
	cmd := &cobra.Command{
		Use:     "tui [root|pack]",
		Short:   "Open the terminal interface",
		Example: "  rtut tui\n  rtut tui packs/pg-restore-drill\n  rtut tui --run 20261130T0045",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.arg, err = a.pathOf(append(args, "")[0]); err != nil {
				return err
			}
			return runTUI(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.run, "run", "", "open this run, by its `id` or a prefix of it")
	return cmd
}

// runTUI shows the interface, and says how to come back to the run that was open.
func runTUI(ctx context.Context, o *tuiOptions) error {
	if err := o.app.needTerminal(); err != nil {
		return err
	}
	start, err := o.start(ctx)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGHUP)
	defer stop()
	stderr := o.app.err.to
	o.app.err.to = io.Discard // a note would be written across the screen
	left, err := tui.Run(ctx, o.app.world(o.root()), start)
	o.app.err.to = stderr
	if left.Run != "" {
		how := "it is saved; to come back: rtut tui --run " + left.Run
		if left.Finished {
			how = "it has ended; to see it: rtut run status --run " + left.Run
		}
		o.app.notef("run %s: %s", left.Run, how)
	}
	return err
}

// isJob reports whether a shell has made this process one of its jobs. What a terminal was opened with is none: if it were stopped,
// nobody would let it go on.
func isJob() bool {
	session, err := unix.Getsid(0)
	return err == nil && session != unix.Getpgrp()
}

// needTerminal refuses where nobody could see the interface or answer it, and names the commands that need no terminal.
func (a *app) needTerminal() error {
	const instead = "the terminal interface needs a terminal; without one: rtut go, rtut run status, rtut list"
	if a.inTTY && !a.isAhead() {
		return misuse("no_terminal", "the terminal interface needs the foreground of its terminal; in the background: rtut go, rtut run status, rtut list")
	}
	if a.json || a.noInput || !a.inTTY || !a.outTTY || a.getenv("TERM") == "dumb" || a.getenv("TERM") == "" {
		return misuse("no_terminal", instead)
	}
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR|syscall.O_NOCTTY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return misuse("no_terminal", instead)
	}
	return tty.Close()
}

// root is the directory whose packs are listed.
func (o *tuiOptions) root() string {
	if o.arg == "" || o.app.isPack(o.arg) {
		return "."
	}
	return o.arg
}

// start finds the run or the pack that was asked for.
func (o *tuiOptions) start(ctx context.Context) (tui.Start, error) {
	packArg := ""
	if o.arg != "" && o.app.isPack(o.arg) {
		packArg = o.arg
	} else if info, err := os.Stat(o.app.abs(o.arg)); o.arg != "" && (err != nil || !info.IsDir()) {
		return tui.Start{}, misuse("unknown_pack", "%s is neither a pack nor a directory", o.arg)
	}
	switch {
	case o.run != "":
		t, err := o.app.findRun(ctx, runFlags{run: o.run}, packArg, orLatest)
		if err != nil {
			return tui.Start{}, err
		}
		return tui.Start{Pack: t.file, Run: t.rec.RunID}, nil
	case packArg != "":
		place, err := o.app.findPack(packArg)
		return tui.Start{Pack: place.file}, err
	}
	return tui.Start{}, nil
}

// world is what the interface has from outside.
func (a *app) world(root string) *tui.World {
	return &tui.World{
		Root: root, Operator: a.actor(), ASCII: a.ascii(), NoColor: !a.color(true), Clock: a.clock, Holds: a.onScreen,
		Stoppable: isJob(),
		Packs:     func(context.Context) ([]tui.PackRow, []string, error) { return a.packRows(root) },
		Proofs:    func(ctx context.Context) (map[string]tui.Proof, []string, error) { return a.proofs(ctx, root) },
		Open:      func(_ context.Context, path string) (*tui.Place, error) { return a.openPlace(path) },
	}
}

// packRows lists the packs below a directory.
func (a *app) packRows(root string) ([]tui.PackRow, []string, error) {
	tree, err := a.tree(root)
	if err != nil {
		return nil, nil, err
	}
	rows := make([]tui.PackRow, len(tree.Packs))
	for i, p := range tree.Packs {
		rows[i] = tui.PackRow{Path: filepath.Join(tree.Root, p.Path), ID: p.ID, Title: p.Title, Owner: p.Owner, Kind: p.Kind}
	}
	return rows, a.problems(tree.Skipped), nil
}

// problems are what could not be read, as a person reads it.
func (a *app) problems(damaged []store.Damaged) (problems []string) {
	for _, d := range a.reported(damaged) {
		problems = append(problems, d.Path+": "+d.Error)
	}
	return problems
}

// openPlace opens the pack at a path.
func (a *app) openPlace(path string) (*tui.Place, error) {
	place, err := a.findPack(path)
	if err != nil {
		return nil, err
	}
	loaded, err := a.load(place)
	if err != nil {
		return nil, whole(err)
	}
	file, err := filepath.Rel(place.repo, place.file)
	if err != nil {
		return nil, err
	}
	return &tui.Place{
		Path: path, File: filepath.ToSlash(file), Session: a.session(place, loaded), NewID: a.newID,
		Runs:     func(ctx context.Context) ([]record.Row, []string, error) { return place.runsOf(ctx, loaded.ID) },
		Around:   func(ctx context.Context) func(record.Context) []string { return a.aroundOf(ctx, place, loaded) },
		Evidence: func(context.Context) *tui.Evidence { return a.evidence(place, loaded) },
		Paste: func(runID string, p *run.Paste) (string, error) {
			place.addVariables(runID, p)
			text, _, err := place.pasteText(p, loaded)
			return text, err
		},
		ByHand: func(ctx context.Context, runID, item, command string) error {
			return a.byHand(ctx, place, place.workDir(loaded), runID, item, command)
		},
		Ended:    func(pid int) bool { return errors.Is(unix.Kill(pid, 0), unix.ESRCH) },
		Exercise: func(rec *record.Record) (tui.Exercise, error) { return a.exerciseOf(place, loaded, rec) },
	}, nil
}

// whole is an error with all that is to be said of it.
func whole(err error) error {
	return &usageError{judge(err).code, strings.TrimRight(errorText(err), "\n"), nil}
}

// runsOf returns the runs of one pack, oldest first, and which records can't be read.
func (p packPlace) runsOf(ctx context.Context, packID string) ([]record.Row, []string, error) {
	rows, damaged, err := p.store().Rows(ctx, store.Unfinished)
	if err != nil {
		return nil, nil, err
	}
	var problems []string
	for _, d := range damaged {
		problems = append(problems, d.Err.Error())
	}
	return slices.DeleteFunc(rows, func(r record.Row) bool { return r.PackID != packID }), problems, nil
}

// exerciseOf works out how a run marks its pack.
func (a *app) exerciseOf(place packPlace, loaded *pack.Pack, rec *record.Record) (tui.Exercise, error) {
	t := &target{packPlace: place, app: a, pack: loaded, rec: rec}
	change, err := t.exercise()
	if err != nil {
		return tui.Exercise{}, err
	}
	return tui.Exercise{Diff: change.diff(a.shown(place.file)), Mark: func(closing func() (*record.Record, error)) error {
		_, err := t.marking(func() (err error) {
			closed, err := closing()
			if closed != nil {
				t.rec = closed
			}
			return err
		})
		return err
	}}, nil
}

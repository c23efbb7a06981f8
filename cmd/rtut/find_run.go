package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
	"rtut/run/store"
)

// runFlags are the flags that choose a run.
type runFlags struct {
	run string // --run: an id or a unique beginning of one
}

// target is the run that a command is about.
type target struct {
	packPlace
	app     *app
	flags   runFlags
	pack    *pack.Pack
	rec     *record.Record
	session *run.Session
	told    string   // the item that a person has just been shown in full
	left    []string // processes that commands have left running
	owned   bool     // it has been said whose run it is
	problem error    // why the pack can't be read as it is now; nil: it can
}

// look says how a command is content with a run where none is named and none is unfinished.
type look bool

const (
	orLatest       look = true
	unfinishedOnly look = false
)

// findRun returns the run that the flags, $RTUT_RUN or the pack decide, with its pack.
func (a *app) findRun(ctx context.Context, flags runFlags, packArg string, l look) (*target, error) {
	t, err := a.findRecord(ctx, flags, packArg, l)
	if err != nil {
		return nil, err
	}
	if t.pack == nil && t.problem == nil {
		t.pack, t.problem = t.present()
	}
	if t.pack != nil && t.problem == nil && t.isOf(t.pack) == nil {
		t.pack, t.problem = run.Follow(t.pack, t.rec)
	}
	if t.problem != nil {
		err = t.fallBack()
	} else {
		err = t.isOf(t.pack)
	}
	if err != nil {
		return nil, a.answerInvalid(err)
	}
	if err := t.drive(t.pack); err != nil {
		return nil, err
	}
	return t, nil
}

// drive makes the session of the run, over the pack with its files as they are now.
func (t *target) drive(read *pack.Pack) error {
	read, err := run.Follow(read, t.rec)
	if err != nil {
		return err
	}
	t.session = t.app.session(t.packPlace, read)
	t.session.Unreadable = t.problem
	view, err := t.session.View(t.rec)
	if err != nil {
		return err
	}
	t.pack = view.Pack()
	t.session.Leaving = t.sayLeft
	if !t.app.json && !t.app.asks() {
		t.session.Running = t.app.sayRunning
	}
	return nil
}

// fallBack goes on with the text of the pack that is kept with the run, and says so. Where none is kept it returns why the pack
// can't be read.
func (t *target) fallBack() error {
	kept := t.app.session(t.packPlace, nil).Before(t.rec)
	if kept == nil {
		return t.problem
	}
	t.pack = kept
	t.app.notef("%s", line(t.problem.Error()))
	t.app.notef("what follows is of the pack as the run has followed it so far. Until the pack can be read again the run can be looked at, " +
		"failed, rolled back, noted on, handed over, and closed as failed or abandoned")
	return nil
}

// again reads the pack again if it is no longer as it was read, for a command that lasts so long that it may have changed.
func (t *target) again() error {
	if file, err := t.read(); err == nil && t.problem == nil && bytes.Equal(file, t.session.Pack.File()) {
		return nil
	}
	read, err := t.app.load(t.packPlace)
	if err == nil {
		err = t.isOf(read)
	}
	if err != nil {
		return t.app.answerInvalid(err)
	}
	return t.drive(read)
}

// present loads the pack from where the record says that it is.
func (t *target) present() (*pack.Pack, error) {
	if !filepath.IsLocal(filepath.FromSlash(t.rec.PackPath)) {
		return nil, t.outside()
	}
	return t.app.load(t.packPlace)
}

// outside is the refusal to go where a record leads that something other than rtut may have written.
func (t *target) outside() error {
	return misuse("unknown_pack", "according to the record of run %s its pack is outside of the repo; name the pack", t.rec.RunID)
}

// isOf refuses a pack that is not the run's.
func (t *target) isOf(p *pack.Pack) error {
	if p.ID == t.rec.PackID {
		return nil
	}
	return misuse("wrong_pack", "run %s is of pack %s, and %s is pack %s", t.rec.RunID, t.rec.PackID, t.app.shown(t.file), p.ID)
}

// findRecord is findRun for commands that do without the pack: it is loaded only if it was named.
func (a *app) findRecord(ctx context.Context, flags runFlags, packArg string, l look) (*target, error) {
	t := &target{app: a, flags: flags}
	if packArg = cmp.Or(packArg, a.packArg); packArg != "" {
		var err error
		if t.packPlace, err = a.findPack(packArg); err != nil {
			return nil, err
		}
		t.pack, t.problem = a.load(t.packPlace)
	} else if err := a.here(t); err != nil {
		return nil, err
	}
	var err error
	if wanted := cmp.Or(flags.run, a.getenv("RTUT_RUN")); wanted != "" {
		t.rec, err = t.named(ctx, wanted)
	} else {
		t.rec, err = t.choose(ctx, l)
	}
	if err != nil && t.problem != nil {
		return nil, a.answerInvalid(t.problem)
	}
	if err != nil {
		return nil, err
	}
	if packArg == "" {
		t.file = filepath.Join(t.repo, filepath.FromSlash(t.rec.PackPath))
	}
	return t, nil
}

// mayBe reports whether the run of a pack may be meant. Where a pack is named that can't be read, that is one which began with its file.
func (t *target) mayBe(packPath string) bool {
	if t.problem == nil {
		return true
	}
	path, err := filepath.Rel(t.repo, t.file)
	return err != nil || packPath == filepath.ToSlash(path)
}

// here makes the repo of the working directory the target's.
func (a *app) here(t *target) error {
	dir, err := a.getwd()
	if err != nil {
		return err
	}
	if t.repo, _, err = store.OwningRepo(dir); err != nil {
		return err
	}
	t.elsewhere, err = a.elsewhere()
	return err
}

// choose picks the run that is meant where none is named: the unfinished one. Of those that are finished it reads the last at most.
func (t *target) choose(ctx context.Context, l look) (*record.Record, error) {
	rows, damaged, err := t.store().Rows(ctx, store.Unfinished)
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(r record.Row) bool { return !t.mayBe(r.PackPath) || t.pack != nil && r.PackID != t.pack.ID })
	var open []*record.Record
	for _, r := range rows {
		if !r.Finished() {
			open = append(open, r.Record)
		}
	}
	switch {
	case len(open) > 1:
		return nil, &usageError{"ambiguous_run", "several runs are unfinished; choose one with --run:", runLines(open)}
	case len(open) == 0 && len(damaged) > 0:
		return nil, damaged[0].Err
	case len(open) == 0 && (l == unfinishedOnly || len(rows) == 0):
		return nil, t.noRun(len(rows) > 0)
	}
	for _, d := range damaged {
		t.app.notef("%s", d.Err)
	}
	if len(open) == 1 {
		return open[0], nil
	}
	return t.store().Load(ctx, rows[len(rows)-1].RunID)
}

// named returns the run whose id is wanted or, alone, begins with it. It reads no other record, unless there are several.
func (t *target) named(ctx context.Context, wanted string) (*record.Record, error) {
	rec, err := t.store().Load(ctx, wanted)
	if isMissing := (*store.NotFoundError)(nil); !errors.As(err, &isMissing) {
		if err == nil && !t.mayBe(rec.PackPath) {
			return nil, t.unknownRun(wanted)
		}
		return rec, err
	}
	ids, err := t.store().Match(wanted)
	if err != nil {
		return nil, err
	}
	var found []*record.Record
	var broken []error
	for _, id := range ids {
		switch rec, err := t.store().Load(ctx, id); {
		case err != nil:
			broken = append(broken, err)
		case t.mayBe(rec.PackPath):
			found = append(found, rec)
		}
	}
	switch {
	case len(found) == 1 && len(broken) == 0:
		return found[0], nil
	case len(found) == 0 && len(broken) == 1:
		return nil, broken[0]
	case len(found)+len(broken) == 0:
		return nil, t.unknownRun(wanted)
	}
	lines := runLines(found)
	for _, err := range broken {
		lines = append(lines, err.Error())
	}
	return nil, &usageError{"ambiguous_run", "several runs match " + wanted + ":", lines}
}

func (t *target) unknownRun(wanted string) error {
	return misuse("unknown_run", "no run %s in %s; see rtut run list", wanted, t.app.shown(t.store().Dir()))
}

func (t *target) noRun(finished bool) error {
	where := "this repo"
	typed := "<pack>"
	if t.typed != "" {
		where, typed = t.app.shown(t.file), word(t.typed)
		if t.pack != nil {
			where = "pack " + t.pack.ID
		}
	}
	what := "has no run yet"
	if finished {
		what = "has no unfinished run"
	}
	if t.typed == "" && store.KindOf(t.repo) == store.NoRepo {
		where = "it"
	}
	none := where + " " + what + " in " + t.app.shown(t.store().Dir())
	switch checkout := store.KindOf(t.repo); {
	case checkout == store.NoRepo:
		return misuse("no_run", "%s is not in a git repository, and %s; change to the repository of the run, or start a run: rtut run new %s", t.repo, none, typed)
	case checkout == store.Worktree && t.elsewhere == "":
		return misuse("no_run", "%s; this linked worktree of git does not see the runs of other worktrees; start a run: rtut run new %s", none, typed)
	}
	return misuse("no_run", "%s; start one: rtut run new %s", none, typed)
}

// runLines describes runs, a line each, latest last.
func runLines(records []*record.Record) []string {
	var lines []string
	for _, r := range records {
		p := record.ProgressOf(r)
		lines = append(lines, fmt.Sprintf("%s  %s  %s  %d/%d  %s", r.RunID, r.PackID, record.StateOf(r), p.Done, p.Total, r.Operator))
	}
	return lines
}

// loadNamed reads the pack that an argument names by its path or its id.
func (a *app) loadNamed(arg string) (packPlace, *pack.Pack, error) {
	place, err := a.findPack(arg)
	if err != nil {
		return packPlace{}, nil, err
	}
	loaded, err := a.load(place)
	if err != nil {
		return packPlace{}, nil, a.answerInvalid(err)
	}
	return place, loaded, nil
}

// answerInvalid gives the document of an invalid pack, where a document is wanted, and returns the error.
func (a *app) answerInvalid(err error) error {
	var invalid *invalidPackError
	if !a.json || !errors.As(err, &invalid) {
		return err
	}
	return errors.Join(err, a.document(validation{Valid: false, Diagnostics: invalid.diagnostics}))
}

// do carries out an action on the run, having asked for what it lacks where somebody can be asked, and keeps the record as
// it is then.
func (t *target) do(ctx context.Context, act run.Action) error {
	t.noteOwner()
	act, err := t.complete(ctx, act)
	if err != nil {
		return err
	}
	return t.carryOut(ctx, act)
}

// carryOut carries out an action that lacks nothing any more which somebody could be asked for.
func (t *target) carryOut(ctx context.Context, act run.Action) error {
	after, err := t.session.Do(ctx, t.rec.RunID, act)
	if after != nil {
		t.rec = after
	}
	return t.app.answerInvalid(err)
}

// view returns the view of the run as it is now.
func (t *target) view() *run.View { return run.NewView(t.pack, t.rec, t.app.clock()).In(t.shownDir()) }

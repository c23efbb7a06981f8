package main

import (
	"context"
	"fmt"
	"slices"

	"rtut/pack"
	"rtut/run/operate"
	"rtut/run/record"
	"rtut/run/store"
)

// around says what somebody who begins a run should know: who has an open run on the same target, where the last one ended, and where
// the record will be if that is not an ordinary checkout. others reports whether the pack has unfinished runs already.
func (t *target) around(ctx context.Context, wanted record.Context) (others bool, notes []string) {
	rows, _, err := t.store().Rows(ctx, nil)
	if err != nil {
		return true, t.whereRecords()
	}
	for _, r := range rows {
		others = others || r.PackID == t.pack.ID && !r.Finished()
	}
	return others, append(t.whereRecords(), t.notesOn(rows, wanted, func(last *record.Row) string { return t.lastRun(ctx, *last) })...)
}

// notesOn says what around says of other runs, given the runs of the repo and what tells of an ended one.
func (t *target) notesOn(rows []record.Row, wanted record.Context, lastRun func(*record.Row) string) []string {
	var notes []string
	around := operate.LookAround(rows, "", t.pack.ID, wanted)
	for _, r := range around.Open {
		notes = append(notes, t.openRun(r))
	}
	if around.Last != nil {
		notes = append(notes, lastRun(around.Last))
	}
	return notes
}

// aroundOf is around for a form, in which the context is not known yet: all that is read is read now.
func (a *app) aroundOf(ctx context.Context, place packPlace, p *pack.Pack) func(record.Context) []string {
	t := &target{packPlace: place, app: a, pack: p}
	where := t.whereRecords()
	rows, _, err := t.store().Rows(ctx, nil)
	if err != nil {
		return func(record.Context) []string { return where }
	}
	told := map[string]string{} // what to say of each ended run that may be the last one, by its id
	tell := func(last *record.Row) string {
		if _, known := told[last.RunID]; !known {
			told[last.RunID] = t.lastRun(ctx, *last)
		}
		return told[last.RunID]
	}
	targets := map[string]bool{"": true, unnamed: true}
	for i := range rows {
		if rows[i].PackID == p.ID {
			targets[rows[i].Context.Target] = true
		}
	}
	for target := range targets {
		if last := operate.LookAround(rows, "", p.ID, record.Context{Target: target}).Last; last != nil {
			tell(last)
		}
	}
	return func(wanted record.Context) []string { return slices.Concat(where, t.notesOn(rows, wanted, tell)) }
}

// unnamed is a target that no run has.
const unnamed = "\x00"

// openRun says who has an unfinished run.
func (t *target) openRun(r record.Row) string {
	what := "this pack"
	if r.PackID != t.pack.ID {
		what = "pack " + r.PackID
	}
	return fmt.Sprintf("%s has an open run of %s%s, started %s%s: %s", r.Operator, what, on(r.Context), minute(r.Began), ago(r.Began, t.app.clock()), r.RunID)
}

// lastRun says where the latest run ended that did not succeed.
func (t *target) lastRun(ctx context.Context, r record.Row) string {
	note := fmt.Sprintf("the last run of this pack here%s, by %s, ended as %s", on(r.Context), r.Operator, r.Outcome)
	rec, err := t.store().Load(ctx, r.RunID)
	if err != nil {
		return note + ": " + r.RunID
	}
	item, reason := operate.EndedAt(rec)
	if item != "" {
		note += " at " + item
	}
	if reason != "" {
		note += " (" + reason + ")"
	}
	return fmt.Sprintf("%s, %s%s: %s", note, minute(r.Ended), ago(r.Ended, t.app.clock()), r.RunID)
}

// on is the target of a run, set off.
func on(c record.Context) string {
	if c.Target == "" {
		return ""
	}
	return " on " + c.Target
}

// minute is a moment as precisely as a person needs to know it.
func minute(at record.Time) string { return at.Format("2006-01-02 15:04 UTC") }

// whereRecords says where the record of a run will be, where that may surprise: outside of a repo, or in a linked worktree.
func (t *target) whereRecords() []string {
	switch checkout := store.KindOf(t.repo); {
	case t.elsewhere != "":
		return nil // who has named the directory knows where it is
	case checkout == store.NoRepo:
		return []string{fmt.Sprintf("%s is not in a git repository: the record is stored in %s, and only commands about packs in that directory find it",
			t.app.shown(t.file), t.store().Dir())}
	case checkout == store.Worktree:
		return []string{fmt.Sprintf("this is a linked worktree of git: the record is stored in it, in %s. Other worktrees do not see the record, and it is removed with the worktree",
			t.store().Dir())}
	}
	return nil
}

// noteOwner says once whose run this is, where that is somebody else's.
func (t *target) noteOwner() {
	if who := t.app.actor(); !t.owned && t.rec.Operator != who {
		t.app.notef("this is the run of %s; what you do is recorded as done by %s", line(t.rec.Operator), line(withheld(who)))
	}
	t.owned = true
}

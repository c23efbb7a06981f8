package main

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
	"rtut/run/store"
)

// exercise is the change of pack.yaml's exercise status that a run proves.
type exercise struct {
	place         packPlace
	status        string
	before, after []byte
}

// exercise works out the change for the run as it is. It writes nothing. A pack that is no longer the one that was read is
// refused: nothing is proven of it.
func (t *target) exercise() (*exercise, error) {
	e := &exercise{place: t.packPlace, status: run.ExerciseStatus(t.rec, record.At(t.app.clock()))}
	var err error
	if e.before, err = t.read(); err != nil {
		return nil, err
	}
	if !pack.SameFile(e.before, t.pack.File()) {
		return nil, changedMeanwhile(t.file)
	}
	e.after, err = pack.SetExerciseStatus(e.before, e.status)
	return e, err
}

// write puts the change into pack.yaml, unless somebody else has changed the file meanwhile.
func (e *exercise) write() error {
	now, err := e.place.read()
	if err != nil {
		return err
	}
	if !bytes.Equal(now, e.before) {
		return changedMeanwhile(e.place.file)
	}
	if bytes.Equal(e.before, e.after) {
		return nil
	}
	return store.Replace(e.place.file, e.after)
}

// changedMeanwhile refuses to mark a pack that somebody else has changed.
func changedMeanwhile(file string) error {
	return &run.Refusal{Code: run.PackChanged, Message: file + " was changed at the same time by another process, and was not modified", Satisfy: "Look at it and try again"}
}

// prepare writes the change beside pack.yaml; nil where there is nothing to change.
func (e *exercise) prepare() (*store.Prepared, error) {
	if bytes.Equal(e.before, e.after) {
		return nil, nil
	}
	return store.Prepare(e.place.file, e.after)
}

// marking marks the pack as what do puts on record says. If the pack can't be written do is not called; if do fails the pack is
// left as it was. "If it may not be written, the run is not closed either." It returns the change that was made.
func (t *target) marking(do func() error) (*exercise, error) {
	change, err := t.exercise()
	if err != nil {
		return nil, err
	}
	prepared, err := change.prepare()
	if err != nil {
		return nil, err
	}
	if err := do(); err != nil {
		if prepared != nil {
			prepared.Discard()
		}
		return nil, err
	}
	change, err = t.mark(change, prepared)
	return change, t.unmarked(err)
}

// mark puts what was prepared into place, unless midnight has passed since or somebody has changed the pack: then it is worked out
// again.
func (t *target) mark(then *exercise, prepared *store.Prepared) (*exercise, error) {
	now, err := t.exercise()
	if err == nil && prepared != nil && bytes.Equal(now.before, then.before) && bytes.Equal(now.after, then.after) {
		return now, prepared.Commit()
	}
	if prepared != nil {
		prepared.Discard()
	}
	if err != nil {
		return nil, err
	}
	return now, now.write()
}

// unmarked says of an error in marking the pack that the record holds what was done before, and how to go on.
func (t *target) unmarked(err error) error {
	var refusal *run.Refusal
	if err == nil || errors.As(err, &refusal) {
		return err // which says so
	}
	return fmt.Errorf("%w. The run is on record, and the pack is not marked; try again: %s", err, t.command("finish", "--apply"))
}

// diff shows the one line that changes.
func (e *exercise) diff(name string) string { return unifiedDiff(name, e.before, e.after) }

// unifiedDiff shows what becomes of a file, as one change; "" where it stays as it is.
func unifiedDiff(name string, was, is []byte) string {
	before, after := strings.SplitAfter(string(was), "\n"), strings.SplitAfter(string(is), "\n")
	at := 0
	for at < len(before) && at < len(after) && before[at] == after[at] {
		at++
	}
	tail := 0
	for tail < len(before)-at && tail < len(after)-at && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	gone, come := before[at:len(before)-tail], after[at:len(after)-tail]
	if len(gone)+len(come) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("--- " + name + "\n+++ " + name + "\n@@ " + hunk("-", at, len(gone)) + " " + hunk("+", at, len(come)) + " @@\n")
	for _, l := range gone {
		b.WriteString("-" + strings.TrimRight(l, "\r\n") + "\n")
	}
	for _, l := range come {
		b.WriteString("+" + strings.TrimRight(l, "\r\n") + "\n")
	}
	return b.String()
}

// hunk is the place of lines as a unified diff has it; of none, the line before.
func hunk(sign string, at, lines int) string {
	if lines == 0 {
		return sign + strconv.Itoa(at) + ",0"
	}
	if lines == 1 {
		return sign + strconv.Itoa(at+1)
	}
	return sign + strconv.Itoa(at+1) + "," + strconv.Itoa(lines)
}

package main

import (
	"cmp"

	"rtut/run"
)

// unproven is a mark in a pack.yaml that a run has made and proves no longer.
type unproven struct {
	File string `json:"file"`
	Says string `json:"exercise_status"`
	Was  string `json:"was"` // what stood there when the run began; "" where that is not known, or the line was not there
}

// unproven returns the mark that the run has made in its pack, if it is there still and what has been done since takes the proof away;
// else nil.
func (t *target) unproven() *unproven {
	if t.rec.ExerciseWrite == "" || t.pack == nil || t.pack.ExerciseStatus != t.rec.ExerciseWrite ||
		run.MayExercise(t.pack, t.rec, t.rec.PackDigest) == nil {
		return nil
	}
	u := &unproven{File: t.app.shown(t.file), Says: t.rec.ExerciseWrite}
	if before := t.session.Before(t.rec); before != nil {
		u.Was = before.ExerciseStatus
	}
	return u
}

// unprovenLines say how to take a mark back that a run no longer proves.
func (t *target) unprovenLines(out *text) {
	u := t.unproven()
	if u == nil {
		return
	}
	out.linef("%s still has \"exercise_status: %s\", but this run no longer proves that", line(u.File), line(u.Says))
	out.linef("to take that back, change the line to \"exercise_status: %s\"", line(cmp.Or(u.Was, "never")))
}

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"rtut/pack/draft"
	"rtut/run"
	"rtut/run/record"
	"rtut/run/store"
)

func TestErrorsHaveTheirExitCodesAndNames(t *testing.T) {
	for _, c := range []struct {
		err  error
		exit int
		code string
	}{
		{nil, 0, ""},
		{resultError(exitNotPassed), 1, "result"},
		{errors.Join(nil, resultError(exitWaiting)), 6, "result"},
		{misuse("bad_flag", "x"), 2, "bad_flag"},
		{&run.Refusal{Code: run.UnknownItem}, 2, "unknown_item"},
		{&store.NotFoundError{}, 2, "unknown_run"},
		{&run.Refusal{Code: run.PhraseWrong}, 3, "phrase_wrong"},
		{fmt.Errorf("while: %w", &run.Refusal{Code: run.MissingTool}), 3, "missing_tool"},
		{&invalidPackError{}, 4, "pack_invalid"},
		{&draft.PublishError{Code: draft.DraftEmpty}, 4, "automation_draft_empty"},
		{&run.Refusal{Code: run.IntentGone}, 5, "intent_gone"},
		{&record.DamagedError{}, 5, "record_damaged"},
		{&record.SchemaError{}, 5, "unknown_schema"},
		{&store.LockedError{}, 5, "locked"},
		{&store.UnknownOutcomeError{Err: io.EOF}, 5, "outcome_unknown"},
		{&outputError{io.ErrShortWrite}, 5, "output"},
		{&store.MisplacedError{}, 5, "runs_misplaced"},
		{io.ErrUnexpectedEOF, 5, "io"},
		{&besideError{exitAltered, io.ErrUnexpectedEOF}, 12, "io"},
		{fmt.Errorf("run: %w", context.Canceled), 130, "interrupted"},
	} {
		if got := judge(c.err); got.exit != c.exit || got.code != c.code {
			t.Errorf("%v: exit %d code %q, want %d %q", c.err, got.exit, got.code, c.exit, c.code)
		}
	}
}

func TestAReaderThatHasReadEnoughIsNoError(t *testing.T) {
	a, _ := testApp()
	var stderr bytes.Buffer
	a.out, a.err = &sink{to: closedPipe{}}, &sink{to: &stderr}
	if exit := a.execute(t.Context(), []string{"pack", "schema"}); exit != exitDone || stderr.Len() > 0 {
		t.Errorf("exit code %d, said %s", exit, &stderr)
	}
}

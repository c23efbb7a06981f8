package run_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"
	"time"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
	"rtut/run/store"
)

// heldSession is a session whose pack was read when its file was as keptPack says. now is what the file says since.
func heldSession(t *testing.T, now *string) *run.Session {
	t.Helper()
	s := sessionOf(t, &store.Mem{}, keptPack)
	*now = keptPack
	s.Reread = func() ([]byte, error) {
		if *now == "" {
			return nil, fs.ErrNotExist
		}
		return []byte(*now), nil
	}
	s.PackRevision = func() (pack.Revision, error) { return pack.Revision{Digest: "sha256:of " + *now}, nil }
	s.Shell = runs{func() {}}
	s.Env = func(string) ([]string, error) { return nil, nil }
	return s
}

// runs is a shell in which every command ends well, and something happens meanwhile.
type runs struct{ meanwhile func() }

func (r runs) Run(context.Context, run.Job, io.Writer) (run.Observation, error) {
	r.meanwhile()
	return run.Observation{}, nil
}
func (r runs) Missing(pack.Needs) (tools, env []string)  { return nil, nil }
func (r runs) Wait(context.Context, time.Duration) error { return nil }

const (
	otherCheck = "the pack changed after it was read; nothing was done. Review the change, then repeat the action"
	noPack     = "the pack cannot be read any more: file does not exist. Look what has become of it"
)

func TestNothingIsDoneWithAPackThatIsNoLongerTheOneThatWasRead(t *testing.T) {
	ctx := t.Context()
	for name, act := range map[string]func(s *run.Session) error{
		"new": func(s *run.Session) error {
			_, err := s.New(ctx, run.New{RunID: "r2", PackPath: "pack.yaml"})
			return err
		},
		"start": func(s *run.Session) error { _, err := s.Do(ctx, "r", run.Start{Item: "two"}); return err },
		"note":  func(s *run.Session) error { _, err := s.Do(ctx, "r", run.Note{Text: "n"}); return err },
		"finalize": func(s *run.Session) error {
			_, err := s.Do(ctx, "r", run.Finalize{Outcome: record.Abandoned})
			return err
		},
		"exercise": func(s *run.Session) error { _, err := s.Do(ctx, "r", run.Exercise{}); return err },
		"finalize and exercise": func(s *run.Session) error {
			_, err := s.Do(ctx, "r", run.Finalize{Exercise: true})
			return err
		},
		"accept": func(s *run.Session) error {
			_, err := s.Do(ctx, "r", run.AcceptPackChange{Reason: "r"})
			return err
		},
		"verify": func(s *run.Session) error {
			_, err := s.Verify(ctx, "r", run.VerifyRequest{Verify: run.Verify{Item: "one"}, Consent: true}, io.Discard)
			return err
		},
		"may exercise": func(s *run.Session) error { return s.MayExercise(&record.Record{}) },
	} {
		for edited, want := range map[string]string{strings.Replace(keptPack, "test 1", "true", 1): otherCheck, keptPack + "# a comment\n": otherCheck, "": noPack} {
			t.Run(name, func(t *testing.T) {
				var now string
				s := heldSession(t, &now)
				if _, err := s.New(ctx, run.New{RunID: "r", PackPath: "pack.yaml"}); err != nil {
					t.Fatal(err)
				}
				rec, err := s.Do(ctx, "r", run.Start{Item: "one"})
				if err != nil {
					t.Fatal(err)
				}
				now = edited
				err = act(s)
				var refusal *run.Refusal
				if !errors.As(err, &refusal) || refusal.Code != run.PackStale || err.Error() != want {
					t.Errorf("%v, expected %s", err, want)
				}
				if after, err := s.Store.Load(ctx, "r"); err != nil || after.Revision != rec.Revision {
					t.Errorf("revision %d, was %d (%v)", after.Revision, rec.Revision, err)
				}
				if _, err := s.Store.Load(ctx, "r2"); err == nil {
					t.Error("a run was made")
				}
			})
		}
	}
}

// The exercise status is no part of what a pack says: a session goes on after it was written.
func TestPackThatWasMarkedIsStillTheOneThatWasRead(t *testing.T) {
	var now string
	s := heldSession(t, &now)
	now = strings.Replace(keptPack, "title: Kept\n", "title: Kept\nexercise_status: exercised 2026-11-30 by ana\n", 1)
	rec, err := s.New(t.Context(), run.New{RunID: "r", PackPath: "pack.yaml"})
	if err != nil || rec.PackDigest != "sha256:of "+now {
		t.Errorf("%v, digest %q", err, rec.PackDigest)
	}
}

// Commands may run for long. What they came to stands where the pack says the same as before in all that is enforced, and does not
// where it says something else.
func TestResultOfAPackThatChangesWhileItsCommandsRun(t *testing.T) {
	for edited, want := range map[string]string{
		strings.Replace(keptPack, "title: One", "title: The first", 1): "",
		strings.Replace(keptPack, "test 1", "true", 1):                 otherCheck,
		"title: [": otherCheck,
		"":         noPack,
	} {
		var now string
		s := heldSession(t, &now)
		if _, err := s.New(t.Context(), run.New{RunID: "r", PackPath: "pack.yaml"}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Do(t.Context(), "r", run.Start{Item: "one"}); err != nil {
			t.Fatal(err)
		}
		s.Shell = runs{func() { now = edited }}
		rec, err := s.Verify(t.Context(), "r", run.VerifyRequest{Verify: run.Verify{Item: "one"}, Consent: true}, &bytes.Buffer{})
		said := ""
		if err != nil {
			said = err.Error()
		}
		if said != want || (rec.Steps["one"].Verification != nil) != (want == "") {
			t.Errorf("%q: %v, verified %t", edited, err, rec.Steps["one"].Verification != nil)
		}
	}
}

func TestRollbackIsNotedWithItsReason(t *testing.T) {
	const text = `schema: runbook-pack/v0.2
id: back
title: Back
steps:
  - { id: one, title: One, rollback: { instruction: Undo it. } }
`
	for reason, want := range map[string]string{"it leaks": "it leaks", "": "rolled back"} {
		s := sessionOf(t, &store.Mem{}, text)
		if _, err := s.New(t.Context(), run.New{RunID: "r", PackPath: "pack.yaml"}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Do(t.Context(), "r", run.Start{Item: "one"}); err != nil {
			t.Fatal(err)
		}
		rec, err := s.Do(t.Context(), "r", run.RollBack{Item: "one", Reason: reason})
		if err != nil {
			t.Fatal(err)
		}
		if got := rec.Events[len(rec.Events)-1].Detail.Reason; got != want {
			t.Errorf("reason %q, expected %q", got, want)
		}
	}
}

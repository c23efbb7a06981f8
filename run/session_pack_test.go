package run_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
	"rtut/run/store"
)

const keptPack = `schema: runbook-pack/v0.2
id: kept
title: Kept
steps:
  - { id: one, title: One, verify: { kind: exit-code, command: 'test 1' } }
  - { id: two, title: Two }
`

// sessionOf drives runs of a pack that is what the text says at the time.
func sessionOf(t *testing.T, mem *store.Mem, text string) *run.Session {
	t.Helper()
	p, found := pack.Parse(pack.FileName, []byte(text))
	if p == nil {
		t.Fatal(found)
	}
	return &run.Session{
		Pack: p, Store: mem, Files: mem, Clock: func() time.Time { return dawn }, By: "ana",
		PackRevision: func() (pack.Revision, error) { return pack.Revision{Digest: "sha256:1"}, nil },
	}
}

func TestARunSaysWhatHasChangedSinceItBeganAndThenSinceItAccepted(t *testing.T) {
	mem := &store.Mem{}
	if _, err := sessionOf(t, mem, keptPack).New(t.Context(), run.New{RunID: "r", PackPath: "pack.yaml"}); err != nil {
		t.Fatal(err)
	}
	for _, edit := range [][2]string{{"test 1", "test 2"}, {"test 2", "test 3"}} {
		text := strings.NewReplacer("test 1", edit[1]).Replace(keptPack)
		want := []string{"one: verify command was `" + edit[0] + "`, is `" + edit[1] + "`"}
		s := sessionOf(t, mem, text)
		_, err := s.Do(t.Context(), "r", run.Start{Item: "one"})
		var refusal *run.Refusal
		if !errors.As(err, &refusal) || refusal.Code != run.PackChanged || !slices.Equal(refusal.Details, want) {
			t.Fatalf("%v, expected %s", err, want)
		}
		rec, err := s.Do(t.Context(), "r", run.AcceptPackChange{Reason: "looked at it", PackDigest: "sha256:2"})
		if err != nil {
			t.Fatal(err)
		}
		if got := rec.Deviations[len(rec.Deviations)-1].Unmet; !slices.Equal(got, want) {
			t.Errorf("the deviation says %s", got)
		}
		data, err := rec.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if f := record.Audit(data, ""); f.Verdict != record.VerdictUnfinished {
			t.Errorf("the audit says %+v", f)
		}
		if got := string(mem.KeptPack(rec.PackText)); got != text {
			t.Errorf("the record names %q", got)
		}
	}
}

func TestAChangeOfWordsIsShownAndHoldsNothingUp(t *testing.T) {
	mem := &store.Mem{}
	if _, err := sessionOf(t, mem, keptPack).New(t.Context(), run.New{RunID: "r", PackPath: "pack.yaml"}); err != nil {
		t.Fatal(err)
	}
	s := sessionOf(t, mem, strings.Replace(keptPack, "title: Two", "title: The second", 1))
	rec, err := s.Do(t.Context(), "r", run.Start{Item: "one"})
	if err != nil {
		t.Fatal(err)
	}
	status := run.NewView(s.Pack, rec, dawn).Since(s.Before(rec)).Status()
	if status.PackChanged || !slices.Contains(status.PackWords, "two: title was `Two`, is `The second`") {
		t.Errorf("%v %q", status.PackChanged, status.PackWords)
	}
}

func TestARunWhosePackWasNotKeptSaysOnlyThatItHasChanged(t *testing.T) {
	mem := &store.Mem{}
	began := sessionOf(t, mem, keptPack)
	began.Files = nil
	if _, err := began.New(t.Context(), run.New{RunID: "r", PackPath: "pack.yaml"}); err != nil {
		t.Fatal(err)
	}
	s := sessionOf(t, mem, strings.Replace(keptPack, "test 1", "test 2", 1))
	rec, err := s.Do(t.Context(), "r", run.AcceptPackChange{Reason: "looked at it"})
	if err != nil {
		t.Fatal(err)
	}
	if got := rec.Deviations[0].Unmet; !slices.Equal(got, []string{"one is defined differently"}) {
		t.Errorf("the deviation says %s", got)
	}
}

func TestARefusedRunKeepsNoPack(t *testing.T) {
	mem := &store.Mem{}
	s := sessionOf(t, mem, keptPack)
	files := &counting{Mem: mem}
	s.Files = files
	if _, err := s.New(t.Context(), run.New{RunID: "r", PackPath: "pack.yaml", Params: map[string]string{"nosuch": "1"}}); err == nil || files.kept > 0 {
		t.Errorf("%v, and %d files were kept", err, files.kept)
	}
}

// counting counts what is kept.
type counting struct {
	*store.Mem
	kept int
}

func (c *counting) KeepPack(ctx context.Context, file []byte) (string, error) {
	c.kept++
	return c.Mem.KeepPack(ctx, file)
}

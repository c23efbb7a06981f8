package run_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"rtut/run"
	"rtut/run/store"
)

const asked = `schema: runbook-pack/v0.2
id: asked
title: Asked
steps:
  - { id: restore, title: Restore, effect: irreversible, confirm: go }
stages:
  - id: prove
    title: Prove
    gates:
      - { id: ok, title: Data is right, checks: [{ id: rows, kind: manual, prompt: Two people compared the rows. }] }
`

var swapped = strings.NewReplacer("Two people compared the rows.", "The screen is not black.", "title: Restore", "title: Drop it").Replace(asked)

// beganAsked is a run of asked in a store.
func beganAsked(t *testing.T) *store.Mem {
	t.Helper()
	mem := &store.Mem{}
	if _, err := sessionOf(t, mem, asked).New(t.Context(), run.New{RunID: "r", PackPath: "pack.yaml"}); err != nil {
		t.Fatal(err)
	}
	return mem
}

var confirmedOK = run.Verify{Item: "ok", Answers: run.Answers{Confirm: true}}

// saidToOthers fails the test unless the error is that something was said to words that are others now.
func saidToOthers(t *testing.T, err error, want ...string) {
	t.Helper()
	var refusal *run.Refusal
	if !errors.As(err, &refusal) || refusal.Code != run.PackChanged || !slices.Equal(refusal.Details, want) {
		t.Errorf("%v\nexpected a refusal %s with %q", err, run.PackChanged, want)
	}
}

const (
	otherPrompt = "ok: check rows prompt was `Two people compared the rows.`, is `The screen is not black.`"
	otherTitle  = "restore: title was `Restore`, is `Drop it`"
	otherVerify = "restore: verify prompt was `Restore: done as described`, is `Drop it: done as described`"
)

func TestAnAnswerToOtherWordsIsRefused(t *testing.T) {
	for name, act := range map[string]run.Action{
		"answer": confirmedOK, "phrase": run.Start{Item: "restore", Phrase: "go"},
		"consent with the answer": run.Begin{Item: "ok", Answers: run.Answers{Confirm: true}},
	} {
		s := sessionOf(t, beganAsked(t), swapped)
		rec, err := s.Do(t.Context(), "r", act)
		saidToOthers(t, err, otherTitle, otherVerify, otherPrompt)
		if last := rec.Events[len(rec.Events)-1]; last.Action != run.VerbPackWords {
			t.Errorf("%s: the change is not noted, but %s", name, last.Action)
		}
		if name == "consent with the answer" {
			continue
		}
		if _, err := s.Do(t.Context(), "r", act); err != nil {
			t.Errorf("%s: said again: %v", name, err)
		}
	}
}

func TestAnAnswerThatWasAskedWithTheNewWordsIsTaken(t *testing.T) {
	s := sessionOf(t, beganAsked(t), swapped)
	s.Reads = true
	if _, err := s.Do(t.Context(), "r", confirmedOK); err != nil {
		t.Error(err)
	}
	other := sessionOf(t, beganAsked(t), strings.Replace(asked, "title: Restore", "title: Drop it", 1))
	if _, err := other.Do(t.Context(), "r", confirmedOK); err != nil {
		t.Errorf("words of another item have changed: %v", err)
	}
}

func TestWordsThatChangeWhileSomebodyIsAskedAreNotAnswered(t *testing.T) {
	mem := beganAsked(t)
	s := sessionOf(t, mem, asked)
	s.Reads = true
	s.Reread = func() ([]byte, error) { return []byte(swapped), nil }
	_, err := s.Do(t.Context(), "r", confirmedOK)
	saidToOthers(t, err, otherTitle, otherVerify, otherPrompt)
	s.Reread = func() ([]byte, error) { return []byte(asked + "# a comment\n"), nil }
	if _, err = s.Do(t.Context(), "r", confirmedOK); err == nil || strings.Contains(err.Error(), "words") {
		t.Errorf("a comment: %v", err)
	}
}

func TestAChangeInWordsKeepsBothTexts(t *testing.T) {
	mem := beganAsked(t)
	began, err := mem.Load(t.Context(), "r")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sessionOf(t, mem, swapped).Do(t.Context(), "r", run.Note{Text: "hello"}); err != nil {
		t.Fatal(err)
	}
	rec, err := sessionOf(t, mem, asked).Do(t.Context(), "r", run.Note{Text: "and back"})
	if err != nil {
		t.Fatal(err)
	}
	var kept []string
	for _, e := range rec.Events {
		if c := e.Detail.PackChange; c != nil {
			kept = append(kept, string(mem.KeptPack(c.PackText)))
		}
	}
	if !slices.Equal(kept, []string{swapped, asked}) || string(mem.KeptPack(began.PackText)) != asked || rec.PackText != began.PackText {
		t.Errorf("kept are %q", kept)
	}
	want := []run.WordChange{
		{What: "restore: title", Was: "Restore", Is: "Drop it"},
		{What: "restore: verify prompt", Was: "Restore: done as described", Is: "Drop it: done as described"},
		{What: "ok: check rows prompt", Was: "Two people compared the rows.", Is: "The screen is not black."},
	}
	if got := rec.Events[1].Detail.PackChange.WordChange; !slices.Equal(got, want) {
		t.Errorf("noted is %+v", got)
	}
}

func TestAnAnswerNamesTheWordsOnTheScreen(t *testing.T) {
	mem := beganAsked(t)
	s := sessionOf(t, mem, swapped)
	s.Reads = true
	if _, err := s.Do(t.Context(), "r", confirmedOK); err != nil {
		t.Fatal(err)
	}
	rec, err := s.Do(t.Context(), "r", run.Start{Item: "restore", Phrase: "go"})
	if err != nil {
		t.Fatal(err)
	}
	for want, w := range map[string]*run.Words{
		"The screen is not black.": rec.Gates["ok"].Results["rows"].Words, "Drop it": rec.Steps["restore"].Confirmation.Words,
	} {
		if w == nil || w.Text != want || !strings.HasPrefix(w.Rendered, "sha256:") || string(mem.KeptPack(w.PackText)) != swapped {
			t.Errorf("said to %+v, expected %q", w, want)
		}
	}
}

func TestWordsThatLookLikeASecretAreNamedByADigest(t *testing.T) {
	p := parsePack(t, strings.Replace(asked, "Two people compared the rows.", "'password=hunter2hunter2 works'", 1))
	rec, _, err := run.Transition(p, nil, run.Actor{Name: "ana"}, run.New{RunID: "r", PackPath: "pack.yaml"}, dawn)
	if err != nil {
		t.Fatal(err)
	}
	if rec, _, err = run.Transition(p, rec, run.Actor{Name: "ana"}, confirmedOK, dawn); err != nil {
		t.Fatal(err)
	}
	if w := rec.Gates["ok"].Results["rows"].Words; w.Text != "" || w.Rendered == "" {
		t.Errorf("said to %+v", w)
	}
}

package run_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"rtut/run"
	"rtut/run/record"
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
	return beganOf(t, asked)
}

func beganOf(t *testing.T, text string) *store.Mem {
	t.Helper()
	mem := &store.Mem{}
	if _, err := sessionOf(t, mem, text).New(t.Context(), run.New{RunID: "r", PackPath: "pack.yaml"}); err != nil {
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
		if last := rec.Events[len(rec.Events)-1]; last.Action != record.VerbPackWords {
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

// What is said is said to what was shown to the one who says it. What somebody else was shown meanwhile does not count.
func TestAnAnswerIsToWhatTheSamePersonWasShown(t *testing.T) {
	mem := beganAsked(t)
	bo := sessionOf(t, mem, swapped)
	bo.By = "bo"
	_, err := bo.Do(t.Context(), "r", confirmedOK)
	saidToOthers(t, err, otherTitle, otherVerify, otherPrompt)

	ana := sessionOf(t, mem, swapped)
	for range 2 {
		_, err = ana.Do(t.Context(), "r", confirmedOK)
		saidToOthers(t, err, otherPrompt)
	}
	var refusal *run.Refusal
	if errors.As(err, &refusal); !strings.HasPrefix(refusal.Satisfy, "Read them, and say it again with --words ") {
		t.Errorf("told %q", refusal.Satisfy)
	}
	ana.Words = "0123456789ab"
	if _, err = ana.Do(t.Context(), "r", confirmedOK); !errors.As(err, &refusal) || refusal.Message != "it does not read as you name it with --words" {
		t.Error(err)
	}
	ana.Words = strings.Fields(refusal.Satisfy)[8]
	if _, err = ana.Do(t.Context(), "r", confirmedOK); err != nil {
		t.Error(err)
	}
	if _, err = bo.Do(t.Context(), "r", run.Start{Item: "restore", Phrase: "go"}); err != nil {
		t.Errorf("bo was shown them: %v", err)
	}
}

func TestAnAnswerIsToTheValuesThatTheSamePersonWasShown(t *testing.T) {
	const measured = `schema: runbook-pack/v0.2
id: asked
title: Asked
datapoints: [{ id: lag, title: Lag, type: int, initial: 5 }, { id: room, title: Room, type: int }, { id: other, title: Other, type: int, initial: 1 }]
steps: [{ id: cut, title: Cut, effect: irreversible, confirm: go, command: 'cut {{ lag }}' }]
stages: [{ id: prove, title: Prove, gates: [{ id: ok, title: OK, checks: [{ id: rows, kind: manual, prompt: 'Lag {{ lag }} is fine, room {{ room }}' }] }] }]
`
	phrase := run.Start{Item: "cut", Phrase: "go"}
	for name, act := range map[string]run.Action{"answer": confirmedOK, "phrase": phrase} {
		mem := beganOf(t, measured)
		ana, bo := sessionOf(t, mem, measured), sessionOf(t, mem, measured)
		bo.By = "bo"
		set := func(s *run.Session, id, to string) {
			t.Helper()
			if _, err := s.Do(t.Context(), "r", run.SetValues{Values: map[string]string{id: to}, Reason: "looked"}); err != nil {
				t.Fatal(err)
			}
		}
		set(bo, "lag", "6")
		_, err := ana.Do(t.Context(), "r", act)
		var refusal *run.Refusal
		if !errors.As(err, &refusal) || refusal.Code != run.ConfirmationLapsed || !slices.Equal(refusal.Details, []string{"lag was 5, is 6"}) {
			t.Errorf("%s: %v", name, err)
		}
		set(ana, "room", "3") // ana has acted on it as it is now
		set(bo, "other", "2") // it stands nowhere in it
		if _, err := ana.Do(t.Context(), "r", act); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	mem := beganOf(t, measured)
	ana, bo := sessionOf(t, mem, measured), sessionOf(t, mem, measured)
	bo.By = "bo"
	if _, err := bo.Do(t.Context(), "r", run.SetValues{Values: map[string]string{"room": "3"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := ana.Do(t.Context(), "r", confirmedOK); err != nil {
		t.Errorf("a first value replaces none: %v", err)
	}
	if _, err := bo.Do(t.Context(), "r", phrase); err != nil {
		t.Error(err)
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
	want := []record.WordChange{
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
	for want, w := range map[string]*record.Words{
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

package tui

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rtut/run"
	"rtut/run/record"
)

const typistPack = `schema: runbook-pack/v0.2
id: typist
title: Typist
order: parallel
stages:
  - id: all
    title: All
    steps:
      - { id: danger, title: Danger, effect: irreversible, confirm: do it, command: 'true' }
    gates:
      - id: both
        title: Both
        evidence: [{ id: ticket, title: Ticket }]
        checks:
          - { id: ran, kind: exit-code, command: look }
          - { id: seen, kind: manual, prompt: Seen. }
`

// newTypist opens a fresh run of a pack.
func newTypist(t *testing.T, packYAML string) (*bench, *Typist) {
	b := newBench(t, packYAML, 80, 24)
	b.newRun(run.New{})
	typist, err := NewTypist(context.Background(), b.world, Start{Pack: "packs/it/pack.yaml", Run: "20261130T030000.000000Z-000001"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(typist.Close)
	return b, typist
}

func TestTypistTypesAPhraseAndAnswersACheckBetweenCommands(t *testing.T) {
	b, typist := newTypist(t, typistPack)
	at := func(item string) error {
		return errors.Join(typist.Press("/"), typist.Write(item), typist.Press("enter"))
	}
	err := errors.Join(at("danger"), typist.Press("s"))
	if diff := cmp.Diff([]string{"phrase"}, typist.Inputs()); diff != "" || err != nil {
		t.Fatal(diff, err)
	}
	err = errors.Join(typist.FillIn(0, "phrase", "do\n"), typist.Press("esc", "s"), typist.FillIn(0, "", ""), at("both"), typist.Press("v"), typist.FillIn(0, "", ""))
	if diff := cmp.Diff([]string{"evidence ticket"}, typist.Inputs()); diff != "" || err != nil {
		t.Fatal(diff, err, typist.Title())
	}
	if err := errors.Join(typist.FillIn(0, "evidence ticket", "INC-1"), typist.Press("y", "y")); err != nil {
		t.Fatal(err)
	}
	if rec := b.record(); rec.Steps["danger"].State != record.Running || rec.Gates["both"].State != record.Passed || typist.Title() != "" {
		t.Errorf("danger is %s, both is %s, under %q", rec.Steps["danger"].State, rec.Gates["both"].State, typist.Title())
	}
}

func TestTypistLeavesAndStopsWithItsContext(t *testing.T) {
	_, typist := newTypist(t, typistPack)
	if err := typist.Press("q", "s"); err != nil || !typist.left {
		t.Errorf("%v, left: %v", err, typist.left)
	}
	b, typist := newTypist(t, typistPack)
	b.shell.hang["look"] = true
	if err := errors.Join(typist.Press("/"), typist.Write("both"), typist.Press("enter", "v"), typist.FillIn(0, "", ""), typist.FillIn(0, "", "")); err != nil {
		t.Fatal(err)
	}
	typist.cancel()
	if err := typist.Press("y"); !errors.Is(err, context.Canceled) {
		t.Errorf("it came to rest: %v", err)
	}
}

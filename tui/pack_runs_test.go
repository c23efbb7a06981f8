package tui

import (
	"context"
	"testing"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// nodePack has a param that tells its runs from each other.
const nodePack = `schema: runbook-pack/v0.2
id: node
title: Drain a node
params:
  - { id: node, type: string, required: true }
steps:
  - { id: drain, title: Drain it, effect: irreversible, confirm: "drain {{ node }}", verify: { kind: manual, prompt: It is drained. } }
`

func TestRunsSayTheirTargetAgeAndWhatComesNextAndAreFiltered(t *testing.T) {
	onTable(t, nodePack, 80, 24, func(b *bench) {
		for _, node := range []string{"node-30", "node-31", "node-32"} {
			b.newRun(run.New{Params: map[string]string{"node": node}, Context: record.Context{Environment: pack.Staging}})
		}
		b.newRun(run.New{Params: map[string]string{"node": "a"}, Context: record.Context{Environment: pack.Production, Project: "shop", Target: "db-1"}})
		b.press("enter", "esc") // the form reads the runs again
		b.shows("▶  shop / db-1   0/1  ! drain is next  ana  production", "node=node-31", "1130T0300-000002")
		b.press("/")
		b.write("31 staging")
		b.shows("filter: 31 staging", "node=node-31")
		b.showsNot("node=node-30", "shop / db-1", "node=node-32")
		b.press("enter", "down", "enter")
		b.shows("Drain a node", "run 20261130T030000.000000Z-000002")
		b.press("esc", "esc")
		b.shows("node=node-30", "shop / db-1")
		if _, err := b.mem.Load(context.Background(), "20261130T030000.000000Z-000004"); err != nil {
			t.Error(err)
		}
	})
}

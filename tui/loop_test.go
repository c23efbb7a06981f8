package tui

import (
	"strings"
	"testing"

	"rtut/run"
	"rtut/run/record"
)

const loopPack = `schema: runbook-pack/v0.2
id: rolling
title: Restart all
params: [{ id: hosts, type: list, items: hostname, default: [db1, db2] }, { id: standbys, type: list, items: hostname, default: [db3] }]
order: sequential
steps:
  - { id: restart, for_each: { host: hosts }, title: 'Restart {{ host }}', effect: irreversible, confirm: 'restart {{ host }}' }
`

func TestLoopsAreShownAsTheRunFollowsThem(t *testing.T) {
	onTable(t, loopPack, 100, 30, func(b *bench) {
		b.resize(100, 30)
		b.newRun(run.New{})
		b.open()
		b.shows("Restart db1", "Restart db2")
		b.press("s")
		b.write("restart db1")
		b.press("enter")
		if got := b.state("restart-db1"); got != record.Running {
			t.Errorf("restart-db1 is %s", got)
		}
	})
}

// A pack whose loops can't be written out for the run is one that can't be read.
func TestLoopOverAnotherListIsSaidForAsLongAsItIsSo(t *testing.T) {
	onTable(t, loopPack, 160, 30, func(b *bench) {
		b.resize(160, 30)
		b.newRun(run.New{})
		b.open()
		other := strings.Replace(loopPack, "host: hosts", "host: standbys", 1)
		b.disk.write(other)
		b.second()
		b.shows("host stood for `hosts` when the run began with it, and now stands for `standbys`", "Restart db1")
		b.press("s")
		b.write("restart db1")
		b.press("enter")
		if got := b.state("restart-db1"); got != record.Todo {
			t.Errorf("restart-db1 is %s", got)
		}
		b.disk.write(loopPack)
		b.press("esc")
		b.second()
		b.showsNot("and now stands for")
	})
}

package tui

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"rtut/run"
)

const handPack = `
schema: runbook-pack/v0.2
id: hand
title: Hand
params:
  - { id: file, title: File, default: a }
steps:
  - { id: copy, title: Copy, effect: reversible, command: 'cp {{ file }} b' }
`

// withByHand gives a bench a shell for the work: it notes what it was opened for, and does something meanwhile.
func withByHand(b *bench, meanwhile func() error) *[]string {
	opened := &[]string{}
	b.place.ByHand = func(_ context.Context, _, item, command string) error {
		*opened = append(*opened, item+": "+command)
		return meanwhile()
	}
	b.m.outside = func(do func() error) error { return do() }
	return opened
}

func nothing() error { return nil }

func TestAShellForTheWorkOffersTheCheckAfterwards(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		opened := withByHand(b, nothing)
		b.press("space", "!") // starts the step
		if fmt.Sprint(*opened) != "[measure: ]" {
			t.Errorf("opened %q", *opened)
		}
		b.shows("Verify measure", "Run this? Press y")
		b.press("y")
		b.shows("passed, and the step is done")
	})
}

func TestAShellForTheWorkGetsTheCommandThatIsShown(t *testing.T) {
	onTable(t, handPack, 80, 24, func(b *bench) {
		b.resize(80, 24)
		b.newRun(run.New{Params: map[string]string{"file": "it's"}})
		b.open()
		opened := withByHand(b, nothing)
		b.press("space", "!")
		if want := `[copy: cp 'it'\''s' b]`; fmt.Sprint(*opened) != want {
			t.Errorf("opened %q", *opened)
		}
	})
}

func TestNoShellIsOpenedWhereThereIsNothingToDo(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.press("!")
		b.shows("no shell can be opened here")
		opened := withByHand(b, nothing)
		b.press("!")
		b.shows("measure is todo. Start it, then ! opens a shell for its work")
		b.press("space")
		b.shell.held = make(chan struct{})
		b.press("v", "y", "esc", "!")
		b.shows("a check is running; Ctrl+C stops it")
		close(b.shell.held)
		b.settle()
		if len(*opened) != 0 {
			t.Errorf("opened %q", *opened)
		}
	})
}

func TestWhatHappenedWhileTheShellWasOpenIsShown(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		withByHand(b, func() error {
			b.meanwhile(run.Fail{Item: "measure", Reason: "it broke"})
			return nil
		})
		b.press("space", "!")
		b.shows("failed")
		b.showsNot("Run this? Press y")
	})
	drill(t, 80, 24, func(b *bench) {
		withByHand(b, func() error { return errors.New("start a shell: no such file") })
		b.press("space", "!")
		b.shows("start a shell: no such file")
		b.showsNot("Run this? Press y")
	})
}

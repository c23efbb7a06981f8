package tui

import (
	"context"
	"testing"

	"rtut/run"
	"rtut/run/record"
)

func TestEscHidesARunningCheckAndCtrlCStopsIt(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.shell.hang["echo lag=512"] = true
		b.press("space", "v", "y")
		b.shows("Ctrl+C stop it  Esc hide it")
		b.press("esc")
		b.shows("the check of measure runs on; v shows it again", "its check runs here")
		b.press("enter")
		b.shows("its check runs here, since 03:00:03: v shows it")
		b.press("esc", "esc")
		b.shows("it still runs: Ctrl+C stops it")
		b.press("esc", "q")
		if b.quit {
			t.Fatal("q left a check that runs")
		}
		b.press("ctrl+c")
		b.shows("stopped: it has neither passed nor failed")
		b.press("esc")
		b.shows("interrupted")
		b.showsNot("its check runs here")
	})
}

func TestEndOfAHiddenCheckIsSaid(t *testing.T) {
	for _, c := range []struct {
		exit int
		want string
	}{{0, "the check of measure passed"}, {3, "the check of measure has ended and did not pass: v shows how"}} {
		drill(t, 80, 24, func(b *bench) {
			b.shell.held = make(chan struct{})
			b.shell.exits["echo lag=512"] = c.exit
			b.press("space", "v", "y", "esc")
			b.shows("the check of measure runs on")
			close(b.shell.held)
			b.settle()
			b.shows(c.want)
			if c.exit != 0 {
				b.press("v")
				b.shows("did not pass: ended with exit code 3, not 0")
			}
		})
	}
}

func TestCheckThatRunsElsewhereIsShownWithWhoWhereAndSinceWhen(t *testing.T) {
	for _, c := range []struct {
		host  string
		ended bool
		row   string
		whole string
	}{
		{"web-1", false, "… checked by ana on web-1", "its check was started by ana on web-1 (pid 7) at 03:00:01, and no result has"},
		{"bastion", false, "… checked by ana", "its check was started by ana on bastion (pid 7) at 03:00:01, and that process"},
		{"bastion", true, "… interrupted", "its check was interrupted: it was started by ana on bastion (pid 7) at"},
	} {
		drill(t, 80, 24, func(b *bench) {
			b.place.Ended = func(int) bool { return c.ended }
			b.press("space")
			err := b.mem.Update(context.Background(), "20261130T030000.000000Z-000001", func(rec *record.Record) (*record.Record, error) {
				next, _, err := run.Transition(b.place.Session.Pack, rec, run.Actor{Name: "ana"}, run.Begin{Item: "measure", Host: c.host, PID: 7}, b.clock)
				return next, err
			})
			if err != nil {
				t.Fatal(err)
			}
			b.second()
			b.shows(c.row)
			b.press("enter")
			b.shows(c.whole)
		})
	}
}

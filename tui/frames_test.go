package tui

import (
	"os"
	"testing"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

func readPack(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile("../cmd/rtut/testdata/packs/" + name + "/pack.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// drill runs a test in a run of the drill, production.
func drill(t *testing.T, w, h int, do func(b *bench)) {
	t.Helper()
	onTable(t, readPack(t, "drill"), w, h, func(b *bench) {
		b.shell.outputs["echo lag=512"] = "lag=512\n"
		b.resize(w, h)
		b.newRun(run.New{Context: record.Context{Environment: pack.Production, Project: "billing"}})
		b.open()
		do(b)
	})
}

// open goes to the first run.
func (b *bench) open() {
	b.m.work.owed++
	b.place.checks = &b.m.work.checks
	b.send(openedMsg{place: b.place, run: newSnapshot(b.place, 0, b.record(), b.clock)})
	b.settle()
}

var sizes = []struct {
	name string
	w, h int
}{{"60x15", 60, 15}, {"80x24", 80, 24}, {"100x30", 100, 30}, {"120x40", 120, 40}, {"200x60", 200, 60}}

func TestFramesOfADrill(t *testing.T) {
	for _, s := range sizes {
		drill(t, s.w, s.h, func(b *bench) {
			b.golden(s.name + "/run")
			b.press("enter")
			b.golden(s.name + "/item")
			b.press("esc", "space", "v")
			b.golden(s.name + "/verify")
			b.press("y")
			b.golden(s.name + "/verified")
			b.press("esc", "d", "K")
			b.golden(s.name + "/reason")
			b.write("nobody is there")
			b.press("enter", "v")
			b.golden(s.name + "/evidence")
			b.write("ben")
			b.press("enter")
			b.golden(s.name + "/answer")
			b.press("y")
			b.golden(s.name + "/passed")
			b.press("s")
			b.golden(s.name + "/phrase")
			b.write("promote db3 at 511")
			b.press("enter")
			b.golden(s.name + "/phrase-wrong")
			b.press("esc")
			b.press("2")
			b.golden(s.name + "/data")
			b.press(".")
			b.golden(s.name + "/data-grouped")
			b.press("3")
			b.golden(s.name + "/overview")
			b.press("4")
			b.golden(s.name + "/artefacts")
			b.press("5")
			b.golden(s.name + "/log")
			b.press("1", "?")
			b.golden(s.name + "/help")
			b.press("esc", "x")
			b.golden(s.name + "/close")
		})
	}
}

func TestFramesOfAPack(t *testing.T) {
	for _, s := range sizes {
		onTable(t, readPack(t, "linear"), s.w, s.h, func(b *bench) {
			b.resize(s.w, s.h)
			b.golden(s.name + "/pack")
			b.press("enter")
			b.golden(s.name + "/new")
		})
	}
}

func TestTooSmallASreenSaysWhatItNeeds(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.resize(59, 24)
		b.shows("rtut needs 60x15; this is 59x24")
		b.straight()
		b.resize(60, 15)
		b.shows("measure")
		b.straight()
	})
}

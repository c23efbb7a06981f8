package tui

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// truthPack is a pack of which every text names its version, OLD or NEW, so that a frame tells which it shows.
const truthPack = `schema: runbook-pack/v0.2
id: truth
title: The OLD pack
datapoints:
  - { id: lag, title: Lag OLD, type: int, initial: 1 }
stages:
  - id: work
    title: Work OLD
    steps:
      - { id: todo, title: Todo OLD, command: echo OLD todo, effect: read-only, verify: { kind: exit-code, command: echo OLD todo check } }
      - { id: begun, title: Begun OLD, command: echo OLD begun, verify: { kind: exit-code, command: echo OLD begun check }, rollback: { command: echo OLD back } }
      - { id: asked, title: Asked OLD, verify: { kind: manual, prompt: Asked OLD. } }
      - { id: owing, title: Owing OLD, verify: { kind: manual, prompt: Owing OLD. }, evidence: [{ id: ticket, title: Ticket OLD }] }
      - { id: ready, title: Ready OLD, verify: { kind: manual, prompt: Ready OLD. } }
      - { id: failed, title: Failed OLD, command: echo OLD failed, idempotent: false, verify: { kind: manual, prompt: Failed OLD. }, rollback: { instruction: Go back OLD } }
      - { id: done, title: Done OLD, command: echo OLD done, verify: { kind: manual, prompt: Done OLD. }, rollback: { command: echo OLD undone } }
      - { id: fence, title: Fence OLD, command: echo OLD fence, effect: irreversible, confirm: fence it OLD, verify: { kind: manual, prompt: Fence OLD. } }
      - id: way
        title: Way OLD
        verify: { kind: manual, prompt: Way OLD. }
        one_of:
          - { id: left, title: Left OLD, command: echo OLD left }
          - { id: right, title: Right OLD, command: echo OLD right }
  - id: decide
    title: Decide OLD
    gates:
      - id: go
        title: Go OLD
        waivable: true
        evidence: [{ id: lead, title: Lead OLD }]
        checks: [{ id: size, kind: exit-code, command: echo OLD size }, { id: said, kind: manual, prompt: Go OLD. }]
      - { id: seen, title: Seen OLD, waivable: true, checks: [{ id: said, kind: manual, prompt: Seen OLD. }] }
  - id: after
    title: After OLD
    requires: [decide]
    steps:
      - { id: blocked, title: Blocked OLD, command: echo OLD blocked, verify: { kind: manual, prompt: Blocked OLD. } }
artefacts:
  - { id: notes, title: Notes OLD, kind: file, location: notes.txt }
`

// newVersion is the pack after somebody has edited it.
func newVersion(text string) string { return strings.ReplaceAll(text, "OLD", "NEW") }

// truthState brings the run of a truthPack to where each item is in another state.
var truthState = []run.Action{
	run.Start{Item: "begun"},
	run.Start{Item: "asked"},
	run.Start{Item: "owing"},
	run.Verify{Item: "owing", Answers: run.Answers{Pass: []string{""}}},
	run.Start{Item: "ready"},
	run.Verify{Item: "ready", Answers: run.Answers{Pass: []string{""}}},
	run.Start{Item: "failed"},
	run.Fail{Item: "failed", Reason: "smoke"},
	run.Start{Item: "done"},
	run.Verify{Item: "done", Answers: run.Answers{Pass: []string{""}}},
	run.Complete{Item: "done"},
}

// truth is an interface that is tried, with all that it could have done wrong in sight.
type truth struct {
	*bench
	typist *Typist
	first  *record.Record // as it was before the last action on it
}

// newTruth opens the interface on a run in truthState.
func newTruth(t *testing.T, start Start, besides ...run.Action) *truth {
	t.Helper()
	tr := &truth{bench: newBench(t, truthPack, 80, 24)}
	b := prepared(t, besides)
	tr.first, tr.again = b.first, true
	tr.ids.Store(1)
	if err := tr.mem.Create(context.Background(), b.last); err != nil {
		t.Fatal(err)
	}
	return tr.opens(start)
}

// preparedRun is a run that was brought into a state, and as it was before the last action on it.
type preparedRun struct{ first, last *record.Record }

// states are prepared runs by what was done besides truthState.
var states = map[string]preparedRun{}

func prepared(t *testing.T, besides []run.Action) preparedRun {
	name := fmt.Sprint(besides)
	if known, is := states[name]; is {
		return known
	}
	b := newBench(t, truthPack, 80, 24)
	b.newRun(run.New{Context: record.Context{Environment: pack.Rehearsal}})
	var p preparedRun
	for _, act := range append(slices.Clone(truthState), besides...) {
		p.first = b.record()
		b.meanwhile(act)
	}
	p.last = b.record()
	states[name] = p
	return p
}

func (tr *truth) opens(start Start) *truth {
	tr.t.Helper()
	typist, err := NewTypist(context.Background(), tr.world, start)
	if err != nil {
		tr.t.Fatal(err)
	}
	tr.typist, tr.m = typist, typist.m
	return tr
}

// press presses keys.
func (tr *truth) press(keys ...string) {
	tr.t.Helper()
	if err := tr.typist.Press(keys...); err != nil {
		tr.t.Fatal(err)
	}
}

// second lets a second pass.
func (tr *truth) second() {
	tr.t.Helper()
	tr.clock = tr.clock.Add(time.Second)
	if err := tr.typist.see(clockMsg{}); err != nil {
		tr.t.Fatal(err)
	}
}

// exchanges puts another record in place of the run's, whatever the engine says.
func (tr *truth) exchanges(other func(rec *record.Record) *record.Record) {
	tr.t.Helper()
	err := tr.mem.Update(context.Background(), truthRun, func(rec *record.Record) (*record.Record, error) { return other(rec), nil })
	if err != nil {
		tr.t.Fatal(err)
	}
}

// witness is all that a key press is judged by.
type witness struct {
	frame   string
	writes  int32
	shown   []byte // the record that the frame was drawn from; nil where it shows no run
	records map[string][]byte
	jobs    int
	marks   int
	pack    []byte // the pack's file
}

func (tr *truth) look() witness {
	tr.t.Helper()
	w := witness{frame: tr.plainFrame(), writes: tr.writes.Load(), records: map[string][]byte{}, jobs: len(tr.shell.ran()), marks: int(tr.marks.Load())}
	for _, rec := range tr.records(context.Background()) {
		w.records[rec.RunID] = encoded(tr.t, rec)
	}
	if r := tr.m.run(); r != nil {
		w.shown = encoded(tr.t, r.snap.rec)
	}
	w.pack, _ = tr.disk.read() // a file that is gone is no text
	return w
}

func encoded(t testing.TB, rec *record.Record) []byte {
	t.Helper()
	data, err := rec.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// lies says what a key has done that was not what was drawn; empty where all was, or nothing was done.
func (tr *truth) lies(before, after witness) []string {
	var found []string
	lie := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	for id, data := range after.records {
		if was := before.records[id]; was != nil && !bytes.Equal(was, data) {
			found = append(found, tr.liesOf(before, was, data)...)
		}
	}
	if strings.Contains(before.frame, "rtut needs") {
		lie("it acted while nothing was seen")
	}
	shown := drawnVersion(before.frame)
	if shown == "" || string(before.pack) != versions[shown] {
		lie("the frame shows the pack %q, and the file is another", shown)
	}
	for _, job := range tr.shell.ran()[before.jobs:] {
		if !strings.Contains(before.frame, job.Script) {
			lie("ran %q, which was not on the screen", job.Script)
		}
	}
	for id, data := range after.records {
		if before.records[id] != nil {
			continue
		}
		rec, err := record.Decode(data)
		now, _ := tr.disk.revision()
		digest := now.Digest
		if err != nil || rec.PackDigest != digest || drawnVersion(before.frame) != shown {
			lie("a run of the pack %s was made from a form of %q (%v)", rec.PackDigest, shown, err)
		}
	}
	return found
}

// liesOf is lies of one record that has changed.
func (tr *truth) liesOf(before witness, was, is []byte) []string {
	var found []string
	if !bytes.Equal(before.shown, was) {
		found = append(found, "it changed a record of which another state was on the screen")
	}
	old, err := record.Decode(was)
	now, err2 := record.Decode(is)
	if err != nil || err2 != nil {
		return append(found, fmt.Sprint("the record can't be read: ", err, err2))
	}
	for _, e := range now.Events[len(old.Events):] {
		if e.By != "ana" || e.Item != "" && !strings.Contains(before.frame, e.Item) {
			found = append(found, fmt.Sprintf("%s %s by %s, and the screen does not show that", e.Action, e.Item, e.By))
		}
	}
	return found
}

// versions are the texts of the pack by the word that names them in its title: the title alone is what OTHER differs in.
var versions = map[string]string{"OLD": truthPack, "NEW": newVersion(truthPack), "OTHER": strings.Replace(truthPack, "The OLD", "The OTHER", 1)}

// drawnVersion is the version of the pack that a frame shows, by its head; "" where it shows none.
func drawnVersion(frame string) string {
	head, _, _ := strings.Cut(frame, "\n")
	for version := range versions {
		if strings.Contains(head, "The "+version+" pack") {
			return version
		}
	}
	return ""
}

// truthScreen is something that is looked at, and how one comes there.
type truthScreen struct {
	name    string
	start   Start
	besides []run.Action
	item    string // that is selected
	keys    []string
}

const truthRun = "20261130T030000.000000Z-000001"

// truthItems are the items of a truthPack.
var truthItems = []string{"todo", "begun", "asked", "owing", "ready", "failed", "done", "fence", "way", "blocked", "go", "seen"}

// truthScreens are all screens, tabs, and the dialogs that a key opens of any item.
func truthScreens(t *testing.T) []truthScreen {
	atRun := Start{Pack: "packs/it/pack.yaml", Run: truthRun}
	atPack := Start{Pack: "packs/it/pack.yaml"}
	screens := []truthScreen{
		{name: "packs"},
		{name: "pack", start: atPack},
		{name: "pack, new run", start: atPack, keys: []string{"g"}},
		{name: "figures", start: atPack, keys: []string{"tab"}},
		{name: "form of a new run", start: atPack, keys: []string{"g", "enter"}},
		{name: "form of a new run, at its end", start: atPack, keys: []string{"g", "enter", "tab", "tab", "tab", "tab", "tab"}},
		{name: "run from its pack", start: atPack, keys: []string{"enter"}},
		{name: "find", start: atRun, keys: []string{"/"}},
		{name: "help", start: atRun, keys: []string{"?"}},
		{name: "ended run", start: atRun, besides: []run.Action{run.Finalize{Outcome: record.FailedRun, Reason: "enough"}}},
		{name: "rollbacks of an ended run", start: atRun, besides: []run.Action{run.Finalize{Outcome: record.FailedRun, Reason: "enough"}}, keys: []string{"b"}},
		{name: "feedback", start: atRun, besides: []run.Action{run.Finalize{Outcome: record.FailedRun, Reason: "enough"}}, keys: []string{"x", "tab"}},
	}
	for _, tab := range []string{"2", "3", "4", "5"} {
		screens = append(screens, truthScreen{name: "tab " + tab, start: atRun, keys: []string{tab}})
	}
	acting, _ := Keys()
	known := map[string]bool{}
	for _, item := range truthItems {
		to := []string{"/"}
		for _, r := range item {
			to = append(to, string(r))
		}
		to = append(to, "enter")
		screens = append(screens, truthScreen{name: "flow at " + item, start: atRun, keys: to},
			truthScreen{name: "item " + item, start: atRun, keys: append(slices.Clone(to), "enter")})
		screens = append(screens, dialogsOf(t, truthScreen{name: item, start: atRun, item: item, keys: to}, acting, 3, known)...)
	}
	return screens
}

// dialogsOf are the dialogs that keys open at a screen, and those that these open once they are filled in; of each kind the first.
func dialogsOf(t *testing.T, at truthScreen, keys []string, deep int, known map[string]bool) []truthScreen {
	var found []truthScreen
	for _, key := range keys {
		tr := newTruth(t, at.start, at.besides...)
		tr.press(at.keys...)
		was := tr.m.dialog
		tr.press(key)
		opened := tr.m.dialog
		title := tr.typist.Title()
		tr.typist.Close()
		if opened == nil || opened == was {
			continue
		}
		kind := fmt.Sprintf("%T %s %s", opened, opened.keys(), strings.ReplaceAll(title, at.item, ""))
		if known[kind] {
			continue
		}
		known[kind] = true
		s := truthScreen{name: at.name + ", " + key + ": " + title, start: at.start, item: at.item, keys: append(slices.Clone(at.keys), key)}
		found = append(found, s)
		next := []string{"y"}
		if form, is := opened.(asker); is {
			s.name, s.keys, next = s.name+", filled in", append(s.keys, filling(form)...), []string{"enter"}
			found = append(found, s)
		}
		if deep > 1 {
			found = append(found, dialogsOf(t, s, next, deep-1, known)...)
		}
	}
	return found
}

// filling are the keys that fill in a form.
func filling(form asker) []string {
	var keys []string
	for _, f := range form.asked().list {
		switch {
		case f.takesText():
			keys = append(keys, "7")
		case f.tick:
			keys = append(keys, "space")
		}
		keys = append(keys, "tab")
	}
	return keys
}

// outside is something that changes while the screen is looked at.
type outside struct {
	name string
	do   func(tr *truth)
}

var outsides = []outside{
	{"nothing", func(*truth) {}},
	{"the pack is edited", func(tr *truth) { tr.disk.write(newVersion(truthPack)) }},
	{"the pack's words are edited", func(tr *truth) {
		tr.disk.write(versions["OTHER"])
	}},
	{"the pack is edited and put back", func(tr *truth) {
		tr.disk.write(newVersion(truthPack))
		tr.second()
		tr.disk.write(truthPack)
	}},
	{"the pack is broken", func(tr *truth) { tr.disk.write("title: ['") }},
	{"the pack is gone", func(tr *truth) { tr.disk.remove() }},
	{"somebody acts on the run", func(tr *truth) { tr.meanwhile(run.AddFeedback{Rating: record.Poor}) }},
	{"another process checks", func(tr *truth) {
		tr.exchanges(func(rec *record.Record) *record.Record {
			if begun, _, err := run.Transition(tr.place.Session.Pack, rec, run.Actor{Name: "ana"}, run.Begin{Item: "begun", Host: "elsewhere", PID: 1}, tr.clock); err == nil {
				return begun
			}
			return rec // it has ended
		})
	}},
	{"somebody ends the run", func(tr *truth) {
		tr.exchanges(func(rec *record.Record) *record.Record {
			if ended, _, err := run.Transition(tr.place.Session.Pack, rec, run.Actor{Name: "bo"}, run.Finalize{Outcome: record.Abandoned, Reason: "enough"}, tr.clock); err == nil {
				return ended
			}
			return rec // it has ended already
		})
	}},
	{"the record is altered", func(tr *truth) {
		tr.exchanges(func(rec *record.Record) *record.Record { rec.Operator = "eve"; return rec })
	}},
	{"the record is put back", func(tr *truth) { tr.exchanges(func(*record.Record) *record.Record { return tr.first }) }},
	{"the record is removed", func(tr *truth) { tr.gone.Store(true) }},
	{"the terminal is too small", func(tr *truth) { tr.typist.take(tea.WindowSizeMsg{Width: 59, Height: 15}) }},
}

// truthKeys are all keys that mean something somewhere, and one that is text.
func truthKeys() []string {
	acting, others := Keys()
	keys := slices.Concat(acting, others, []string{
		"y", "n", "enter", "esc", "space", "tab", "shift+tab", "up", "down", "left", "right", "pgup", "pgdown", "home", "end",
		"ctrl+d", "ctrl+u", "backspace", "z", "1", "3", "ctrl+c",
	})
	slices.Sort(keys)
	return slices.Compact(keys)
}

// Whatever is looked at, whatever changes outside and whichever key is pressed: it is refused, or what was drawn is what is done.
func TestWhatIsDrawnIsWhatIsDone(t *testing.T) {
	keys, cases, acted := truthKeys(), 0, 0
	screens, every := truthScreens(t), truthEvery()
	for i, s := range screens {
		for j, o := range outsides {
			for k, told := range []bool{false, true} {
				var some []string
				for l, key := range keys {
					if (i+j+k+l)%every == 0 {
						some = append(some, key)
					}
				}
				c, a := tryKeys(t, s, o, told, some)
				cases, acted = cases+c, acted+a
			}
		}
	}
	t.Logf("%d screens x %d changes, seen and not seen yet, x %d keys, one of %d: %d cases, of which %d did something",
		len(screens), len(outsides), len(keys), every, cases, acted)
	if acted < len(screens)/every {
		t.Errorf("only %d of %d did anything: the test looks at nothing", acted, cases)
	}
}

// truthEvery says which part of the cases is tried: with RTUT_TRUTH=all each one, else one of so many, of every screen, change
// and key some.
func truthEvery() int {
	switch {
	case os.Getenv("RTUT_TRUTH") == "all":
		return 1
	case underRace || testing.Short():
		return 97
	}
	return 11
}

// The three ways in which the interface could carry out a pack that was no longer there, once with the file of the pack out of its
// sight, which must be found out, and once as it is.
func TestEditedPackIsNotCarriedOutAsItWas(t *testing.T) {
	edit := func(tr *truth) {
		tr.disk.write(newVersion(truthPack))
		tr.second()
	}
	for name, play := range map[string]func(tr *truth) []string{
		"in a new run": func(tr *truth) []string {
			tr.press("g", "enter", "down", "down", "down", "down")
			edit(tr)
			return tr.acts("enter")
		},
		"in a run that was open before": func(tr *truth) []string {
			tr.press("down", "enter")
			edit(tr)
			return slices.Concat(tr.acts("s"), tr.acts("/", "t", "o", "d", "o", "enter", "space"), tr.acts("space"), tr.acts("y"))
		},
		"in a run that is entered again after a change was accepted": func(tr *truth) []string {
			tr.press("down", "enter")
			edit(tr)
			tr.press("P", "7", "enter", "esc", "esc", "enter")
			found := slices.Concat(tr.acts("/", "t", "o", "d", "o", "enter", "space"), tr.acts("space"), tr.acts("y"))
			if is, _ := tr.disk.read(); string(is) != versions[drawnVersion(tr.plainFrame())] {
				found = append(found, "it shows another pack than there is")
			}
			return found
		},
	} {
		for _, blind := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, blind %t", name, blind), func(t *testing.T) {
				tr := newTruthAtPack(t, blind)
				defer tr.typist.Close()
				if lies := play(tr); blind != (len(lies) > 0) {
					t.Errorf("found %q\n%s", lies, tr.plainFrame())
				}
			})
		}
	}
}

// newTruthAtPack opens the pack of a run in truthState. If blind is true nobody sees what becomes of the pack's file.
func newTruthAtPack(t *testing.T, blind bool) *truth {
	t.Helper()
	tr := &truth{bench: newBench(t, truthPack, 80, 24)}
	if blind {
		tr.blind = true
		tr.world.Open = func(context.Context, string) (*Place, error) { return tr.newPlace(tr.place.Session.Pack), nil }
	}
	tr.ids.Store(1)
	if err := tr.mem.Create(context.Background(), prepared(t, nil).last); err != nil {
		t.Fatal(err)
	}
	return tr.opens(Start{Pack: "packs/it/pack.yaml"})
}

// acts presses keys, and says what the last of them has done that was not what was drawn.
func (tr *truth) acts(keys ...string) []string {
	tr.t.Helper()
	tr.press(keys[:len(keys)-1]...)
	before := tr.look()
	tr.press(keys[len(keys)-1])
	if !tr.did(before) {
		return nil
	}
	return tr.lies(before, tr.look())
}

// tryKeys presses every key at a screen after a change outside, which the screen was told of or not.
func tryKeys(t *testing.T, s truthScreen, o outside, told bool, keys []string) (cases, acted int) {
	var tr *truth
	var before witness
	for _, key := range keys {
		if tr == nil {
			tr = newTruth(t, s.start, s.besides...)
			tr.press(s.keys...)
			o.do(tr)
			if told {
				tr.second()
			}
			before = tr.look()
		}
		tr.press(key)
		cases++
		if !tr.did(before) && tr.plainFrame() == before.frame && !tr.typist.left {
			continue // nothing has come of it: the next key is pressed here, too
		}
		if tr.did(before) {
			acted++
			for _, lie := range tr.lies(before, tr.look()) {
				t.Errorf("%s; %s (told %t); %s: %s\n%s", s.name, o.name, told, key, lie, before.frame)
			}
		}
		tr.typist.Close()
		tr = nil
	}
	if tr != nil {
		tr.typist.Close()
	}
	return cases, acted
}

// did reports whether anything was recorded or run since.
func (tr *truth) did(before witness) bool {
	return tr.writes.Load() != before.writes || len(tr.shell.ran()) != before.jobs || int(tr.marks.Load()) != before.marks
}

package tui

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"rtut/pack"
	"rtut/run"
	"rtut/run/store"
)

var update = flag.Bool("update", false, "write golden files instead of comparing with them")

// fakeShell answers commands without running them. What is not in outputs prints nothing and ends well.
type fakeShell struct {
	outputs map[string]string // script to what it prints
	holding [][2]string       // a part of a script, and what that prints
	exits   map[string]int
	hang    map[string]bool // ends only when it is stopped
}

func (f *fakeShell) Run(ctx context.Context, job run.Job, display io.Writer) (run.Observation, error) {
	out := f.outputs[job.Script]
	for _, h := range f.holding {
		if strings.Contains(job.Script, h[0]) {
			out = h[1]
		}
	}
	if _, err := io.WriteString(display, out); err != nil {
		return run.Observation{}, err
	}
	if f.hang[job.Script] {
		<-ctx.Done()
		return run.Observation{}, ctx.Err()
	}
	return run.Observation{
		ExitCode: f.exits[job.Script], OutputBytes: int64(len(out)), Head: out, Contained: job.Want != "" && strings.Contains(out, job.Want),
	}, nil
}

func (f *fakeShell) Missing(pack.Needs) (tools, env []string) { return nil, nil }

func (f *fakeShell) Wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// bench is an interface on a table: the model, driven key by key, its commands run as Bubble Tea would.
type bench struct {
	t     testing.TB
	m     *Model
	world *World
	place *Place
	shell *fakeShell
	mem   *store.Mem
	clock time.Time
	msgs  chan tea.Msg
	quit  bool
	sent  []tea.Msg // what went to the terminal besides the frame
}

// onTable runs a test with an interface of a pack, in a bubble where time passes when everybody waits for it.
func onTable(t *testing.T, packYAML string, w, h int, do func(b *bench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, packYAML, w, h)
		ctx, cancel := context.WithCancel(context.Background())
		b.start(ctx, Start{Pack: "packs/it/pack.yaml"})
		do(b)
		cancel()
		<-time.After(time.Minute) // whatever still waits comes to its end
	})
}

func newBench(t testing.TB, packYAML string, w, h int) *bench {
	t.Helper()
	b := &bench{
		t: t, shell: &fakeShell{outputs: map[string]string{}, exits: map[string]int{}, hang: map[string]bool{}}, mem: &store.Mem{},
		clock: time.Date(2026, 11, 30, 3, 0, 0, 0, time.UTC), msgs: make(chan tea.Msg, 1000),
	}
	b.place = b.newPlace(packYAML)
	b.world = &World{
		Root: ".", Operator: "ana", Clock: func() time.Time { return b.clock },
		Packs: func(context.Context) ([]PackRow, []string, error) {
			p := b.place.Session.Pack
			return []PackRow{{Path: b.place.Path, ID: p.ID, Title: p.Title.Raw(), Owner: p.Owner, Kind: p.Kind}}, nil, nil
		},
		Open: func(context.Context, string) (*Place, error) { return b.place, nil },
	}
	return b
}

func (b *bench) newPlace(packYAML string) *Place {
	b.t.Helper()
	p, found, err := pack.Load(fstest.MapFS{"pack.yaml": {Data: []byte(packYAML)}}, "pack.yaml")
	if err != nil || p == nil {
		b.t.Fatalf("%v %v", found, err)
	}
	n := 0
	return &Place{
		Path: "packs/it/pack.yaml", File: "packs/it/pack.yaml",
		Session: &run.Session{
			Pack: p, Store: b.mem, Shell: b.shell, Clock: func() time.Time { return b.clock }, By: "ana", Host: "bastion", PID: 4711,
			PackRevision: func() (pack.Revision, error) { return pack.Revision{Digest: "sha256:0"}, nil },
			Env:          func(string) ([]string, error) { return nil, nil },
		},
		NewID: func(time.Time) string { n++; return fmt.Sprintf("20261130T030000.000000Z-00000%d", n) },
		Runs:  func(ctx context.Context) ([]*run.Record, []string, error) { return b.records(ctx), nil, nil },
		Paste: func(_ string, p *run.Paste) (string, error) { return p.Command, nil },
		Stamp: func() string { return "as it was" },
		Exercise: func(*run.Record) (Exercise, error) {
			return Exercise{Diff: "-exercise_status: never\n+exercise_status: exercised\n", Mark: func(closing func() (*run.Record, error)) error {
				_, err := closing()
				return err
			}}, nil
		},
	}
}

func (b *bench) records(ctx context.Context) []*run.Record {
	var all []*run.Record
	for i := 1; i < 10; i++ {
		if rec, err := b.mem.Load(ctx, fmt.Sprintf("20261130T030000.000000Z-00000%d", i)); err == nil {
			all = append(all, rec)
		}
	}
	return all
}

// newRun makes a run of the pack, as another process would.
func (b *bench) newRun(change run.New) {
	b.t.Helper()
	change.RunID, change.PackPath = b.place.NewID(b.clock), b.place.File
	if _, err := b.place.Session.New(context.Background(), change); err != nil {
		b.t.Fatal(err)
	}
}

// meanwhile is another process that acts on the first run.
func (b *bench) meanwhile(act run.Action) {
	b.t.Helper()
	if _, err := b.place.Session.Do(context.Background(), "20261130T030000.000000Z-000001", act); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) start(ctx context.Context, first Start) {
	b.m = New(ctx, b.world, first)
	b.run(b.m.Init())
	b.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	b.settle()
}

// run runs a command in a goroutine of its own.
func (b *bench) run(cmd tea.Cmd) {
	if cmd != nil {
		go func() { b.msgs <- cmd() }()
	}
}

// send hands a message to the model at once.
func (b *bench) send(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
		return
	case tea.BatchMsg:
		for _, cmd := range msg {
			b.run(cmd)
		}
		return
	case tea.QuitMsg:
		b.quit = true
		return
	}
	if kind := fmt.Sprintf("%T", msg); strings.HasPrefix(kind, "tea.") && strings.Contains(strings.ToLower(kind), "clipboard") {
		b.sent = append(b.sent, msg)
	}
	_, cmd := b.m.Update(msg)
	b.run(cmd)
}

// settle lets all that is under way come to rest, and the keyboard be quiet.
func (b *bench) settle() {
	for range 8 {
		synctest.Wait()
		for len(b.msgs) > 0 {
			b.send(<-b.msgs)
			synctest.Wait()
		}
		<-time.After(quiet / 4)
	}
}

// second lets a second pass.
func (b *bench) second() {
	b.clock = b.clock.Add(time.Second)
	<-time.After(time.Second)
	b.settle()
}

// press presses keys one after the other; after each everything comes to rest.
func (b *bench) press(keys ...string) {
	for _, k := range keys {
		b.clock = b.clock.Add(time.Second)
		b.send(keyPress(k))
		b.settle()
	}
}

// write types text, key by key.
func (b *bench) write(text string) {
	for _, r := range text {
		b.send(keyPress(string(r)))
	}
	b.settle()
}

// resize makes the window of another size.
func (b *bench) resize(w, h int) {
	b.send(tea.WindowSizeMsg{Width: w, Height: h})
	b.settle()
}

// plainFrame is the frame without looks.
func (b *bench) plainFrame() string {
	lines := b.m.frame()
	for i, l := range lines {
		lines[i] = strings.TrimRight(ansi.Strip(l), " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// shows fails unless every text is in the frame.
func (b *bench) shows(texts ...string) {
	b.t.Helper()
	frame := b.plainFrame()
	for _, text := range texts {
		if !strings.Contains(frame, text) {
			b.t.Errorf("%q is not shown:\n%s", text, frame)
		}
	}
}

// showsNot fails if a text is in the frame.
func (b *bench) showsNot(texts ...string) {
	b.t.Helper()
	frame := b.plainFrame()
	for _, text := range texts {
		if strings.Contains(frame, text) {
			b.t.Errorf("%q is shown:\n%s", text, frame)
		}
	}
}

// record is the first run as it is stored.
func (b *bench) record() *run.Record {
	b.t.Helper()
	rec, err := b.mem.Load(context.Background(), "20261130T030000.000000Z-000001")
	if err != nil {
		b.t.Fatal(err)
	}
	return rec
}

// golden compares the frame with a file of testdata/frames.
func (b *bench) golden(name string) {
	b.t.Helper()
	b.straight()
	compare(b.t, name, b.plainFrame())
}

func compare(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "frames", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// crooked says which line is not exactly as wide as the screen on any terminal, or that there are too many or too few; ""
// where all is straight.
func (b *bench) crooked() string {
	lines := b.m.frame()
	if len(lines) != b.m.height {
		return fmt.Sprintf("%d lines on a screen of %d", len(lines), b.m.height)
	}
	for i, l := range lines {
		if w, wc := ansi.StringWidth(l), ansi.StringWidthWc(l); w != b.m.width || wc != b.m.width {
			return fmt.Sprintf("line %d is %d and %d cells wide on a screen of %d: %q", i, w, wc, b.m.width, l)
		}
	}
	return ""
}

// straight fails if a line is crooked.
func (b *bench) straight() {
	b.t.Helper()
	if fault := b.crooked(); fault != "" {
		b.t.Error(fault)
	}
}

package tui

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
	"rtut/run/store"
)

var update = flag.Bool("update", false, "write golden files instead of comparing with them")

// fakeShell answers commands without running them. What is not in outputs prints nothing and ends well.
type fakeShell struct {
	outputs map[string]string // script to what it prints
	holding [][2]string       // a part of a script, and what that prints
	exits   map[string]int
	hang    map[string]bool // ends only when it is stopped
	held    chan struct{}   // not nil: commands end once it is closed

	mu   sync.Mutex
	jobs []run.Job // that were run
}

// ran returns what was run.
func (f *fakeShell) ran() []run.Job {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.jobs)
}

func (f *fakeShell) Run(ctx context.Context, job run.Job, display io.Writer) (run.Observation, error) {
	f.mu.Lock()
	f.jobs = append(f.jobs, job)
	f.mu.Unlock()
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
	if f.held != nil {
		<-f.held
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
	t      testing.TB
	m      *Model
	world  *World
	disk   *packFile
	place  *Place // of another process, with the pack as it was first
	shell  *fakeShell
	mem    *store.Mem
	clock  time.Time
	ids    atomic.Int32
	marks  atomic.Int32     // how often the pack was marked as exercised
	gone   atomic.Bool      // the records were removed
	blind  bool             // nobody sees what becomes of the pack's file
	again  bool             // packs are parsed once, since nobody changes them
	writes atomic.Int32     // how often a record was written
	listed []*record.Record // not nil: the runs that there are, whatever is stored
	msgs   chan tea.Msg
	quit   bool
	sent   []tea.Msg // what went to the terminal besides the frame
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
	b.disk = &packFile{text: []byte(packYAML)}
	var err error
	if b.place, err = b.readPack(); err != nil {
		t.Fatal(err)
	}
	b.world = &World{
		Root: ".", Operator: "ana", Clock: func() time.Time { return b.clock },
		Packs: func(context.Context) ([]PackRow, []string, error) {
			p := b.place.Session.Pack
			return []PackRow{{Path: b.place.Path, ID: p.ID, Title: p.Title.Raw(), Owner: p.Owner, Kind: p.Kind}}, nil, nil
		},
		Open: func(context.Context, string) (*Place, error) { return b.readPack() },
	}
	return b
}

// packFile is the file of a pack, which others may write.
type packFile struct {
	mu   sync.Mutex
	text []byte
	err  error // why it can't be read
}

// write puts another text there.
func (f *packFile) write(text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.text, f.err = []byte(text), nil
}

// remove takes the file away.
func (f *packFile) remove() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.text, f.err = nil, fs.ErrNotExist
}

func (f *packFile) read() ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.text, f.err
}

// digest is that of a directory in which there is nothing else.
func (f *packFile) revision() (pack.Revision, error) {
	text, err := f.read()
	return pack.Revision{Digest: fmt.Sprintf("sha256:%x", sha256.Sum256(text))}, err
}

// readPack reads the pack as it is now.
func (b *bench) readPack() (*Place, error) {
	text, err := b.disk.read()
	if err != nil {
		return nil, err
	}
	if known, is := parsed.Load(string(text)); is && b.again {
		return b.newPlace(known.(*pack.Pack)), nil
	}
	p, found := pack.Parse("pack.yaml", text)
	if p == nil {
		return nil, errors.New(found[0].String())
	}
	parsed.Store(string(text), p)
	return b.newPlace(p), nil
}

// parsed are packs by their texts, for tests that open the same one very often.
var parsed sync.Map

func (b *bench) newPlace(p *pack.Pack) *Place {
	reread := b.disk.read
	if b.blind {
		reread = nil
	}
	return &Place{
		Path: "packs/it/pack.yaml", File: "packs/it/pack.yaml",
		Session: &run.Session{
			Pack: p, Store: b, Shell: b.shell, Clock: func() time.Time { return b.clock }, By: "ana", Host: "bastion", PID: 4711,
			PackRevision: b.disk.revision, Reread: reread,
			Env: func(string) ([]string, error) { return nil, nil },
		},
		NewID: func(time.Time) string { return fmt.Sprintf("20261130T030000.000000Z-00000%d", b.ids.Add(1)) },
		Runs:  func(ctx context.Context) ([]record.Row, []string, error) { return rowsOf(b.records(ctx)), nil, nil },
		Paste: func(_ string, p *run.Paste) (string, error) { return p.Command, nil },
		Exercise: func(*record.Record) (Exercise, error) {
			return Exercise{Diff: "-exercise_status: never\n+exercise_status: exercised\n", Mark: func(closing func() (*record.Record, error)) error {
				_, err := closing()
				b.marks.Add(1)
				return err
			}}, nil
		},
	}
}

func rowsOf(records []*record.Record) (rows []record.Row) {
	for _, rec := range records {
		rows = append(rows, record.RowOf(rec))
	}
	return rows
}

func (b *bench) records(ctx context.Context) []*record.Record {
	if b.listed != nil {
		return b.listed
	}
	var all []*record.Record
	for i := 1; i < 10; i++ {
		if rec, err := b.mem.Load(ctx, fmt.Sprintf("20261130T030000.000000Z-00000%d", i)); err == nil {
			all = append(all, rec)
		}
	}
	return all
}

// Create, Load and Update are a store whose records may be gone.
func (b *bench) Create(ctx context.Context, rec *record.Record) error {
	b.writes.Add(1)
	return b.mem.Create(ctx, rec)
}

func (b *bench) Load(ctx context.Context, id string) (*record.Record, error) {
	if b.gone.Load() {
		return nil, &store.NotFoundError{ID: id, Dir: "memory"}
	}
	return b.mem.Load(ctx, id)
}

func (b *bench) Admit(ctx context.Context, pack string, after time.Time, begin func(recent int) error) error {
	return b.mem.Admit(ctx, pack, after, begin)
}

func (b *bench) Update(ctx context.Context, id string, change func(*record.Record) (*record.Record, error)) error {
	if b.gone.Load() {
		return &store.NotFoundError{ID: id, Dir: "memory"}
	}
	return b.mem.Update(ctx, id, func(rec *record.Record) (*record.Record, error) {
		next, err := change(rec)
		if next != nil {
			b.writes.Add(1)
		}
		return next, err
	})
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

// settle lets all that is under way come to rest, the keyboard be quiet, and the frame be drawn.
func (b *bench) settle() {
	defer b.m.frame()
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
func (b *bench) record() *record.Record {
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

// Package storetest holds every store of records to what run.Store promises.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
	"rtut/run/store"
)

const packText = `
schema: runbook-pack/v0.1
id: one
title: One
steps: [{ id: look, title: Look }]
`

// book makes records of a small pack and changes them, as a session does.
type book struct {
	t    *testing.T
	pack *pack.Pack
}

func newBook(t *testing.T) *book {
	p, diags, err := pack.Load(fstest.MapFS{"pack.yaml": {Data: []byte(packText)}}, "pack.yaml")
	if err != nil || p == nil {
		t.Fatal(diags, err)
	}
	return &book{t, p}
}

var moment = time.Date(2026, 11, 30, 0, 45, 12, 0, time.UTC)

func (b *book) begin(id string) *record.Record {
	rec, _, err := run.Transition(b.pack, nil, run.Actor{Name: "ana"}, run.New{RunID: id, PackPath: "pack.yaml"}, moment)
	if err != nil {
		b.t.Fatal(err)
	}
	return rec
}

// note is a change that adds a note.
func (b *book) note(text string) func(*record.Record) (*record.Record, error) {
	return func(rec *record.Record) (*record.Record, error) {
		next, _, err := run.Transition(b.pack, rec, run.Actor{Name: "ana"}, run.Note{Text: text}, moment)
		return next, err
	}
}

// Test runs the whole suite; open returns a new, empty store.
func Test(t *testing.T, open func(t *testing.T) run.Store) {
	for name, test := range map[string]func(*testing.T, run.Store, *book){
		"what is created can be loaded":               createAndLoad,
		"a run is created once":                       createOnce,
		"a run that is not there is not found":        notFound,
		"a change is stored, its error returned":      updateStores,
		"a refused change leaves the record":          refusedLeaves,
		"a change that is refused and stored is so":   refusedAndStored,
		"changes at the same time lose nothing":       nothingLost,
		"what a change was handed is nobody else's":   handedAlone,
		"the chain goes on over writes":               chainGoesOn,
		"a new run for each of many at the same time": manyAtOnce,
		"of two that begin each counts the other":     countsOthers,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t), newBook(t)) })
	}
}

// countsOthers: as many begin a run as there are goroutines, and each where none has begun yet, so that one alone does.
func countsOthers(t *testing.T, s run.Store, b *book) {
	var begun atomic.Int32
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			err := s.Admit(t.Context(), "one", moment.Add(-time.Hour), func(recent int) error {
				if recent > 0 {
					return nil
				}
				begun.Add(1)
				return s.Create(t.Context(), b.begin(fmt.Sprintf("r%d", i)))
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if n := begun.Load(); n != 1 {
		t.Errorf("%d runs began, expected 1", n)
	}
	for pack, after := range map[string]time.Time{"other": moment.Add(-time.Hour), "one": moment} {
		must(t, s.Admit(t.Context(), pack, after, func(recent int) error {
			if recent != 0 {
				t.Errorf("%d runs of %s after %s", recent, pack, after)
			}
			return nil
		}))
	}
	refused := errors.New("no")
	if err := s.Admit(t.Context(), "one", moment.Add(-time.Hour), func(int) error { return refused }); !errors.Is(err, refused) {
		t.Errorf("got %v", err)
	}
}

func createAndLoad(t *testing.T, s run.Store, b *book) {
	must(t, s.Create(t.Context(), b.begin("r1")))
	rec, err := s.Load(t.Context(), "r1")
	must(t, err)
	if rec.RunID != "r1" || rec.Revision != 1 || rec.Steps["look"].State != record.Todo {
		t.Errorf("got %+v", rec)
	}
}

func createOnce(t *testing.T, s run.Store, b *book) {
	must(t, s.Create(t.Context(), b.begin("r1")))
	must(t, s.Update(t.Context(), "r1", b.note("kept")))
	var exists *store.ExistsError
	if err := s.Create(t.Context(), b.begin("r1")); !errors.As(err, &exists) {
		t.Errorf("got %v", err)
	}
	if rec, err := s.Load(t.Context(), "r1"); err != nil || len(rec.Events) != 2 {
		t.Errorf("the first run is not as it was: %v, %v", rec, err)
	}
}

func notFound(t *testing.T, s run.Store, b *book) {
	var missing *store.NotFoundError
	if _, err := s.Load(t.Context(), "r1"); !errors.As(err, &missing) {
		t.Errorf("load: %v", err)
	}
	if err := s.Update(t.Context(), "r1", b.note("n")); !errors.As(err, &missing) {
		t.Errorf("update: %v", err)
	}
}

func updateStores(t *testing.T, s run.Store, b *book) {
	must(t, s.Create(t.Context(), b.begin("r1")))
	must(t, s.Update(t.Context(), "r1", b.note("first")))
	rec, err := s.Load(t.Context(), "r1")
	must(t, err)
	if rec.Revision != 2 || rec.Events[1].Detail.Note != "first" {
		t.Errorf("got revision %d, events %+v", rec.Revision, rec.Events)
	}
}

func refusedLeaves(t *testing.T, s run.Store, b *book) {
	must(t, s.Create(t.Context(), b.begin("r1")))
	refused := errors.New("no")
	if err := s.Update(t.Context(), "r1", func(*record.Record) (*record.Record, error) { return nil, refused }); !errors.Is(err, refused) {
		t.Errorf("got %v", err)
	}
	if rec, err := s.Load(t.Context(), "r1"); err != nil || rec.Revision != 1 {
		t.Errorf("got %v, %v", rec, err)
	}
}

func refusedAndStored(t *testing.T, s run.Store, b *book) {
	must(t, s.Create(t.Context(), b.begin("r1")))
	refused := errors.New("no, and noted")
	err := s.Update(t.Context(), "r1", func(rec *record.Record) (*record.Record, error) {
		next, err := b.note("noted")(rec)
		must(t, err)
		return next, refused
	})
	if !errors.Is(err, refused) {
		t.Errorf("got %v", err)
	}
	if rec, err := s.Load(t.Context(), "r1"); err != nil || rec.Revision != 2 {
		t.Errorf("got %v, %v", rec, err)
	}
}

func nothingLost(t *testing.T, s run.Store, b *book) {
	must(t, s.Create(t.Context(), b.begin("r1")))
	const writers, notes = 8, 5
	var group sync.WaitGroup
	for range writers {
		group.Go(func() {
			for range notes {
				if err := s.Update(context.Background(), "r1", b.note("at once")); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	rec, err := s.Load(t.Context(), "r1")
	must(t, err)
	if len(rec.Events) != 1+writers*notes || rec.Revision != len(rec.Events) {
		t.Errorf("%d events, revision %d", len(rec.Events), rec.Revision)
	}
}

func handedAlone(t *testing.T, s run.Store, b *book) {
	must(t, s.Create(t.Context(), b.begin("r1")))
	_ = s.Update(t.Context(), "r1", func(rec *record.Record) (*record.Record, error) {
		rec.Operator = "eve"
		return nil, errors.New("no")
	})
	if rec, err := s.Load(t.Context(), "r1"); err != nil || rec.Operator != "ana" {
		t.Errorf("got %v, %v", rec, err)
	}
}

func chainGoesOn(t *testing.T, s run.Store, b *book) {
	must(t, s.Create(t.Context(), b.begin("r1")))
	for _, text := range []string{"one", "two <&>", strings.Repeat("x", 1000)} {
		must(t, s.Update(t.Context(), "r1", b.note(text)))
	}
	rec, err := s.Load(t.Context(), "r1")
	must(t, err)
	data, err := rec.Encode()
	must(t, err)
	if f := record.Audit(data, ""); f.Verdict != record.VerdictUnfinished {
		t.Errorf("%+v", f)
	}
}

func manyAtOnce(t *testing.T, s run.Store, b *book) {
	var group sync.WaitGroup
	var mu sync.Mutex
	made := 0
	for range 20 {
		rec := b.begin("same")
		group.Go(func() {
			if s.Create(context.Background(), rec) == nil {
				mu.Lock()
				defer mu.Unlock()
				made++
			}
		})
	}
	group.Wait()
	if made != 1 {
		t.Errorf("%d runs were made with one id", made)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

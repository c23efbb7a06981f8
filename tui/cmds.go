package tui

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"rtut/pack/value"
	"rtut/run"
	"rtut/run/plain"
	"rtut/run/record"
	"rtut/run/store"
)

// How often the run is looked at, how long the keyboard must be quiet before a dialog that confirms something listens,
// how often output is drawn, and how long auto-confirm lets a failing check rest.
const (
	pollEvery = time.Second
	quiet     = 150 * time.Millisecond
	drawEvery = 40 * time.Millisecond
	autoRest  = 2 * time.Second
)

// worker starts all work: what it returns are commands for Bubble Tea, which runs each in a goroutine of its own.
type worker struct {
	ctx    context.Context
	world  *World
	busy   *sync.WaitGroup // commands whose processes must have ended before the program does
	reads  atomic.Int64    // how often a run was read
	checks atomic.Int32    // how many checks run
	owed   int             // how many answers to what the operator asked for are still to come
	after  func(d time.Duration, msg tea.Msg) tea.Cmd
	aside  func(cmd tea.Cmd) tea.Cmd // marks a command that may wait for others, or for the operator; only a Typist needs to know
}

func newWorker(ctx context.Context, world *World) *worker {
	return &worker{
		ctx: ctx, world: world, busy: &sync.WaitGroup{},
		after: func(d time.Duration, msg tea.Msg) tea.Cmd { return tea.Tick(d, func(time.Time) tea.Msg { return msg }) },
		aside: func(cmd tea.Cmd) tea.Cmd { return cmd },
	}
}

// own marks a command as asked for by the operator: until its answer has come, keys wait (Model.answered).
func (w *worker) own(cmd tea.Cmd) tea.Cmd {
	w.owed++
	return cmd
}

// clock strikes once a second.
func (w *worker) clock() tea.Cmd { return w.after(pollEvery, clockMsg{}) }

// background asks the terminal for the color of its background; one that does not answer counts as dark.
func (w *worker) background() tea.Cmd { return tea.RequestBackgroundColor }

// packs reads the list of packs.
func (w *worker) packs() tea.Cmd {
	return func() tea.Msg {
		rows, problems, err := w.world.Packs(w.ctx)
		return packsMsg{rows, problems, err}
	}
}

// proofs reads what the runs of the listed packs prove.
func (w *worker) proofs() tea.Cmd {
	if w.world.Proofs == nil {
		return nil
	}
	return func() tea.Msg {
		proofs, problems, err := w.world.Proofs(w.ctx)
		return proofsMsg{proofs, problems, err}
	}
}

// evidence reads what the runs of a pack say of it.
func (w *worker) evidence(place *Place) tea.Cmd {
	if place.Evidence == nil {
		return nil
	}
	return func() tea.Msg { return evidenceMsg{place.Path, place.Evidence(w.ctx)} }
}

// open reads a pack and its runs; runID names the one to go to, "" for none.
func (w *worker) open(path, runID string) tea.Cmd {
	return w.own(func() tea.Msg { return w.read(path, runID) })
}

// again reads a pack and its runs again, for the screen that shows them already.
func (w *worker) again(path string) tea.Cmd {
	return func() tea.Msg {
		msg := w.read(path, "")
		msg.again = true
		return msg
	}
}

// form reads a pack and its runs again, for the form of a new run.
func (w *worker) form(path string) tea.Cmd {
	return w.own(func() tea.Msg {
		msg := w.read(path, "")
		msg.again, msg.form = true, true
		if msg.place != nil && msg.place.Around != nil {
			msg.around = msg.place.Around(w.ctx)
		}
		return msg
	})
}

// place opens the pack at a path.
func (w *worker) place(path string) (*Place, error) {
	place, err := w.world.Open(w.ctx, path)
	if err == nil {
		place.checks = &w.checks
	}
	return place, err
}

func (w *worker) read(path, runID string) openedMsg {
	place, err := w.place(path)
	if err != nil {
		return openedMsg{path: path, err: err}
	}
	msg := openedMsg{path: path, place: place}
	if runID != "" {
		msg.run, msg.err = w.load(place, runID)
		return msg
	}
	msg.runs, msg.problems, msg.err = place.Runs(w.ctx)
	msg.next = nexts(place.Session.Pack, msg.runs, w.world.Clock())
	return msg
}

// load reads a run of a pack.
func (w *worker) load(place *Place, runID string) (*snapshot, error) {
	age := w.reads.Add(1)
	rec, err := place.Session.Store.Load(w.ctx, runID)
	if err != nil {
		return nil, err
	}
	if _, err := run.Follow(place.Session.Pack, rec); err != nil {
		return nil, err
	}
	return newSnapshot(place, age, rec, w.world.Clock()), nil
}

// present returns a place with the pack as it is now: the same one where nothing has changed.
func (w *worker) present(place *Place) (*Place, error) {
	if file, err := place.Session.File(); err == nil && bytes.Equal(file, place.Session.Pack.File()) {
		return place, nil
	}
	return w.place(place.Path)
}

// create makes a run. Where the pack has changed since the form was drawn, the message brings it as it is now.
func (w *worker) create(place *Place, wanted run.New) tea.Cmd {
	return w.own(func() tea.Msg {
		wanted.PackPath = place.File
		for {
			wanted.RunID = place.NewID(w.world.Clock())
			rec, err := w.begin(place, wanted)
			var taken *store.ExistsError
			switch {
			case errors.As(err, &taken):
				continue
			case isStale(err):
				now := w.read(place.Path, "")
				return createdMsg{err: err, now: &now}
			case err != nil:
				return createdMsg{err: err}
			}
			return createdMsg{snap: newSnapshot(place, w.reads.Add(1), rec, w.world.Clock())}
		}
	})
}

// begin makes a run of the pack that the form was drawn from.
func (w *worker) begin(place *Place, wanted run.New) (*record.Record, error) {
	if place.past.Load() {
		return nil, &StaleError{Pack: true}
	}
	return place.Session.New(w.ctx, wanted)
}

// pollPack looks whether a pack is still as it was seen, and reads it and its runs again if not.
func (w *worker) pollPack(seen *Place) tea.Cmd {
	return func() tea.Msg {
		switch now, err := w.present(seen); {
		case err != nil:
			return openedMsg{path: seen.Path, err: err, again: true}
		case now == seen:
			return packPolledMsg{seen.Path}
		}
		return w.again(seen.Path)()
	}
}

// poll looks whether the run, or its pack, is still as it was seen.
func (w *worker) poll(seen *snapshot) tea.Cmd {
	return func() tea.Msg {
		msg := polledMsg{id: seen.rec.RunID}
		place, err := w.present(seen.place)
		if err != nil {
			msg.err = err
			return msg
		}
		now, err := w.load(place, msg.id)
		if err != nil {
			msg.err = err
			return msg
		}
		if place != seen.place || seen.differs(now.rec, "") != nil || seen.ages() {
			msg.snap = now
		}
		return msg
	}
}

// act does one thing to the run as it was seen.
func (w *worker) act(seen *snapshot, act run.Action, said string, next func(*snapshot) dialog) tea.Cmd {
	return w.own(func() tea.Msg {
		rec, err := seen.session().Do(w.ctx, seen.rec.RunID, act)
		return actedMsg{snap: w.snapshotOf(seen, rec, err), err: err, said: said, next: next}
	})
}

// snapshotOf is the snapshot of a record that an action returned; without one, or where what was seen is no longer so, of the run
// and its pack as they are now.
func (w *worker) snapshotOf(seen *snapshot, rec *record.Record, err error) *snapshot {
	if rec != nil && !isStale(err) {
		return newSnapshot(seen.place, w.reads.Add(1), rec, w.world.Clock())
	}
	place, err := w.present(seen.place)
	if err != nil {
		return nil
	}
	snap, err := w.load(place, seen.rec.RunID)
	if err != nil {
		return nil
	}
	return snap
}

// finalize closes the run and, if it is to exercise the pack, marks the pack.
func (w *worker) finalize(seen *snapshot, act run.Finalize, next func(*snapshot) dialog) tea.Cmd {
	if !act.Exercise {
		return w.act(seen, act, "closed the run", next)
	}
	return w.own(func() tea.Msg {
		change, err := seen.place.Exercise(seen.rec)
		if err != nil {
			return actedMsg{err: err}
		}
		var closed *record.Record
		err = change.Mark(func() (rec *record.Record, err error) {
			closed, err = seen.session().Do(w.ctx, seen.rec.RunID, act)
			return closed, err
		})
		return actedMsg{
			snap: w.snapshotOf(seen, closed, err), err: err, next: next,
			said: "closed the run, and marked the pack as exercised: review and commit that",
		}
	})
}

// exercise asks whether the run would mark its pack, and how.
func (w *worker) exercise(seen *snapshot) tea.Cmd {
	return func() tea.Msg {
		if err := seen.place.Session.MayExercise(seen.rec); err != nil {
			return exercisedMsg{err: err}
		}
		change, err := seen.place.Exercise(seen.rec)
		return exercisedMsg{change: &change, err: err}
	}
}

// verify verifies an item; its output goes to the stream. If complete is true and nothing is missing, a step that passed is
// completed, too.
func (w *worker) verify(s *stream, seen *snapshot, req run.VerifyRequest, complete bool) tea.Cmd {
	return w.aside(func() tea.Msg {
		w.busy.Add(1)
		defer w.busy.Done()
		defer close(s.ended)
		w.checks.Add(1)
		ended := sync.OnceFunc(func() { w.checks.Add(-1) })
		defer ended()
		out := plain.NewWriter(s, plain.Color(!w.world.NoColor))
		session := seen.session()
		rec, err := session.Verify(s.ctx, seen.rec.RunID, req, out)
		ended()
		err = errors.Join(err, out.Close())
		msg := verifiedMsg{s: s, err: err, snap: w.snapshotOf(seen, rec, err)}
		if err == nil && complete && passed(rec, req.Item) && owesNothing(msg.snap, req.Item) {
			rec, err := session.Do(w.ctx, seen.rec.RunID, run.Complete{Item: req.Item})
			msg.err, msg.completed, msg.snap = err, err == nil, w.snapshotOf(seen, rec, err)
		}
		return msg
	})
}

// probe asks the check of a step before its start; its output goes to the stream.
func (w *worker) probe(s *stream, seen *snapshot, ask run.Probe) tea.Cmd {
	return w.aside(func() tea.Msg {
		w.busy.Add(1)
		defer w.busy.Done()
		defer close(s.ended)
		w.checks.Add(1)
		ended := sync.OnceFunc(func() { w.checks.Add(-1) })
		defer ended()
		out := plain.NewWriter(s, plain.Color(!w.world.NoColor))
		rec, err := seen.session().Probe(s.ctx, seen.rec.RunID, run.ProbeRequest{Probe: ask, Consent: true}, out)
		ended()
		err = errors.Join(err, out.Close())
		return verifiedMsg{s: s, err: err, snap: w.snapshotOf(seen, rec, err)}
	})
}

// passed reports whether a step's latest verification has passed.
func passed(rec *record.Record, item string) bool {
	s := rec.Steps[item]
	return s != nil && s.Verification != nil && s.Verification.Passed
}

// owesNothing reports whether a step asks for nothing more to be complete.
func owesNothing(snap *snapshot, item string) bool {
	d := snap.detail(item, "")
	return len(d.Owes)+len(d.Produces) == 0
}

// tick lets auto-confirm go one step on.
func (w *worker) tick(s *stream, seen *snapshot) tea.Cmd {
	return w.aside(func() tea.Msg {
		w.busy.Add(1)
		defer w.busy.Done()
		out := plain.NewWriter(s, plain.Color(!w.world.NoColor))
		session := seen.session()
		session.Executing = func(x run.ToExecute) {
			_, _ = io.WriteString(out, x.Item+": its command runs "+line(x.Where)+":\n  "+x.Command+"\n")
		}
		tick, err := session.Tick(s.ctx, seen.rec.RunID, out)
		err = errors.Join(err, out.Close())
		return tickedMsg{s: s, tick: tick, err: err, snap: w.snapshotOf(seen, nil, err)}
	})
}

// listen waits for something new in a stream.
func (w *worker) listen(s *stream) tea.Cmd {
	return w.aside(func() tea.Msg {
		select {
		case <-s.news:
		case <-s.ended:
			return nil
		case <-s.ctx.Done():
			return nil
		}
		select {
		case <-time.After(drawEvery):
		case <-s.ended:
		case <-s.ctx.Done():
		}
		return streamMsg{s}
	})
}

// reply hands answers over to anyone who waits for them.
func (w *worker) reply(s *stream, answers run.Answers) tea.Cmd {
	return func() tea.Msg {
		select {
		case s.answer <- answers:
		case <-s.ended:
		}
		return nil
	}
}

// copy puts text on the clipboard of the terminal, by OSC 52.
func (w *worker) copy(text string) tea.Cmd { return tea.SetClipboard(text) }

// check says what is wrong with text for a value; "" for nothing.
func check(spec value.Spec, text string) string {
	if text == "" {
		return ""
	}
	if _, err := spec.ParseAt(text, time.Time{}); err != nil {
		return err.Error()
	}
	return ""
}

package tui

import (
	"context"
	"errors"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"rtut/pack"
	"rtut/run"
	"rtut/run/plain"
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
	ctx   context.Context
	world *World
	busy  *sync.WaitGroup // commands whose processes must have ended before the program does
	after func(d time.Duration, msg tea.Msg) tea.Cmd
	aside func(cmd tea.Cmd) tea.Cmd // marks a command that may wait for others, or for the operator; only a Typist needs to know
}

func newWorker(ctx context.Context, world *World) *worker {
	return &worker{
		ctx: ctx, world: world, busy: &sync.WaitGroup{},
		after: func(d time.Duration, msg tea.Msg) tea.Cmd { return tea.Tick(d, func(time.Time) tea.Msg { return msg }) },
		aside: func(cmd tea.Cmd) tea.Cmd { return cmd },
	}
}

// clock strikes once a second.
func (w *worker) clock() tea.Cmd { return w.after(pollEvery, clockMsg{}) }

// background asks the terminal for the colour of its background; one that does not answer counts as dark.
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
	return func() tea.Msg {
		place, err := w.world.Open(w.ctx, path)
		if err != nil {
			return openedMsg{err: err}
		}
		return w.opened(place, runID)
	}
}

// runs reads the runs of a pack again.
func (w *worker) runs(place *Place) tea.Cmd {
	return func() tea.Msg { return w.opened(place, "") }
}

func (w *worker) opened(place *Place, runID string) tea.Msg {
	msg := openedMsg{place: place}
	if runID != "" {
		msg.run, msg.err = w.load(place, runID)
		return msg
	}
	msg.runs, msg.problems, msg.err = place.Runs(w.ctx)
	return msg
}

// resume opens a run of a pack.
func (w *worker) resume(place *Place, runID string) tea.Cmd {
	return func() tea.Msg { return w.opened(place, runID) }
}

func (w *worker) load(place *Place, runID string) (*snapshot, error) {
	stamp := place.Stamp()
	rec, err := place.Session.Store.Load(w.ctx, runID)
	if err != nil {
		return nil, err
	}
	return newSnapshot(place, stamp, rec, w.world.Clock()), nil
}

// create makes a run.
func (w *worker) create(place *Place, wanted run.New) tea.Cmd {
	return func() tea.Msg {
		wanted.PackPath = place.File
		for {
			wanted.RunID = place.NewID(w.world.Clock())
			rec, err := place.Session.New(w.ctx, wanted)
			var taken *store.ExistsError
			if errors.As(err, &taken) {
				continue
			}
			if err != nil {
				return createdMsg{err: err}
			}
			return createdMsg{snap: newSnapshot(place, place.Stamp(), rec, w.world.Clock())}
		}
	}
}

// poll looks whether the run, or its pack, is still as it was seen.
func (w *worker) poll(seen *snapshot) tea.Cmd {
	return func() tea.Msg {
		msg := polledMsg{id: seen.rec.RunID}
		place, stamp := seen.place, seen.place.Stamp()
		if stamp != seen.stamp {
			if place, msg.err = w.world.Open(w.ctx, seen.place.Path); msg.err != nil {
				return msg
			}
		}
		rec, err := place.Session.Store.Load(w.ctx, msg.id)
		if err != nil {
			msg.err = err
			return msg
		}
		if rec.Revision != seen.rec.Revision || stamp != seen.stamp || len(seen.pack().Datapoints) > 0 {
			msg.snap = newSnapshot(place, stamp, rec, w.world.Clock())
		}
		return msg
	}
}

// act does one thing to the run as it was seen.
func (w *worker) act(seen *snapshot, act run.Action, said string, next func(*snapshot) dialog) tea.Cmd {
	return func() tea.Msg {
		rec, err := seen.session().Do(w.ctx, seen.rec.RunID, act)
		return actedMsg{snap: w.snapshotOf(seen, rec), err: err, said: said, next: next}
	}
}

// snapshotOf is the snapshot of a record that an action returned; without one, of the record as it is now.
func (w *worker) snapshotOf(seen *snapshot, rec *run.Record) *snapshot {
	if rec == nil {
		snap, err := w.load(seen.place, seen.rec.RunID)
		if err != nil {
			return nil
		}
		return snap
	}
	return newSnapshot(seen.place, seen.stamp, rec, w.world.Clock())
}

// withDigest does something that needs the digest of the pack as it is now.
func (w *worker) withDigest(seen *snapshot, said string, make func(digest string) run.Action) tea.Cmd {
	return func() tea.Msg {
		digest, err := seen.place.Session.PackDigest(nil)
		if err != nil {
			return actedMsg{err: err}
		}
		return w.act(seen, make(digest), said, nil)()
	}
}

// finalize closes the run and, if it is to exercise the pack, marks the pack.
func (w *worker) finalize(seen *snapshot, act run.Finalize, next func(*snapshot) dialog) tea.Cmd {
	if !act.Exercise {
		return w.act(seen, act, "closed the run", next)
	}
	return func() tea.Msg {
		change, err := seen.place.Exercise(seen.rec)
		if err != nil {
			return actedMsg{err: err}
		}
		if act.PackDigest, err = seen.place.Session.PackDigest(seen.rec); err != nil {
			return actedMsg{err: err}
		}
		var closed *run.Record
		err = change.Mark(func() (rec *run.Record, err error) {
			closed, err = seen.session().Do(w.ctx, seen.rec.RunID, act)
			return closed, err
		})
		return actedMsg{snap: w.snapshotOf(seen, closed), err: err, said: "closed the run, and marked the pack as exercised: review and commit that", next: next}
	}
}

// exercise asks whether the run would mark its pack, and how.
func (w *worker) exercise(seen *snapshot) tea.Cmd {
	return func() tea.Msg {
		digest, err := seen.place.Session.PackDigest(seen.rec)
		if err == nil {
			err = run.MayExercise(seen.pack(), seen.rec, digest)
		}
		if err != nil {
			return exercisedMsg{err: err}
		}
		change, err := seen.place.Exercise(seen.rec)
		return exercisedMsg{change: &change, err: err}
	}
}

// verify verifies an item; its output goes to the stream. If complete is true and nothing is owed, a step that passed is
// completed, too.
func (w *worker) verify(s *stream, seen *snapshot, req run.VerifyRequest, complete bool) tea.Cmd {
	return w.aside(func() tea.Msg {
		w.busy.Add(1)
		defer w.busy.Done()
		defer close(s.ended)
		out := plain.NewWriter(s, plain.Colour(!w.world.NoColour))
		session := seen.session()
		rec, err := session.Verify(s.ctx, seen.rec.RunID, req, out)
		err = errors.Join(err, out.Close())
		msg := verifiedMsg{s: s, err: err, snap: w.snapshotOf(seen, rec)}
		if err == nil && complete && passed(rec, req.Item) && owesNothing(msg.snap, req.Item) {
			rec, err := session.Do(w.ctx, seen.rec.RunID, run.Complete{Item: req.Item})
			msg.err, msg.completed, msg.snap = err, err == nil, w.snapshotOf(seen, rec)
		}
		return msg
	})
}

// passed reports whether a step's latest verification has passed.
func passed(rec *run.Record, item string) bool {
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
		out := plain.NewWriter(s, plain.Colour(!w.world.NoColour))
		tick, err := seen.session().Tick(s.ctx, seen.rec.RunID, out)
		err = errors.Join(err, out.Close())
		return tickedMsg{s: s, tick: tick, err: err, snap: w.snapshotOf(seen, nil)}
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

// reply hands answers over to whoever waits for them.
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
func check(spec pack.Spec, text string) string {
	if text == "" {
		return ""
	}
	if _, err := spec.Parse(text); err != nil {
		return err.Error()
	}
	return ""
}

package run

import (
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"rtut/pack"
	"rtut/pack/command"
	"rtut/run/record"
)

// Store keeps records. All its methods may be called by several processes at once.
type Store interface {
	// Create stores a new record; it fails if there is one with this id.
	Create(ctx context.Context, rec *record.Record) error
	// Load returns the record with this id.
	Load(ctx context.Context, id string) (*record.Record, error)
	// Update hands the present record to change while nobody else can write it, and stores what change returns, if it
	// is not nil. The error of change is returned as it is, after storing.
	Update(ctx context.Context, id string, change func(*record.Record) (*record.Record, error)) error
	// Admit tells begin how many runs of a pack, by its id, began after a moment, while nobody else is told. The error is that of
	// begin.
	Admit(ctx context.Context, pack string, after time.Time, begin func(recent int) error) error
}

// Shell runs commands.
type Shell interface {
	// Run runs one command and says what was observed of it. What it prints goes to display. The error is not nil only
	// if ctx was canceled: then nothing is known.
	Run(ctx context.Context, job Job, display io.Writer) (Observation, error)
	// Missing returns the tools that are not on PATH and the names that are not in the environment.
	Missing(needs pack.Needs) (tools, env []string)
	// Wait waits for d, or until ctx is canceled.
	Wait(ctx context.Context, d time.Duration) error
}

// Job is one command to run.
type Job struct {
	Script  string
	Shell   command.Shell
	Dir     string   // where it runs here; "" is the pack's directory
	Remote  bool     // it runs on another host, whatever On says
	On      string   // that host
	Env     []string // NAME=text, in addition to the caller's
	Timeout time.Duration
	Want    string // text whose presence in standard output is to be observed; "" for none
}

// Session drives the runs of one pack for one operator: it reads the clock, runs commands and stores what Transition
// makes of them. Command line and terminal interface both act through it. Its methods may be called from several
// goroutines if its parts may.
type Session struct {
	Pack  *pack.Pack
	Store Store
	Shell Shell
	Clock func() time.Time
	By    string // the operator who acts
	Host  string // where, and as which process, commands are run; for intents
	PID   int
	Dir   string // of the pack, relative to its repo, with slashes; "" is what the record of a run says
	// PackRevision says what the pack's directory holds now.
	PackRevision func() (pack.Revision, error)
	// FilesOf gives the digests of files beside pack.yaml as they are now: of those with these names or, where names is nil, of all
	// that count for a run that begins. nil: the files are not looked at.
	FilesOf func(names []string) (map[string]string, error)
	// Reread reads the pack's file as it is now. Where that is no longer the file of Pack, nothing is done. nil: nobody else can
	// write it.
	Reread func() ([]byte, error)
	// Env gives the variables that tell commands of a run where they are: RTUT_RUN_DIR and the like.
	Env func(runID string) ([]string, error)
	// Files keeps the files of packs that runs follow. nil: they are not kept.
	Files PackFiles
	// Reads says that what is acted on is on the screen of the person who acts, words included; see Actor.
	Reads bool
	// Words names what the person who acts has read; see Actor.
	Words string
	// Unreadable says why the pack can't be read as it is now; nil where it can. Pack is then what the run has followed so far,
	// and what would carry the procedure on is refused with this error.
	Unreadable error
	// Running is told of each command of an item before it runs, and where. nil: nobody is.
	Running func(item string, c CommandRun, where string)
	// Executing is told of the own command of a step that auto-confirm is going to run, once that is recorded. nil: nobody is.
	Executing func(ToExecute)
	// Leaving is told of each process that a command has left running. nil: it is said behind the command's output.
	Leaving func(process string)
	// Told is told of the events that Do, Verify and Tick add, once they are stored. nil: nobody is.
	Told func([]record.Event)
}

// New makes a run. PackDigest, PackText and Recent are filled in.
func (s *Session) New(ctx context.Context, n New) (rec *record.Record, err error) {
	if s.Pack.Limits.RunsPerDay == 0 {
		return s.new(ctx, n)
	}
	err = s.Store.Admit(ctx, s.Pack.ID, s.Clock().Add(-day), func(recent int) error {
		n.Recent = recent
		rec, err = s.new(ctx, n)
		return err
	})
	return rec, err
}

// day is the time for which runs of a pack are counted.
const day = 24 * time.Hour

func (s *Session) new(ctx context.Context, n New) (*record.Record, error) {
	var err error
	if n.PackDigest, err = s.heldDigest(nil); err != nil {
		return nil, err
	}
	p, err := s.withFiles(nil)
	if err != nil {
		return nil, err
	}
	if _, _, err := Transition(p, nil, Actor{Name: s.By}, n, s.Clock()); err != nil {
		return nil, err // before anything is kept
	}
	if n.PackText, err = s.keep(ctx); err != nil {
		return nil, err
	}
	rec, _, err := Transition(p, nil, Actor{Name: s.By}, n, s.Clock())
	if err != nil {
		return nil, err
	}
	return rec, s.Store.Create(ctx, rec)
}

// View returns the view of a run as it is now, the pack's files included.
func (s *Session) View(rec *record.Record) (*View, error) { return s.ViewAt(rec, s.Clock()) }

// ViewAt is View for who has looked at the clock.
func (s *Session) ViewAt(rec *record.Record, now time.Time) (*View, error) {
	p, err := s.withFiles(rec)
	if err != nil {
		return nil, err
	}
	return NewView(p, rec, now), nil
}

// Do carries out an action that runs no command, and returns the record as it is then. A refusal is a *Refusal. The digest of
// the pack is filled in where the action records it, and of AcceptPackChange PackText and Before.
func (s *Session) Do(ctx context.Context, id string, act Action) (*record.Record, error) {
	act, err := s.fill(ctx, id, act)
	if err != nil {
		return nil, err
	}
	return s.do(ctx, id, s.actor(), act)
}

// actor is the person who acts through the session.
func (s *Session) actor() Actor { return Actor{Name: s.By, Reads: s.Reads, Words: s.Words} }

func (s *Session) do(ctx context.Context, id string, by Actor, act Action) (*record.Record, error) {
	after, _, err := s.doBoth(ctx, id, by, act, func(*record.Record) Action { return nil })
	return after, err
}

// doBoth carries out an action, and with it as one write what then says of the record as it is after that; nil for nothing. If that
// is refused, the first is stored alone. It reports whether both were carried out.
func (s *Session) doBoth(ctx context.Context, id string, by Actor, first Action, then func(*record.Record) Action) (*record.Record, bool, error) {
	if s.Unreadable != nil && !standsApart(first) {
		return nil, false, s.Unreadable
	}
	w, err := s.write(ctx, id, by, first, then, nil)
	if errors.Is(err, errOtherWords) {
		var was former
		if was, err = s.former(ctx, w.after); err == nil {
			w, err = s.write(ctx, id, by, first, then, &was)
		}
	}
	s.tell(w.added, err)
	return w.after, w.both, s.explain(w.after, err)
}

// wrote is the result of a write.
type wrote struct {
	after *record.Record // the record as it is then
	added []record.Event
	both  bool // two actions were carried out
}

// write is doBoth of the record as it is stored. was is what the run has followed so far; where it is nil and the words of the pack have
// changed, nothing is written, and the error is errOtherWords.
func (s *Session) write(ctx context.Context, id string, by Actor, first Action, then func(*record.Record) Action, was *former) (wrote, error) {
	var w wrote
	err := s.Store.Update(ctx, id, func(rec *record.Record) (*record.Record, error) {
		w = wrote{after: rec}
		next, events, err := s.transition(rec, by, first, was)
		w.added = events
		if next == nil {
			return nil, err
		}
		if w.after = next; err != nil {
			return next, err
		}
		if act := then(next); act != nil {
			more, events, refused := s.transition(next, by, act, was)
			if w.both = refused == nil; w.both {
				more.Revision = next.Revision // which counts writes
				w.after, w.added = more, slices.Concat(w.added, events)
			}
		}
		return w.after, nil
	})
	return w, err
}

// transition is Transition with the pack as it is now. was is as of write.
func (s *Session) transition(rec *record.Record, by Actor, act Action, was *former) (*record.Record, []record.Event, error) {
	if err := s.holds(act); err != nil {
		return nil, nil, err
	}
	p, err := s.withFiles(rec)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case was != nil:
	case otherWords(p, rec):
		return nil, nil, errOtherWords
	default:
		was = &former{}
	}
	return transit(p, rec, by, act, s.Clock(), *was)
}

// tell tells of events, unless they could not be stored. A refusal is returned after storing.
func (s *Session) tell(events []record.Event, err error) {
	var refusal *Refusal
	if s.Told != nil && len(events) > 0 && (err == nil || errors.As(err, &refusal)) {
		s.Told(events)
	}
}

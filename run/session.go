package run

import (
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"rtut/pack"
)

// Store keeps records. All its methods may be called by several processes at once.
type Store interface {
	// Create stores a new record; it fails if there is one with this id.
	Create(ctx context.Context, rec *Record) error
	// Load returns the record with this id.
	Load(ctx context.Context, id string) (*Record, error)
	// Update hands the present record to change while nobody else can write it, and stores what change returns, if it
	// is not nil. The error of change is returned as it is, after storing.
	Update(ctx context.Context, id string, change func(*Record) (*Record, error)) error
}

// Shell runs commands.
type Shell interface {
	// Run runs one command and says what was observed of it. What it prints goes to display. The error is not nil only
	// if ctx was cancelled: then nothing is known.
	Run(ctx context.Context, job Job, display io.Writer) (Observation, error)
	// Missing returns the tools that are not on PATH and the names that are not in the environment.
	Missing(needs pack.Needs) (tools, env []string)
	// Wait waits for d, or until ctx is cancelled.
	Wait(ctx context.Context, d time.Duration) error
}

// Job is one command to run.
type Job struct {
	Script  string
	Shell   pack.Shell
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
	// Reads says that what is acted on is on the screen of whoever acts, words included; see Actor.
	Reads bool
	// Unreadable says why the pack can't be read as it is now; nil where it can. Pack is then what the run has followed so far,
	// and what would carry the procedure on is refused with this error.
	Unreadable error
	// Running is told of each command of an item before it runs, and where. nil: nobody is.
	Running func(item string, c CommandRun, where string)
	// Leaving is told of each process that a command has left running. nil: it is said behind the command's output.
	Leaving func(process string)
	// Told is told of the events that Do, Verify and Tick add, once they are stored. nil: nobody is.
	Told func([]Event)
}

// PackDigest returns the digest of the pack's directory as it is now. Where a run follows the same by the digest of an earlier
// version, it is that one; rec may be nil.
func (s *Session) PackDigest(rec *Record) (string, error) {
	now, err := s.PackRevision()
	if err == nil && rec != nil && now.Is(rec.PackDigest) {
		return rec.PackDigest, nil
	}
	return now.Digest, err
}

// New makes a run. PackDigest and PackText are filled in.
func (s *Session) New(ctx context.Context, n New) (*Record, error) {
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

// withFiles returns the pack with the files beside it as they are now: those that a run watches, or that one would that begins.
func (s *Session) withFiles(rec *Record) (*pack.Pack, error) {
	if s.FilesOf == nil || rec != nil && len(rec.Files) == 0 {
		return s.Pack, nil
	}
	var names []string
	if rec != nil {
		names = sorted(rec.Files)
	}
	files, err := s.FilesOf(names)
	if err != nil {
		return nil, err
	}
	return s.Pack.WithFiles(files), nil
}

// View returns the view of a run as it is now, the pack's files included.
func (s *Session) View(rec *Record) (*View, error) { return s.ViewAt(rec, s.Clock()) }

// ViewAt is View for who has looked at the clock.
func (s *Session) ViewAt(rec *Record, now time.Time) (*View, error) {
	p, err := s.withFiles(rec)
	if err != nil {
		return nil, err
	}
	return NewView(p, rec, now), nil
}

// Do carries out an action that runs no command, and returns the record as it is then. A refusal is a *Refusal. The digest of
// the pack is filled in where the action records it, and of AcceptPackChange PackText and Before.
func (s *Session) Do(ctx context.Context, id string, act Action) (*Record, error) {
	act, err := s.fill(ctx, id, act)
	if err != nil {
		return nil, err
	}
	return s.do(ctx, id, s.actor(), act)
}

// actor is whoever acts through the session.
func (s *Session) actor() Actor { return Actor{Name: s.By, Reads: s.Reads} }

func (s *Session) do(ctx context.Context, id string, by Actor, act Action) (*Record, error) {
	after, _, err := s.doBoth(ctx, id, by, act, func(*Record) Action { return nil })
	return after, err
}

// doBoth carries out an action, and with it as one write what then says of the record as it is after that; nil for nothing. If that
// is refused, the first is stored alone. It reports whether both were carried out.
func (s *Session) doBoth(ctx context.Context, id string, by Actor, first Action, then func(*Record) Action) (*Record, bool, error) {
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

// wrote is what came of a write.
type wrote struct {
	after *Record // the record as it is then
	added []Event
	both  bool // two actions were carried out
}

// write is doBoth of the record as it is stored. was is what the run has followed so far; where it is nil and the words of the pack have
// changed, nothing is written, and the error is errOtherWords.
func (s *Session) write(ctx context.Context, id string, by Actor, first Action, then func(*Record) Action, was *former) (wrote, error) {
	var w wrote
	err := s.Store.Update(ctx, id, func(rec *Record) (*Record, error) {
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
func (s *Session) transition(rec *Record, by Actor, act Action, was *former) (*Record, []Event, error) {
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
func (s *Session) tell(events []Event, err error) {
	var refusal *Refusal
	if s.Told != nil && len(events) > 0 && (err == nil || errors.As(err, &refusal)) {
		s.Told(events)
	}
}

// VerifyRequest is a verification that may run commands.
type VerifyRequest struct {
	Verify
	Consent  bool // run the commands
	Wait     bool // try again for as long as the checks' `poll` says
	Progress func(Attempt)
	// Answer, if not nil, is asked for answers to manual checks once the output of the commands has been seen. It is given
	// those of Verify. An error leaves the intent, as a cancelled ctx does.
	Answer func(ctx context.Context, given Answers) (Answers, error)
}

// Attempt is what one attempt of a check that is polled came to.
type Attempt struct {
	Check   string
	Number  int
	Elapsed time.Duration // since the first attempt began
	Passed  bool
	Why     string // why it did not pass
}

// Verify verifies an item. Where that takes commands and there is consent, the record says first that they are about to
// run; no lock is held while they do. Their output goes to display. A cancelled ctx leaves the intent: the item counts
// as interrupted and can be verified again.
func (s *Session) Verify(ctx context.Context, id string, req VerifyRequest, display io.Writer) (*Record, error) {
	return s.verify(ctx, id, s.actor(), req, display)
}

func (s *Session) verify(ctx context.Context, id string, by Actor, req VerifyRequest, display io.Writer) (*Record, error) {
	rec, err := s.Store.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	req.Dir = s.Dir
	if !req.Consent || req.Pasted != nil || !s.hasCommands(rec, req.Item) {
		return s.do(ctx, id, by, req.Verify)
	}
	if err := s.checkNeeds(req.Item); err != nil {
		return rec, err
	}
	begun, err := s.do(ctx, id, by, s.begin(req))
	if err != nil {
		return begun, err
	}
	req, err = s.proved(ctx, begun, req, display)
	if err != nil {
		return begun, err
	}
	return s.do(ctx, id, by, req.Verify)
}

// begin says that the commands of a verification are about to run.
func (s *Session) begin(req VerifyRequest) Begin {
	return Begin{Item: req.Item, Host: s.Host, PID: s.PID, Answers: req.Answers, Evidence: req.Evidence, Override: req.Override}
}

// proved runs the commands of a verification that has begun, and returns it with what came of them.
func (s *Session) proved(ctx context.Context, begun *Record, req VerifyRequest, display io.Writer) (VerifyRequest, error) {
	var err error
	req.Dir, req.Intent = s.Dir, begun.intent(req.Item).Seq
	if req.Observed, err = s.observe(ctx, begun, req, display); err != nil {
		return req, err
	}
	if req.Answer != nil {
		given := req.Answers.none()
		if req.Answers, err = req.Answer(ctx, req.Answers); err != nil {
			return req, err
		}
		req.Seen = given && !req.Answers.none()
	}
	return req, nil
}

// ProbeRequest is a probe of a step's check, before its start.
type ProbeRequest struct {
	Probe
	Consent bool // run the command
}

// Probe asks the check of a step once, before the step is started. Its output goes to display. It is nil where the check is red, so
// that the step has something to do, else a *Refusal.
func (s *Session) Probe(ctx context.Context, id string, req ProbeRequest, display io.Writer) (*Record, error) {
	rec, err := s.Store.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	by := s.actor()
	req.Host, req.PID = s.Host, s.PID
	if _, _, err := Transition(s.Pack, rec, by, req.Probe, s.Clock()); err != nil {
		return rec, err // before anybody is asked for consent
	}
	alt, err := s.probed(rec, req.Probe)
	if err != nil {
		return rec, err
	}
	command := commandsOf(rec, []*pack.Check{&alt.Verify})[0]
	if !req.Consent {
		return rec, refuse(ConsentRequired, req.Item, "probing it runs a command, which needs your consent").listing(s.Where(rec, command.On) + ": " + command.Script).
			with("Look at it, then add --yes")
	}
	if err := s.checkNeeds(req.Item); err != nil {
		return rec, err
	}
	begun, err := s.do(ctx, id, by, req.Probe)
	if err != nil {
		return begun, err
	}
	req.Intent = begun.intent(req.Item).Seq
	env, err := s.environment(begun)
	if err != nil {
		return begun, err
	}
	if s.Running != nil {
		s.Running(req.Item, command, s.Where(begun, command.On))
	}
	job := Job{Script: command.Script, Shell: s.Pack.Shell, Remote: command.Remote, On: command.On, Env: env, Timeout: command.Timeout, Want: command.Want}
	if req.Observed, err = s.Shell.Run(ctx, job, display); err != nil {
		return begun, err
	}
	req.Observed.Attempts = 1
	return s.do(ctx, id, by, req.Probe)
}

// probed returns the alternative that a probe asks about.
func (s *Session) probed(rec *Record, p Probe) (*pack.Alternative, error) {
	t := &transition{pack: s.Pack, rec: rec, by: Actor{Name: s.By}, now: At(s.Clock())}
	return t.alternative(s.Pack.Step(p.Item), p.Alternative)
}

// environment are the variables that commands of a run are given.
func (s *Session) environment(rec *Record) ([]string, error) {
	extra, err := s.Env(rec.RunID)
	if err != nil {
		return nil, err
	}
	return append(pack.Env(s.Pack.Scope(), rec.values()), extra...), nil
}

// hasCommands reports whether verifying an item would run anything.
func (s *Session) hasCommands(rec *Record, item string) bool {
	if s.Pack.Item(item) == nil || rec.state(item) == "" {
		return false
	}
	for _, c := range commandsOf(rec, checksOf(s.Pack, rec, item)) {
		if c.Problem == "" {
			return true
		}
	}
	return false
}

// checkNeeds refuses to run commands where the tools or variables that the pack needs are missing.
func (s *Session) checkNeeds(item string) error {
	tools, env := s.Shell.Missing(s.Pack.Needs)
	switch {
	case len(tools) > 0:
		return refuse(MissingTool, item, "the pack needs tools that are not on PATH").listing(tools...).with("Install them")
	case len(env) > 0:
		return refuse(MissingEnv, item, "the pack needs environment variables that are not set").listing(env...).with("Set them")
	}
	return nil
}

// observe runs the commands of an item, those that are polled again and again where the request says so.
func (s *Session) observe(ctx context.Context, rec *Record, req VerifyRequest, display io.Writer) (map[string]Observation, error) {
	seen := map[string]Observation{}
	env, err := s.environment(rec)
	if err != nil {
		return nil, err
	}
	for _, c := range commandsOf(rec, checksOf(s.Pack, rec, req.Item)) {
		if c.Problem != "" {
			continue
		}
		job := Job{Script: c.Script, Shell: s.Pack.Shell, Remote: c.Remote, On: c.On, Env: env, Timeout: c.Timeout, Want: c.Want}
		if s.Running != nil {
			s.Running(req.Item, c, s.Where(rec, c.On))
		}
		if seen[c.Check], err = s.attempts(ctx, rec, req, c, job, display); err != nil {
			return nil, err
		}
	}
	return seen, nil
}

// attempts runs one command until its check passes, its time to poll is over, or, where it is not polled, once. The last
// attempt is made at the end of the time.
func (s *Session) attempts(ctx context.Context, rec *Record, req VerifyRequest, c CommandRun, job Job, display io.Writer) (Observation, error) {
	began, last := s.Clock(), false
	for n := 1; ; n++ {
		seen, err := s.Shell.Run(ctx, job, display)
		if err != nil {
			return seen, err
		}
		seen.Attempts = n
		s.sayLeft(seen, display)
		if !req.Wait || c.Poll == nil {
			return seen, nil
		}
		attempt := s.attempt(rec, req, c.Check, seen)
		attempt.Number, attempt.Elapsed = n, s.Clock().Sub(began)
		if req.Progress != nil {
			req.Progress(attempt)
		}
		left := c.Poll.For - attempt.Elapsed
		if attempt.Passed || last || left <= 0 {
			return seen, nil
		}
		last = left <= c.Poll.Every
		if err := s.Shell.Wait(ctx, min(c.Poll.Every, left)); err != nil {
			return seen, err
		}
	}
}

// sayLeft tells what a command has left running.
func (s *Session) sayLeft(seen Observation, display io.Writer) {
	for _, process := range seen.Left {
		if s.Leaving != nil {
			s.Leaving(process)
		} else {
			_, _ = io.WriteString(display, "left running: "+process+"\n") // a display that fails is its own affair
		}
	}
}

// attempt judges what was observed, without recording anything. A manual check with a command has nothing to wait for.
func (s *Session) attempt(rec *Record, req VerifyRequest, check string, seen Observation) Attempt {
	t := &transition{pack: s.Pack, rec: rec, by: Actor{Name: s.By}, now: At(s.Clock())}
	for _, c := range checksOf(s.Pack, rec, req.Item) {
		if c.ID != check || c.Kind == pack.Manual {
			continue
		}
		result := t.judge(c, seen, Answers{})
		if def := s.Pack.Step(req.Item); def != nil {
			t.extract(def, seen, result)
		}
		return Attempt{Check: check, Passed: result.Passed, Why: result.Error}
	}
	return Attempt{Check: check, Passed: true}
}

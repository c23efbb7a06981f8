package run

import (
	"fmt"
	"strconv"
	"time"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/secret"
)

// Execution is one time that rtut ran the own command of a step, or was about to. While it is open nothing is known of its end.
type Execution struct {
	Seq           int       `json:"seq"`             // of the event that recorded it
	CommandDigest string    `json:"command_digest"`  // of phrase, host and command, as of a confirmation
	Files         string    `json:"files,omitempty"` // of the pack's files that the command names
	Host          string    `json:"host"`            // that rtut runs on
	On            string    `json:"on,omitempty"`    // the host that the command runs on; "" is the same
	PID           int       `json:"pid"`             // of rtut
	By            string    `json:"by"`
	At            Time      `json:"at"`
	Result        *Executed `json:"result,omitempty"`
	Settled       *Settled  `json:"settled,omitempty"`
	Proved        *Time     `json:"proved,omitempty"` // when a verification passed while nothing was known of its end
}

// Executed is how an execution ended. Output is never part of it.
type Executed struct {
	Seq         int     `json:"seq"` // of the execution
	ExitCode    *int    `json:"exit_code,omitempty"`
	Signal      int     `json:"signal,omitempty"` // that ended the command; 0 for none
	OutputBytes int64   `json:"output_bytes"`
	Seconds     float64 `json:"seconds"`
	TimedOut    bool    `json:"timed_out,omitempty"`
	Interrupted bool    `json:"interrupted,omitempty"` // the operator interrupted it
	NotStarted  string  `json:"not_started,omitempty"` // why the command was not even started; "" if it was
	At          Time    `json:"at"`
}

// Settled is what an operator says of an execution of which no result came.
type Settled struct {
	Ran    bool   `json:"ran"` // false: it did not run
	Reason string `json:"reason"`
	By     string `json:"by"`
	At     Time   `json:"at"`
}

// open reports whether the outcome of an execution is unknown.
func (e *Execution) open() bool {
	return e != nil && e.Result == nil && e.Settled == nil && e.Proved == nil
}

// counts reports whether the command ran, or may have.
func (e *Execution) counts() bool {
	switch {
	case e == nil:
		return false
	case e.Result != nil:
		return e.Result.NotStarted == ""
	}
	return e.Settled == nil || e.Settled.Ran
}

// execution returns the latest execution of the present attempt at a step; nil for none.
func (r *Record) execution(item string) *Execution {
	if s := r.Steps[item]; s != nil {
		return s.Execution
	}
	return nil
}

// OutcomeUnknown reports whether rtut began to run the command of a step and nothing is known of its end.
func (r *Record) OutcomeUnknown(item string) bool { return r.execution(item).open() }

// Executed reports whether rtut has run the command of a step in its present attempt, or may have.
func (r *Record) Executed(item string) bool { return r.execution(item).counts() }

// settledFirst refuses an action on a step while the outcome of its execution is unknown.
func (r *Record) settledFirst(item string) *Refusal {
	e := r.execution(item)
	if !e.open() {
		return nil
	}
	return refuse(ExecutionRunning, item, "its command was started by %s on %s (pid %d) at %s UTC and no result has come, so it may still run",
		e.By, e.Host, e.PID, e.At.Format("2006-01-02 15:04:05")).
		with("Look%s whether it ran, then verify the step, or say so: settle --ran or --did-not-run, with --reason", onHost(e.On))
}

func onHost(host string) string {
	if host == "" {
		return ""
	}
	return " on " + host
}

// apply carries out what d says of the latest execution of a step.
func (s *Step) applyExecution(d Detail, at Time) {
	switch {
	case d.Execution != nil:
		s.Execution, s.Intent, s.Verification = d.Execution, nil, nil
	case s.Execution == nil:
	case d.Executed != nil:
		s.Execution = s.Execution.with(func(e *Execution) { e.Result = d.Executed })
		if s.State == Running { // what was judged while the command still ran is not what it came to
			s.Intent, s.Verification = nil, nil
		}
	case d.Settled != nil:
		s.Execution = s.Execution.with(func(e *Execution) { e.Settled = d.Settled })
	case d.Verification != nil && d.Verification.Passed && s.Execution.open():
		s.Execution = s.Execution.with(func(e *Execution) { e.Proved = &at })
	}
}

// with returns a changed copy: records share executions.
func (e *Execution) with(change func(*Execution)) *Execution {
	c := *e
	change(&c)
	return &c
}

// toExecute is the own command of a step as it would be executed.
type toExecute struct {
	alt *pack.Alternative
	face
	sum, files string
}

// toExecute renders the own command of a step under way. It refuses where the pack does not say that rtut may run it.
func (t *transition) toExecute(def *pack.Step, rec *Step) (toExecute, error) {
	x := toExecute{alt: t.chosen(def, rec)}
	if x.alt.Execution.Execute == pack.ByHand {
		return x, refuse(NotExecutable, def.ID, "the pack does not say that rtut may run its command").
			with("Run it by hand (`rtut run cmd` gives it), then verify the step")
	}
	var err error
	if x.face, err = faceOf(t.rec, x.alt); err == nil && x.lacks != nil {
		err = &value.NoValueError{Name: x.lacks[0]}
	}
	if err != nil {
		return x, refuse(NoValue, def.ID, "the placeholders of its command cannot be filled in: %s", err).with("Give it a value first")
	}
	x.sum, x.files = x.face.sum(x.alt, t.rec, nil), t.filesOf(x.alt)
	return x, nil
}

// consent is a digest of all that is consented to: the command, where it runs, and how often it has been executed already.
func (x toExecute) consent(e *Execution) string {
	before := 0
	if e != nil {
		before = e.Seq
	}
	return pack.Digest(x.sum, x.files, strconv.Itoa(before))
}

// execute records that the own command of a step is about to run, or how it ended.
func (t *transition) execute(a Execute) error {
	def, rec, err := t.step(a.Item)
	if err != nil {
		return err
	}
	if a.Execution != 0 {
		return t.executed(a, rec)
	}
	if err := t.inState(a.Item, VerbExecute, Running); err != nil {
		return err
	}
	if err := t.notLapsed(def, rec); err != nil {
		return err
	}
	x, err := t.toExecute(def, rec)
	if err != nil {
		return err
	}
	d := Detail{Interrupted: rec.Intent}
	if d.Retry, err = t.executeAgain(def, rec, a); err != nil {
		return err
	}
	if a.Consent != "" && a.Consent != x.consent(rec.Execution) {
		return refuse(ConfirmationLapsed, a.Item, "what would run is not what was shown, so nothing was run").with("Look at it again")
	}
	t.noteFiles(a.Item, x.alt.ID)
	d.Execution = &Execution{
		Seq: len(t.rec.Events) + 1, CommandDigest: x.sum, Files: x.files, Host: a.Host, On: x.host, PID: a.PID, By: t.by.name(), At: t.now,
	}
	t.emit(VerbExecute, a.Item, "", d)
	return nil
}

// executeAgain judges whether a command may be executed of which the work was done before in the same attempt. It returns the retry that
// this is; nil for the first time.
func (t *transition) executeAgain(def *pack.Step, rec *Step, a Execute) (*Retry, error) {
	if err := t.rec.settledFirst(def.ID); err != nil {
		return nil, err
	}
	var done string
	switch {
	case rec.Execution.counts():
		done = "its command was executed already (" + rec.Execution.words() + ")"
	case rec.Verification != nil && rec.Verification.Passed:
		done = "its verification has passed, so its work is done already"
	default:
		return nil, nil
	}
	if !def.Idempotent && !a.AcknowledgePartial {
		return nil, refuse(AlreadyExecuted, def.ID, "%s, and the step is not idempotent: what was applied may be applied twice", done).
			with("Make sure that it can run once more, then add --acknowledge-partial")
	}
	return &Retry{Step: def.ID, AcknowledgePartial: a.AcknowledgePartial, By: t.by.name(), At: t.now}, nil
}

// executed records how an execution ended. What is done with the step meanwhile does not matter, as long as it is the same attempt.
func (t *transition) executed(a Execute, rec *Step) error {
	if e := rec.Execution; e == nil || e.Seq != a.Execution || e.Result != nil || e.Settled != nil {
		return refuse(IntentGone, a.Item, "changed while its command ran, so the result is not recorded").with("Look at its state")
	}
	seen := a.Observed
	result := &Executed{
		Seq: a.Execution, Signal: seen.Signal, OutputBytes: seen.OutputBytes, Seconds: seen.Seconds, TimedOut: seen.TimedOut,
		Interrupted: seen.Interrupted, At: t.now,
	}
	switch {
	case seen.NotStarted:
		result.NotStarted = seen.Problem
		if _, found := secret.Look(seen.Problem); found || seen.Problem == "" {
			result.NotStarted = "it could not be started"
		}
	case !seen.TimedOut:
		result.ExitCode = &seen.ExitCode
	}
	t.emit(VerbExecuted, a.Item, "", Detail{Executed: result, Interrupted: rec.Intent})
	return nil
}

// settle takes an operator's word for what became of an execution.
func (t *transition) settle(a Settle) error {
	_, rec, err := t.step(a.Item)
	if err != nil {
		return err
	}
	if !rec.Execution.open() {
		return refuse(NotExecuted, a.Item, "there is no execution of which the outcome is unknown")
	}
	if err := needReason(a.Item, a.Reason); err != nil {
		return err
	}
	t.emit(VerbSettle, a.Item, "", Detail{Settled: &Settled{Ran: a.Ran, Reason: a.Reason, By: t.by.name(), At: t.now}})
	return nil
}

// words say how an execution stands, in one line.
func (e *Execution) words() string {
	switch by := e.By; {
	case e.Result != nil:
		return "ran by rtut for " + by + ", " + e.Result.words()
	case e.Settled != nil && e.Settled.Ran:
		return "ran by rtut for " + by + ", as " + e.Settled.By + " says"
	case e.Settled != nil:
		return "begun by rtut for " + by + ", did not run, as " + e.Settled.By + " says"
	}
	return "begun by rtut for " + e.By + ", outcome unknown"
}

// words say how the command of an execution ended.
func (r *Executed) words() string {
	if r.NotStarted != "" {
		return "not started: " + r.NotStarted
	}
	how := "ended at its limit"
	if r.ExitCode != nil {
		how = fmt.Sprintf("exit %d", *r.ExitCode)
	}
	if r.Signal != 0 {
		how = fmt.Sprintf("ended by signal %d", r.Signal)
	}
	if r.Interrupted {
		how = "interrupted, " + how
	}
	return how + ", " + roundedSeconds(r.Seconds)
}

// roundedSeconds is a time as a person wants to read it.
func roundedSeconds(seconds float64) string {
	if d := time.Duration(seconds * float64(time.Second)).Round(time.Second); d >= time.Minute {
		return d.String()
	}
	return strconv.FormatFloat(seconds, 'f', 0, 64) + " s"
}

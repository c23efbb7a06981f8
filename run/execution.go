package run

import (
	"strconv"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/record"
	"rtut/run/secret"
)

// settledFirst refuses an action on a step while the outcome of its execution is unknown.
func settledFirst(r *record.Record, item string) *Refusal {
	e := r.Execution(item)
	if !e.Unknown() {
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

// toExecute is the own command of a step as it would be executed.
type toExecute struct {
	alt *pack.Alternative
	presented
	sum, files string
}

// toExecute renders the own command of a running step. It refuses where the pack does not say that rtut may run it.
func (t *transition) toExecute(def *pack.Step, rec *record.Step) (toExecute, error) {
	x := toExecute{alt: t.chosen(def, rec)}
	if x.alt.Execution.Execute == pack.ByHand {
		return x, refuse(NotExecutable, def.ID, "the pack does not say that rtut may run its command").
			with("Run it by hand (`rtut run cmd` gives it), then verify the step")
	}
	var err error
	if x.presented, err = presentedOf(t.pack, t.rec, x.alt); err == nil && x.lacks != nil {
		err = &value.NoValueError{Name: x.lacks[0]}
	}
	if err != nil {
		return x, refuse(NoValue, def.ID, "the placeholders of its command cannot be filled in: %s", err).with("Give it a value first")
	}
	x.sum, x.files = x.presented.sum(x.alt, t.rec, nil), t.filesOf(x.alt)
	return x, nil
}

// consent is a digest of all that is consented to: the command, where it runs, and how often it has been executed already.
func (x toExecute) consent(e *record.Execution) string {
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
	if err := t.withinRun(a.Item); err != nil {
		return err
	}
	if err := t.inState(a.Item, record.VerbExecute, record.Running); err != nil {
		return err
	}
	if err := t.notLapsed(def, rec); err != nil {
		return err
	}
	x, err := t.toExecute(def, rec)
	if err != nil {
		return err
	}
	allowed, err := t.allowed(def, rec, x.alt, a.AcknowledgePartial)
	if err != nil {
		return err
	}
	d := record.Detail{Interrupted: rec.Intent}
	if d.Retry, err = t.executeAgain(def, rec, a); err != nil {
		return err
	}
	if a.Consent != "" && a.Consent != x.consent(rec.Execution) {
		return refuse(ConfirmationLapsed, a.Item, "what would run is not what was shown, so nothing was run").with("Look at it again")
	}
	t.noteFiles(a.Item, x.alt.ID)
	d.Execution = &record.Execution{
		Seq: len(t.rec.Events) + 1, CommandDigest: x.sum, Files: x.files, Host: a.Host, On: x.host, PID: a.PID, By: t.by.name(),
		Allowed: allowed, At: t.now,
	}
	t.emit(record.VerbExecute, a.Item, "", d)
	return nil
}

// executeAgain judges whether a command may be executed of which the work was done before in the same attempt. It returns the retry that
// this is; nil for the first time.
func (t *transition) executeAgain(def *pack.Step, rec *record.Step, a Execute) (*record.Retry, error) {
	if err := settledFirst(t.rec, def.ID); err != nil {
		return nil, err
	}
	var done string
	switch {
	case rec.Execution.Counts():
		done = "its command was executed already (" + rec.Execution.Words() + ")"
	case rec.Verification != nil && rec.Verification.Passed:
		done = "its verification has passed, so its work is done already"
	default:
		return nil, nil
	}
	if !def.Idempotent && !a.AcknowledgePartial {
		return nil, refuse(AlreadyExecuted, def.ID, "%s, and the step is not idempotent: what was applied may be applied twice", done).
			with("Make sure that it can run once more, then add --acknowledge-partial")
	}
	return &record.Retry{Step: def.ID, AcknowledgePartial: a.AcknowledgePartial, By: t.by.name(), At: t.now}, nil
}

// executed records how an execution ended. What is done with the step meanwhile does not matter, as long as it is the same attempt.
func (t *transition) executed(a Execute, rec *record.Step) error {
	if e := rec.Execution; e == nil || e.Seq != a.Execution || e.Result != nil || e.Settled != nil {
		return refuse(IntentGone, a.Item, "changed while its command ran, so the result is not recorded").with("Look at its state")
	}
	seen := a.Observed
	result := &record.Executed{
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
	t.emit(record.VerbExecuted, a.Item, "", record.Detail{Executed: result, Interrupted: rec.Intent})
	return nil
}

// settle takes an operator's word for what became of an execution.
func (t *transition) settle(a Settle) error {
	_, rec, err := t.step(a.Item)
	if err != nil {
		return err
	}
	if !rec.Execution.Unknown() {
		return refuse(NotExecuted, a.Item, "there is no execution of which the outcome is unknown")
	}
	if err := needReason(a.Item, a.Reason); err != nil {
		return err
	}
	t.emit(record.VerbSettle, a.Item, "", record.Detail{Settled: &record.Settled{Ran: a.Ran, Reason: a.Reason, By: t.by.name(), At: t.now}})
	return nil
}

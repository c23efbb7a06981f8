package run

import (
	"slices"

	"rtut/pack"
	"rtut/run/record"
)

// checkAllowance refuses to let auto-confirm run the own commands of steps where the run is not its own, or no person allows it.
func (t *transition) checkAllowance(wanted, auto bool) error {
	switch {
	case wanted && !auto:
		return refuse(WrongMode, "", "execution can only be allowed to auto-confirm, as the run is handed over to it").with("Use --mode auto-confirm, or mode auto-confirm")
	case wanted && t.by.Auto:
		return refuse(ExecutionNotAllowed, "", "auto-confirm cannot allow itself to run commands of steps").with("Only an operator allows that")
	}
	return nil
}

// allowance is what is recorded of who allows execution; nil where that is not wanted.
func (t *transition) allowance(wanted bool) *record.Allowance {
	if !wanted {
		return nil
	}
	return &record.Allowance{By: t.by.name(), At: t.now}
}

// mayExecute reports whether auto-confirm was allowed to run commands of steps, and that has not been taken back.
func (t *transition) mayExecute() bool {
	return t.rec.AutoConfirm != nil && t.rec.AutoConfirm.Execute != nil
}

// allowed returns why auto-confirm may run the own command of a running step, or a *Refusal. It is nil for an operator, who consents.
func (t *transition) allowed(def *pack.Step, rec *record.Step, alt *pack.Alternative, acknowledged bool) (*record.Allowed, error) {
	if !t.by.Auto {
		return nil, nil
	}
	given := t.rec.ExecutionAllowed()
	preauthorized := rec.Confirmation != nil && rec.Confirmation.Given != 0
	switch {
	case def.ManualOnly:
		return nil, manualOnlyRefusal(def.ID)
	case alt.Execution.Execute != pack.Auto:
		return nil, refuse(NotExecutable, def.ID, "the pack does not say that auto-confirm may run its command").with("An operator runs it, by hand or with run exec")
	case given == nil:
		return nil, refuse(ExecutionNotAllowed, def.ID, "nobody has allowed auto-confirm to run commands of steps in this run").
			with("Allow it: mode auto-confirm --allow-execution")
	case needsAuthority(alt) && !preauthorized:
		return nil, refuse(NotPreauthorized, def.ID, "was not started by a pre-authorization, so auto-confirm does not run its command").
			with("An operator runs it, by hand or with run exec")
	case acknowledged:
		return nil, refuse(AlreadyExecuted, def.ID, "auto-confirm cannot say that its command can run once more").with("Only an operator acknowledges that")
	case !startedAlone(t.rec, def.ID):
		return nil, refuse(ExecutionNotAllowed, def.ID, "was started by a person, who may have done its work by hand, so auto-confirm does not run its command").
			with("An operator runs it, by hand or with run exec")
	}
	return &record.Allowed{Pack: pack.Auto, Run: given.By, Preauthorized: preauthorized}, nil
}

// ownExecution refuses to auto-confirm a result of what an operator had run.
func (t *transition) ownExecution(a Execute) error {
	if e := t.rec.Execution(a.Item); e == nil || e.Allowed == nil {
		return refuse(IntentGone, a.Item, "has no execution by auto-confirm, so no result of one is recorded").with("Look at its state")
	}
	return nil
}

// startedAlone reports whether auto-confirm started a step in its present attempt, and no person has started it again since.
func startedAlone(rec *record.Record, id string) bool {
	for _, e := range slices.Backward(rec.Events) {
		if e.Item == id && e.Action == record.VerbStart {
			return e.By == record.AutoConfirmName
		}
	}
	return false
}

// stopsAfter says why auto-confirm stops after it ran the command of a step; "" where it does not. A person who has handed the run over
// once more has seen it.
func stopsAfter(rec *record.Record, id string) string {
	e := rec.Execution(id)
	if e == nil || e.Allowed == nil || e.Settled != nil || e.Result == nil && !e.Unknown() || e.Result != nil && e.Result.Succeeded() {
		return ""
	}
	for _, event := range slices.Backward(rec.Events) {
		switch {
		case event.Detail.Mode != nil:
			return ""
		case event.Item == id && (event.Detail.Execution != nil || event.Detail.Executed != nil):
			if e.Result == nil {
				return "nothing is known of the end of its command, which was begun on " + e.Host
			}
			return "its command did not end with exit code 0: " + e.Result.Words()
		}
	}
	return ""
}

// executesNext reports whether a tick runs the command of a running step before it verifies the step: it has not run in this attempt, or
// it failed and may run twice, and no verification has shown that there is nothing to do.
func executesNext(def *pack.Step, rec *record.Step) bool {
	if chosen(def, rec).Execution.Execute != pack.Auto || rec.Verification != nil && rec.Verification.Passed || rec.Execution.Unknown() {
		return false
	}
	e := rec.Execution
	return !e.Counts() || def.Idempotent && e.Result != nil && !e.Result.Succeeded()
}

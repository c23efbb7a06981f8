package main

import (
	"context"
	"errors"

	"rtut/run"
	"rtut/run/record"
	"rtut/run/shell"
)

// execute runs the own command of a step, having asked for what that lacks. While it runs, signals go to the command.
func (t *target) execute(ctx context.Context, req run.ExecuteRequest, mayRun consent) error {
	t.noteOwner()
	if x, err := t.view().ToExecute(req.Item); err == nil {
		req.Execute.Consent = x.Consent
		req.About = t.sayExecuting
	}
	if err := t.askExecute(ctx, &req, mayRun); err != nil {
		return err
	}
	signals := shell.NewSignals(t.app.clock)
	session := *t.session
	session.Shell = shell.Runner{Dir: t.dir(), Signals: signals}
	end := t.app.forwarding.during(signals.Pass)
	defer end()
	display := t.app.display()
	after, err := session.Execute(ctx, t.rec.RunID, req, display)
	if after != nil {
		t.rec = after
	}
	return errors.Join(err, display.Close())
}

// askExecute shows the command and asks whether it may run, and run once more where it ran before.
func (t *target) askExecute(ctx context.Context, req *run.ExecuteRequest, mayRun consent) error {
	if !t.app.asks() || req.Consent {
		return nil
	}
	missing := t.app.refusal(t.pack, t.rec, req.Execute)
	if missing.HasCode(run.AlreadyExecuted) {
		var err error
		req.AcknowledgePartial, _, err = t.app.yes(ctx, missing.Item+": "+line(missing.Message)+".\nHave you made sure that it can run once more?")
		if err != nil || !req.AcknowledgePartial {
			return err
		}
		missing = nil
	}
	x, err := t.view().ToExecute(req.Item)
	if missing != nil || err != nil {
		return nil // the session will say so
	}
	t.sayExecuting(*x)
	req.About = nil
	yes, err := mayRun(ctx)
	req.Consent = yes
	return err
}

// sayExecuting says what runs, and where.
func (t *target) sayExecuting(x run.ToExecute) {
	var about text
	about.linef("%s: its command runs %s:", x.Item, t.whereOn(x))
	about.code("  ", x.Command)
	t.app.say(about.String())
}

// whereOn is where a command runs, with the name of this host.
func (t *target) whereOn(x run.ToExecute) string {
	if x.On != "" || t.app.host == "" {
		return line(x.Where)
	}
	return line(x.Where) + " (host " + line(t.app.host) + ")"
}

// executeDocument answers `run exec`.
type executeDocument struct {
	Item        string            `json:"item"`
	Execution   *record.Execution `json:"execution"`
	LeftRunning []string          `json:"left_running,omitempty"`
	Action      actionView        `json:"action"` // what comes next
}

// answerExecuted says how the command of a step ended.
func (t *target) answerExecuted(item string) error {
	execution := t.rec.Steps[item].Execution
	verdict := executed(execution.Result)
	if t.app.json {
		return errors.Join(t.app.document(executeDocument{item, execution, t.left, t.actionView()}), verdict)
	}
	var out text
	out.linef("%s: %s", item, line(t.view().Item(item).Work.Text()))
	t.sayNext(&out, "")
	return errors.Join(t.app.print(&out), verdict)
}

// executed is the exit code that the end of a command leads to.
func executed(result *record.Executed) error {
	switch {
	case result.Interrupted:
		return resultError(exitInterrupted)
	case result.ExitCode == nil || *result.ExitCode != 0:
		return resultError(exitNotPassed)
	}
	return nil
}

package run_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"rtut/run"
	"rtut/run/record"
)

var executionSentences = []sentence{
	{"R246 execution needs the pack, the phrase and consent", inV02(executed, executionNeedsItsDue)},
	{"R247 consent is to what was shown", inV02(executed, consentIsToWhatWasShown)},
	{"R248 an execution is recorded before it runs", inV02(executed, executionIsRecordedFirst)},
	{"R249 an unknown outcome holds the step", inV02(executed, unknownOutcomeHolds)},
	{"R250 an operator settles what is not known", inV02(executed, operatorSettles)},
	{"R251 what is recorded of the end", inV02(executed, recordedOfTheEnd)},
	{"R252 a result is of the present attempt", inV02(executed, resultIsOfThisAttempt)},
	{"R253 an exit code completes nothing", inV02(executed, exitCodeCompletesNothing)},
	{"R254 a second execution is a retry", inV02(executed, secondExecutionIsARetry)},
	{"R256 it is said who did the work", whoDidTheWork},
}

const executed = `
datapoints: [{ id: lag, title: Lag, type: int, initial: 3 }]
steps:
  - id: cut
    title: Cut
    effect: irreversible
    confirm: cut it
    command: 'cut {{ lag }}'
    on: db3
    execute: on-request
    execute_timeout: 5m
    rollback: { instruction: Mend it. }
    verify: { kind: exit-code, command: look }
  - { id: read, title: Read, effect: read-only, idempotent: true, command: date, execute: on-request, verify: { kind: exit-code, command: look } }
  - { id: hand, title: Hand, command: date }
`

// startsCut takes the run to where the command of the first step may run.
func (p *play) startsCut() {
	p.t.Helper()
	p.does(run.Start{Item: "cut", Phrase: "cut it"})
}

// begins records that the command of a step is about to run, and returns the execution.
func (p *play) begins(item string, acknowledged bool) int {
	p.t.Helper()
	p.does(run.Execute{Item: item, AcknowledgePartial: acknowledged, Host: "bastion", PID: 4711})
	return p.rec.Steps[item].Execution.Seq
}

// ends records how it ended.
func (p *play) ends(item string, execution int, seen run.Observation) {
	p.t.Helper()
	p.does(run.Execute{Item: item, Execution: execution, Observed: seen})
}

// executes has a session run the command of a step, with consent.
func (p *play) executes(item string) (rec *record.Record, err error) {
	p.t.Helper()
	p.session(func(s *run.Session) {
		rec, err = s.Execute(context.Background(), p.rec.RunID, run.ExecuteRequest{Execute: run.Execute{Item: item}, Consent: true}, io.Discard)
	})
	return rec, err
}

// isRefused wants an error to be the refusal of a rule.
func (p *play) isRefused(code run.Code, err error) *run.Refusal {
	p.t.Helper()
	var refusal *run.Refusal
	if !errors.As(err, &refusal) || refusal.Code != code {
		p.t.Fatalf("error %v, not %s", err, code)
	}
	return refusal
}

func executionNeedsItsDue(p *play) {
	p.refuses(run.WrongState, run.Execute{Item: "cut"})
	p.refuses(run.PhraseRequired, run.Start{Item: "cut"})
	p.startsCut()
	p.does(run.SetValues{Values: map[string]string{"lag": "9"}})
	p.refuses(run.ConfirmationLapsed, run.Execute{Item: "cut"})
	p.startsCut()
	p.session(func(s *run.Session) {
		_, err := s.Execute(context.Background(), p.rec.RunID, run.ExecuteRequest{Execute: run.Execute{Item: "cut"}}, io.Discard)
		refusal := p.isRefused(run.ConsentRequired, err)
		p.wants("shown", []string{"on db3, in the login directory: cut '9'"}, refusal.Details)
	})
	p.wants("commands that ran", 0, len(p.shell.jobs))
	p.wants("execution", (*record.Execution)(nil), p.rec.Steps["cut"].Execution)
	if _, err := p.executes("cut"); err != nil {
		p.t.Fatal(err)
	}
	p.wants("commands that ran", []run.Job{{Script: "cut '9'", Shell: "sh", Remote: true, On: "db3", Env: p.shell.jobs[0].Env, Timeout: 5 * time.Minute}}, p.shell.jobs)
	p.refuses(run.WrongState, run.Execute{Item: "hand"})
	p.does(run.Fail{Item: "cut", Reason: "it broke"})
	p.refuses(run.WrongState, run.Execute{Item: "cut"})
}

func consentIsToWhatWasShown(p *play) {
	p.startsCut()
	shown := func() string {
		x, err := run.NewView(p.pack, p.rec, p.now).ToExecute("cut")
		if err != nil {
			p.t.Fatal(err)
		}
		return x.Consent
	}
	first := shown()
	p.does(run.SetValues{Values: map[string]string{"lag": "9"}})
	p.startsCut()
	p.refuses(run.ConfirmationLapsed, run.Execute{Item: "cut", Consent: first})
	second := shown()
	p.ends("cut", p.begins("cut", false), run.Observation{ExitCode: 1})
	p.refuses(run.ConfirmationLapsed, run.Execute{Item: "cut", Consent: second, AcknowledgePartial: true}) // of an execution that was not shown
	p.does(run.Execute{Item: "cut", Consent: shown(), AcknowledgePartial: true})
}

// blindShell ends in the middle of a command, as rtut does when it is killed.
type blindShell struct {
	*cannedShell
	before func()
}

func (s blindShell) Run(context.Context, run.Job, io.Writer) (run.Observation, error) {
	s.before()
	return run.Observation{}, context.Canceled
}

func executionIsRecordedFirst(p *play) {
	p.startsCut()
	p.ran("cut", "", run.Observation{})
	var then *record.Record
	p.session(func(s *run.Session) {
		s.Shell = blindShell{p.shell, func() {
			var err error
			if then, err = s.Store.Load(context.Background(), p.rec.RunID); err != nil {
				p.t.Error(err)
			}
			if _, err := s.Do(context.Background(), p.rec.RunID, run.Note{Text: "nothing is locked"}); err != nil {
				p.t.Error(err)
			}
		}}
		_, err := s.Execute(context.Background(), p.rec.RunID, run.ExecuteRequest{Execute: run.Execute{Item: "cut", AcknowledgePartial: true}, Consent: true}, io.Discard)
		var unknown *run.OutcomeUnknownError
		if !errors.As(err, &unknown) || unknown.Item != "cut" || unknown.Where != "on db3, in the login directory" {
			p.t.Errorf("error %v", err)
		}
	})
	e := then.Steps["cut"].Execution
	p.wants("execution", record.Execution{
		Seq: 5, CommandDigest: then.Steps["cut"].Confirmation.CommandDigest, Host: "bastion", On: "db3", PID: 4711, By: "ana", At: record.At(p.now),
	}, *e)
	p.wants("verification", (*record.Result)(nil), then.Steps["cut"].Verification)
	p.wants("last event", record.VerbExecute, then.Events[len(then.Events)-1].Action)
	p.refuses(run.NotVerified, run.Complete{Item: "cut"})
}

func unknownOutcomeHolds(p *play) {
	p.startsCut()
	p.begins("cut", false)
	refusal := p.refuses(run.ExecutionRunning, run.Execute{Item: "cut", AcknowledgePartial: true})
	p.wants("sentence", "cut: its command was started by ana on bastion (pid 4711) at 2026-11-30 00:45:12 UTC and no result has come, so it may still run. "+
		"Look on db3 whether it ran, then verify the step, or say so: settle --ran or --did-not-run, with --reason", refusal.Error())
	p.refuses(run.ExecutionRunning, run.Redo{Item: "cut", Reason: "again", AcknowledgePartial: true})
	p.refuses(run.ExecutionRunning, run.RollBack{Item: "cut"})
	p.refuses(run.NotVerified, run.Complete{Item: "cut"})
	if got := run.NewView(p.pack, p.rec, p.now).Item("cut").Work.Text(); got != "begun by rtut for ana, outcome unknown" {
		p.t.Errorf("work: %s", got)
	}
	p.does(run.Fail{Item: "cut", Reason: "nobody knows"})
	p.refuses(run.ExecutionRunning, run.RetryStep{Item: "cut", AcknowledgePartial: true})
	p.does(run.Settle{Item: "cut", Ran: true, Reason: "the log has it"}, run.RetryStep{Item: "cut", AcknowledgePartial: true})
	p.startsCut()
	p.begins("cut", false)
	p.ran("cut", "", run.Observation{ExitCode: 1})
	p.refuses(run.ExecutionRunning, run.Execute{Item: "cut", AcknowledgePartial: true})
	p.ran("cut", "", run.Observation{})
	p.does(run.Complete{Item: "cut"}, run.Redo{Item: "cut", Reason: "again", AcknowledgePartial: true})
	p.startsCut()
	p.ends("cut", p.begins("cut", false), run.Observation{})
	p.ran("cut", "", run.Observation{})
	p.does(run.Complete{Item: "cut"}, run.Start{Item: "read"})
	p.begins("read", false)
	p.refuses(run.ExecutionRunning, run.Skip{Item: "read", Reason: "no time"})
	p.does(run.Finalize{Outcome: record.Abandoned})
}

func operatorSettles(p *play) {
	p.refuses(run.NotExecuted, run.Settle{Item: "cut", Ran: true, Reason: "seen"})
	p.startsCut()
	p.refuses(run.NotExecuted, run.Settle{Item: "cut", Ran: true, Reason: "seen"})
	seq := p.begins("cut", false)
	p.refuses(run.ReasonRequired, run.Settle{Item: "cut", Ran: true})
	p.does(run.Settle{Item: "cut", Reason: "db3 was off"})
	p.wants("settled", &record.Settled{Reason: "db3 was off", By: "ana", At: record.At(p.now)}, p.rec.Steps["cut"].Execution.Settled)
	p.refuses(run.IntentGone, run.Execute{Item: "cut", Execution: seq})
	p.refuses(run.NotExecuted, run.Settle{Item: "cut", Ran: true, Reason: "seen"})
	seq = p.begins("cut", false)
	p.ends("cut", seq, run.Observation{})
	p.refuses(run.NotExecuted, run.Settle{Item: "cut", Ran: true, Reason: "seen"})
}

func recordedOfTheEnd(p *play) {
	p.startsCut()
	p.shell.seen = run.Observation{ExitCode: 7, OutputBytes: 12, Seconds: 1.5, Head: "CANARY output", Signal: 0}
	if _, err := p.executes("cut"); err != nil {
		p.t.Fatal(err)
	}
	p.wants("result", record.Executed{Seq: 3, ExitCode: new(7), OutputBytes: 12, Seconds: 1.5, At: record.At(p.now)}, *p.rec.Steps["cut"].Execution.Result)
	for _, test := range []struct {
		seen run.Observation
		want string
	}{
		{run.Observation{ExitCode: 143, Signal: 15, Interrupted: true, Seconds: 2}, "ran by rtut for ana, interrupted, ended by signal 15, 2 s"},
		{run.Observation{ExitCode: -1, TimedOut: true, Seconds: 300}, "ran by rtut for ana, ended at its limit, 5m0s"},
		{run.Observation{ExitCode: -1, NotStarted: true, Problem: "find sh: not there"}, "ran by rtut for ana, not started: find sh: not there"},
		{run.Observation{ExitCode: -1, NotStarted: true, Problem: "password=CANARY7h1s1ss3cr3t"}, "ran by rtut for ana, not started: it could not be started"},
	} {
		p.ends("cut", p.begins("cut", true), test.seen)
		p.wants("work", test.want, run.NewView(p.pack, p.rec, p.now).Item("cut").Work.Text())
	}
	if text := p.encoded(); strings.Contains(text, "CANARY") || strings.Contains(text, "cut '3'") {
		p.t.Errorf("the output or the command is in the record:\n%s", text)
	}
	p.shell.seen = run.Observation{ExitCode: -1, Problem: "reach host db3: CANARY, said the command"}
	p.does(run.Redo{Item: "cut", Reason: "again", AcknowledgePartial: true})
	p.startsCut()
	_, err := p.executes("cut")
	var unknown *run.OutcomeUnknownError
	if !errors.As(err, &unknown) || !p.rec.OutcomeUnknown("cut") || strings.Contains(p.encoded(), "CANARY") {
		p.t.Errorf("a connection that broke: error %v, unknown %t", err, p.rec.OutcomeUnknown("cut"))
	}
}

func resultIsOfThisAttempt(p *play) {
	p.startsCut()
	first := p.begins("cut", false)
	p.does(run.Settle{Item: "cut", Ran: true, Reason: "seen"}, run.Redo{Item: "cut", Reason: "again", AcknowledgePartial: true})
	p.refuses(run.IntentGone, run.Execute{Item: "cut", Execution: first})
	p.startsCut()
	p.refuses(run.IntentGone, run.Execute{Item: "cut", Execution: first})
	second := p.begins("cut", false)
	p.refuses(run.IntentGone, run.Execute{Item: "cut", Execution: first})
	changed := parsePack(p.t, packText("v0.2", strings.Replace(executed, "execute_timeout: 5m", "execute_timeout: 6m", 1)))
	before := p.pack
	p.pack = changed
	p.refuses(run.PackChanged, run.Execute{Item: "cut", AcknowledgePartial: true})
	p.ends("cut", second, run.Observation{})
	p.pack = before
	p.refuses(run.IntentGone, run.Execute{Item: "cut", Execution: second})
}

func exitCodeCompletesNothing(p *play) {
	p.startsCut()
	p.ends("cut", p.begins("cut", false), run.Observation{ExitCode: 1})
	p.in("cut", record.Running)
	p.ran("cut", "", run.Observation{})
	p.ends("cut", p.begins("cut", true), run.Observation{})
	p.in("cut", record.Running)
	p.refuses(run.NotVerified, run.Complete{Item: "cut"}) // the check was before
	seq := p.begins("cut", true)
	p.ran("cut", "", run.Observation{})
	p.ends("cut", seq, run.Observation{})
	p.refuses(run.NotVerified, run.Complete{Item: "cut"}) // the check was while it ran
	seq = p.begins("cut", true)
	p.does(run.Begin{Item: "cut", Host: "bastion", PID: 4712})
	intent := len(p.rec.Events)
	p.ends("cut", seq, run.Observation{})
	p.refuses(run.IntentGone, run.Verify{Item: "cut", Intent: intent, Observed: map[string]run.Observation{"": {Attempts: 1}}})
	p.ran("cut", "", run.Observation{})
	p.does(run.Complete{Item: "cut"})
}

func secondExecutionIsARetry(p *play) {
	p.startsCut()
	p.ends("cut", p.begins("cut", false), run.Observation{ExitCode: -1, NotStarted: true, Problem: "no ssh"})
	p.begins("cut", false) // that did not count
	p.does(run.Settle{Item: "cut", Reason: "db3 was off"})
	p.ends("cut", p.begins("cut", false), run.Observation{ExitCode: 1, Seconds: 12})
	p.wants("retries", 0, len(p.rec.Retries))
	refusal := p.refuses(run.AlreadyExecuted, run.Execute{Item: "cut"})
	p.wants("sentence", "cut: its command was executed already (ran by rtut for ana, exit 1, 12 s), and the step is not idempotent: "+
		"what was applied may be applied twice. Make sure that it can run once more, then add --acknowledge-partial", refusal.Error())
	p.ends("cut", p.begins("cut", true), run.Observation{})
	p.wants("retries", []record.Retry{{Step: "cut", AcknowledgePartial: true, By: "ana", At: record.At(p.now)}}, p.rec.Retries)
	p.does(run.Redo{Item: "cut", Reason: "again", AcknowledgePartial: true})
	p.startsCut()
	p.ran("cut", "", run.Observation{})
	p.refuses(run.AlreadyExecuted, run.Execute{Item: "cut"}) // by hand
	p.does(run.Complete{Item: "cut"}, run.Start{Item: "read"})
	p.ends("read", p.begins("read", false), run.Observation{})
	before := len(p.rec.Retries)
	p.ends("read", p.begins("read", false), run.Observation{})
	p.wants("retry", record.Retry{Step: "read", By: "ana", At: record.At(p.now)}, p.rec.Retries[before])
}

func autoConfirmLeavesUnknown(p *play) {
	p.does(run.SwitchMode{To: record.AutoConfirm, Preauthorize: []run.Wanted{{Step: "cut", Phrase: "cut it"}}})
	p.shell.seen = run.Observation{ExitCode: 1}
	p.ticksTo(run.TickActed)
	p.in("cut", record.Running)
	for _, job := range p.shell.jobs {
		p.wants("what ran", "look", job.Script)
	}
	p.by = run.Actor{Auto: true}
	p.refuses(run.NotExecutable, run.Execute{Item: "cut"})
	p.by = run.Actor{Name: "ana"}
	seq := p.begins("cut", false)
	ran := len(p.shell.jobs)
	tick := p.ticks()
	p.wants("tick", run.TickWaiting, tick.Result)
	p.wants("commands that ran", ran, len(p.shell.jobs))
	p.by = run.Actor{Auto: true}
	p.refuses(run.ExecutionRunning, run.Begin{Item: "cut", Host: "bastion", PID: 4711})
	p.refuses(run.WrongMode, run.Settle{Item: "cut", Ran: true, Reason: "so it seems"})
	p.by = run.Actor{Name: "ana"}
	p.now = p.now.Add(time.Hour)
	p.ends("cut", seq, run.Observation{ExitCode: 1})
	p.ticksTo(run.TickActed) // it has failed once since
	p.in("cut", record.Running)
	p.wants("stopped", (*record.Stopped)(nil), p.rec.AutoConfirm.Stopped)
}

func whoDidTheWork(t *testing.T) {
	inBoth("steps: [{ id: one, title: One }, { id: two, title: Two }]\n", func(p *play) {
		p.completes("one")
		p.by = run.Actor{Name: "ben"}
		p.does(run.Start{Item: "two"})
		view := run.NewView(p.pack, p.rec, p.now)
		p.wants("work", "by ana, by hand", view.Item("one").Work.Text())
		p.wants("work under way", (*run.WorkView)(nil), view.Item("two").Work)
	})(t)
	inV02(executed, func(p *play) {
		p.startsCut()
		p.ends("cut", p.begins("cut", false), run.Observation{Seconds: 12})
		p.ran("cut", "", run.Observation{})
		p.does(run.Complete{Item: "cut"}, run.Start{Item: "read"})
		p.begins("read", false)
		p.does(run.Settle{Item: "read", Reason: "nothing ran"})
		p.ran("read", "", run.Observation{})
		p.does(run.Complete{Item: "read"})
		view := run.NewView(p.pack, p.rec, p.now)
		p.wants("work", "ran by rtut for ana, exit 0, 12 s", view.Item("cut").Work.Text())
		p.wants("work", "by ana, by hand", view.Item("read").Work.Text())
	})(t)
}

package run_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"syscall"
	"testing"
	"time"

	"rtut/run"
	"rtut/run/record"
	"rtut/run/store"
)

// executedAlone has commands that auto-confirm may run: of one step once, of one with a phrase, and of one as often as need be.
const executedAlone = `
steps:
  - { id: copy, title: Copy, command: copy, execute: auto, execute_timeout: 5m, verify: { kind: exit-code, command: look } }
  - { id: cut, title: Cut, effect: irreversible, confirm: cut it, command: cut, execute: auto, verify: { kind: exit-code, command: look } }
  - { id: sync, title: Sync, idempotent: true, command: sync, execute: auto, verify: { kind: exit-code, command: look } }
`

// allows hands the run over to auto-confirm with the permission to execute.
func (p *play) allows(preauthorize ...run.Wanted) {
	p.t.Helper()
	p.does(run.SwitchMode{To: record.AutoConfirm, AllowExecute: true, Preauthorize: preauthorize})
}

// scripts are the commands that ran.
func (p *play) scripts() []string {
	all := []string{}
	for _, job := range p.shell.jobs {
		all = append(all, job.Script)
	}
	return all
}

var cutIt = run.Wanted{Step: "cut", Phrase: "cut it"}

func aloneNeedsItsDue(p *play) {
	first := p.rec
	p.does(run.SwitchMode{To: record.AutoConfirm})
	p.ticksTo(run.TickActed)
	p.wants("without permission", []string{"look"}, p.scripts())
	p.rec, p.shell.jobs = first, nil
	p.allows(cutIt)
	tick := p.ticks()
	p.wants("tick", []string{"started", "ran its command: exit 0, 0 s", "verified", "completed"}, tick.Did)
	p.wants("job", []any{"copy", 5 * time.Minute}, []any{p.shell.jobs[0].Script, p.shell.jobs[0].Timeout})
	p.ticksTo(run.TickActed)
	p.ticksTo(run.TickActed)
	p.ticksTo(run.TickComplete)
	p.wants("commands", []string{"copy", "look", "cut", "look", "sync", "look"}, p.scripts())

	p.rec, p.shell.jobs = first, nil
	p.allows()
	p.ticksTo(run.TickActed)
	p.ticksTo(run.TickWaiting)
	p.in("cut", record.Todo) // its phrase was not pre-authorized
	p.does(run.SwitchMode{To: record.ManualMode}, run.Start{Item: "cut", Phrase: "cut it"})
	p.allows()
	p.by = run.Actor{Auto: true}
	p.refuses(run.NotPreauthorized, run.Execute{Item: "cut"})
	p.by = run.Actor{Name: "ana"}
	p.ticksTo(run.TickActed)
	p.wants("what a person started is verified alone", []string{"copy", "look", "look"}, p.scripts())

	p.rec, p.shell.jobs = first, nil
	p.does(run.Start{Item: "copy"})
	p.allows()
	p.by = run.Actor{Auto: true}
	p.refuses(run.ExecutionNotAllowed, run.Execute{Item: "copy"})
	p.by = run.Actor{Name: "ana"}
	p.ticksTo(run.TickActed)
	p.wants("a person may have done the work", []string{"look"}, p.scripts())
}

// What the pack does not give to auto-confirm, or keeps for a person, no tick executes.
func TestAutoConfirmExecutesNothingThatIsForAPerson(t *testing.T) {
	for name, test := range map[string]struct {
		step string
		code run.Code
	}{
		"on request":    {"execute: on-request", run.NotExecutable},
		"manual-only":   {"execute: auto, auto_confirm: manual-only", run.ManualOnly},
		"with evidence": {"execute: auto, evidence: [{ id: who, title: Who }]", run.EvidenceMissing},
	} {
		t.Run(name, func(t *testing.T) {
			p := begin(t, packText("v0.2", "steps: [{ id: one, title: One, command: work, "+test.step+", verify: { kind: exit-code, command: look } }]\n"))
			p.allows()
			p.ticks()
			p.wants("work", false, slices.Contains(p.scripts(), "work"))
			fresh := begin(t, packText("v0.2", "steps: [{ id: one, title: One, command: work, "+test.step+", verify: { kind: exit-code, command: look } }]\n"))
			fresh.does(run.Start{Item: "one"})
			fresh.allows()
			fresh.by = run.Actor{Auto: true}
			fresh.refuses(test.code, run.Execute{Item: "one"})
		})
	}
}

func permissionIsTakenBack(p *play) {
	p.refuses(run.WrongMode, run.SwitchMode{To: record.ManualMode, AllowExecute: true})
	p.refuses(run.WrongMode, run.SwitchMode{AllowExecute: true})
	auto := begin(p.t, packText("v0.2", executedAlone), autoConfirmed())
	auto.by = run.Actor{Auto: true}
	auto.refuses(run.ExecutionNotAllowed, run.SwitchMode{To: record.AutoConfirm, AllowExecute: true})
	p.allows()
	given := p.rec
	p.wants("permission", &record.Allowance{By: "ana", At: record.At(p.now)}, p.rec.AutoConfirm.Execute)
	p.does(run.SwitchMode{Preauthorize: []run.Wanted{cutIt}})
	p.wants("a pre-authorization alone leaves it", "ana", p.rec.AutoConfirm.Execute.By)
	for name, acts := range map[string][]run.Action{
		"manual":   {run.SwitchMode{To: record.ManualMode}},
		"again":    {run.SwitchMode{To: record.AutoConfirm}},
		"handover": {run.HandOver{To: "ben", Reason: "shift"}},
		"manual and back": {
			run.SwitchMode{To: record.ManualMode}, run.SwitchMode{To: record.AutoConfirm},
		},
	} {
		p.rec = given
		p.does(acts...)
		p.wants(name, (*record.Allowance)(nil), p.rec.AutoConfirm.Execute)
		p.wants(name+", in the log", true, slices.ContainsFunc(p.rec.Events, func(e record.Event) bool { return e.Detail.TakenBack }))
	}
	p.rec = given
	p.pack = parsePack(p.t, packText("v0.2", executedAlone+"  - { id: more, title: More }\n"))
	p.does(run.AcceptPackChange{Reason: "a step more", PackDigest: "sha256:0"})
	p.wants("a change of the pack", (*record.Allowance)(nil), p.rec.AutoConfirm.Execute)
	begun := begin(p.t, packText("v0.2", executedAlone), func(n *run.New) { n.Mode, n.AllowExecute = record.AutoConfirm, true })
	p.wants("a run that begins with it", "ana", begun.rec.AutoConfirm.Execute.By)
}

func aloneOnce(p *play) {
	p.allows(cutIt)
	p.shell.of = map[string]run.Observation{"copy": {ExitCode: 1, Seconds: 3}, "look": {ExitCode: 1}}
	tick := p.ticks()
	p.wants("tick", []string{"started", "ran its command: exit 1, 3 s", "stopped the run"}, tick.Did)
	p.allows()
	p.by = run.Actor{Auto: true}
	p.refuses(run.AlreadyExecuted, run.Execute{Item: "copy"})
	p.refuses(run.AlreadyExecuted, run.Execute{Item: "copy", AcknowledgePartial: true})
	p.by = run.Actor{Name: "ana"}
	p.ticksTo(run.TickActed)
	p.wants("only the check ran again", []string{"copy", "look"}, p.scripts())
	p.shell.of = map[string]run.Observation{"sync": {ExitCode: 1}}
	p.does(run.SwitchMode{To: record.ManualMode})
	p.ran("copy", "", run.Observation{})
	p.does(run.Complete{Item: "copy"}, run.Start{Item: "cut", Phrase: "cut it"})
	p.ran("cut", "", run.Observation{})
	p.does(run.Complete{Item: "cut"})
	p.allows()
	p.shell.jobs = nil
	p.ticksTo(run.TickStopped)
	p.allows()
	p.shell.of = nil
	p.ticksTo(run.TickActed)
	p.wants("what is idempotent ran again", []string{"sync", "sync", "look"}, p.scripts())
	p.wants("retries", record.Retry{Step: "sync", By: record.AutoConfirmName, At: record.At(p.now)}, p.rec.Retries[len(p.rec.Retries)-1])
}

func aloneStops(p *play) {
	first := p.rec
	for name, test := range map[string]struct {
		seen   run.Observation
		reason string
	}{
		"exit code":   {run.Observation{ExitCode: 3, Seconds: 2}, "its command did not end with exit code 0: exit 3, 2 s"},
		"limit":       {run.Observation{ExitCode: -1, TimedOut: true, Seconds: 300}, "its command did not end with exit code 0: ended at its limit, 5m0s"},
		"not started": {run.Observation{ExitCode: -1, NotStarted: true, Problem: "no shell"}, "its command did not end with exit code 0: not started: no shell"},
		"signal":      {run.Observation{ExitCode: 143, Signal: 15}, "its command did not end with exit code 0: ended by signal 15, 0 s"},
		"unknown":     {run.Observation{ExitCode: -1, Problem: "the connection broke"}, "nothing is known of the end of its command, which was begun on bastion"},
	} {
		p.rec, p.shell.of = first, map[string]run.Observation{"copy": test.seen}
		p.allows()
		tick := p.ticks()
		p.wants(name, []any{run.TickStopped, "copy", []string{test.reason}}, []any{tick.Result, tick.Item, tick.WaitsFor})
		p.wants(name, &record.Stopped{Item: "copy", Reason: test.reason, At: record.At(p.now)}, p.rec.AutoConfirm.Stopped)
		p.in("copy", record.Running)
		p.ticksTo(run.TickStopped)
	}
	aloneKilled(p, first)
}

// aloneKilled: a tick that is killed in the middle leaves an execution without a result. Another one waits as long as the command may
// still run, and stops the run then.
func aloneKilled(p *play, first *record.Record) {
	p.rec, p.shell.of = first, nil
	p.allows()
	p.by = run.Actor{Auto: true}
	p.does(run.Start{Item: "copy"}, run.Execute{Item: "copy", Host: "bastion", PID: 4711})
	p.by = run.Actor{Name: "ana"}
	p.shell.jobs = nil
	p.ticksTo(run.TickWaiting)
	p.now = p.now.Add(5*time.Minute + time.Second)
	p.ticksTo(run.TickStopped)
	p.wants("commands", []string{}, p.scripts())
	p.allows()
	p.ticksTo(run.TickWaiting) // an operator has seen it, and has not settled it
	p.does(run.Settle{Item: "copy", Ran: true, Reason: "the log has it"})
	p.ticksTo(run.TickActed)
	p.wants("commands", []string{"look"}, p.scripts())
	p.in("copy", record.Done)
}

func aloneSaysWhy(p *play) {
	p.allows(cutIt)
	p.by = run.Actor{Name: "ben"}
	p.ticksTo(run.TickActed)
	p.ticksTo(run.TickActed)
	p.wants("copy", &record.Allowed{Pack: "auto", Run: "ana"}, p.rec.Steps["copy"].Execution.Allowed)
	p.wants("cut", &record.Allowed{Pack: "auto", Run: "ana", Preauthorized: true}, p.rec.Steps["cut"].Execution.Allowed)
	p.wants("by", record.AutoConfirmName, p.rec.Steps["cut"].Execution.By)
	work := run.NewView(p.pack, p.rec, p.now).Item("cut").Work
	p.wants("work", []string{"ana", "ran by rtut for ana in auto-confirm, exit 0, 0 s"}, []string{work.By, work.Text()})
	p.by = run.Actor{Name: "ana"}
	p.does(run.SwitchMode{To: record.ManualMode}, run.Start{Item: "sync"})
	p.begins("sync", false)
	p.wants("an operator consents", (*record.Allowed)(nil), p.rec.Steps["sync"].Execution.Allowed)
}

func TestATickThatIsTakenOverWhileItExecutesKeepsTheResult(t *testing.T) {
	p := begin(t, packText("v0.2", executedAlone))
	p.allows()
	p.session(func(s *run.Session) {
		s.Shell = blindShell{p.shell, func() {
			if _, err := s.Do(context.Background(), p.rec.RunID, run.SwitchMode{To: record.ManualMode}); err != nil {
				t.Error(err)
			}
		}}
		tick, err := s.Tick(context.Background(), p.rec.RunID, io.Discard)
		var refusal *run.Refusal
		if tick != nil || !errors.As(err, &refusal) || refusal.Code != run.WrongMode {
			t.Errorf("tick %+v, error %v", tick, err)
		}
	})
	p.wants("unknown", true, p.rec.OutcomeUnknown("copy"))
	p.in("copy", record.Running)
	p.by = run.Actor{Auto: true}
	p.does(run.Execute{Item: "copy", Execution: p.rec.Execution("copy").Seq})
	p.wants("result", true, p.rec.Execution("copy").Result.Succeeded())
}

func TestAutoConfirmListsTheCommandsThatItExecutes(t *testing.T) {
	p := begin(t, packText("v0.2", executedAlone))
	names := func(runs []run.AutoCommand) []string {
		all := []string{}
		for _, c := range runs {
			if c.Own {
				all = append(all, c.Name()+": "+c.Command)
			}
		}
		return all
	}
	p.wants("not allowed", []string{}, names(p.view().AutoConfirms().Runs))
	p.allows(cutIt)
	p.wants("all", []string{
		"copy, the command of the step: copy", "cut, the command of the step: cut", "sync, the command of the step: sync",
	}, names(p.view().AutoConfirms().Runs))
	p.does(run.SwitchMode{To: record.ManualMode}, run.Start{Item: "copy"}, run.SwitchMode{To: record.AutoConfirm, AllowExecute: true, Withdraw: []string{"cut"}})
	p.wants("started by a person, and not pre-authorized", []string{"sync, the command of the step: sync"}, names(p.view().AutoConfirms().Runs[1:]))
}

// fullDisk keeps a run, and cannot store what is written after a command has run.
type fullDisk struct {
	*store.Mem
	shell *cannedShell
	full  bool
}

func (d *fullDisk) Update(ctx context.Context, id string, change func(*record.Record) (*record.Record, error)) error {
	if d.full && len(d.shell.jobs) > 0 {
		return d.Mem.Update(ctx, id, func(rec *record.Record) (*record.Record, error) {
			if _, err := change(rec); err != nil {
				return nil, err
			}
			return nil, syscall.ENOSPC
		})
	}
	return d.Mem.Update(ctx, id, change)
}

func TestATickThatCannotStoreTheResultLeavesTheOutcomeUnknown(t *testing.T) {
	p := begin(t, packText("v0.2", executedAlone))
	p.allows()
	p.session(func(s *run.Session) {
		disk := &fullDisk{Mem: s.Store.(*store.Mem), shell: p.shell, full: true}
		s.Store = disk
		tick, err := s.Tick(context.Background(), p.rec.RunID, io.Discard)
		if tick != nil || !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("tick %+v, error %v", tick, err)
		}
	})
	p.wants("commands", []string{"copy"}, p.scripts())
	p.wants("unknown, never 0", []any{true, (*record.Executed)(nil)}, []any{p.rec.OutcomeUnknown("copy"), p.rec.Execution("copy").Result})
	p.wants("not stopped yet, for it could not be stored", (*record.Stopped)(nil), p.rec.AutoConfirm.Stopped)
	p.ticksTo(run.TickWaiting)
	p.now = p.now.Add(6 * time.Minute)
	p.ticksTo(run.TickStopped)
	p.wants("commands", []string{"copy"}, p.scripts())
	p.does(run.Settle{Item: "copy", Ran: true, Reason: "b is there"})
	p.allows()
	p.ticksTo(run.TickActed)
	p.in("copy", record.Done)
	p.wants("commands", []string{"copy", "look"}, p.scripts())
}

// overtaken lets somebody else act just before the command of a step is recorded as about to run.
type overtaken struct {
	*store.Mem
	updates int
	before  func()
}

func (o *overtaken) Update(ctx context.Context, id string, change func(*record.Record) (*record.Record, error)) error {
	if o.updates++; o.updates == 2 { // the first is the start
		o.before()
	}
	return o.Mem.Update(ctx, id, change)
}

func TestOfTwoTicksAtOnceOneExecutes(t *testing.T) {
	for name, results := range map[string][]run.Observation{
		"and is still at it": nil, "and has ended": {{}}, "and has stopped the run": {{ExitCode: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			p := begin(t, packText("v0.2", executedAlone))
			p.allows()
			p.session(func(s *run.Session) {
				memory := s.Store.(*store.Mem)
				by := func(act run.Action) {
					if err := memory.Update(context.Background(), p.rec.RunID, func(rec *record.Record) (*record.Record, error) {
						next, _, err := run.Transition(p.pack, rec, run.Actor{Auto: true}, act, p.now)
						return next, err
					}); err != nil {
						t.Error(err)
					}
				}
				s.Store = &overtaken{Mem: memory, before: func() {
					by(run.Execute{Item: "copy", Host: "bastion", PID: 4712})
					for _, seen := range results {
						rec, err := memory.Load(context.Background(), p.rec.RunID)
						if err != nil {
							t.Fatal(err)
						}
						by(run.Execute{Item: "copy", Execution: rec.Execution("copy").Seq, Observed: seen})
						if seen.ExitCode != 0 {
							by(run.Timeout{Item: "copy"})
						}
					}
				}}
				tick, err := s.Tick(context.Background(), p.rec.RunID, io.Discard)
				if err != nil || tick.Result != run.TickActed {
					t.Fatalf("tick %+v, error %v", tick, err)
				}
				p.wants("did", []string{"started"}, tick.Did)
				p.wants("waits for", []string{"another process acted on it at the same time"}, tick.WaitsFor)
			})
			p.wants("commands", []string{}, p.scripts())
			p.wants("executions", 1, len(slices.DeleteFunc(slices.Clone(p.rec.Events), func(e record.Event) bool { return e.Detail.Execution == nil })))
		})
	}
}

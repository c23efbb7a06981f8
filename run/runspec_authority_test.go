package run_test

import (
	"strings"
	"testing"
	"time"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

var authoritySentences = []sentence{
	{"R210 a pre-authorisation names its object", preauthorizationNamesItsObject},
	{"R211 phrase and host must be known", phraseAndHostMustBeKnown},
	{"R212 a pre-authorisation serves one start of what it was given for", preauthorizationEnds},
	{"R193 an earlier pre-authorisation serves no start", earlierServesNoStart},
	{"R194 nobody answers for what a person started", inV02(questions, nobodyAnswersForAPerson)},
	{"R195 declared evidence keeps an item for the operator", inAuto(declared, evidenceKeepsTheItem)},
	{"R196 what is owed waits for the operator", whatIsOwedWaits},
	{"R197 a call that settles nothing leaves nothing", inAuto(declared, nothingIsLeftBehind)},
	{"R198 checks that keep failing stop the run", checksKeepFailing},
	{"R199 what nobody said is not told as a person's", inAuto(confirmedBy, nobodyIsNoOperator)},
	{"R213 what auto-confirm says yes to is listed", autoConfirmIsListed},
}

const (
	onHost = `
params: [{ id: db, title: Database, type: identifier, default: billing }]
datapoints: [{ id: host, title: Host, type: hostname, initial: db1 }, { id: lsn, title: LSN, type: int }]
steps:
  - { id: drop, title: Drop, effect: irreversible, confirm: 'drop {{ db }}', on: '{{ host }}', command: 'dropdb {{ db }} {{ lsn }}', verify: { kind: exit-code, command: 'true' } }
`
	questions = `
steps:
  - { id: cut, title: Cut, effect: irreversible, confirm: cut it, verify: { kind: manual, prompt: The log says cut } }
  - { id: ran, title: Ran, effect: irreversible, confirm: run it, verify: { kind: exit-code, command: check } }
`
	declared = `
steps: [{ id: one, title: One, evidence: [{ id: who, title: Who }] }]
gates: [{ id: ok, title: OK, evidence: [{ id: url, title: URL }], checks: [{ id: said, kind: manual, prompt: Ben approves }] }]
`
	confirmedBy = `
datapoints: [{ id: lag, title: Lag, type: int, initial: 3, confirmed_by: go }, { id: up, title: Up, type: bool, initial: false, confirmed_by: maybe }]
steps: [{ id: maybe, title: Maybe, when: up }]
gates: [{ id: go, title: Go, checks: [{ id: said, kind: manual, prompt: Said }] }]
`
)

// lets hands the run to auto-confirm, which may start some steps.
func (p *play) lets(steps ...run.Wanted) {
	p.t.Helper()
	p.does(run.SwitchMode{To: record.AutoConfirm, Preauthorize: steps})
}

var dropIt = run.Wanted{Step: "drop", Phrase: "drop billing"}

func preauthorizationNamesItsObject(t *testing.T) {
	p := begin(t, packText("v0.2", onHost))
	p.does(run.SwitchMode{To: record.AutoConfirm, Preauthorize: []run.Wanted{dropIt}, AuthorizedBy: "boss"})
	given := p.rec.Authority[0]
	p.wants("object", []any{"drop", "drop billing", "db1", "boss", "ana", record.At(dawn)},
		[]any{given.Step, given.Phrase, given.Host, given.AuthorizedBy, given.By, given.At})
	p.ticksTo(run.TickWaiting) // its command lacks a value
	p.does(run.SetValues{Values: map[string]string{"lsn": "7"}})
	p.ticksTo(run.TickActed)
	p.in("drop", record.Done)
	p.wants("who stands for it", "boss", p.rec.Steps["drop"].AuthorizedBy)
	p.wants("by which", given.Given, p.rec.Steps["drop"].Confirmation.Given)

	p = begin(t, packText("v0.2", onHost), autoConfirmed())
	p.does(run.SetValues{Values: map[string]string{"lsn": "7"}})
	p.ticksTo(run.TickWaiting)
	p.in("drop", record.Todo)
	p.by = run.Actor{Auto: true}
	p.refuses(run.NotPreauthorized, run.Start{Item: "drop", Phrase: "drop billing"})
	p.by = run.Actor{Name: "ben"}
	p.refuses(run.PhraseRequired, run.SwitchMode{Preauthorize: []run.Wanted{{Step: "drop"}}})
	p.refuses(run.PhraseWrong, run.SwitchMode{Preauthorize: []run.Wanted{{Step: "drop", Phrase: "drop it"}}})
	p.does(run.SwitchMode{Preauthorize: []run.Wanted{dropIt}})
	p.wants("each names its own", []string{"ben", "ben"}, []string{p.rec.Authority[0].AuthorizedBy, p.rec.Authority[0].By})
	p.wants("the mode is no switch", 0, len(p.rec.ModeHistory))
}

func phraseAndHostMustBeKnown(t *testing.T) {
	const unknown = `
datapoints: [{ id: host, title: Host, type: hostname }]
steps:
  - { id: a, title: A, effect: irreversible, confirm: 'cut {{ host }}' }
  - { id: b, title: B, effect: irreversible, confirm: cut, on: '{{ host }}', command: cut }
  - { id: c, title: C, effect: irreversible, confirm: cut, command: 'cut {{ host }}' }
`
	p := begin(t, packText("v0.2", unknown))
	for _, id := range []string{"a", "b"} {
		p.refuses(run.NoValue, run.SwitchMode{To: record.AutoConfirm, Preauthorize: []run.Wanted{{Step: id, Phrase: "cut"}}})
	}
	p.lets(run.Wanted{Step: "c", Phrase: "cut"})
	p.wants("what it lacks", []string{"host"}, p.rec.Authority[0].Lacks)
	p.wants("is named", []string{"host"}, p.view().AutoConfirms().Starts[0].Lacks)
	p.does(run.SetValues{Values: map[string]string{"host": "db1"}})
	p.wants("may become any", (*record.Ending)(nil), p.rec.Authority[0].Ended)
}

func preauthorizationEnds(t *testing.T) {
	for name, c := range map[string]struct {
		why  record.EndReason
		acts func(p *play)
	}{
		"a value of the host": {record.EndRendered, func(p *play) {
			p.does(run.SetValues{Values: map[string]string{"host": "db2"}, Reason: "moved"})
			p.does(run.SetValues{Values: map[string]string{"host": "db1"}, Reason: "moved back"}) // it does not come back
		}},
		"a handover": {record.EndHandover, func(p *play) {
			p.does(run.SwitchMode{To: record.ManualMode}, run.HandOver{To: "ben", Reason: "shift"}, run.SwitchMode{To: record.AutoConfirm})
		}},
		"taken back": {record.EndWithdrawn, func(p *play) { p.does(run.SwitchMode{Withdraw: []string{"drop"}}) }},
		"a start by a person": {record.EndUsed, func(p *play) {
			p.does(run.SwitchMode{To: record.ManualMode}, run.Start{Item: "drop", Phrase: "drop billing"},
				run.Redo{Item: "drop", Reason: "again", AcknowledgePartial: true}, run.SwitchMode{To: record.AutoConfirm})
		}},
		"a start by auto-confirm": {record.EndUsed, func(p *play) {
			p.ticksTo(run.TickActed)
			p.in("drop", record.Done)
			p.does(run.Redo{Item: "drop", Reason: "again", AcknowledgePartial: true})
		}},
		"an accepted change": {record.EndPackChange, func(p *play) {
			p.pack = parsePack(p.t, packText("v0.2", strings.Replace(onHost, "title: Drop,", "title: Drop, timeout: 4m,", 1)))
			p.ticksTo(run.TickWaiting)
			p.does(run.AcceptPackChange{Reason: "edited", PackDigest: p.digest})
		}},
	} {
		t.Run(name, func(t *testing.T) {
			p := begin(t, packText("v0.2", onHost))
			p.does(run.SetValues{Values: map[string]string{"lsn": "7"}})
			p.lets(dropIt)
			c.acts(p)
			p.wants("end", c.why, p.rec.Authority[0].Ended.Why)
			p.ticksTo(run.TickWaiting)
			p.in("drop", record.Todo)
		})
	}
}

// What is done by a step without a command is its instruction. Nobody has typed the phrase over another one.
func TestAPreauthorizationIsForTheWordsThatWereRead(t *testing.T) {
	const body = `
datapoints: [{ id: room, title: Room, type: string, initial: one }, { id: late, title: Late, type: string }]
steps:
  - { id: wipe, title: Clean, effect: irreversible, confirm: go, instruction: 'Sweep {{ room }}, {{ late }}.', verify: { kind: exit-code, command: 'true' },
      links: [{ title: How, url: 'https://example.com/how' }] }
`
	for name, other := range map[string][2]string{
		"title":       {"title: Clean", "title: Wipe it all"},
		"instruction": {"Sweep {{ room }}", "Burn {{ room }}"},
		"link":        {"com/how", "com/else"},
	} {
		t.Run(name, func(t *testing.T) {
			p := begin(t, packText("v0.2", body), autoConfirmed())
			p.does(run.SwitchMode{Preauthorize: []run.Wanted{{Step: "wipe", Phrase: "go"}}})
			p.pack = parsePack(t, packText("v0.2", strings.Replace(body, other[0], other[1], 1)))
			p.ticksTo(run.TickWaiting)
			p.in("wipe", record.Todo)
			p.does(run.Note{Text: "seen"}) // the words are noted
			p.wants("end", record.EndWords, p.rec.Authority[0].Ended.Why)
			p.by = run.Actor{Auto: true}
			p.wants("told", "the pre-authorization of 2026-11-30 00:45:12 UTC by ana has ended: "+
				"its title, instruction, links or question is not what it was given for",
				p.refuses(run.NotPreauthorized, run.Start{Item: "wipe"}).Message)
		})
	}
	p := begin(t, packText("v0.2", body), autoConfirmed())
	p.does(run.SwitchMode{Preauthorize: []run.Wanted{{Step: "wipe", Phrase: "go"}}})
	p.wants("what it lacks", []string{"late"}, p.rec.Authority[0].Lacks)
	p.does(run.SetValues{Values: map[string]string{"late": "soon"}})
	p.wants("may become any", (*record.Ending)(nil), p.rec.Authority[0].Ended)
	p.does(run.SetValues{Values: map[string]string{"room": "two"}, Reason: "moved"})
	p.wants("what stood in it may not", record.EndWords, p.rec.Authority[0].Ended.Why)
}

func TestAPreauthorizationIsForOneAttempt(t *testing.T) {
	const ways = `
datapoints: [{ id: hard, title: Hard, type: bool, initial: false }]
steps:
  - { id: two, title: Two, effect: irreversible, confirm: go, one_of: [{ id: hard, title: Hard, recommended_when: hard }, { id: soft, title: Soft }] }
`
	soft := run.SwitchMode{Preauthorize: []run.Wanted{{Step: "two", Phrase: "go"}}}
	p := begin(t, packText("v0.2", ways), autoConfirmed())
	p.does(soft, run.SetValues{Values: map[string]string{"hard": "true"}, Reason: "looked"}, soft)
	p.wants("given", []string{"soft", "hard"}, []string{p.rec.Authority[0].Alternative, p.rec.Authority[1].Alternative})
	p.ticksTo(run.TickActed)
	p.wants("both are over", []record.EndReason{record.EndUsed, record.EndUsed}, []record.EndReason{p.rec.Authority[0].Ended.Why, p.rec.Authority[1].Ended.Why})
	for _, again := range []func(){
		func() {},
		func() {
			p.does(run.SwitchMode{To: record.ManualMode}, run.Redo{Item: "two", Reason: "again", AcknowledgePartial: true},
				run.Start{Item: "two", Phrase: "go"}, run.SwitchMode{To: record.AutoConfirm})
		},
		func() { p.does(run.Fail{Item: "two", Reason: "broke"}) },
	} {
		again()
		p.wants("refused", "a pre-authorization is for a start of this attempt that has not been made",
			strings.SplitN(p.refuses(run.WrongState, soft).Message, "; ", 2)[1])
	}
}

func earlierServesNoStart(t *testing.T) {
	p := begin(t, packText("v0.2", questions), autoConfirmed())
	p.rec.AutoConfirm.Preauthorized, p.rec.AutoConfirm.AuthorizedBy = []string{"cut"}, "boss"
	p.by = run.Actor{Auto: true}
	refusal := p.refuses(run.NotPreauthorized, run.Start{Item: "cut"})
	p.wants("told", "was pre-authorized by an earlier version of rtut, which kept neither phrase nor host nor command, so it is not valid for a start", refusal.Message)
}

func nobodyAnswersForAPerson(p *play) {
	p.does(run.Start{Item: "cut", Phrase: "cut it"})
	p.lets()
	p.ticksTo(run.TickWaiting)
	p.wants("not answered", (*record.Result)(nil), p.rec.Steps["cut"].Verification)
	p.does(run.Verify{Item: "cut", Answers: run.Answers{Confirm: true}})
	p.ticksTo(run.TickActed)
	p.in("cut", record.Done)

	p.does(run.SwitchMode{To: record.ManualMode}, run.Start{Item: "ran", Phrase: "run it"}, run.SwitchMode{To: record.AutoConfirm})
	p.ticksTo(run.TickActed) // its commands are run
	p.in("ran", record.Done)
}

func evidenceKeepsTheItem(p *play) {
	p.ticksTo(run.TickWaiting)
	p.does(run.Verify{Item: "one", Answers: run.Answers{Confirm: true}, Evidence: map[string]string{"who": "ben"}})
	p.ticksTo(run.TickWaiting) // given or not
	p.in("one", record.Running)
	p.by = run.Actor{Auto: true}
	p.refuses(run.EvidenceMissing, run.Complete{Item: "one"})
	p.by = run.Actor{Name: "ana"}
	p.does(run.Complete{Item: "one"})
	p.ticksTo(run.TickWaiting)
	p.in("ok", record.Open)
	p.by = run.Actor{Auto: true}
	p.refuses(run.EvidenceMissing, run.Verify{Item: "ok", Evidence: map[string]string{"url": "x"}})
}

func nothingIsLeftBehind(p *play) {
	p.ticksTo(run.TickWaiting)
	p.does(run.Complete{Item: "one", Answers: run.Answers{Confirm: true}, Evidence: map[string]string{"who": "ben"}})
	p.does(run.Verify{Item: "ok", Evidence: map[string]string{"url": "https://example.com/1"}}) // asked, and not answered
	p.in("ok", record.Open)
	p.wants("evidence", 0, len(p.rec.Gates["ok"].Evidence))
	p.ticksTo(run.TickWaiting)
	p.in("ok", record.Open)
}

func nobodyIsNoOperator(p *play) {
	p.ticksTo(run.TickActed)
	p.ticksTo(run.TickActed)
	p.in("go", record.Passed)
	p.wants("source", record.FromNobody, p.rec.Gates["go"].Results["said"].Source)
	p.wants("how", record.ByNobody, p.rec.Datapoints["lag"].How)
	p.wants("what was not needed confirms nothing", []any{record.Set, record.Initial}, []any{p.rec.Datapoints["up"].State, p.rec.Datapoints["up"].How})
}

func autoConfirmIsListed(t *testing.T) {
	const body = `
steps:
  - { id: call, title: Call them }
  - { id: cut, title: Cut, effect: irreversible, confirm: cut it, verify: { kind: manual, prompt: It is cut } }
  - { id: sign, title: Sign, auto_confirm: manual-only }
  - { id: owes, title: Owes, evidence: [{ id: who, title: Who }] }
gates: [{ id: ok, title: OK, checks: [{ id: cto, kind: manual, prompt: The CTO said yes }, { id: low, kind: exit-code, command: check }] }]
`
	p := begin(t, packText("v0.2", body), autoConfirmed())
	want := []run.AutoAnswer{{Item: "call", Question: "Call them: done as described"}, {Item: "ok", Check: "cto", Question: "The CTO said yes"}}
	p.wants("answers", want, p.view().AutoConfirms().Answers)
	p.does(run.SwitchMode{Preauthorize: []run.Wanted{{Step: "cut", Phrase: "cut it"}}})
	all := p.view().AutoConfirms()
	p.wants("answers", []run.AutoAnswer{want[0], {Item: "cut", Question: "It is cut"}, want[1]}, all.Answers)
	face := run.AuthorityFace{Step: "cut", Title: "Cut", Effect: pack.Irreversible, Phrase: "cut it", Lacks: []string{}}
	p.wants("runs", []run.AutoCommand{{Item: "ok", Check: "low", Command: "check", Where: "here, in packs/drill"}}, all.Runs)
	p.wants("starts", []run.AutoStart{{AuthorityFace: face, AuthorizedBy: "ana", By: "ana", At: record.At(dawn)}}, all.Starts)
}

// Every command that it may run is listed before it runs one: by what it is asked, as whom, and after what.
func TestCommandsOfAutoConfirmAreListed(t *testing.T) {
	const body = `
datapoints: [{ id: host, title: Host, type: hostname, initial: db1 }]
steps:
  - { id: plain, title: Plain, on: '{{ host }}', verify: { kind: exit-code, command: 'ping {{ host }}' } }
  - { id: cut, title: Cut, effect: irreversible, confirm: cut it, verify: { kind: exit-code, command: is cut } }
  - { id: sign, title: Sign, auto_confirm: manual-only, verify: { kind: exit-code, command: never } }
  - { id: owes, title: Owes, evidence: [{ id: who, title: Who }], verify: { kind: exit-code, command: never } }
  - { id: ways, title: Ways, one_of: [{ id: a, title: A, verify: { kind: exit-code, command: way a } }, { id: b, title: B, verify: { kind: manual, prompt: It is, command: way b } }] }
  - { id: last, title: Last, requires: [plain], verify: { kind: exit-code, command: last } }
gates:
  - { id: ok, title: OK, checks: [{ id: cto, kind: manual, prompt: Yes }, { id: low, kind: exit-code, command: is low }] }
  - { id: alone, title: Alone, auto_confirm: manual-only, checks: [{ id: cto, kind: manual, prompt: Yes }, { id: low, kind: exit-code, command: never }] }
`
	p := begin(t, packText("v0.2", body), autoConfirmed())
	told := func() []string {
		var list []string
		for _, c := range p.view().AutoConfirms().Runs {
			list = append(list, strings.Join([]string{c.Item, c.Alternative, c.Check, c.Where + c.Once.Words(), c.Command}, "|"))
		}
		return list
	}
	here := "here, in packs/drill"
	rest := []string{
		"ways|a||" + here + "|way a", "ways|b||" + here + "|way b", "last|||" + here + "|last", "ok||low|" + here + "|is low",
	}
	p.wants("at the beginning", append([]string{"plain|||on db1, in the login directory|ping 'db1'", "cut|||" + here + ", once a person has started it|is cut"}, rest...), told())
	p.does(run.SwitchMode{Preauthorize: []run.Wanted{{Step: "cut", Phrase: "cut it"}}})
	p.ticksTo(run.TickActed)
	p.in("plain", record.Done)
	p.wants("later", append([]string{"plain|||on db1, in the login directory, again when it is out of date|ping 'db1'", "cut|||" + here + "|is cut"}, rest...), told())
}

// The clock of auto-confirm begins with the first failure since the run was handed to it.
func TestTimeBeforeAutoConfirmIsNotCounted(t *testing.T) {
	for name, wait := range map[string]func(p *play){
		"started by hand": func(p *play) {
			p.does(run.Start{Item: "hard"})
			p.now = p.now.Add(time.Hour)
			p.lets()
		},
		"taken over in between": func(p *play) {
			p.lets()
			p.ticksTo(run.TickActed)
			p.does(run.SwitchMode{To: record.ManualMode})
			p.now = p.now.Add(3 * time.Hour)
			p.lets()
		},
		"resumed after a stop": func(p *play) {
			p.lets()
			p.ticksTo(run.TickActed)
			p.now = p.now.Add(time.Hour)
			p.ticksTo(run.TickStopped)
			p.lets()
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := begin(t, packText("v0.2", stubborn))
			p.shell.seen = run.Observation{ExitCode: 1}
			wait(p)
			p.ticksTo(run.TickActed)
			p.now = p.now.Add(30 * time.Second)
			p.ticksTo(run.TickActed)
			p.now = p.now.Add(4 * time.Minute)
			p.ticksTo(run.TickStopped)
			p.wants("figures", "its checks failed 3 times in 4m30s: ended with exit code 1, not 0", p.rec.AutoConfirm.Stopped.Reason)
		})
	}
}

func TestOneFailureGivesNothingUp(t *testing.T) {
	p := begin(t, packText("v0.2", pushy), autoConfirmed())
	p.shell.seen = run.Observation{ExitCode: 1}
	p.ticksTo(run.TickActed)
	p.now = p.now.Add(time.Hour)
	p.by = run.Actor{Auto: true}
	p.refuses(run.TimeLeft, run.Timeout{Item: "measure"})
	p.ticksTo(run.TickActed)
	p.wants("reason", "its checks failed 2 times in 1h0m0s: ended with exit code 1, not 0", p.rec.Deviations[0].Reason)
}

// view is the view of the run as it is now.
func (p *play) view() *run.View { return run.NewView(p.pack, p.rec, p.now) }

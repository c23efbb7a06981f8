package run_test

import (
	"slices"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

var gateSentences = []sentence{
	{"R51 only a waivable gate is waived", inV02(gated, onlyWaivableIsWaived)},
	{"R113 a gate is judged by all its checks", inV02(gated, allChecksAreJudged)},
	{"R53 answers are not carried over", inV02(gated, answersAreNotCarriedOver)},
	{"R54 a deviation says what, who and when", inV02(gated, deviationsAreRecorded)},
}

const gated = `
datapoints: [{ id: lag, title: Lag, type: int, initial: 3 }]
stages:
  - id: decide
    title: Decide
    gates:
      - id: go
        title: Go
        waivable: true
        evidence: [{ id: lead, title: Lead }]
        checks:
          - { id: low, kind: expression, expr: lag < 9 }
          - { id: said, kind: manual, prompt: Said }
          - { id: seen, kind: manual, prompt: Seen }
  - { id: more, title: More, gates: [{ id: hard, title: Hard, checks: [{ id: low, kind: expression, expr: lag < 9 }] }], steps: [{ id: act, title: Act }] }
`

func onlyWaivableIsWaived(p *play) {
	p.refuses(run.NotWaivable, run.Waive{Item: "hard", Reason: "no time"})
	p.refuses(run.WrongKind, run.Waive{Item: "act", Reason: "no time"})
	p.refuses(run.ReasonRequired, run.Waive{Item: "go", Reason: "\t"})
	p.does(run.Waive{Item: "go", Reason: "nobody is there"})
	p.in("go", record.Waived)
	p.wants("waiver", &record.Waiver{Reason: "nobody is there", By: "ana", At: record.At(dawn)}, p.rec.Gates["go"].Waiver)
	p.wants("deviations", []record.DeviationKind{record.WaiverDeviation}, p.deviations())
	p.refuses(run.WrongState, run.Waive{Item: "go", Reason: "again"})
	p.refuses(run.WrongState, answered("go"))
}

func allChecksAreJudged(p *play) {
	verify := func(pass, reject []string, lead string) {
		v := run.Verify{Item: "go", Answers: run.Answers{Pass: pass, Reject: reject}}
		if lead != "" {
			v.Evidence = map[string]string{"lead": lead}
		}
		p.does(v)
	}
	verify(nil, nil, "")
	p.in("go", record.Open)
	p.wants("results", []string{"low"}, p.results())
	verify([]string{"said"}, nil, "")
	p.in("go", record.Open)
	verify(nil, []string{"said"}, "") // one no is enough, whatever is unanswered
	p.in("go", record.Failed)
	verify([]string{"said", "seen"}, nil, "")
	p.in("go", record.Open) // required evidence is missing
	verify([]string{"said", "seen"}, nil, "bo")
	p.in("go", record.Passed)
	p.wants("results", []string{"low", "said", "seen"}, p.results())
	p.wants("kind", pack.Expression, p.rec.Gates["go"].Results["low"].Kind)
	p.does(run.Redo{Item: "go", Reason: "again", AcknowledgePartial: true}, run.SetValues{Values: map[string]string{"lag": "10"}})
	verify([]string{"said", "seen"}, nil, "bo")
	p.in("go", record.Failed)
	p.wants("all were judged", []string{"low", "said", "seen"}, p.results())
	p.refuses(run.UnknownCheck, run.Verify{Item: "go", Answers: run.Answers{Pass: []string{"low"}}})
	p.refuses(run.WrongKind, run.Start{Item: "go"})
}

func (p *play) results() []string {
	var checks []string
	for id := range p.rec.Gates["go"].Results {
		checks = append(checks, id)
	}
	slices.Sort(checks)
	return checks
}

func answersAreNotCarriedOver(p *play) {
	p.does(run.Verify{Item: "go", Answers: run.Answers{Pass: []string{"said"}}, Evidence: map[string]string{"lead": "bo"}})
	p.wants("evidence", 0, len(p.rec.Gates["go"].Evidence)) // nor is what came with them
	p.does(run.Verify{Item: "go", Answers: run.Answers{Pass: []string{"seen"}}})
	p.in("go", record.Open)
	p.wants("results", []string{"low", "seen"}, p.results())
	p.does(answered("go"))
	p.in("go", record.Open) // required evidence is missing
	p.does(run.Verify{Item: "go", Answers: run.Answers{Confirm: true}, Evidence: map[string]string{"lead": "bo"}})
	p.in("go", record.Passed)
	p.refuses(run.AnswerRequired, run.Verify{Item: "go"}) // who only asks changes no verdict
	p.in("go", record.Passed)
}

func deviationsAreRecorded(p *play) {
	p.does(run.Waive{Item: "go", Reason: "nobody is there"}, run.Verify{Item: "hard", Override: override()})
	p.completes("act")
	p.does(run.Redo{Item: "go", Reason: "it matters after all", AcknowledgePartial: true})
	p.wants("deviations", []record.DeviationKind{record.WaiverDeviation, record.OverrideDeviation, record.RedoDeviation}, p.deviations())
	for _, d := range p.rec.Deviations {
		if d.By != "ana" || d.At != record.At(dawn) || d.Reason == "" || d.Item == "" {
			p.t.Errorf("deviation %+v", d)
		}
	}
}

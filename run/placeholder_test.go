package run_test

import (
	"testing"

	"rtut/run"
	"rtut/run/record"
)

const placeholding = `
params: [{ id: name, title: Name, default: it }, { id: word, title: Word, type: choice, choices: [VALUE, OTHER], default: OTHER }]
datapoints: [{ id: note, title: Note }]
steps:
  - { id: say, title: Say, evidence: [{ id: who, title: Who }], produces: [note] }
  - { id: cut, title: Cut, effect: irreversible, confirm: cut }
gates:
  - { id: go, title: Go, waivable: true, evidence: [{ id: lead, title: Lead }], checks: [{ id: said, kind: manual, prompt: Said }] }
`

// placeholdersAreRefused gives each word that a proposed command has for something else in its place.
func placeholdersAreRefused(p *play) {
	yes := run.Answers{Confirm: true}
	p.does(run.Start{Item: "say"}, run.Verify{Item: "say", Answers: yes})
	refusal := p.refuses(run.Placeholder, run.Complete{Item: "say", Evidence: map[string]string{"who": "VALUE"}, Set: map[string]string{"note": "x"}})
	p.wants("it says", "say: evidence who is VALUE, the word that a proposed command has in its place. Give the real value", refusal.Error())
	for _, act := range []run.Action{
		run.Complete{Item: "say", Evidence: map[string]string{"who": "bo"}, Set: map[string]string{"note": " VALUE "}},
		run.Verify{Item: "say", Answers: yes, Evidence: map[string]string{"who": "REASON"}},
		run.SetValues{Values: map[string]string{"note": "VALUE"}},
		run.SetValues{Values: map[string]string{"note": "x"}, Reason: "REASON"},
		run.Start{Item: "cut", Phrase: "PHRASE"},
		run.Start{Item: "cut", Phrase: "cut", Override: &run.Override{Reason: "REASON", AcknowledgeRisk: true}},
		run.Fail{Item: "say", Reason: "REASON"},
		run.Redo{Item: "say", Reason: "REASON"},
		run.Skip{Item: "say", Reason: "REASON"},
		run.Waive{Item: "go", Reason: "REASON"},
		run.RollBack{Item: "say", Reason: "REASON"},
		run.HandOver{To: "ben", Reason: "REASON"},
		run.AcceptPackChange{Reason: "REASON"},
		run.Finalize{Outcome: record.Abandoned, Reason: "REASON"},
		run.Start{Item: "cut", Phrase: "cut", AuthorizedBy: "VALUE"},
		run.SwitchMode{To: record.AutoConfirm, AuthorizedBy: "VALUE"},
		run.HandOver{To: "VALUE", Reason: "shift"},
		run.AddFeedback{Rating: record.Good, Comment: "REASON"},
		run.Note{Text: "REASON"},
	} {
		p.refuses(run.Placeholder, act)
	}
	p.does(run.Complete{Item: "say", Evidence: map[string]string{"who": "VALUE of the house"}, Set: map[string]string{"note": "REASONS"}})
	p.does(run.Start{Item: "cut", Phrase: "cut"}, confirmed("cut"), run.Verify{Item: "go", Answers: yes, Evidence: map[string]string{"lead": "bo"}})
}

func TestAPlaceholderAmongTheChoicesOfAPackIsAValue(t *testing.T) {
	inV02(placeholding, func(p *play) {
		p.rec = nil
		refusal := p.refuses(run.Placeholder, p.birth(func(n *run.New) { n.Params = map[string]string{"name": "VALUE"} }))
		p.wants("it says", "param name is VALUE, the word that a proposed command has in its place. Give the real value", refusal.Error())
		for _, c := range []record.Context{{Project: "VALUE"}, {Target: "VALUE"}} {
			p.refuses(run.Placeholder, p.birth(func(n *run.New) { n.Context = c }))
		}
		p.refuses(run.Placeholder, p.birth(func(n *run.New) { n.AuthorizedBy = "VALUE" }))
		p.does(p.birth(func(n *run.New) { n.Params = map[string]string{"word": "VALUE"} }))
	})(t)
}

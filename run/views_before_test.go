package run_test

import (
	"testing"

	"rtut/run"
)

const gateBefore = `
stages:
  - { id: build, steps: [{ id: make, title: Make }], gates: [{ id: built, title: Built, checks: [{ id: m, kind: manual, prompt: Built }] }] }
  - { id: approve, gates: [{ id: go, title: Go, checks: [{ id: m, kind: manual, prompt: Said }] }] }
  - id: deploy
    steps:
      - { id: look, title: Look, effect: read-only }
      - { id: ship, title: Ship, effect: irreversible, confirm: ship it }
      - { id: waits, title: Waits, effect: irreversible, confirm: ship it, requires: [go, built] }
    gates: [{ id: after, title: After, checks: [{ id: m, kind: manual, prompt: Shipped }] }]
`

func TestAnIrreversibleStepSaysWhichGateBeforeItIsOpen(t *testing.T) {
	p := begin(t, "schema: runbook-pack/v0.2\nid: drill\ntitle: Drill\n"+gateBefore)
	view := func() *run.View { return run.NewView(p.pack, p.rec, p.now) }
	said := func(id string) []string { return view().BeforeIt(view().Item(id)) }
	p.wants("ready", []string{"built", "go"}, view().Item("ship").OpenBefore)
	p.wants("read-only", []string(nil), view().Item("look").OpenBefore)
	p.wants("it waits", []string(nil), view().Item("waits").OpenBefore)
	p.does(run.Verify{Item: "go", Answers: run.Answers{RejectAll: true}}, run.Start{Item: "ship", Phrase: "ship it"})
	p.wants("said", []string{
		"note: gate built is before this step in the pack and is open",
		"note: gate go is before this step in the pack and is failed",
	}, said("ship"))
	p.wants("next", []string{"built", "go"}, view().Next().OpenBefore)
	p.does(answered("go"))
	p.wants("passed", []string{"built"}, view().Item("ship").OpenBefore)
	p.does(confirmed("ship"))
	p.wants("done", []string(nil), view().Item("ship").OpenBefore)
	p.does(run.Start{Item: "waits", Phrase: "ship it", Override: override()})
	p.wants("overridden", []string{"note: gate built is before this step in the pack and is open"}, said("waits"))
}

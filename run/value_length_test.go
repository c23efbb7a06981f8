package run_test

import (
	"fmt"
	"strings"
	"testing"

	"rtut/pack/value"
	"rtut/run"
)

func TestValueIsOfAtMost96KiB(t *testing.T) {
	p := begin(t, "schema: runbook-pack/v0.2\nid: drill\ntitle: Drill\nparams: [{ id: note, required: false }, { id: hosts, type: list, required: false }]\n"+
		"datapoints: [{ id: seen }]\nsteps: [{ id: look, title: Look, command: 'echo {{ note }} {{ note }}', produces: [seen] }]\n")
	fits, long := strings.Repeat("é", value.MaxValue/2), strings.Repeat("x", value.MaxValue+1)
	fresh := p.rec
	p.rec = nil
	p.wants("param", "not a valid value: note expected at most 96 KiB as text", p.refuses(run.ParamInvalid, p.birth(func(n *run.New) { n.Params = map[string]string{"note": long} })).Error())
	p.wants("list", "not a valid value: hosts expected at most 96 KiB as text",
		p.refuses(run.ParamInvalid, p.birth(func(n *run.New) { n.Params = map[string]string{"hosts": strings.Repeat("a,", value.MaxValue/2) + "bc"} })).Error())
	p.does(p.birth(func(n *run.New) { n.Params = map[string]string{"note": fits} }))
	_, err := run.NewView(p.pack, p.rec, p.now).Paste("look", "")
	p.wants("command", "look: the placeholders of its command cannot be filled in: the command has 196618 bytes with its values. at most 120 KiB fit", err.Error())
	p.rec = fresh
	p.does(run.SetValues{Values: map[string]string{"seen": fits}})
	after, _, err := run.Transition(p.pack, p.rec, p.by, run.SetValues{Values: map[string]string{"seen": long}, Reason: "longer"}, p.now)
	if err == nil || err.Error() != "not a valid value: seen expected at most 96 KiB as text. Set it again" || !after.Datapoints["seen"].Value.IsZero() {
		t.Errorf("set: %v", err)
	}
	p.does(run.Start{Item: "look"})
	p.refuses(run.ValueInvalid, run.Complete{Item: "look", Answers: run.Answers{Confirm: true}, Set: map[string]string{"seen": long}})
}

func TestParamsOfARunHaveAtMost512KiBTogether(t *testing.T) {
	text := "schema: runbook-pack/v0.2\nid: drill\ntitle: Drill\nsteps: [{ id: look, title: Look }]\nparams:\n"
	params := map[string]string{}
	for i := range 6 {
		id := fmt.Sprintf("p%d", i)
		text += "  - { id: " + id + ", required: false }\n"
		params[id] = strings.Repeat("x", value.MaxValue)
	}
	p := begin(t, text)
	p.rec = nil
	p.wants("too long", "the params have 589824 bytes together, of which at most 524288 can be handed to commands. Put what is long into a file, and give its path",
		p.refuses(run.TooLong, p.birth(func(n *run.New) { n.Params = params })).Error())
	delete(params, "p5")
	p.does(p.birth(func(n *run.New) { n.Params = params }))
}

package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run"
)

// factField asks for a fact, and says what is wrong with it as it is typed.
func factField(prefix, id, title, help string, spec value.Spec) *field {
	words := []string{spec.Describe()}
	if help != "" {
		words = append([]string{help}, words...)
	}
	f := &field{
		name: prefix + id, label: title + " (" + id + ")", help: strings.Join(words, " "),
		check: func(text string) string { return check(spec, text) },
	}
	return f
}

// newEvidenceDialog asks for the evidence that a gate requires, and goes on with what was given: that may be nothing.
func newEvidenceDialog(snap *snapshot, id string, facts []pack.Fact, then func(m *Model, given map[string]string) (dialog, tea.Cmd)) dialog {
	d := &formDialog{title: "Evidence for " + line(id), button: "continue"}
	d.intro = func(p *page) { layExpressions(p, snap, snap.item(id)) }
	for _, f := range facts {
		d.list = append(d.list, factField("evidence ", f.ID, f.Title, f.Help, f.Spec))
	}
	d.submit = func(m *Model, f *formDialog) (dialog, tea.Cmd) { return then(m, f.given("evidence ")) }
	return d
}

// newDoneDialog asks for the evidence and the values that a step requires, and completes it.
func newDoneDialog(snap *snapshot, id string) dialog {
	var fields []*field
	for _, f := range snap.facts(id) {
		fields = append(fields, factField("evidence ", f.ID, f.Title, f.Help, f.Spec))
	}
	for _, produced := range snap.detail(id, "").Produces {
		if dp := snap.pack().Datapoint(produced); dp != nil {
			fields = append(fields, factField("value ", dp.ID, dp.Title, dp.Unit, dp.Spec))
		}
	}
	return askDialog(snap, "Done: "+line(id), "complete it", id+": done", fields, func(f *formDialog) run.Action {
		return run.Complete{Item: id, Evidence: f.given("evidence "), Set: f.given("value ")}
	})
}

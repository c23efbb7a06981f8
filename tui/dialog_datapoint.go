package tui

import (
	"rtut/run"
)

// newDatapointDialog gives a datapoint a value. first is the one that is offered; "" for whichever comes first.
func newDatapointDialog(snap *snapshot, first string) dialog {
	which := &field{name: "which", label: "Datapoint", choices: []string{}}
	for _, d := range snap.status.Datapoints {
		which.choices = append(which.choices, d.ID)
		if d.ID == first {
			which.pick = len(which.choices) - 1
		}
	}
	if len(which.choices) == 0 {
		return newMessageDialog("Datapoints", "this pack declares no datapoints")
	}
	chosen := func() run.DatapointView { return snap.status.Datapoints[which.pick] }
	value := &field{name: "value", label: "New value", check: func(text string) string {
		return check(snap.pack().Datapoint(chosen().ID).Spec, text)
	}}
	fields := []*field{which, value, {name: "reason", label: "Reason, to replace a value"}}
	fields[0], fields[1] = which, value
	d := askDialog(snap, "Edit a datapoint", "set it", "set", fields, func(f *formDialog) run.Action {
		return run.SetValues{Values: map[string]string{chosen().ID: f.get("value")}, Reason: f.get("reason")}
	})
	d.at = 1
	d.intro = func(p *page) {
		row := chosen()
		p.say(p.st.bold, row.Title)
		p.field("now", string(row.State)+"  "+row.Value.Text()+" "+row.Unit)
		p.field("takes", snap.pack().Datapoint(row.ID).Spec.Describe())
	}
	return d
}

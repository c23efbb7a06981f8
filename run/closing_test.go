package run

import (
	"testing"

	"rtut/run/record"
)

func TestClosingIsTheOutcomeThatTheItemsAllow(t *testing.T) {
	step := func(s record.State) ItemView { return ItemView{Kind: StepKind, State: s} }
	gate := func(s record.State) ItemView { return ItemView{Kind: GateKind, State: s} }
	for name, c := range map[string]struct {
		items []ItemView
		want  record.Outcome
	}{
		"all finished":      {[]ItemView{step(record.Done), gate(record.Passed), gate(record.Waived)}, record.Succeeded},
		"a step skipped":    {[]ItemView{step(record.Done), step(record.Skipped)}, record.Abandoned},
		"a step to do":      {[]ItemView{step(record.Todo), step(record.Done)}, record.Abandoned},
		"a gate failed":     {[]ItemView{gate(record.Failed), step(record.Done)}, record.Abandoned},
		"a step failed":     {[]ItemView{step(record.Skipped), step(record.Failed)}, record.FailedRun},
		"a step pushed":     {[]ItemView{step(record.Todo), step(record.Pushed)}, record.FailedRun},
		"a gate pushed":     {[]ItemView{gate(record.Pushed), step(record.Done)}, record.FailedRun},
		"nothing is in it":  {nil, record.Succeeded},
		"one step under it": {[]ItemView{step(record.Running)}, record.Abandoned},
	} {
		if got := (Status{Items: c.items}).Closing(); got != c.want {
			t.Errorf("%s: %s, not %s", name, got, c.want)
		}
	}
}

package run

import "testing"

func TestClosingIsTheOutcomeThatTheItemsAllow(t *testing.T) {
	step := func(s State) ItemView { return ItemView{Kind: StepKind, State: s} }
	gate := func(s State) ItemView { return ItemView{Kind: GateKind, State: s} }
	for name, c := range map[string]struct {
		items []ItemView
		want  Outcome
	}{
		"all finished":      {[]ItemView{step(Done), gate(Passed), gate(Waived)}, Succeeded},
		"a step skipped":    {[]ItemView{step(Done), step(Skipped)}, Abandoned},
		"a step to do":      {[]ItemView{step(Todo), step(Done)}, Abandoned},
		"a gate failed":     {[]ItemView{gate(Failed), step(Done)}, Abandoned},
		"a step failed":     {[]ItemView{step(Skipped), step(Failed)}, FailedRun},
		"a step pushed":     {[]ItemView{step(Todo), step(Pushed)}, FailedRun},
		"a gate pushed":     {[]ItemView{gate(Pushed), step(Done)}, FailedRun},
		"nothing is in it":  {nil, Succeeded},
		"one step under it": {[]ItemView{step(Running)}, Abandoned},
	} {
		if got := (Status{Items: c.items}).Closing(); got != c.want {
			t.Errorf("%s: %s, not %s", name, got, c.want)
		}
	}
}

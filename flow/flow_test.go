package flow

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func items(ids ...string) []Item {
	var out []Item
	for _, id := range ids {
		out = append(out, Item{ID: id})
	}
	return out
}

func mustNew(t *testing.T, root Stage) *Graph {
	t.Helper()
	g, err := New(root, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// unmet gives what item waits for while done is finished, as "reason on".
func unmet(g *Graph, item string, done ...string) []string {
	finished := map[string]bool{}
	for _, id := range done {
		finished[id] = true
	}
	var out []string
	for _, w := range g.Progress(func(id string) bool { return finished[id] }).Unmet(item) {
		out = append(out, string(w.Reason)+" "+w.On)
	}
	return out
}

func TestCanonicalOrderIsStepsThenNestedStagesThenGates(t *testing.T) {
	g := mustNew(t, Stage{
		Gates: items("last"),
		Steps: items("a", "b"),
		Stages: []Stage{
			{ID: "s", Gates: items("s-gate"), Steps: items("c"), Stages: []Stage{{ID: "t", Steps: items("d")}}},
			{ID: "u", Steps: items("e")},
		},
	})
	want := []string{"a", "b", "c", "d", "s-gate", "e", "last"}
	if diff := cmp.Diff(want, g.Items()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"c", "d", "s-gate"}, g.Members("s")); diff != "" {
		t.Error(diff)
	}
}

func TestWaits(t *testing.T) {
	sequential := Stage{
		Sequential: true,
		Steps:      items("a", "b"),
		Stages: []Stage{
			{ID: "one", Steps: items("c", "d"), Gates: items("g1")},
			{ID: "two", Steps: items("e"), Gates: items("g2")},
		},
		Gates: items("end"),
	}
	parallel := Stage{
		Steps: []Item{{ID: "a"}, {ID: "b", Requires: []string{"one", "a"}}},
		Stages: []Stage{
			{ID: "one", Requires: []string{"a"}, Steps: items("c"), Gates: items("g"), Stages: []Stage{{ID: "in", Steps: items("d")}}},
		},
	}
	for name, tc := range map[string]struct {
		root Stage
		item string
		done []string
		want []string
	}{
		"a parallel step waits for nothing":                 {parallel, "a", nil, nil},
		"a requirement of a stage holds inside it":          {parallel, "c", nil, []string{"requires a"}},
		"and inside nested stages":                          {parallel, "d", nil, []string{"requires a"}},
		"a stage is required with its gates":                {parallel, "b", []string{"a", "c", "d"}, []string{"requires one"}},
		"a whole stage is met when all in it is":            {parallel, "b", []string{"a", "c", "d", "g"}, nil},
		"a gate waits for the steps of nested stages too":   {parallel, "g", []string{"a", "c"}, []string{"steps d"}},
		"a sequential step waits for the one before":        {sequential, "b", nil, []string{"order a"}},
		"the first nested stage waits for all steps":        {sequential, "d", []string{"b"}, []string{"order a"}},
		"the next nested stage waits for gates as well":     {sequential, "e", []string{"a", "b", "c", "d"}, []string{"order one"}},
		"and is free when all before is finished":           {sequential, "e", []string{"a", "b", "c", "d", "g1"}, nil},
		"a gate of the root waits for steps, not gates":     {sequential, "end", []string{"a", "b", "c", "d", "e"}, nil},
		"steps of a parallel nested stage do not wait long": {sequential, "d", []string{"a", "b"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, unmet(mustNew(t, tc.root), tc.item, tc.done...)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCycleIsPrintedItemByItem(t *testing.T) {
	for name, tc := range map[string]struct {
		root Stage
		want string
	}{
		"two steps": {
			Stage{Steps: []Item{{ID: "a", Requires: []string{"b"}}, {ID: "b", Requires: []string{"a"}}}},
			"a waits for itself: a requires b; b requires a",
		},
		"a step and itself": {
			Stage{Steps: []Item{{ID: "a", Requires: []string{"a"}}}},
			"a waits for itself: a requires a",
		},
		"a step and a gate of its own stage": {
			Stage{Stages: []Stage{{ID: "s", Steps: []Item{{ID: "a", Requires: []string{"g"}}}, Gates: items("g")}}},
			"a waits for itself: a requires g; gate g waits for the steps of its stage; a is a step of stage s",
		},
		"a step and its own stage": {
			Stage{Stages: []Stage{{ID: "s", Steps: []Item{{ID: "a", Requires: []string{"s"}}}}}},
			"a waits for itself: a requires stage s; stage s waits for its steps; a is a step of stage s",
		},
		"order against a requirement": {
			Stage{Sequential: true, Steps: []Item{{ID: "a", Requires: []string{"b"}}, {ID: "b"}}},
			"a waits for itself: a requires b; b comes after a",
		},
		"producer and user": {
			Stage{Steps: []Item{{ID: "a", Uses: []string{"x"}, Produces: []string{"y"}}, {ID: "b", Uses: []string{"y"}, Produces: []string{"x"}}}},
			"a waits for itself: a uses x, which b produces; b uses y, which a produces",
		},
		"a stage that requires what it holds": {
			Stage{Stages: []Stage{{ID: "s", Requires: []string{"a"}, Steps: items("a")}}},
			"a waits for itself: a is in stage s; stage s requires a",
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := New(tc.root, nil)
			var cycle *CycleError
			if !errors.As(err, &cycle) {
				t.Fatalf("got %v, want a cycle", err)
			}
			if diff := cmp.Diff(tc.want, cycle.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNoCycle(t *testing.T) {
	for name, tc := range map[string]struct {
		root    Stage
		initial map[string]bool
	}{
		"a step uses what it produces": {
			Stage{Steps: []Item{{ID: "a", Uses: []string{"x"}, Produces: []string{"x"}}}}, nil,
		},
		"a second producer gives no edge": {
			Stage{Sequential: true, Steps: []Item{{ID: "a", Produces: []string{"x"}}, {ID: "b", Uses: []string{"x"}}, {ID: "c", Produces: []string{"x"}}}}, nil,
		},
		"a datapoint with an initial value gives no edge": {
			Stage{Sequential: true, Steps: []Item{{ID: "a", Uses: []string{"x"}}, {ID: "b", Produces: []string{"x"}}}},
			map[string]bool{"x": true},
		},
		"a gate requires a step of its own stage": {
			Stage{Steps: items("a"), Gates: []Item{{ID: "g", Requires: []string{"a"}}}}, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := New(tc.root, tc.initial); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestDownstreamFollowsStagesOrderAndDatapoints(t *testing.T) {
	g := mustNew(t, Stage{
		Steps: []Item{{ID: "measure", Produces: []string{"lag"}}, {ID: "report", Uses: []string{"lag"}}, {ID: "apart"}},
		Stages: []Stage{
			{ID: "s", Requires: []string{"measure"}, Steps: items("inside")},
			{ID: "later", Requires: []string{"s"}, Steps: items("after")},
		},
		Gates: items("end"),
	})
	want := []string{"report", "inside", "after", "end"}
	if diff := cmp.Diff(want, g.Downstream("measure")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"end"}, g.Downstream("apart")); diff != "" {
		t.Error(diff)
	}
}

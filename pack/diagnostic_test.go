package pack

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mattn/go-runewidth"
	"pgregory.net/rapid"
)

func TestDiagnosticJSONHasTheKeysOfTheContract(t *testing.T) {
	_, found := loadText("p/pack.yaml", []byte("schema: runbook-pack/v0.2\nid: p\ntitle: P\nstepz: 1\nsteps: [{id: a, title: A}]\n"))
	got, err := json.Marshal(found)
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"file":"p/pack.yaml","line":4,"column":1,"severity":"error","rule":"unknown-key",` +
		"\"message\":\"unknown key `stepz` at the top of a pack\",\"hint\":\"did you mean `steps`?\"}]"
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}

// TestCaretStandsBelowItsCharacter: whatever stands before it, wide, combining or unprintable.
func TestCaretStandsBelowItsCharacter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := rapid.StringOfN(rapid.RuneFrom([]rune("ab 日本é\t\x1b\u202e")), 0, 150, -1).Draw(t, "before")
		line := before + "!" + rapid.StringOfN(rapid.RuneFrom([]rune("x日")), 0, 150, -1).Draw(t, "after")
		shown := newExcerpt(line, len([]rune(before))+1).String()
		text, caret, _ := strings.Cut(strings.TrimSuffix(shown, "\n"), "\n")
		head, _, found := strings.Cut(text, "!")
		if !found || runewidth.StringWidth(head)+1 != len(caret) {
			t.Fatalf("\n%s", shown)
		}
	})
}

func TestStepOfAStageWithAConditionKeepsItsAlternatives(t *testing.T) {
	p := loadString(t, `schema: runbook-pack/v0.2
id: p
title: P
datapoints: [{ id: up, type: bool, initial: true }, { id: ready, type: bool, initial: true }]
stages:
  - id: s
    when: up
    steps:
      - { id: a, title: A, when: ready, one_of: [{ id: x, recommended_when: not ready }, { id: y }] }
`)
	var got []string
	for _, a := range p.Step("a").Alternatives {
		got = append(got, a.ID+": "+a.RecommendedWhen.Raw())
	}
	want := []string{"x: ((up) and (ready)) and (not ready)", "y: (up) and (ready)", "not-needed: not ((up) and (ready))"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"up", "ready"}, p.Item("a").Uses); diff != "" {
		t.Error(diff)
	}
}

func TestWordsOfTextsAreNotUsed(t *testing.T) {
	p := loadString(t, `schema: runbook-pack/v0.2
id: p
title: P
params: [{ id: q, default: x }]
datapoints: [{ id: a, type: int }, { id: b, type: int }, { id: c, type: int }, { id: d, type: int }, { id: e, type: int }]
steps:
  - id: s
    title: S {{ a }}
    instruction: "{{ a }}"
    uses: [e]
    confirm: go {{ a }}
    command: echo {{ b }} {{ q }} "$RTUT_DATA_C"
    rollback: { command: "echo {{ a }}" }
    verify: { kind: output-contains, command: "echo {{ d }} {{ b }}", contains: "{{ a }}" }
`)
	if diff := cmp.Diff([]string{"e", "b", "c", "d"}, p.Item("s").Uses); diff != "" {
		t.Error(diff)
	}
}

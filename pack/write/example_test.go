package write_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rtut/pack"
	"rtut/pack/write"
)

const example = `# Made by hand.
schema: runbook-pack/v0.2
id: drill
title: 'Drill: one'
summary: |
  First line, with  two blanks.

    An indented one.
needs: { tools: [psql, df] }
`

const exampleBelow = `
params:
  - { id: database, default: shop, pattern: '[a-z]{1,9}' }

order: sequential

steps:
  # runbook.md:3
  - id: count
    title: Count
    # guessed
    effect: read-only
    command: |2-
        indented
      # kept
    verify:
      kind: output-contains
      command: psql -c '\d'
      equals: ''
    rollback: { instruction: Call the dba. }
    produces:
      - { datapoint: rows, extract: (\d+) }
      - when

  - id: ask
    title: Ask
    instruction: "a\rb"
    verify: { kind: manual, prompt: "It printed: \u200b" }
`

func TestPackIsWrittenInTheOrderOfTheTables(t *testing.T) {
	top := write.New("Made by hand.")
	ask := write.New()
	manual := write.New()
	manual.Text("prompt", "It printed: \u200b")
	manual.Text("kind", "manual")
	ask.Map("verify", manual)
	ask.Text("instruction", "a\rb")
	ask.Text("title", "Ask")
	ask.Text("id", "ask")
	top.Add("steps", exampleStep())
	top.Add("steps", ask)
	top.Text("order", "sequential")
	param := write.New()
	param.Text("id", "database")
	param.Text("pattern", "[a-z]{1,9}")
	param.Text("default", "shop")
	top.Add("params", param)
	needs := write.New()
	needs.Texts("tools", "psql", "df")
	top.Map("needs", needs)
	top.Text("summary", "First line, with  two blanks.\n\n  An indented one.\n")
	top.Text("title", "Drill: one")
	top.Text("id", "drill")
	top.Text("schema", "runbook-pack/v0.2")
	text, err := write.Pack(top)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(example+exampleBelow, string(text)); diff != "" {
		t.Error(diff)
	}
}

func exampleStep() *write.Mapping {
	step := write.New("runbook.md:3")
	step.Text("id", "count")
	step.Text("title", "Count")
	step.Text("effect", "read-only")
	step.CommentKey("effect", "guessed")
	step.Text("command", "  indented\n# kept")
	check := write.New()
	check.Text("command", `psql -c '\d'`)
	check.Text("equals", "")
	check.Text("kind", "output-contains")
	step.Map("verify", check)
	back := write.New()
	back.Text("instruction", "Call the dba.")
	step.Map("rollback", back)
	rows := write.New()
	rows.Text("extract", `(\d+)`)
	rows.Text("datapoint", "rows")
	step.Add("produces", rows)
	step.AddText("produces", "when")
	return step
}

func TestKeysThatNoPackHasAreNamed(t *testing.T) {
	step := write.New()
	step.Text("titel", "x")
	top := write.New()
	top.Add("steps", step)
	if _, err := write.Pack(top); err == nil || err.Error() != "write pack: step has no key titel" {
		t.Errorf("got %v", err)
	}
	top = write.New()
	top.Text("id", "\xff")
	if _, err := write.Pack(top); err == nil || err.Error() != `write pack: the text "\xff" is not UTF-8` {
		t.Errorf("got %v", err)
	}
}

func TestEveryKindHasItsKeys(t *testing.T) {
	kinds := []string{"pack"}
	for i := 0; i < len(kinds); i++ {
		for _, key := range pack.Keys(kinds[i]) {
			if key.Of != "" && len(pack.Keys(key.Of)) == 0 {
				t.Errorf("%s.%s holds the kind %s, which has no keys", kinds[i], key.Name, key.Of)
			}
			if key.Of != "" && len(kinds) < 100 {
				kinds = append(kinds, key.Of)
			}
		}
	}
	if keys := pack.Keys("no such"); keys != nil {
		t.Errorf("an unknown kind has the keys %v", keys)
	}
}

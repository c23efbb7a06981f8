package pack

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// edits are what may become of the full pack of the tests, and what an operator is told of it. A text that begins with
// "words: " is of a change that nothing enforces.
var edits = []struct {
	old, new string
	told     []string
}{
	{"owner: dba", "owner: dbb", nil},
	{"needs: { tools: [psql, pg_ctl], env: [PGPASSFILE] }", "needs: { tools: [psql], env: [PGPASSFILE] }", []string{"the pack: tools it needs was `psql, pg_ctl`, is `psql`"}},
	{"environments: [rehearsal, staging]\n", "", []string{"the pack: environments was `rehearsal, staging` and was removed"}},
	{"shell: bash", "shell: sh", []string{"the pack: shell was `bash`, is `sh`"}},
	{"max: 20, default: 3", "max: 21, default: 3", []string{"param count_of: max was `20`, is `21`"}},
	{"min_items: 1, ", "", []string{"param hosts: min items was `1` and was removed"}},
	{"  - { id: label, min_length: 1, max_length: 20, default: 020222070707 }\n", "", []string{"param label was removed"}},
	{"max_age: 5m", "max_age: 90s", []string{"datapoint lag_bytes: max age was `5m`, is `1m30s`"}},
	{"unit: bytes", "unit: byte", []string{"words: datapoint lag_bytes: unit was `bytes`, is `byte`"}},
	{"title: Measure the lag", "title: Measure", []string{"words: measure: title was `Measure the lag`, is `Measure`"}},
	{"echo lag=12", "echo lag=13", []string{"measure: verify command was `echo lag=12`, is `echo lag=13`"}},
	{"every: 15s, for: 40m", "every: 15s, for: 1h", []string{"measure: verify poll was `every 15s for 40m`, is `every 15s for 1h`"}},
	{", poll: { every: 15s, for: 40m }", "", []string{"measure: verify poll was `every 15s for 40m` and was removed"}},
	{"exit_code: 0", "exit_code: 3", []string{"measure: verify exit code was `0`, is `3`"}},
	{`'lag=(\d+)'`, `'lag=(\d*)'`, []string{"measure: produced value lag_bytes was `lag=(\\d+)`, is `lag=(\\d*)`"}},
	{"expr: lag_bytes < 1000 ", "expr: lag_bytes < 100 ", []string{"measure: acceptance rule fresh was `lag_bytes < 1000`, is `lag_bytes < 100`"}},
	{"lag_bytes < 1048576", "lag_bytes < 1", []string{"go-no-go: check lag was `lag_bytes < 1048576`, is `lag_bytes < 1`"}},
	{
		"{ id: lead, kind: manual, prompt: The incident lead said go. }", "{ id: boss, kind: manual, prompt: The incident lead said go. }",
		[]string{"go-no-go: new check boss", "go-no-go: check lead was removed"},
	},
	{"prompt: The incident lead said go.", "prompt: She said go.", []string{"words: go-no-go: check lead prompt was `The incident lead said go.`, is `She said go.`"}},
	{"from: '22:00', to: 05:00", "from: '21:30', to: 05:00", []string{"go-no-go: check night window was `22:00 to 05:00 on mon, tue, Europe/Vienna`, is `21:30 to 05:00 on mon, tue, Europe/Vienna`"}},
	{"at_least: 10m", "at_least: 15m", []string{"go-no-go: check soak at least was `10m`, is `15m`"}},
	{"waivable: true", "waivable: false", []string{"go-no-go: waivable was `yes`, is `no`"}},
	{"        auto_confirm: manual-only\n", "", []string{"go-no-go: only for an operator was `yes`, is `no`"}},
	{"url: 'https://h.example'", "url: 'https://i.example'", nil},
	{"timeout: 15m", "timeout: 16m", []string{"go-no-go: timeout was `15m`, is `16m`"}},
	{"idempotent: true", "idempotent: false", []string{"promote: idempotent was `yes`, is `no`"}},
	{"confirm: promote {{ replica }}", "confirm: promote", []string{"promote: phrase to type was `promote {{ replica }}`, is `promote`"}},
	{"pg_ctl promote -D", "pg_ctl promote -W -D", []string{"promote: command was `pg_ctl promote -D \"$RTUT_PARAM_PGDATA\"`, is `pg_ctl promote -W -D \"$RTUT_PARAM_PGDATA\"`"}},
	{"command: 'true' }", "command: 'false' }", []string{"promote: rollback was `true`, is `false`"}},
	{"instruction: None., command", "instruction: Nothing., command", []string{"words: promote: rollback was `None.`, is `Nothing.`"}},
	{"performer: network on-call", "performer: dba", []string{"words: promote: who performs it was `network on-call`, is `dba`"}},
	{"expected: 40m", "expected: 1h", []string{"words: promote: expected time was `40m`, is `1h`"}},
	{"evidence: [{ id: ticket, pattern: 'CHG\\d+' }]", "evidence: [{ id: ticket, pattern: 'CHG\\d*' }]", nil},
	{", evidence: [{ id: seen }] }", " }", []string{"fence: alternative ipmi evidence seen was removed"}},
	{"command: 'ipmitool {{ tier }}', on: '{{ replica }}'", "command: 'ipmitool {{ tier }}'", []string{"fence: alternative ipmi host was `{{ replica }}` and was removed"}},
	{"          - { id: by-hand, instruction: Pull the plug. }\n", "", []string{"fence: alternative by-hand was removed"}},
	{"    requires: [assess]\n    when", "    requires: [go-no-go]\n    when", []string{
		"fence now waits for go-no-go", "promote now waits for go-no-go", "tell now waits for go-no-go",
	}},
	{"steps: [{ id: tell, title: 'Tell: all' }]", "steps: [{ id: tell, title: 'Tell: all', requires: [fence] }]", []string{"tell now also requires fence"}},
	{"steps: [{ id: tell, title: 'Tell: all' }]", "steps: [{ id: look, title: Look }, { id: tell, title: 'Tell: all' }]", []string{"new step look, after promote"}},
}

// fullPack is the text of the pack that uses every key.
func fullPack(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("testdata/ok/full-v02.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestDifferenceIsToldInAnOperatorsWords(t *testing.T) {
	text := fullPack(t)
	base := loadString(t, text)
	for _, e := range edits {
		if !strings.Contains(text, e.old) {
			t.Fatalf("the pack has no %q", e.old)
		}
		var told []string
		for _, c := range Difference(base, loadString(t, strings.Replace(text, e.old, e.new, 1))) {
			if !c.Enforced {
				c.Text = "words: " + c.Text
			}
			told = append(told, c.Text)
		}
		if e.told == nil && e.old != "owner: dba" {
			if len(told) == 0 {
				t.Errorf("%s -> %s: nothing is told", e.old, e.new)
			}
			continue
		}
		if diff := cmp.Diff(e.told, told); diff != "" {
			t.Errorf("%s -> %s (-expected +got):\n%s", e.old, e.new, diff)
		}
	}
}

// TestDifferenceIsWhereDigestsDiffer: what the engine refuses to go on with is what is told, no more and no less.
func TestDifferenceIsWhereDigestsDiffer(t *testing.T) {
	if underRace || testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	full := fullPack(t)
	edited := func(t *rapid.T, name string) *Pack {
		text := full
		for _, i := range rapid.SliceOfN(rapid.IntRange(0, len(edits)-1), 0, 3).Draw(t, name) {
			changed := strings.Replace(text, edits[i].old, edits[i].new, 1)
			if p, _ := loadText(FileName, []byte(changed)); p != nil {
				text = changed
			}
		}
		p, _ := loadText(FileName, []byte(text))
		return p
	}
	rapid.Check(t, func(t *rapid.T) {
		old, now := edited(t, "old"), edited(t, "now")
		told := map[bool]map[string]bool{true: {}, false: {}}
		for _, c := range Difference(old, now) {
			told[c.Enforced][c.Item] = true
			if c.Text == "" || strings.Contains(c.Text, "defined differently") {
				t.Fatalf("%s: %q says nothing", c.Item, c.Text)
			}
		}
		enforced := changed(old.ItemDigests(), now.ItemDigests())
		if diff := cmp.Diff(enforced, slices.Sorted(maps.Keys(told[true]))); diff != "" {
			t.Fatalf("enforced: %s", diff)
		}
		for _, key := range changed(old.WordsDigests(), now.WordsDigests()) {
			if !told[false][key] && !told[true][key] && old.WordsDigests()[key] != "" && now.WordsDigests()[key] != "" {
				t.Fatalf("the words of %s have changed, which is not told", key)
			}
		}
	})
}

func TestDifferenceOfLongTextsIsInTheLinesThatDiffer(t *testing.T) {
	text := func(command string) *Pack {
		return loadString(t, "schema: runbook-pack/v0.2\nid: long\ntitle: Long\nsteps:\n  - id: one\n    title: One\n    effect: reversible\n    command: |\n"+command)
	}
	three := text("      a\n      b\n      c\n")
	for command, told := range map[string]string{
		"      a\n      x\n      c\n":          "one: command from line 2 was `b`, is `x`",
		"      a\n      b\n      x\n      c\n": "one: command has more after line 2: `x`",
		"      b\n      c\n":                   "one: command no longer has from line 1: `a`",
	} {
		changes := Difference(three, text(command))
		if len(changes) != 1 || changes[0].Text != told || !changes[0].Enforced {
			t.Errorf("%q: %v, expected %s", command, changes, told)
		}
	}
}

func TestDifferenceTellsAStepThatBecameAGate(t *testing.T) {
	head := "schema: runbook-pack/v0.2\nid: kinds\ntitle: Kinds\n"
	step := loadString(t, head+"steps: [{ id: a, title: A }, { id: b, title: B }]\n")
	gate := loadString(t, head+"steps: [{ id: a, title: A }]\ngates: [{ id: b, title: B, checks: [{ id: said, kind: manual, prompt: Said }] }]\n")
	if changes := Difference(step, gate); len(changes) == 0 || changes[0].Text != "b was a step, is a gate" {
		t.Errorf("%v", changes)
	}
}

func TestAPackKeepsItsFileByteForByte(t *testing.T) {
	for _, text := range []string{"schema: runbook-pack/v0.2\r\nid: a\r\ntitle: A\r\nsteps: [{ id: one, title: One }]\r\n", "\ufeff" + "schema: runbook-pack/v0.2\nid: a\ntitle: A\nsteps: [{ id: one, title: One }]"} {
		if got := string(loadString(t, text).File()); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

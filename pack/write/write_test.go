package write_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/pack/write"
)

// tree is a mapping that is written twice: by this package, and as JSON, which is YAML too.
type tree struct {
	written *write.Mapping
	fields  []string
}

func newTree(t *rapid.T) *tree {
	return &tree{written: write.New(rapid.SliceOfN(anyText(), 0, 2).Draw(t, "comment")...)}
}

func (m *tree) text(t *rapid.T, key, text string) {
	m.written.Text(key, text)
	m.fields = append(m.fields, spelled(key)+": "+spelled(text))
	if rapid.IntRange(0, 9).Draw(t, "commented") == 0 {
		m.written.CommentKey(key, anyText().Draw(t, "comment"))
	}
}

func (m *tree) texts(key string, texts []string) {
	m.written.Texts(key, texts...)
	var all []string
	for _, text := range texts {
		all = append(all, spelled(text))
	}
	m.fields = append(m.fields, spelled(key)+": ["+strings.Join(all, ", ")+"]")
}

func (m *tree) below(key string, below *tree) {
	m.written.Map(key, below.written)
	m.fields = append(m.fields, spelled(key)+": "+below.json())
}

func (m *tree) list(key string, list []*tree) {
	var all []string
	for _, below := range list {
		m.written.Add(key, below.written)
		all = append(all, below.json())
	}
	if len(list) > 0 {
		m.fields = append(m.fields, spelled(key)+": ["+strings.Join(all, ", ")+"]")
	}
}

func (m *tree) json() string { return "{" + strings.Join(m.fields, ", ") + "}" }

// spelled writes a text with an escape for all but letters and digits.
func spelled(text string) string {
	var out strings.Builder
	for _, r := range text {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			out.WriteRune(r)
		} else {
			fmt.Fprintf(&out, `\U%08x`, r)
		}
	}
	return `"` + out.String() + `"`
}

// anyText generates texts that YAML is particular about.
func anyText() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		pieces := rapid.SliceOfN(rapid.OneOf(
			rapid.SampledFrom([]string{
				" ", "  ", "\n", "\n\n", "\t", ": ", ":", " #", "#", "-", "- ", "? ", "?", "---", "...", "'", `"`, `\`, "{", "}", "[", "]", ",", "&a", "*a", "!", "|",
				">", "%", "@", "`", "null", "~", "yes", "0755", "1:30", "<<", "=", "\r", "\u0085", "\u2028", "\u00a0", "\u3000", "\ufeff", "\u200b", "\u0001",
				"\u007f", "\ufffd", "é", "漢", "😀", "\U000e0001", "{{ id }}", "{{.x}}", strings.Repeat("long ", 30), strings.Repeat("x", 1100),
			}),
			rapid.StringMatching(`[a-z]{1,8}`)), 0, 8).Draw(t, "pieces")
		return strings.Join(pieces, "")
	})
}

func visible(t *rapid.T, label string) string { return "x" + anyText().Draw(t, label) }

var commands = []string{"true", "ls -l | wc -l", "echo 'a: b' # c\n", "cat <<X\n  a\n\n\tb\nX\n", "  true\n", "\ntrue", "if true; then\n  false\nfi", "x={1,2} y"}

func drawStep(t *rapid.T, id string) *tree {
	m := newTree(t)
	m.text(t, "instruction", value.EscapeProse(anyText().Draw(t, "instruction")))
	m.text(t, "title", value.EscapeText(visible(t, "title")))
	m.text(t, "id", id)
	if rapid.Bool().Draw(t, "command") {
		m.text(t, "command", rapid.SampledFrom(commands).Draw(t, "command"))
	}
	verify := newTree(t)
	if rapid.Bool().Draw(t, "manual") {
		verify.text(t, "prompt", value.EscapeText(visible(t, "prompt")))
		verify.text(t, "kind", "manual")
	} else {
		verify.text(t, "command", rapid.SampledFrom(commands).Draw(t, "check"))
		verify.text(t, "equals", value.EscapeText(anyText().Draw(t, "equals")))
		verify.text(t, "kind", "output-contains")
	}
	m.below("verify", verify)
	evidence := newTree(t)
	evidence.text(t, "title", visible(t, "fact"))
	evidence.text(t, "id", "fact")
	m.list("evidence", []*tree{evidence})
	return m
}

func drawStage(t *rapid.T, id string, depth int) *tree {
	m := newTree(t)
	m.text(t, "title", value.EscapeText(visible(t, "title")))
	m.text(t, "id", id)
	var steps, stages []*tree
	for i := range rapid.IntRange(1, 3).Draw(t, "steps") {
		steps = append(steps, drawStep(t, fmt.Sprintf("%s-s%d", id, i)))
	}
	for i := range rapid.IntRange(0, depth).Draw(t, "stages") {
		stages = append(stages, drawStage(t, fmt.Sprintf("%s-x%d", id, i), depth-1))
	}
	m.list("stages", stages)
	m.list("steps", steps)
	return m
}

func drawPack(t *rapid.T) *tree {
	m := newTree(t)
	m.list("stages", []*tree{drawStage(t, "a", 2)})
	param := newTree(t)
	param.text(t, "default", visible(t, "default"))
	param.text(t, "id", "name")
	param.text(t, "help", anyText().Draw(t, "help"))
	count := newTree(t)
	count.text(t, "type", "int")
	count.text(t, "id", "count")
	m.list("params", []*tree{param, count})
	m.texts("tags", rapid.SliceOfN(anyText(), 0, 4).Draw(t, "tags"))
	m.text(t, "summary", value.EscapeProse(anyText().Draw(t, "summary")))
	m.text(t, "owner", anyText().Draw(t, "owner"))
	m.text(t, "x-note", anyText().Draw(t, "note"))
	m.text(t, "title", value.EscapeText(visible(t, "title")))
	m.text(t, "id", "made")
	m.text(t, "schema", "runbook-pack/v0.2")
	return m
}

func TestWhatIsWrittenLoadsToTheSamePack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawPack(t)
		text, err := write.Pack(m.written)
		if err != nil {
			t.Fatal(err)
		}
		want, found := pack.Parse("pack.yaml", []byte(m.json()))
		if found.Failed() {
			t.Skip("no pack: ", found)
		}
		got, found := pack.Parse("pack.yaml", text)
		if found.Failed() {
			t.Fatalf("%s\nin\n%s", found, text)
		}
		if changes := pack.Difference(want, got); len(changes) > 0 {
			t.Fatalf("%+v\nin\n%s", changes, text)
		}
		if diff := cmp.Diff(header(want), header(got)); diff != "" {
			t.Fatalf("%s\nin\n%s", diff, text)
		}
		again, err := write.Pack(m.written)
		if err != nil || string(again) != string(text) {
			t.Fatalf("written again it differs: %v\n%s", err, cmp.Diff(string(text), string(again)))
		}
	})
}

func header(p *pack.Pack) []string {
	return append([]string{p.ID, p.Title.Raw(), p.Summary.Raw(), p.Owner, p.Params[0].Help, p.Params[0].Default.Text()}, p.Tags...)
}

package draft

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rtut/pack"
	"rtut/pack/value"
)

const examples = "../../examples"

func TestTheDraftedCheckIsPublishedAsItStands(t *testing.T) {
	c, found, err := pack.LoadCatalog(os.DirFS(examples), "catalog", CheckAgent)
	if err != nil || c == nil {
		t.Fatal(found, err)
	}
	plan, err := os.ReadFile(examples + "/drafted-check/plan.json")
	if err != nil {
		t.Fatal(err)
	}
	d, err := (Language{Catalog: CatalogOf(c)}).Create(draftID, "Check the shop", plan, stamp())
	if err != nil {
		t.Fatal(err)
	}
	got, err := d.Publish("drafted-check", c)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(examples + "/drafted-check/pack.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Error(diff)
	}
}

// writable is a catalog with the operation and the profile that drawn plans name.
func writable(t *testing.T) *pack.Catalog {
	t.Helper()
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	c, found, err := pack.LoadCatalog(fstest.MapFS{
		"c/operations/write.yaml": file("{ schema: runbook-operation/v0.1, tool: notes, operation: write, version: 1, title: Write, effect: reversible, text: What,\n" +
			"inputs: [{ id: text, type: string, default: x }], command: 'printf %s {{ text }}', verify: { kind: exit-code, command: 'printf %s {{ text }}' } }"),
		"c/performers/dba.yaml": file("{ schema: runbook-performer/v0.1, id: dba, title: Database administrator, modes: [fast] }"),
	}, "c", CheckAgent)
	if err != nil || c == nil {
		t.Fatal(found, err)
	}
	return c
}

// Any draft publishes to a pack in which a step waits for exactly those that are earlier in the draft.
func TestAPublishedPackHasTheOrderOfTheDraft(t *testing.T) {
	c := writable(t)
	l := Language{Catalog: CatalogOf(c)}
	rapid.Check(t, func(rt *rapid.T) {
		w := &writer{t: rt, left: 20}
		steps, _, _, _ := w.steps(0, 1, nil)
		d, err := l.Create(draftID, "Check {{ it }}\n$(id)", []byte(recipeOf(steps...)), stamp())
		if err != nil {
			rt.Skip(err)
		}
		for range 3 {
			if changed, err := l.Apply(d, d.Revision, []byte(w.change(d)), stamp()); err == nil && len(changed.root.nodes) > 0 {
				d = changed
			}
		}
		data, err := d.Publish("drawn", c)
		if err != nil {
			rt.Fatal(err)
		}
		p, found := pack.Parse(pack.FileName, data)
		if p == nil {
			rt.Fatal(found)
		}
		if wrong := outOfOrder(d, p); len(wrong) > 0 {
			rt.Fatalf("%s\n%s", wrong, data)
		}
		for _, a := range d.root.leaves() {
			if title := p.Step(a.id).Title.Display(func(string) value.Value { return value.Value{} }); title != a.fields.at("title").text {
				rt.Fatalf("the title %q became %q", a.fields.at("title").text, title)
			}
		}
	})
}

// outOfOrder lists the steps of a pack that are not followed by exactly those that follow them in the draft.
func outOfOrder(d *Draft, p *pack.Pack) (wrong []string) {
	g := newGraph(d, &Catalog{})
	leaves := d.root.leaves()
	for _, a := range leaves {
		var want []string
		for _, b := range leaves {
			if g.order(a.id, b.id) == earlier {
				want = append(want, b.id)
			}
		}
		got := p.Graph().Downstream(a.id)
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			wrong = append(wrong, fmt.Sprintf("after %s: got %s, want %s", a.id, got, want))
		}
	}
	return wrong
}

// What follows a group can't be a step beside it: in a stage, steps come before stages. A pack that has it there is found out.
func TestWhatFollowsAGroupRunsLast(t *testing.T) {
	c := writable(t)
	write := func(key string) string {
		return `{"key": "` + key + `", "kind": "tool", "title": "T", "operation": {"toolName": "notes", "operationId": "write", "contractVersion": 1}}`
	}
	d, err := (Language{Catalog: CatalogOf(c)}).Create(draftID, "T", []byte(recipeOf(write("a"), group("g", write("x"), write("y")), write("c"))), stamp())
	if err != nil {
		t.Fatal(err)
	}
	data, err := d.Publish("t", c)
	if err != nil {
		t.Fatal(err)
	}
	p, _ := pack.Parse(pack.FileName, data)
	if wrong := outOfOrder(d, p); len(wrong) > 0 {
		t.Error(wrong)
	}
	const step = "{ id: %s, title: T, verify: { kind: manual } }"
	naive := "schema: runbook-pack/v0.2\nid: t\ntitle: T\norder: sequential\nsteps: [" + fmt.Sprintf(step, "a") + ", " + fmt.Sprintf(step, "c") +
		"]\nstages:\n  - { id: g, order: parallel, steps: [" + fmt.Sprintf(step, "x") + ", " + fmt.Sprintf(step, "y") + "] }\n"
	p, found := pack.Parse(pack.FileName, []byte(naive))
	if p == nil {
		t.Fatal(found)
	}
	if len(outOfOrder(d, p)) == 0 {
		t.Error("a pack in which c runs before the group passes")
	}
}

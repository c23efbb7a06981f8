package draft

import (
	"fmt"
	"io/fs"
	"testing"
	"testing/fstest"

	"gopkg.in/yaml.v3"

	"rtut/pack"
)

// many is a catalog of so many operations, as files.
func many(operations int) fstest.MapFS {
	files := fstest.MapFS{
		"c/performers/dba.yaml": {Data: []byte("{ schema: runbook-performer/v0.1, id: dba, title: Database administrator, modes: [fast] }")},
	}
	for i := range operations {
		files[fmt.Sprintf("c/operations/op%d.yaml", i)] = &fstest.MapFile{Data: fmt.Appendf(nil, `schema: runbook-operation/v0.1
tool: files
operation: op%d
version: 1
title: Say how full the file system of a path is
effect: read-only
needs: { tools: [df] }
inputs: [{ id: path, type: path }]
command: df -P -- {{ path }}
verify: { kind: output-contains, command: 'df -P -- {{ path }}', matches: '(\d+)%%' }
data: [{ id: used, extract: '(\d+)%%', unit: '%%', type: int, min: 0, max: 100 }]
`, i)}
	}
	return files
}

func catalogIn(t testing.TB, files fs.FS) *pack.Catalog {
	t.Helper()
	c, found, err := pack.LoadCatalog(files, "c", CheckAgent)
	if err != nil || c == nil {
		t.Fatal(found, err)
	}
	return c
}

// long is a draft of so many steps, each with a literal of its own, and one agent that takes the data of the first.
func long(t testing.TB, l Language, steps int) *Draft {
	t.Helper()
	step := func(i int) string {
		return fmt.Sprintf(`{"mutation": {"kind": "add_node", "parentSequenceId": "$root", "index": %d, "nodeWithoutId": {"kind": "tool", "title": "Step %d",
			"onFailure": "stop", "operation": {"toolName": "files", "operationId": "op%d", "contractVersion": 1},
			"controls": {"path": {"kind": "literal", "value": "/srv/%d"}}}}}`, i, i, i%10, i)
	}
	d, err := l.Create(draftID, "Long", []byte(recipeOf()), stamp())
	for from := 0; from < steps && err == nil; from += 32 {
		var commands []string
		for i := from; i < min(from+32, steps); i++ {
			commands = append(commands, step(i))
		}
		d, err = l.Apply(d, d.Revision, []byte(batch(commands...)), stamp())
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// What is done to a draft and to a catalog allocates in proportion to its size: for four times as much at most 4.5 times as often.
func TestAllocationsGrowWithTheSize(t *testing.T) {
	if testing.CoverMode() != "" {
		t.Skip("coverage allocates too")
	}
	few, lots := many(50), many(200)
	c := catalogIn(t, few)
	l := Language{Catalog: CatalogOf(c)}
	small, large := long(t, l, 16), long(t, l, 64)
	title := func(d *Draft) []byte {
		return []byte(batch(update(d.root.nodes[0].id, `{"title": "Again"}`)))
	}
	for _, f := range []struct {
		name      string
		few, lots func()
	}{
		{"LoadCatalog", func() { catalogIn(t, few) }, func() { catalogIn(t, lots) }},
		{"Publish", func() { _, _ = small.Publish("long", c) }, func() { _, _ = large.Publish("long", c) }},
		{"Apply", func() { _, _ = l.Apply(small, small.Revision, title(small), stamp()) }, func() { _, _ = l.Apply(large, large.Revision, title(large), stamp()) }},
		{"Encode", func() { _, _ = small.Encode() }, func() { _, _ = large.Encode() }},
		{"Receipt", func() { small.Receipt() }, func() { large.Receipt() }},
	} {
		a, b := testing.AllocsPerRun(2, f.few), testing.AllocsPerRun(2, f.lots)
		t.Logf("%s: %.0f, then %.0f allocations", f.name, a, b)
		if b > 4.5*a+10 {
			t.Errorf("%s: %.1f times the allocations for four times the size, at most 4.5 expected", f.name, b/a)
		}
	}
}

func BenchmarkPublish(b *testing.B) {
	c := catalogIn(b, many(10))
	d := long(b, Language{Catalog: CatalogOf(c)}, 64)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := d.Publish("long", c); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCatalog reads 1,000 operations, and beside it decodes the same files as YAML alone.
func BenchmarkCatalog(b *testing.B) {
	files := many(1000)
	b.Run("load", func(b *testing.B) {
		for b.Loop() {
			catalogIn(b, files)
		}
	})
	b.Run("yaml", func(b *testing.B) {
		for b.Loop() {
			for _, file := range files {
				var node yaml.Node
				if err := yaml.Unmarshal(file.Data, &node); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}

package draft

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"rtut/pack"
	"rtut/pack/value"
)

func ref(tool, operation string) Ref { return Ref{tool, operation, 1} }

func number1to100() value.Spec { return value.Spec{Type: value.Int, Min: "1", Max: "100"} }

// testCatalog has operations of every effect, with inputs of every kind.
func testCatalog() *Catalog {
	percent := value.Spec{Type: value.Int, Min: "0", Max: "100"}
	return &Catalog{
		Operations: []Operation{
			{
				Ref: ref("postgres", "row-count"), Title: "Count the rows of a table", Effect: pack.ReadOnly, Text: "What psql prints.",
				Inputs: []Input{{ID: "database", Spec: value.Spec{Type: value.Identifier}}, {ID: "table", Spec: value.Spec{Type: value.Identifier}}},
				Data:   []Datum{{"rows", value.Spec{Type: value.Int, Min: "0"}}},
			},
			{
				Ref: ref("files", "disk-usage"), Title: "Say how full a file system is", Effect: pack.ReadOnly,
				Inputs: []Input{{ID: "path", Spec: value.Spec{Type: value.Path}}},
				Data:   []Datum{{"used", percent}},
			},
			{
				Ref: ref("http", "status"), Title: "Ask an address", Effect: pack.ReadOnly, Text: "The status.",
				Inputs: []Input{{ID: "url", Spec: value.Spec{Type: value.URL}}},
				Data:   []Datum{{"status", value.Spec{Type: value.Int, Min: "100", Max: "599"}}},
			},
			{
				Ref: ref("postgres", "vacuum"), Title: "Vacuum a table", Effect: pack.Reversible,
				Inputs: []Input{{ID: "table", Spec: value.Spec{Type: value.Identifier}}},
			},
			{
				Ref: ref("notes", "write"), Title: "Write a note", Effect: pack.Reversible, Text: "What was written.",
				Payload: &Payload{Title: "The note", MaxBytes: 20},
				Inputs: []Input{
					{ID: "text", Spec: value.Spec{Type: value.String}, Optional: true},
					{ID: "count", Spec: number1to100(), Optional: true},
					{ID: "used", Spec: percent, Optional: true},
					{ID: "port", Spec: value.Spec{Type: value.Port}, Optional: true},
					{ID: "loud", Spec: value.Spec{Type: value.Bool}, Optional: true},
					{ID: "names", Spec: value.Spec{Type: value.List, Items: value.String}, Optional: true},
					{ID: "file", Spec: value.Spec{Type: value.Path}, Optional: true},
				},
			},
			{Ref: ref("catalog_tool", "catalog_operation"), Title: "Anything", Effect: pack.ReadOnly, Text: "Something.", Data: []Datum{{"n", percent}}},
		},
		Profiles: []Profile{
			{ID: "dba", Title: "Database administrator", Modes: []string{"fast", "reasoning"}},
			{ID: "catalog_model_id", Title: "Anybody", Modes: []string{"fast", "reasoning", "deep"}},
		},
		Agents: []SavedAgent{{
			ID: "judge", Revision: 3, Title: "Judge",
			Node: json.RawMessage(`{"title": "Judge it", "modelProfileId": "dba", "prompt": "Is it in order?"}`),
		}},
	}
}

// noSecret takes one text for a secret.
func noSecret(text string) (string, bool) {
	return "test marker", strings.Contains(text, "hunter2")
}

func language() Language { return Language{Catalog: testCatalog(), Guard: noSecret} }

func stamp() Stamp { return Stamp{At: time.Date(2026, 11, 30, 0, 45, 12, 0, time.UTC), By: "ana"} }

const draftID = "20261130T004512.123456Z-9f2c4a"

func create(t testing.TB, plan string) *Draft {
	t.Helper()
	d, err := language().Create(draftID, "Check", []byte(plan), stamp())
	if err != nil {
		t.Fatalf("%v\nof %s", err, plan)
	}
	return d
}

func apply(t testing.TB, d *Draft, plan string) *Draft {
	t.Helper()
	changed, err := language().Apply(d, d.Revision, []byte(plan), stamp())
	if err != nil {
		t.Fatalf("%v\nof %s", err, plan)
	}
	return changed
}

func refusal(t testing.TB, err error) *Refusal {
	t.Helper()
	var r *Refusal
	if !errors.As(err, &r) {
		t.Fatalf("no refusal: %v", err)
	}
	return r
}

// tool is the node of a step with a command, agent that of one without; further fields replace those that it has.
func tool(title string, fields ...string) string {
	return nodeText(`{"kind": "tool", "title": `+quote(title)+`, "onFailure": "stop", "controls": {},
		"operation": {"toolName": "catalog_tool", "operationId": "catalog_operation", "contractVersion": 1}}`, fields)
}

func agent(title string, fields ...string) string {
	return nodeText(`{"kind": "agent", "title": `+quote(title)+`, "onFailure": "stop", "modelProfileId": "dba", "agentMode": "fast",
		"roleInstructions": "", "prompt": "Is it in order?", "inputs": {}, "tools": [], "result": {"kind": "text"}}`, fields)
}

func nodeText(base string, fields []string) string {
	v := parsed(base)
	for _, f := range fields {
		for _, m := range parsed("{" + f + "}").members {
			v = v.with(m.key, m.value)
		}
	}
	return string(v.append(nil))
}

// without takes a field out of a node.
func without(node, key string) string { return string(parsed(node).without(key).append(nil)) }

// keyed makes a step of a recipe of a node.
func keyed(key, node string) string {
	return string(objectOf(append([]member{{"key", textValue(key)}}, parsed(node).members...)...).append(nil))
}

func quote(s string) string { return string(textValue(s).append(nil)) }

func recipeOf(steps ...string) string {
	return `{"version": 1, "steps": [` + strings.Join(steps, ", ") + `]}`
}

func batch(commands ...string) string {
	return `{"version": 1, "commands": [` + strings.Join(commands, ", ") + `]}`
}

func mutation(body string) string { return `{"mutation": {` + body + `}}` }

func named(as, body string) string { return `{"as": ` + quote(as) + `, "mutation": {` + body + `}}` }

func add(as, parent string, index int, node string) string {
	return named(as, fmt.Sprintf(`"kind": "add_node", "parentSequenceId": %s, "index": %d, "nodeWithoutId": %s`, quote(parent), index, node))
}

func update(id, patch string) string {
	return mutation(`"kind": "update_node", "nodeId": ` + quote(id) + `, "patch": ` + patch)
}

func remove(id string) string { return mutation(`"kind": "remove_node", "nodeId": ` + quote(id)) }

func move(id, parent string, index int) string {
	return mutation(fmt.Sprintf(`"kind": "move_node", "nodeId": %s, "parentSequenceId": %s, "index": %d`, quote(id), quote(parent), index))
}

func wrap(as string, ids ...string) string {
	return named(as, `"kind": "wrap_parallel", "nodeIds": [`+quoteEach(ids)+`]`)
}

func quoteEach(texts []string) string {
	quotedTexts := make([]string, len(texts))
	for i, text := range texts {
		quotedTexts[i] = quote(text)
	}
	return strings.Join(quotedTexts, ", ")
}

func define(patch string) string {
	return mutation(`"kind": "update_definition", "patch": ` + patch)
}

// operations of the catalog as a field of a node.
func uses(tool, operation string) string {
	return `"operation": {"toolName": "` + tool + `", "operationId": "` + operation + `", "contractVersion": 1}`
}

func rowCount(title string, fields ...string) string {
	return tool(title, append([]string{
		uses("postgres", "row-count"),
		`"controls": {"database": {"kind": "literal", "value": "shop"}, "table": {"kind": "literal", "value": "orders"}}`,
	}, fields...)...)
}

// standing is the draft that plans are applied to: a, a group g of b1 and b2, and c, which takes what a counts.
func standing(t testing.TB) *Draft {
	t.Helper()
	return create(t, recipeOf(
		keyed("a", rowCount("Count")),
		`{"key": "g", "kind": "parallel", "branches": [[`+keyed("b1", tool("One"))+`], [`+keyed("b2", tool("Two"))+`]]}`,
		keyed("c", agent("Judge", `"inputs": {"rows": {"kind": "node_result", "nodeId": "$a", "select": "data", "pointer": "/rows"}}`)),
	))
}

// drawing shows the nodes of a draft in one line.
func drawing(s *sequence) string {
	var nodes []string
	for _, n := range s.nodes {
		shown := n.id
		if n.isGroup() {
			var branches []string
			for _, b := range n.branches {
				branches = append(branches, drawing(b))
			}
			shown += "(" + strings.Join(branches, " | ") + ")"
		}
		nodes = append(nodes, shown)
	}
	return strings.Join(nodes, " ")
}

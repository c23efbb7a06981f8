package draft

import (
	"strings"
	"testing"
	"testing/fstest"

	"rtut/pack"
)

const saved = `schema: runbook-agent/v0.1
id: judge
revision: 3
title: Judge it
modelProfileId: dba
prompt: Is it in order?
`

func loaded(t *testing.T, agent string) (*pack.Catalog, pack.Diagnostics) {
	t.Helper()
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	c, found, err := pack.LoadCatalog(fstest.MapFS{
		"catalog/operations/disk-usage.yaml": file(`schema: runbook-operation/v0.1
tool: files
operation: disk-usage
version: 1
title: Say how full the file system of a path is
effect: read-only
needs: { tools: [df] }
inputs: [{ id: path, type: path }, { id: unit, type: choice, choices: [k, M], default: k }, { id: depth, type: int, required: false }]
payload: { title: A note, max_bytes: 9 }
command: 'df -P -- {{ path }} # {{ unit }}'
verify: { kind: output-contains, command: 'df -P -- {{ path }}', matches: '(\d+)%' }
data: [{ id: used, extract: '(\d+)%', unit: '%', type: int, min: 0, max: 100 }]
`),
		"catalog/performers/dba.yaml": file("{ schema: runbook-performer/v0.1, id: dba, title: Database administrator, modes: [fast] }\n"),
		"catalog/agents/judge.yaml":   file(agent),
	}, "catalog", CheckAgent)
	if err != nil {
		t.Fatal(err)
	}
	return c, found
}

func TestPlansNameWhatTheCatalogHas(t *testing.T) {
	c, found := loaded(t, saved)
	if c == nil {
		t.Fatal(found)
	}
	l := Language{Catalog: CatalogOf(c)}
	o := l.Catalog.Operations[0]
	if o.Ref != ref("files", "disk-usage") || o.Effect != pack.ReadOnly || o.Text != "" || o.Payload.MaxBytes != 9 || len(o.Inputs) != 3 ||
		o.Inputs[0].Optional || !o.Inputs[1].Optional || o.Inputs[2].Optional || o.Data[0].ID != "used" || o.Data[0].Spec.Max != "100" {
		t.Errorf("%+v", o)
	}
	d, err := l.Create(draftID, "Check", []byte(recipeOf(
		keyed("disk", tool("Disk", uses("files", "disk-usage"), `"controls": {"path": {"kind": "literal", "value": "/"}, "depth": {"kind": "literal", "value": 1}}`, `"payload": {"kind": "literal", "value": "x"}`)),
		keyed("judge", agent("Judge", `"inputs": {"used": {"kind": "node_result", "nodeId": "$disk", "select": "data", "pointer": "/used"}}`)),
	)), stamp())
	if err != nil {
		t.Fatal(err)
	}
	if d, err = l.AddAgent(d, 1, "judge", 3, "root", -1, stamp()); err != nil || drawing(d.root) != "disk judge judge-it" {
		t.Error(err)
	}
}

func TestSavedAgentsAreChecked(t *testing.T) {
	for from, want := range map[string]string{
		"promt: Is it in order?":            `catalog/agents/judge.yaml:6:8: promt: "promt" is no field here.`,
		"prompt: ''":                        "catalog/agents/judge.yaml:6:9: prompt: 0 characters. 1 to 8192 were expected [agent]",
		"prompt: x\nkind: tool":             `catalog/agents/judge.yaml:7:7: kind: "tool". agent was expected, or nothing [agent]`,
		"prompt: x\nsavedAgentOrigin: {}":   "catalog/agents/judge.yaml:7:19: savedAgentOrigin: a saved agent is its own origin. nothing was expected [agent]",
		"inputs: {}":                        "catalog/agents/judge.yaml:1:1: prompt: `prompt` is missing. a text was expected [agent]",
		"prompt: x\ninputs: { a: plain }":   `catalog/agents/judge.yaml:7:14: inputs.a: a text. a binding such as {"kind": "literal", "value": ...} was expected [agent]`,
		"prompt: x\nacceptance: [{ a: 1 }]": `catalog/agents/judge.yaml:7:19: acceptance.0.a: "a" is no field here. one of field, equals was expected [agent]`,
	} {
		_, found := loaded(t, strings.Replace(saved, "prompt: Is it in order?", from, 1))
		if got, _, _ := strings.Cut(found.String(), "\n"); !strings.HasPrefix(got, want) {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

package draft

import (
	"fmt"
	"strings"
	"testing"

	"rtut/pack"
	"rtut/pack/value"
)

// edge makes what has n of something: a node, a patch of the definition, or whole plans. A node and a patch are tried through
// create and through apply.
type edge struct {
	node   func(n int64) string
	patch  func(n int64) string
	recipe func(n int64) string
	batch  func(n int64) string
}

// wide is a catalog with an operation of many inputs, and with many operations.
func wide() Language {
	l := language()
	o := Operation{Ref: ref("wide", "op"), Title: "Wide", Effect: pack.ReadOnly, Text: "x"}
	for i := range 70 {
		o.Inputs = append(o.Inputs, Input{ID: fmt.Sprintf("i%d", i), Spec: value.Spec{Type: value.String}, Optional: true})
		l.Catalog.Operations = append(l.Catalog.Operations, Operation{Ref: ref("wide", fmt.Sprintf("op%d", i)), Effect: pack.ReadOnly})
	}
	l.Catalog.Operations = append(l.Catalog.Operations, o)
	return l
}

func letters(n int64) string { return strings.Repeat("é", int(max(n, 0))) }

// each makes n members or items of a format in which %d is their number.
func each(n int64, format string) string {
	return repeated(int(max(n, 0)), func(i int) string { return fmt.Sprintf(format, i) })
}

func property(definition string) string {
	return agent("A", `"result": {"kind": "json", "schema": {"type": "object", "additionalProperties": false, "properties": {"p": `+definition+`}, "required": ["p"]}}`)
}

func timer(n int64) string {
	return fmt.Sprintf(`{"trigger": {"kind": "schedule", "schedule": {"kind": "timer", "delayMs": %d}}}`, n)
}

func weekly(days string) string {
	return `{"trigger": {"kind": "schedule", "schedule": {"kind": "weekly", "at": "09:00", "weekdays": [` + days + `]}}}`
}

// padded fills a plan up to n bytes with inputs of the definition.
func padded(n int64, plan func(patch string) string) string {
	half := int(n) / 2
	inputs := func(b int) string {
		return fmt.Sprintf(`{"inputs":{"a":"%s","b":"%s"}}`, strings.Repeat("x", half), strings.Repeat("x", b))
	}
	return plan(inputs(int(n) - len(plan(inputs(0)))))
}

func edges() map[limit]edge {
	recipePlan := func(patch string) string { return `{"version":1,"settings":` + patch + `,"steps":[]}` }
	batchPlan := func(patch string) string {
		return `{"version":1,"commands":[{"mutation":{"kind":"update_definition","patch":` + patch + `}}]}`
	}
	literal := func(levels int64) string {
		return agent("A", `"inputs": {"it": {"kind": "literal", "value": `+strings.Repeat("[", int(levels))+strings.Repeat("]", int(levels))+`}}`)
	}
	return map[limit]edge{
		limitBytes: {
			recipe: func(n int64) string { return padded(n, recipePlan) },
			batch:  func(n int64) string { return padded(n, batchPlan) },
		},
		limitRaw: {
			recipe: func(n int64) string { return recipeOf() + strings.Repeat(" ", int(n)-len(recipeOf())) },
			batch: func(n int64) string {
				plan := batch(update("c", `{"title": "x"}`))
				return plan + strings.Repeat("\n", int(n)-len(plan))
			},
		},
		limitLevels: {
			recipe: func(n int64) string { return recipeOf(keyed("a", literal(n-5))) },
			batch:  func(n int64) string { return batch(add("a", "$root", 0, literal(n-7))) },
		},
		limitCommands: {
			recipe: func(n int64) string {
				if n == 0 { // a recipe of nothing makes an empty draft, a batch of nothing none
					return batch()
				}
				return withSettings(`{"objective": "x"}`, repeated(int(n)-1, numbered))
			},
			batch: func(n int64) string {
				return batch(repeated(int(n), func(int) string { return update("c", `{"title": "x"}`) }))
			},
		},
		limitRecipeLeaves: {recipe: func(n int64) string { return recipeOf(repeated(int(max(n, 0)), numbered)) }},
		limitBranches: {
			recipe: groupOf,
			batch: func(n int64) string {
				var commands, ids []string
				for i := range n {
					commands, ids = append(commands, add(fmt.Sprintf("n%d", i), "$root", int(i), tool("N"))), append(ids, fmt.Sprintf("$n%d", i))
				}
				return batch(append(commands, wrap("w", ids...))...)
			},
		},
		limitDepth: {recipe: func(n int64) string { return nested(int(max(n+1, 0) / 2)) }},
		limitAlias: {
			recipe: func(n int64) string { return recipeOf(keyed(strings.Repeat("a", int(n)), tool("A"))) },
			batch:  func(n int64) string { return batch(add(strings.Repeat("a", int(n)), "$root", 0, tool("A"))) },
		},
		limitTitle:     {node: func(n int64) string { return tool(letters(n)) }},
		limitPrompt:    {node: func(n int64) string { return agent("A", `"prompt": `+quote(letters(n))) }},
		limitRole:      {node: func(n int64) string { return agent("A", `"roleInstructions": `+quote(letters(n))) }},
		limitObjective: {patch: func(n int64) string { return `{"objective": ` + quote(letters(n)) + `}` }},
		limitDirectory: {patch: func(n int64) string { return `{"workingDirectory": ` + quote(strings.Repeat("/", int(n))) + `}` }},
		limitName: {
			node: func(n int64) string {
				return agent("A", `"inputs": {`+quote(letters(n))+`: {"kind": "literal", "value": 1}}`)
			},
		},
		limitControls: {node: func(n int64) string {
			return tool("A", uses("wide", "op"), `"controls": {`+each(n, `"i%d": {"kind": "literal", "value": "x"}`)+`}`)
		}},
		limitAgentInputs: {node: func(n int64) string {
			return agent("A", `"inputs": {`+each(n, `"i%d": {"kind": "literal", "value": 1}`)+`}`)
		}},
		limitInputs: {patch: func(n int64) string { return `{"inputs": {` + each(n, `"i%d": 1`) + `}}` }},
		limitTools: {node: func(n int64) string {
			return agent("A", `"tools": [`+each(n, `{"operation": {"toolName": "wide", "operationId": "op%d", "contractVersion": 1}, "usage": "available"}`)+`]`)
		}},
		limitProperties: {node: func(n int64) string {
			return agent("A", `"result": {"kind": "json", "schema": {"type": "object", "additionalProperties": false,
				"properties": {`+each(n, `"p%d": {"type": "boolean"}`)+`}, "required": [`+each(n, `"p%d"`)+`]}}`)
		}},
		limitProperty: {node: func(n int64) string {
			name := quote(strings.Repeat("p", int(n)))
			return agent("A", `"result": {"kind": "json", "schema": {"type": "object", "additionalProperties": false,
				"properties": {`+name+`: {"type": "boolean"}}, "required": [`+name+`]}}`)
		}},
		limitResultString: {node: func(n int64) string { return property(fmt.Sprintf(`{"type": "string", "maxLength": %d}`, n)) }},
		limitResultItems: {node: func(n int64) string {
			return property(fmt.Sprintf(`{"type": "array", "maxItems": %d, "items": {"type": "integer"}}`, n))
		}},
		limitPatterns: {patch: func(n int64) string { return source(`"excludePatterns": [` + each(n, `"x%d"`) + `]`) }},
		limitPattern:  {patch: func(n int64) string { return source(`"includePatterns": [` + quote(letters(n)) + `]`) }},
		limitFiles:    {patch: func(n int64) string { return source(fmt.Sprintf(`"maxBatchFiles": %d`, n)) }},
		limitFileIndex: {
			recipe: func(n int64) string { return withSettings(source(), keyed("a", fileAt(n))) },
			batch:  func(n int64) string { return batch(define(source()), add("a", "$root", 0, fileAt(n))) },
		},
		limitFileName: {node: func(n int64) string {
			return agent("A", `"inputs": {"it": {"kind": "run_file", "fileName": `+quote(strings.Repeat("x", int(n)))+`}}`)
		}},
		limitWeekdays: {patch: func(n int64) string { return weekly(each(n, `%d`)) }},
		limitWeekday:  {patch: func(n int64) string { return weekly(fmt.Sprint(n)) }},
		limitDayOfMonth: {patch: func(n int64) string {
			return fmt.Sprintf(`{"trigger": {"kind": "schedule", "schedule": {"kind": "monthly", "at": "00:00", "dayOfMonth": %d}}}`, n)
		}},
		limitSafe:       {patch: timer},
		limitConcurrent: {patch: func(n int64) string { return limitsOf(fmt.Sprintf(`"maxConcurrentNodes": %d`, n)) }},
		limitDeadline: {patch: func(n int64) string {
			return limitsOf(fmt.Sprintf(`"maxRunDurationMs": %d, "stopReportDeadlineMs": 1`, n-1))
		}},
	}
}

func groupOf(n int64) string {
	var branches []string
	for i := range n {
		branches = append(branches, numbered(int(i)))
	}
	return recipeOf(group("g", branches...))
}

func fileAt(n int64) string {
	return agent("A", fmt.Sprintf(`"inputs": {"it": {"kind": "source_file", "index": %d, "field": "version"}}`, n))
}

// plans are those that have n of something, by the way in which they come.
func (e edge) plans(n int64) (creating, applied []string) {
	if e.recipe != nil {
		creating = append(creating, e.recipe(n))
	}
	if e.batch != nil {
		applied = append(applied, e.batch(n))
	}
	if e.node != nil {
		creating = append(creating, recipeOf(keyed("a", e.node(n))))
		applied = append(applied, batch(add("n", "$root", 0, e.node(n))))
		creating = append(creating, batch(add("n", "$root", 0, e.node(n))))
	}
	if e.patch != nil {
		creating = append(creating, withSettings(e.patch(n), ""), batch(define(e.patch(n))))
		applied = append(applied, batch(define(e.patch(n))))
	}
	return creating, applied
}

// results are the errors of these plans, nil where they are taken.
func (e edge) results(t *testing.T, n int64) (errs []error) {
	t.Helper()
	creating, applied := e.plans(n)
	for _, plan := range creating {
		_, err := wide().Create(draftID, "Check", []byte(plan), stamp())
		errs = append(errs, err)
	}
	for _, plan := range applied {
		_, err := wide().Apply(standing(t), 1, []byte(plan), stamp())
		errs = append(errs, err)
	}
	return errs
}

// elsewhere are bounds that have a test of their own.
var elsewhere = []limit{limitLeaves, limitIndex, limitAcceptance, limitAutomationID, limitExpected, limitPrepare}

// unreached are lower edges below which there is nothing, or nothing that is JSON.
var unreached = []limit{limitBytes, limitRaw, limitLevels, limitDepth}

func TestEveryBoundHoldsAtItsEdges(t *testing.T) {
	tried := edges()
	for _, b := range bounds {
		e, there := tried[b.of]
		if !there {
			if !contains(elsewhere, b.of) {
				t.Errorf("no test for %s", b.of)
			}
			continue
		}
		t.Run(string(b.of), func(t *testing.T) {
			takesAll(t, e, b.max)
			refusesAll(t, e, b.max+1)
			if contains(unreached, b.of) {
				return
			}
			if b.of != limitDeadline { // whose lower edge is that of its two parts
				takesAll(t, e, b.min)
			}
			if b.unit == "" || b.min > 0 {
				refusesAll(t, e, b.min-1)
			}
		})
	}
}

func takesAll(t *testing.T, e edge, n int64) {
	t.Helper()
	for i, err := range e.results(t, n) {
		if err != nil {
			t.Errorf("%d is refused (plan %d): %v", n, i, err)
		}
	}
}

func refusesAll(t *testing.T, e edge, n int64) {
	t.Helper()
	for i, err := range e.results(t, n) {
		if err == nil {
			t.Errorf("%d is taken (plan %d)", n, i)
			continue
		}
		if r := refusal(t, err); r.Message == "" || r.Code == OperationUnknown || r.Code == ControlUnknown {
			t.Errorf("%d: another fault: %v", n, err)
		}
	}
}

func contains(list []limit, l limit) bool {
	for _, other := range list {
		if other == l {
			return true
		}
	}
	return false
}

func TestADraftHasAtMost64Steps(t *testing.T) {
	full := create(t, recipeOf(repeated(32, numbered)))
	more := batch(repeated(32, func(i int) string { return add(fmt.Sprintf("m%d", i), "$root", 32, tool("M")) }))
	full = apply(t, full, more)
	for _, n := range []int{0, 64} {
		_, err := language().Apply(full, 2, []byte(batch(update("s0", `{"title": "x"}`), add("z", "$root", n, tool("Z")))), stamp())
		want := "commands.1: the draft would have 65 steps. at most 64 were expected [automation_capacity_exceeded]"
		if got := refusal(t, err).Error(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	for index, code := range map[int]Code{64: "", 65: IndexInvalid, -1: IndexInvalid} {
		plan := batch(remove("s0"), remove("s1"), add("y", "$root", 62, tool("Y")), add("z", "$root", index, tool("Z")))
		if _, err := language().Apply(full, 2, []byte(plan), stamp()); code == "" {
			if r := refusal(t, err); !strings.Contains(r.Message, "from 0 to 63 was expected: root has 63 nodes") {
				t.Error(err) // 64 is within the bound, and behind the end
			}
		} else if r := refusal(t, err); r.Code != code || !strings.Contains(r.Message, "from 0 to 64 was expected") {
			t.Error(err)
		}
	}
}

func TestAcceptanceHasAtMost64Rules(t *testing.T) {
	for n, taken := range map[int64]bool{0: true, 64: true, 65: false} {
		plan := batch(add("n", "$root", 0, agent("A", `"acceptance": [`+each(n, `{"field": "f%d", "equals": true}`)+`]`)))
		if _, refusal := read([]byte(plan), nil, false); (refusal == nil) != taken {
			t.Errorf("%d rules: %v", n, refusal)
		}
	}
}

func TestIDsAndRevisionsAreBounded(t *testing.T) {
	for n, taken := range map[int]bool{0: false, 1: true, 128: true, 129: false} {
		if _, err := language().Create(strings.Repeat("x", n), "Check", []byte(recipeOf()), stamp()); (err == nil) != taken {
			t.Errorf("an id of %d characters: %v", n, err)
		}
	}
	d := standing(t)
	d.Revision = 1<<31 - 1
	for revision, path := range map[int64]string{0: "expectedRevision", 1: "", 1<<31 - 1: "none", 1 << 31: "expectedRevision"} {
		_, err := language().Apply(d, revision, []byte(batch(remove("c"))), stamp())
		if path == "none" {
			if err != nil {
				t.Error(err)
			}
		} else if r := refusal(t, err); r.Path != path {
			t.Error(err)
		}
	}
}

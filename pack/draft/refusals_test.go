package draft

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var rewrite = flag.Bool("update", false, "write what is generated, and the sentences of refusals, anew")

// refused is a plan that is refused. A plan with `commands` is applied to the standing draft, any other makes a draft.
type refused struct {
	name string
	code Code
	path string
	plan string
}

const oneBranch = `{"key": "g", "kind": "parallel", "branches": [[{}]]}`

func repeated(n int, step func(i int) string) string {
	var steps []string
	for i := range n {
		steps = append(steps, step(i))
	}
	return strings.Join(steps, ", ")
}

func numbered(i int) string { return leaf("s" + wholeValue(int64(i)).text) }

func withSettings(settings string, steps string) string {
	return `{"version": 1, "settings": ` + settings + `, "steps": [` + steps + `]}`
}

// control binds one input of notes/write in a new node behind c.
func control(binding string) string {
	return batch(add("n", "$root", 3, tool("Note", uses("notes", "write"), `"controls": {`+binding+`}`)))
}

// input binds one input of an agent behind c.
func input(binding string) string {
	return batch(add("n", "$root", 3, agent("Look", `"inputs": {"it": `+binding+`}`)))
}

func result(schema string) string {
	return batch(add("n", "$root", 3, agent("Answer", `"result": {"kind": "json", "schema": `+schema+`}`)))
}

func properties(properties, required string) string {
	return result(`{"type": "object", "additionalProperties": false, "properties": {` + properties + `}, "required": [` + required + `]}`)
}

func accepting(rules string) string {
	return batch(add("n", "$root", 3, agent("Answer", `"acceptance": `+rules, `"result": {"kind": "json", "schema": {"type": "object",
		"additionalProperties": false, "properties": {"ok": {"type": "boolean"}, "words": {"type": "array", "maxItems": 2, "items": {"type": "boolean"}},
		"n": {"type": "integer", "minimum": 0, "maximum": 9}}, "required": ["ok", "words", "n"]}}`)))
}

func scheduled(schedule string) string {
	return batch(define(`{"trigger": {"kind": "schedule", "schedule": ` + schedule + `}}`))
}

func limitsOf(fields ...string) string {
	return `{"limits": ` + nodeText(`{"maxRunDurationMs": 1000, "stopReportDeadlineMs": 100, "maxConcurrentNodes": 4, "maxRunsPerDay": 24,
		"maxNodeStarts": 256, "maxNodeRetries": 5, "maxResultBytes": 65536}`, fields) + `}`
}

func source(fields ...string) string {
	return `{"source": ` + nodeText(`{"sourceId": "", "location": {"kind": "runtime_path", "path": "/srv/inbox"}, "includePatterns": [],
		"excludePatterns": [], "recursive": false, "includeExisting": false, "mode": "per_file", "maxBatchFiles": 1}`, fields) + `}`
}

// nested is a recipe with so many groups within each other.
func nested(groups int) string {
	inner := leaf("in")
	for i := range groups {
		n := wholeValue(int64(i)).text
		inner = group("g"+n, inner, leaf("x"+n))
	}
	return recipeOf(inner)
}

const nodePath = "commands.0.mutation.nodeWithoutId."

func refusals() []refused {
	deep := strings.Repeat("[", 33) + strings.Repeat("]", 33)
	return []refused{
		// The text.
		{"empty file", JSONInvalid, "", ``},
		{"blanks alone", JSONInvalid, "", " \n "},
		{"no JSON", JSONInvalid, "", "{\"version\": 1,\n \"steps\": [}"},
		{"cut off", JSONInvalid, "", `{"version": 1, "steps": [`},
		{"two documents", JSONInvalid, "", `{"version": 1, "steps": []} {}`},
		{"a key twice", JSONInvalid, "", `{"version": 1, "steps": [], "version": 1}`},
		{"no UTF-8", JSONInvalid, "", "{\"version\": 1, \"steps\": [\"\xff\"]}"},
		{"half a character", JSONInvalid, "", `{"version": 1, "steps": ["\ud800"]}`},
		{"a NUL", JSONInvalid, "", `{"version": 1, "steps": ["a\u0000"]}`},
		{"33 levels", JSONInvalid, "", deep},
		{"too large, a batch", TooLarge, "", `{"version": 1, "commands": ["` + strings.Repeat("x", 128<<10) + `"]}`},
		{"too large, a recipe", TooLarge, "recipe", `{"version": 1, "steps": ["` + strings.Repeat("x", 128<<10) + `"]}`},
		{"too large with its blanks", TooLarge, "", `{"version": 1, "steps": []}` + strings.Repeat(" ", 1<<20)},
		{"a secret", Secret, "recipe.settings.inputs.key", withSettings(`{"inputs": {"key": "hunter2"}}`, "")},
		{"a secret in an unknown field", Secret, "recipe", `{"version": 1, "steps": [], "hunter2": 1}`},
		{"a secret in a literal", Secret, nodePath + "controls.text.value", control(`"text": {"kind": "literal", "value": "hunter2"}`)},

		// The recipe.
		{"another version", VersionInvalid, "recipe.version", `{"version":2,"steps":[]}`},
		{"no version", VersionInvalid, "recipe.version", `{"steps":[]}`},
		{"steps and commands", RecipeFieldUnknown, "recipe.commands", `{"version":1,"steps":[],"commands":[]}`},
		{"unknown field before version", RecipeFieldUnknown, "recipe.titel", `{"version":2,"titel":"x","steps":[]}`},
		{"a field without a name", RecipeFieldUnknown, "recipe", `{"version":1,"":0,"steps":[]}`},
		{"steps that are no list", RecipeStepsInvalid, "recipe.steps", `{"version":1,"steps":{}}`},
		{"a step that is null", RecipeInvalid, "recipe.steps.0", recipeOf("null")},
		{"a step without key", AliasInvalid, "recipe.steps.0.key", recipeOf(tool("A"))},
		{"key root", AliasInvalid, "recipe.steps.0.key", recipeOf(leaf("root"))},
		{"key with a digit first", AliasInvalid, "recipe.steps.0.key", recipeOf(leaf("1a"))},
		{"key of 49 letters", AliasInvalid, "recipe.steps.0.key", recipeOf(leaf(strings.Repeat("a", 49)))},
		{"key that is a number", AliasInvalid, "recipe.steps.0.key", recipeOf(`{"key": 1}`)},
		{"key twice", AliasDuplicate, "recipe.steps.1.key", recipeOf(leaf("a"), leaf("a"))},
		{"key before kind", AliasDuplicate, "recipe.steps.1.key", recipeOf(leaf("a"), `{"key": "a", "kind": "gate"}`)},
		{"kind gate", StepKindInvalid, "recipe.steps.0.kind", recipeOf(`{"key": "a", "kind": "gate"}`)},
		{"no kind", StepKindInvalid, "recipe.steps.0.kind", recipeOf(`{"key": "a"}`)},
		{"kind that is a list", StepKindInvalid, "recipe.steps.0.kind", recipeOf(`{"key": "a", "kind": []}`)},
		{"an unknown field of a step", RecipeFieldUnknown, "recipe.steps.0.promt", recipeOf(keyed("a", agent("A", `"promt": "x"`)))},
		{"an id in a step", RecipeFieldUnknown, "recipe.steps.0.id", recipeOf(keyed("a", tool("A", `"id": "a"`)))},
		{"a title in a group", RecipeFieldUnknown, "recipe.steps.0.title", recipeOf(`{"key": "g", "kind": "parallel", "title": "G", "branches": []}`)},
		{"no branches", ParallelInvalid, "recipe.steps.0.branches", recipeOf(`{"key": "g", "kind": "parallel"}`)},
		{"branches that are no list", ParallelInvalid, "recipe.steps.0.branches", recipeOf(`{"key": "g", "kind": "parallel", "branches": {}}`)},
		{"one branch", ParallelInvalid, "recipe.steps.0.branches", recipeOf(oneBranch)},
		{"nine branches", ParallelInvalid, "recipe.steps.0.branches", recipeOf(group("g", strings.Split(strings.TrimSuffix(strings.Repeat("{}|", 9), "|"), "|")...))},
		{"an empty branch", ParallelInvalid, "recipe.steps.2.branches.0", recipeOf(leaf("a"), leaf("b"), group("g", "", leaf("c")))},
		{"a branch that is no list", RecipeStepsInvalid, "recipe.steps.0.branches.0", recipeOf(`{"key": "g", "kind": "parallel", "branches": [{}, []]}`)},
		{"five groups within each other", GraphTooDeep, "recipe.steps.0.branches.0.0.branches.0.0.branches.0.0.branches.0.0.branches.0", nested(5)},
		{"33 steps in a sequence", RecipeCapacityExceeded, "recipe.steps", recipeOf(repeated(33, numbered))},
		{"the 33rd step in a branch", RecipeCapacityExceeded, "recipe.steps.1.branches.1.0", recipeOf(leaf("a"), group("g", repeated(31, numbered), leaf("y")))},
		{"settings and 32 steps", RecipeCapacityExceeded, "recipe.steps", withSettings(`{"objective":"x"}`, repeated(32, numbered))},
		{"a group and 32 steps", RecipeCapacityExceeded, "recipe.steps", recipeOf(repeated(30, numbered), group("g", leaf("x"), leaf("y")))},
		{"settings that are a list", RecipeInvalid, "recipe.settings", `{"version":1,"settings":[],"steps":[]}`},
		{"settings before capacity", RecipeInvalid, "recipe.settings", withSettings(`1`, repeated(32, numbered))},
		{"steps before settings", RecipeInvalid, "recipe.steps.0", `{"version":1,"settings":[],"steps":[1]}`},
		{"another title", DefinitionInvalid, "recipe.settings.title", withSettings(`{"title":"Chekc"}`, "")},
		{"a leaf without title", FieldMissing, "recipe.steps.0.title", recipeOf(keyed("a", without(tool("A"), "title")))},
		{"a field of an operation", FieldUnknown, "recipe.steps.0.operation.version", recipeOf(keyed("a", tool("A", `"operation": {"version": 1}`)))},
		{"a step that comes later", BindingTargetInvalid, "recipe.steps.0.controls.table.nodeId", recipeOf(
			keyed("a", rowCount("A", `"controls": {"table": {"kind": "node_result", "nodeId": "$b", "select": "text"}}`)), leaf("b"))},
		{"a step of another branch", BindingTargetInvalid, "recipe.steps.0.branches.1.0.inputs.it.nodeId", recipeOf(group("g", leaf("a"),
			keyed("b", agent("B", `"inputs": {"it": {"kind": "node_result", "nodeId": "$a", "select": "text"}}`))))},

		// The batch.
		{"a list", BatchInvalid, "commands", `[]`},
		{"no commands", BatchInvalid, "commands", `{"version": 1}`},
		{"commands that are an object", BatchInvalid, "commands", `{"version": 1, "commands": {}}`},
		{"an empty list of commands", BatchInvalid, "commands", batch()},
		{"33 commands", TooLarge, "commands", batch(repeated(33, func(int) string { return "{}" }))},
		{"another version of a batch", VersionInvalid, "version", `{"version": "1", "commands": []}`},
		{"settings in a batch", FieldUnknown, "commands", `{"version": 1, "settings": {}, "commands": []}`},
		{"a field of a batch without a name", FieldUnknown, "commands", `{"version": 1, "": {}, "commands": []}`},
		{"a command that is a text", BatchInvalid, "commands.0", batch(`"add"`)},
		{"an unknown field of a command", FieldUnknown, "commands.0.alias", batch(`{"alias": "x", "mutation": {}}`)},
		{"no mutation", FieldMissing, "commands.0.mutation", batch(`{"as": "x"}`)},
		{"an unknown mutation", MutationUnknown, "commands.0.mutation.kind", batch(mutation(`"kind": "add_nod"`))},
		{"a mutation without kind", MutationUnknown, "commands.0.mutation.kind", batch(mutation(``))},
		{"an alias with a dot", AliasInvalid, "commands.0.as", batch(add("a.b", "$root", 0, tool("A")))},
		{"an alias of what makes nothing", AliasInvalid, "commands.0.as", batch(named("x", `"kind": "remove_node", "nodeId": "c"`))},
		{"an alias twice", AliasDuplicate, "commands.1.as", batch(add("x", "$root", 0, tool("A")), add("x", "$root", 0, tool("B")))},
		{"a group as a new node", NodeKindInvalid, nodePath + "kind", batch(add("x", "$root", 0, `{"kind": "parallel"}`))},
		{"an id in a new node", FieldUnknown, nodePath + "id", batch(add("x", "$root", 0, tool("A", `"id": "x"`)))},
		{"an unknown field of a new node", FieldUnknown, nodePath + "modelProfile", batch(add("x", "$root", 0, agent("A", `"modelProfile": "x"`)))},
		{"a new node that leaves something out", FieldMissing, nodePath + "onFailure", batch(add("x", "$root", 0, without(tool("A"), "onFailure")))},
		{"a plain value for a binding", FieldInvalid, nodePath + "controls.text", control(`"text": "Hello"`)},
		{"a binding of no kind", FieldMissing, nodePath + "controls.text.kind", control(`"text": {"value": "Hello"}`)},
		{"a binding of an unknown kind", FieldInvalid, nodePath + "controls.text.kind", control(`"text": {"kind": "litteral", "value": "x"}`)},
		{"a word that is none", FieldInvalid, nodePath + "onFailure", batch(add("x", "$root", 0, tool("A", `"onFailure": "abort"`)))},
		{"a number for a text", FieldInvalid, nodePath + "title", batch(add("x", "$root", 0, tool("A", `"title": 1`)))},
		{"half a version", FieldInvalid, nodePath + "operation.contractVersion", batch(add("x", "$root", 0, tool("A",
			`"operation": {"toolName": "a", "operationId": "b", "contractVersion": 1.5}`)))},
		{"a device as a file", FieldInvalid, nodePath + "controls.file.fileName", control(`"file": {"kind": "run_file", "fileName": "nul.txt"}`)},
		{"a path as a file", FieldInvalid, nodePath + "controls.file.fileName", control(`"file": {"kind": "run_file", "fileName": "../x"}`)},
		{"an operation selected twice", FieldInvalid, nodePath + "tools.1.operation", batch(add("x", "$root", 0, agent("A", `"tools": [
			{`+uses("http", "status")+`, "usage": "available"}, {`+uses("http", "status")+`, "usage": "required"}]`)))},
		{"an empty patch", FieldMissing, "commands.0.mutation.patch", batch(update("c", `{}`))},

		// Results and acceptance.
		{"a nested object", ResultSchemaInvalid, nodePath + "result.schema.properties.a.type", properties(`"a": {"type": "object"}`, `"a"`)},
		{"an array of arrays", ResultSchemaInvalid, nodePath + "result.schema.properties.a.items.type", properties(`"a": {"type": "array", "maxItems": 1, "items": {"type": "array"}}`, `"a"`)},
		{"a string without bound", ResultSchemaInvalid, nodePath + "result.schema.properties.a.maxLength", properties(`"a": {"type": "string"}`, `"a"`)},
		{"a string with choices", ResultSchemaInvalid, nodePath + "result.schema.properties.a.enum", properties(`"a": {"type": "string", "maxLength": 1, "enum": ["x"]}`, `"a"`)},
		{"open properties", ResultSchemaInvalid, nodePath + "result.schema.additionalProperties", result(`{"type": "object", "additionalProperties": true, "properties": {}, "required": []}`)},
		{"a property that is not required", ResultSchemaInvalid, nodePath + "result.schema.required", properties(`"a": {"type": "boolean"}`, ``)},
		{"a property required that is none", ResultSchemaInvalid, nodePath + "result.schema.required.0", properties(``, `"a"`)},
		{"a minimum above the maximum", ResultSchemaInvalid, nodePath + "result.schema.properties.a.minimum", properties(`"a": {"type": "number", "minimum": 2, "maximum": 1}`, `"a"`)},
		{"half of a whole number", ResultSchemaInvalid, nodePath + "result.schema.properties.a", properties(`"a": {"type": "integer", "minimum": 0.5}`, `"a"`)},
		{"acceptance of a text", AcceptanceInvalid, nodePath + "acceptance", batch(add("n", "$root", 3, agent("A", `"acceptance": [{"field": "ok", "equals": true}]`)))},
		{"acceptance of an unknown field", AcceptanceInvalid, nodePath + "acceptance.0.field", accepting(`[{"field": "okay", "equals": true}]`)},
		{"acceptance of an array", AcceptanceInvalid, nodePath + "acceptance.0.field", accepting(`[{"field": "words", "equals": true}]`)},
		{"acceptance of another type", AcceptanceInvalid, nodePath + "acceptance.0.equals", accepting(`[{"field": "ok", "equals": "true"}]`)},
		{"acceptance of what can't be", AcceptanceInvalid, nodePath + "acceptance.0.equals", accepting(`[{"field": "n", "equals": 10}]`)},
		{"acceptance twice", AcceptanceInvalid, nodePath + "acceptance.1.field", accepting(`[{"field": "ok", "equals": true}, {"field": "ok", "equals": false}]`)},
		{"acceptance of an object", AcceptanceInvalid, nodePath + "acceptance.0.equals", accepting(`[{"field": "ok", "equals": {}}]`)},

		// The definition.
		{"an unknown field of the definition", FieldUnknown, "commands.0.mutation.patch.objektive", batch(define(`{"objektive": "x"}`))},
		{"a field of the definition without a name", FieldUnknown, "commands.0.mutation.patch", batch(define(`{"": {}}`))},
		{"a directory with a detour", DefinitionInvalid, "commands.0.mutation.patch.workingDirectory", batch(define(`{"workingDirectory": "/srv/../etc"}`))},
		{"a directory with a line break", DefinitionInvalid, "commands.0.mutation.patch.workingDirectory", batch(define(`{"workingDirectory": "/srv\na"}`))},
		{"a directory like a placeholder", DefinitionInvalid, "recipe.settings.workingDirectory", withSettings(`{"workingDirectory": "/srv/{{ run_id }}"}`, "")},
		{"a relative directory", DefinitionInvalid, "commands.0.mutation.patch.workingDirectory", batch(define(`{"workingDirectory": "."}`))},
		{"no title", DefinitionInvalid, "commands.0.mutation.patch.title", batch(define(`{"title": ""}`))},
		{"a source of another id", DefinitionInvalid, "commands.0.mutation.patch.source.sourceId", batch(define(source(`"sourceId": "other"`)))},
		{"limits without a key", LimitsInvalid, "commands.0.mutation.patch.limits.maxNodeStarts", batch(define(`{"limits": {"maxRunDurationMs": 1, "stopReportDeadlineMs": 1,
			"maxConcurrentNodes": 1, "maxRunsPerDay": 1, "maxNodeRetries": 1, "maxResultBytes": 1}}`))},
		{"an unknown limit", LimitsInvalid, "commands.0.mutation.patch.limits.maxNodeStart", batch(define(limitsOf(`"maxNodeStart": 1`)))},
		{"a report that may take longer than the run", LimitsInvalid, "commands.0.mutation.patch.limits.stopReportDeadlineMs", batch(define(limitsOf(`"stopReportDeadlineMs": 1001`)))},
		{"an unknown schedule", ScheduleInvalid, "commands.0.mutation.patch.trigger.schedule.kind", scheduled(`{"kind": "yearly"}`)},
		{"a time that is none", ScheduleInvalid, "commands.0.mutation.patch.trigger.schedule.at", scheduled(`{"kind": "daily", "at": "24:00"}`)},
		{"a moment without offset", ScheduleInvalid, "commands.0.mutation.patch.trigger.schedule.at", scheduled(`{"kind": "once", "at": "2030-01-01T09:00:00"}`)},
		{"a weekday twice", ScheduleInvalid, "commands.0.mutation.patch.trigger.schedule.weekdays.1", scheduled(`{"kind": "weekly", "at": "09:00", "weekdays": [1, 1.0]}`)},
		{"a schedule without its time", ScheduleInvalid, "commands.0.mutation.patch.trigger.schedule.at", scheduled(`{"kind": "daily"}`)},
		{"an input that is null", InputInvalid, "commands.0.mutation.patch.inputs.a", batch(define(`{"inputs": {"a": null}}`))},
		{"an input that is an object", InputInvalid, "commands.0.mutation.patch.inputs.a", batch(define(`{"inputs": {"a": {}}}`))},
		{"an input that is a list of lists", InputInvalid, "commands.0.mutation.patch.inputs.a.0", batch(define(`{"inputs": {"a": [[]]}}`))},
		{"an input like a placeholder", InputInvalid, "recipe.settings.inputs.a", withSettings(`{"inputs": {"a": "x {{ run_id }}"}}`, leaf("s"))},
		{"an item of an input like a placeholder", InputInvalid, "commands.0.mutation.patch.inputs.a.1", batch(define(`{"inputs": {"a": ["x", "{{a}}"]}}`))},
		{"an input for two types", InputInvalid, "commands.2.mutation.nodeWithoutId.controls.count.input", batch(define(`{"inputs": {"n": 5}}`),
			add("x", "$root", 3, tool("X", uses("notes", "write"), `"controls": {"used": {"kind": "run_input", "input": "n"}}`)),
			add("y", "$root", 4, tool("Y", uses("notes", "write"), `"controls": {"count": {"kind": "run_input", "input": "n"}}`)))},

		// What commands change.
		{"an unknown node", NodeUnknown, "commands.0.mutation.nodeId", batch(remove("b3"))},
		{"a node that was removed", NodeUnknown, "commands.1.mutation.nodeId", batch(remove("c"), remove("c"))},
		{"an alias of an earlier plan", NodeUnknown, "commands.0.mutation.nodeId", batch(remove("$a"))},
		{"an alias of a later command", NodeUnknown, "commands.0.mutation.nodeId", batch(remove("$n"), add("n", "$root", 0, tool("N")))},
		{"a branch that is none", NodeUnknown, "commands.1.mutation.parentSequenceId", batch(add("n", "$root", 0, tool("N")), add("m", "$n.branch1", 0, tool("M")))},
		{"the root removed", NodeKindInvalid, "commands.0.mutation.nodeId", batch(remove("$root"))},
		{"a branch moved", NodeKindInvalid, "commands.0.mutation.nodeId", batch(move("g-branch1", "$root", 0))},
		{"a group updated", NodeKindInvalid, "commands.0.mutation.nodeId", batch(update("g", `{"title": "G"}`))},
		{"a field of the other kind", NodeKindInvalid, "commands.0.mutation.patch.prompt", batch(update("a", `{"title": "A", "prompt": "x"}`))},
		{"a step as a parent", ParentInvalid, "commands.0.mutation.parentSequenceId", batch(add("n", "a", 0, tool("N")))},
		{"a group as a parent", ParentInvalid, "commands.0.mutation.parentSequenceId", batch(add("n", "g", 0, tool("N")))},
		{"a group into itself", ParentInvalid, "commands.0.mutation.parentSequenceId", batch(move("g", "g-branch2", 0))},
		{"an unknown parent", NodeUnknown, "commands.0.mutation.parentSequenceId", batch(add("n", "g-branch3", 0, tool("N")))},
		{"an index behind the end", IndexInvalid, "commands.0.mutation.index", batch(add("n", "$root", 4, tool("N")))},
		{"an index below 0", IndexInvalid, "commands.0.mutation.index", batch(add("n", "$root", -1, tool("N")))},
		{"an index counted before the node was taken out", IndexInvalid, "commands.0.mutation.index", batch(move("a", "$root", 3))},
		{"one node wrapped", WrapInvalid, "commands.0.mutation.nodeIds", batch(wrap("w", "a"))},
		{"a node wrapped twice", WrapInvalid, "commands.0.mutation.nodeIds.1", batch(wrap("w", "a", "a"))},
		{"a group wrapped", WrapInvalid, "commands.0.mutation.nodeIds.1", batch(wrap("w", "a", "g"))},
		{"nodes that are not adjacent", WrapInvalid, "commands.0.mutation.nodeIds", batch(wrap("w", "a", "c"))},
		{"nodes of two sequences", WrapInvalid, "commands.0.mutation.nodeIds.1", batch(wrap("w", "a", "b1"))},
		{"an origin that is invented", SavedAgentUnknown, nodePath + "savedAgentOrigin", batch(add("n", "$root", 0, agent("N",
			`"savedAgentOrigin": {"agentId": "judge", "revision": 3}`)))},

		// The whole.
		{"an empty branch is left", BranchEmpty, "commands.0", batch(remove("b1"))},
		{"an empty branch is left by the second command", BranchEmpty, "commands.1", batch(update("b1", `{"title": "x"}`), move("b1", "$root", 0), update("c", `{"title": "y"}`))},
		{"an unknown operation", OperationUnknown, nodePath + "operation", batch(add("n", "$root", 0, tool("N", `"operation": {"toolName": "http", "operationId": "status", "contractVersion": 2}`)))},
		{"an unknown operation of an agent", OperationUnknown, nodePath + "tools.0.operation", batch(add("n", "$root", 0, agent("N", `"tools": [{`+uses("http", "statis")+`, "usage": "available"}]`)))},
		{"an unknown control", ControlUnknown, nodePath + "controls.txt", control(`"txt": {"kind": "literal", "value": "x"}`)},
		{"a control that is missing", ControlMissing, nodePath + "controls.database", batch(add("n", "$root", 0, tool("N", uses("postgres", "row-count"))))},
		{"a control that is missing since the operation is another", ControlMissing, "commands.0.mutation.patch.operation", batch(update("b1", `{`+uses("files", "disk-usage")+`}`))},
		{"a text for a number", ControlTypeInvalid, nodePath + "controls.count.value", control(`"count": {"kind": "literal", "value": "5"}`)},
		{"a number beyond the bounds", ControlTypeInvalid, nodePath + "controls.count.value", control(`"count": {"kind": "literal", "value": 101}`)},
		{"a list of numbers for one of texts", ControlTypeInvalid, nodePath + "controls.names.value", control(`"names": {"kind": "literal", "value": [1]}`)},
		{"null for a text", ControlTypeInvalid, nodePath + "controls.text.value", control(`"text": {"kind": "literal", "value": null}`)},
		{"a result beyond the bounds", ControlTypeInvalid, nodePath + "controls.count.pointer", control(`"count": {"kind": "node_result", "nodeId": "a", "select": "data", "pointer": "/rows"}`)},
		{"a file for a number", ControlTypeInvalid, nodePath + "controls.count.fileName", control(`"count": {"kind": "run_file", "fileName": "x"}`)},
		{"a payload that is too long", ControlTypeInvalid, nodePath + "payload.value", batch(add("n", "$root", 0, tool("N", uses("notes", "write"),
			`"payload": {"kind": "literal", "value": "twenty-one characters"}`)))},
		{"a payload for what takes none", PayloadUnexpected, nodePath + "payload", batch(add("n", "$root", 0, tool("N", `"payload": {"kind": "literal", "value": "x"}`)))},
		{"the value of an input beyond the bounds", ControlTypeInvalid, "commands.1.mutation.nodeWithoutId.controls.count.input", batch(define(`{"inputs": {"n": 0}}`),
			add("x", "$root", 3, tool("X", uses("notes", "write"), `"controls": {"count": {"kind": "run_input", "input": "n"}}`)))},
		{"an unknown profile", ProfileUnknown, nodePath + "modelProfileId", batch(add("n", "$root", 0, agent("N", `"modelProfileId": "dbo"`)))},
		{"a mode that a profile has not", ProfileUnknown, nodePath + "agentMode", batch(add("n", "$root", 0, agent("N", `"agentMode": "deep"`)))},
		{"skip on what is reversible", SkipNotAllowed, nodePath + "onFailure", batch(add("n", "$root", 0, tool("N", uses("notes", "write"), `"onFailure": "skip"`)))},
		{"skip on an agent whose tools change something", SkipNotAllowed, nodePath + "onFailure", batch(add("n", "$root", 0, agent("N", `"onFailure": "skip"`,
			`"tools": [{`+uses("notes", "write")+`, "usage": "available"}]`)))},

		// Bindings.
		{"an input that is not there", BindingTargetInvalid, nodePath + "inputs.it.input", input(`{"kind": "run_input", "input": "topic"}`)},
		{"a node that is not there", BindingTargetInvalid, nodePath + "inputs.it.nodeId", input(`{"kind": "node_result", "nodeId": "z", "select": "text"}`)},
		{"a node that was removed by the plan", BindingTargetInvalid, "commands.0", batch(remove("a"))},
		{"a node that was moved behind", BindingTargetInvalid, "commands.1", batch(update("b1", `{"title": "x"}`), move("a", "$root", 2))},
		{"the step itself", BindingTargetInvalid, "commands.0.mutation.patch.inputs.it.nodeId", batch(update("c", `{"inputs": {"it": {"kind": "node_result", "nodeId": "c", "select": "text"}}}`))},
		{"a group for a step", BindingTargetInvalid, nodePath + "inputs.it.nodeId", input(`{"kind": "node_result", "nodeId": "g", "select": "text"}`)},
		{"a step for a group", BindingTargetInvalid, nodePath + "inputs.it.parallelNodeId", input(`{"kind": "branch_results", "parallelNodeId": "a"}`)},
		{"the group around", BindingTargetInvalid, "commands.0.mutation.nodeWithoutId.inputs.it.parallelNodeId", batch(add("n", "g-branch1", 1,
			agent("N", `"inputs": {"it": {"kind": "branch_results", "parallelNodeId": "g"}}`)))},
		{"a source that is not there", BindingTargetInvalid, nodePath + "inputs.it.kind", input(`{"kind": "source_files"}`)},
		{"a text that an operation does not give", BindingChannelInvalid, "commands.1.mutation.nodeWithoutId.inputs.it.select", batch(
			add("d", "$root", 0, tool("D", uses("files", "disk-usage"), `"controls": {"path": {"kind": "literal", "value": "/"}}`)),
			add("n", "$root", 1, agent("N", `"inputs": {"it": {"kind": "node_result", "nodeId": "$d", "select": "text"}}`)))},
		{"data of an agent that answers in words", BindingChannelInvalid, nodePath + "inputs.it.select", input(`{"kind": "node_result", "nodeId": "c", "select": "data"}`)},
		{"a pointer into a text", BindingChannelInvalid, nodePath + "inputs.it.pointer", input(`{"kind": "node_result", "nodeId": "a", "select": "text", "pointer": "/rows"}`)},
		{"the results of branches for a tool", BindingChannelInvalid, nodePath + "controls.text.kind", control(`"text": {"kind": "branch_results", "parallelNodeId": "g"}`)},
		{"the files of a source for a tool", BindingChannelInvalid, "commands.1.mutation.nodeWithoutId.controls.names.kind", batch(define(source()),
			add("n", "$root", 0, tool("N", uses("notes", "write"), `"controls": {"names": {"kind": "source_files"}}`)))},
		{"a pointer without its slash", PointerInvalid, nodePath + "inputs.it.pointer", input(`{"kind": "node_result", "nodeId": "a", "select": "data", "pointer": "rows"}`)},
		{"a pointer with half an escape", PointerInvalid, nodePath + "inputs.it.pointer", input(`{"kind": "node_result", "nodeId": "a", "select": "data", "pointer": "/a~2"}`)},
		{"a pointer to no field", PointerInvalid, nodePath + "inputs.it.pointer", input(`{"kind": "node_result", "nodeId": "a", "select": "data", "pointer": "/row"}`)},
		{"a pointer into a number", PointerInvalid, nodePath + "inputs.it.pointer", input(`{"kind": "node_result", "nodeId": "a", "select": "data", "pointer": "/rows/0"}`)},
		{"all data for a control", PointerInvalid, nodePath + "controls.text.pointer", control(`"text": {"kind": "node_result", "nodeId": "a", "select": "data"}`)},
		{"an item for a control", PointerInvalid, "commands.1.mutation.nodeWithoutId.controls.text.pointer", batch(
			add("j", "$root", 3, agent("J", `"result": {"kind": "json", "schema": {"type": "object", "additionalProperties": false, "required": ["l"],
				"properties": {"l": {"type": "array", "maxItems": 2, "items": {"type": "boolean"}}}}}`)),
			add("n", "$root", 4, tool("N", uses("notes", "write"), `"controls": {"text": {"kind": "node_result", "nodeId": "$j", "select": "data", "pointer": "/l/0"}}`)))},
		{"an item behind the last", PointerInvalid, "commands.1.mutation.nodeWithoutId.inputs.it.pointer", batch(
			add("j", "$root", 3, agent("J", `"result": {"kind": "json", "schema": {"type": "object", "additionalProperties": false, "required": ["l"],
				"properties": {"l": {"type": "array", "maxItems": 2, "items": {"type": "boolean"}}}}}`)),
			add("n", "$root", 4, agent("N", `"inputs": {"it": {"kind": "node_result", "nodeId": "$j", "select": "data", "pointer": "/l/2"}}`)))},
	}
}

// attempt makes a draft of a plan with steps, and gives any other to the standing draft.
func attempt(t *testing.T, plan string) error {
	if strings.Contains(plan, `"steps"`) {
		_, err := language().Create(draftID, "Check", []byte(plan), stamp())
		return err
	}
	d := standing(t)
	before, _ := d.Encode()
	_, err := language().Apply(d, 1, []byte(plan), stamp())
	if after, _ := d.Encode(); string(after) != string(before) {
		t.Errorf("the draft has changed: %s", cmp.Diff(string(before), string(after)))
	}
	return err
}

func TestRefusals(t *testing.T) {
	var sentences strings.Builder
	for _, c := range refusals() {
		t.Run(string(c.code)+"/"+c.name, func(t *testing.T) {
			r := refusal(t, attempt(t, c.plan))
			if r.Code != c.code || r.Path != c.path {
				t.Errorf("got  %s %s\nwant %s %s\n%s", r.Path, r.Code, c.path, c.code, r.Message)
			}
			if strings.Contains(r.Error(), "hunter2") {
				t.Errorf("the secret is repeated: %s", r)
			}
			sentences.WriteString(c.name + "\n  " + r.Error() + "\n")
		})
	}
	golden(t, "testdata/refusals.txt", sentences.String())
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *rewrite {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-is +should be):\n%s", file, diff)
	}
}

func TestEveryCodeIsProvoked(t *testing.T) {
	provoked := map[Code]bool{CapacityExceeded: true, RecipeNotHere: true, RevisionStale: true, DraftEmpty: true} // by tests of their own, below
	for _, c := range refusals() {
		provoked[c.code] = true
	}
	listed := map[Code]bool{}
	for _, m := range codes {
		if !provoked[m.code] {
			t.Errorf("no test provokes %s", m.code)
		}
		if listed[m.code] {
			t.Errorf("%s is listed twice", m.code)
		}
		listed[m.code] = true
	}
	for code := range provoked {
		if !listed[code] {
			t.Errorf("%s is not in the table of codes", code)
		}
	}
}

func TestARecipeIsNoChange(t *testing.T) {
	for _, recipe := range []string{recipeOf(leaf("z")), `{"steps": 1}`} {
		_, err := language().Apply(standing(t), 1, []byte(recipe), stamp())
		if got, want := refusal(t, err).Error(), "recipe: a recipe, which makes a new draft. commands were expected [automation_recipe_not_here]"; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestAStaleRevisionIsRefused(t *testing.T) {
	d := apply(t, standing(t), batch(update("a", `{"title": "Count again"}`)))
	_, err := language().Apply(d, 1, []byte(batch(remove("nothing"))), stamp())
	r := refusal(t, err)
	want := "the draft has revision 2. revision 1 was expected; read the draft, and apply a plan that fits it [automation_revision_stale]"
	if r.Error() != want || strings.Join(r.Details, ", ") != "expected 1, is 2" {
		t.Errorf("got  %s (%q)\nwant %s", r, r.Details, want)
	}
	if _, err := language().AddAgent(d, 1, "judge", 3, "root", -1, stamp()); refusal(t, err).Code != RevisionStale {
		t.Errorf("add-agent: %v", err)
	}
	if _, err := language().Apply(d, 0, []byte(batch(remove("c"))), stamp()); refusal(t, err).Path != "expectedRevision" {
		t.Errorf("revision 0: %v", err)
	}
}

func TestATitleOutsideTheBoundIsRefused(t *testing.T) {
	for title, want := range map[string]string{
		"":                       "title: 0 characters. 1 to 160 were expected [automation_definition_invalid]",
		strings.Repeat("é", 161): "title: 161 characters. 1 to 160 were expected [automation_definition_invalid]",
		"hunter2":                "title: this text looks like a secret (test marker). the name of a file or variable that holds it was expected [secret]",
	} {
		_, err := language().Create(draftID, title, []byte(recipeOf()), stamp())
		if got := refusal(t, err).Error(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestSkipThatStaysIsTheFaultOfTheTools(t *testing.T) {
	d := apply(t, standing(t), batch(update("c", `{"onFailure": "skip"}`)))
	_, err := language().Apply(d, 2, []byte(batch(update("c", `{"tools": [{`+uses("notes", "write")+`, "usage": "available"}]}`))), stamp())
	want := "commands.0.mutation.patch.tools: skip on a step that is reversible. stop was expected: only a read-only step may be skipped [automation_skip_not_allowed]"
	if got := refusal(t, err).Error(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// An operation that is gone from the catalog is no reason to refuse another change, and a reason to refuse the step anew.
func TestWhatWasWrongBeforeIsNoFaultOfThePlan(t *testing.T) {
	d := standing(t)
	l := language()
	l.Catalog.Operations = l.Catalog.Operations[1:]
	if _, err := l.Apply(d, 1, []byte(batch(update("b1", `{"title": "x"}`))), stamp()); err != nil {
		t.Error(err)
	}
	_, err := l.Apply(d, 1, []byte(batch(update("a", `{`+uses("postgres", "row-count")+`}`))), stamp())
	if r := refusal(t, err); r.Code != OperationUnknown || r.Path != "commands.0.mutation.patch.operation" {
		t.Error(err)
	}
}

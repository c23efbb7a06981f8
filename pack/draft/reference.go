package draft

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Reference returns what the writer of a plan has to know, as one JSON document: bounds, examples, rules and codes. It grants
// nothing and runs nothing.
func Reference() []byte {
	var out bytes.Buffer
	if err := json.Indent(&out, authoringReference().append(nil), "", "  "); err != nil {
		panic("draft: reference: " + err.Error()) // it is JSON
	}
	out.WriteByte('\n')
	return out.Bytes()
}

func says(key, sentence string) member { return member{key, textValue(sentence)} }

func shows(key, data string) member { return member{key, parsed(data)} }

func authoringReference() jsonValue {
	return objectOf(
		says("kind", "automation_authoring_reference_v1"),
		member{"version", wholeValue(1)},
		says("authority", "capability_contract"),
		says("purpose", "How a program writes a plan that makes or changes a draft of a pack."),
		says("applicability", "Only while somebody who asked for a draft has it written. Put references of the catalog, and what was asked for, in the place of the examples."),
		says("presenceEffect", "None. Reading this asks for nothing, grants nothing and runs nothing."),
		member{"permissions", permissions()},
		member{"bounds", boundsReference()},
		shows("createPlanExample", createExample),
		says("creationRules", "A new draft takes settings and steps, in order. Each step has a key of its own. Ids, parents, indices and commands are made "+
			"of them. A tool may leave out onFailure (stop) and controls ({}); an agent onFailure (stop), agentMode (fast), roleInstructions (empty), "+
			"inputs ({}), tools ([]) and result ({kind: text}). A step takes the result of an earlier one by a binding to $key, and in no other way. "+
			"A group is {key, kind: parallel, branches: [[steps], [steps]]}; no branch is empty. Later changes are commands; a plan has steps or commands, not both."),
		says("creationCapacity", fmt.Sprintf("%d: each step counts 1, each group 1, settings that are not empty 1, in all branches together. With settings "+
			"%d steps fit. More is refused as a whole with %s; apply the rest afterwards.", limitCommands.bound().max, limitCommands.bound().max-1, RecipeCapacityExceeded)),
		shows("planExample", planExample),
		member{"mutations", mutationExamples()},
		says("transaction", "Commands are applied in order, all or none; the draft is judged after the last. A draft begins with revision 1, and each plan "+
			"that is taken adds 1. expectedRevision is the one that was read; with another one nothing is saved. If the outcome is not known, read the draft again. "+
			"operationRefs lists all operations of the draft; prepare those that are needed, operationRefLimit at a time."),
		says("emptyDrafts", "A plan of settings alone, steps: [] or one update_definition makes an empty draft, and removing the last step leaves one. "+
			"An empty draft can't be published. A saved agent can be the first step: make an empty draft and add it."),
		member{"identities", identities()},
		member{"nodes", nodesReference()},
		member{"bindings", bindingsReference()},
		member{"definition", definitionReference()},
		member{"codes", codesReference()},
		member{"ours", oursReference()},
	)
}

const createExample = `{"version": 1, "settings": {"objective": "What the procedure is for"}, "steps": [
 {"key": "evidence", "kind": "tool", "title": "Collect the figures",
  "operation": {"toolName": "catalog_tool", "operationId": "catalog_operation", "contractVersion": 1}},
 {"key": "analysis", "kind": "agent", "title": "Judge the figures", "modelProfileId": "catalog_model_id",
  "prompt": "Say whether the figures are in order.",
  "inputs": {"figures": {"kind": "node_result", "nodeId": "$evidence", "select": "data"}}}]}`

const toolExample = `{"kind": "tool", "title": "Collect the figures", "onFailure": "stop",
 "operation": {"toolName": "catalog_tool", "operationId": "catalog_operation", "contractVersion": 1}, "controls": {}}`

const agentExample = `{"kind": "agent", "title": "Judge the figures", "onFailure": "stop", "modelProfileId": "catalog_model_id",
 "agentMode": "fast", "roleInstructions": "You check figures.", "prompt": "Say whether the figures are in order.",
 "inputs": {}, "tools": [], "result": {"kind": "text"}}`

const planExample = `{"version": 1, "commands": [{"as": "first", "mutation": {"kind": "add_node", "parentSequenceId": "$root", "index": 0,
 "nodeWithoutId": ` + toolExample + `}}]}`

func permissions() jsonValue {
	return objectOf(
		says("grantsPermissions", "false: what is read here permits nothing, to whoever reads it or to what a draft describes."),
		says("scope", "pre_draft before there is a draft, automation with one."),
		says("publication", "A person publishes a draft as a pack; no plan can. A person runs the pack."),
	)
}

func boundsReference() jsonValue {
	v := objectOf()
	for _, b := range bounds {
		row := objectOf(member{"min", wholeValue(b.min)}, member{"max", wholeValue(b.max)}, says("of", b.what))
		if b.unit != "" {
			row = row.with("unit", textValue(b.unit))
		}
		v = v.with(string(b.of), row)
	}
	return v
}

func mutationExamples() jsonValue {
	return objectOf(
		shows("add_node", `{"kind": "add_node", "parentSequenceId": "$root", "index": 0, "nodeWithoutId": `+agentExample+`}`),
		shows("update_node", `{"kind": "update_node", "nodeId": "$first", "patch": {"title": "Another title"}}`),
		shows("update_definition", `{"kind": "update_definition", "patch": {"objective": "What the procedure is for"}}`),
		shows("remove_node", `{"kind": "remove_node", "nodeId": "$first"}`),
		shows("move_node", `{"kind": "move_node", "nodeId": "$first", "parentSequenceId": "$group.branch1", "index": 1}`),
		shows("wrap_parallel", `{"kind": "wrap_parallel", "nodeIds": ["$first", "$second"]}`),
	)
}

func identities() jsonValue {
	return objectOf(
		says("generated", "A new node has no id in a plan: it is made from as (or key), else from the title. as names what add_node or wrap_parallel makes: "+
			formatAlias.says+", once in a plan, not root."),
		says("references", "$root is the sequence that every draft has. $name is what an earlier command of the same plan named. $name.branch1, $name.branch2 are "+
			"the branches of a group that it wrapped, in the order in which its steps stood. All else is an exact id, as the answer to a plan or a reading gives it."),
		says("substitution", "Aliases stand for ids in the fields of mutations that hold ids, and in the bindings node_result and branch_results. In prompts, paths and "+
			"literals $name is text. The aliases of an earlier plan mean nothing."),
		says("placement", "An index counts from 0, in a sequence. A parent is the root or a branch. wrap_parallel takes adjacent tools and agents of one "+
			"sequence and makes each a branch; more steps are added or moved into the branches."),
	)
}

func nodesReference() jsonValue {
	return objectOf(
		shows("tool", toolExample), shows("agent", agentExample),
		shows("operationReference", `{"toolName": "catalog_tool", "operationId": "catalog_operation", "contractVersion": 1}`),
		shows("payloadExample", `{"kind": "literal", "value": "A text"}`),
		says("toolPolicy", "controls has a binding for each input of the operation that has no default, never a plain value. payload is one binding, for operations that take one."),
		says("agentPolicy", "modelProfileId and agentMode as the catalog has them. inputs are named bindings; a step sees nothing of earlier ones unless it is bound. "+
			"onFailure: skip is for steps that only read."),
		shows("selectedToolExamples", `[{"operation": {"toolName": "catalog_tool", "operationId": "catalog_operation", "contractVersion": 1}, "usage": "available"},
 {"operation": {"toolName": "catalog_tool", "operationId": "catalog_operation", "contractVersion": 1}, "usage": "required"}]`),
		says("toolUsage", "available: may be used. required: has to be used, and its result recorded. Neither permits anything."),
		member{"result", objectOf(shows("text", `{"kind": "text"}`), shows("json", resultExample))},
		says("resultPolicy", "A json result is one flat object. Its properties are strings with maxLength, numbers, integers, booleans and arrays of these with maxItems, "+
			"and all of them are required. select: data needs a json result; select: text gives the whole of any result."),
		member{"schemaPropertyExamples", parsed(resultExample).at("schema").at("properties")},
		shows("acceptanceExample", `[{"field": "ready", "equals": true}]`),
		says("acceptancePolicy", "acceptance compares properties of a json result that are no arrays, with values of their types. A mismatch fails the step; no branch is chosen by it. [] takes it away."),
	)
}

const resultExample = `{"kind": "json", "schema": {"type": "object", "additionalProperties": false, "properties": {
 "summary": {"type": "string", "minLength": 1, "maxLength": 400}, "share": {"type": "number", "minimum": 0, "maximum": 1},
 "rows": {"type": "integer", "minimum": 0, "maximum": 100}, "ready": {"type": "boolean"},
 "names": {"type": "array", "minItems": 0, "maxItems": 8, "items": {"type": "string", "minLength": 1, "maxLength": 160}}},
 "required": ["summary", "share", "rows", "ready", "names"]}}`

func bindingsReference() jsonValue {
	return objectOf(
		member{"examples", objectOf(
			shows("literal", `{"kind": "literal", "value": "A value, as it stands"}`),
			shows("runInput", `{"kind": "run_input", "input": "topic"}`),
			shows("runFile", `{"kind": "run_file", "fileName": "report.md"}`),
			shows("sourceFiles", `{"kind": "source_files"}`),
			shows("sourceFile", `{"kind": "source_file", "index": 0, "field": "snapshot_path"}`),
			shows("earlierText", `{"kind": "node_result", "nodeId": "$first", "select": "text"}`),
			shows("earlierWholeData", `{"kind": "node_result", "nodeId": "$first", "select": "data"}`),
			shows("earlierData", `{"kind": "node_result", "nodeId": "$analysis", "select": "data", "pointer": "/summary"}`),
			shows("branches", `{"kind": "branch_results", "parallelNodeId": "$group"}`),
		)},
		member{"channels", objectOf(
			says("text", "What a step prints or answers. Of an operation it may be a count or a state."),
			says("data", "Named values. With pointer one of them; without, all of them, for agents alone."),
		)},
		says("policy", "literal for what is fixed, run_input for an input of the definition, node_result for what an earlier step gave. pointer is RFC 6901, for data: "+
			"/field, for agents /items/0 too; ~0 is ~ and ~1 is /. A step is earlier if it has ended whenever this one begins: not a later one, and not one of another branch."),
		says("files", "run_file is a new file of the run: one file name without a path; an input that the verification compares takes none. source_files and source_file need a source; source_files is for agents."),
		says("parallel", "branch_results is for an agent behind the group: what the last step of each branch gave. A step that was skipped or failed gives nothing."),
	)
}

func definitionReference() jsonValue {
	limits := objectOf()
	for _, d := range defaultLimits {
		limits = limits.with(d.key, wholeValue(d.value))
	}
	return objectOf(
		member{"editableFields", texts(layouts["definition"].keys()...)},
		says("replacement", "A patch sets the fields that it has and leaves the others. Each field is replaced whole, inputs, controls, tools, result, acceptance, source, trigger and limits too."),
		says("workingDirectory", "An absolute path of the host on which rtut runs. Without it commands run in the directory of the pack. null takes it away."),
		member{"removals", objectOf(
			shows("definitionPatch", `{"workingDirectory": null, "source": null}`), shows("toolNodePatch", `{"payload": null}`),
		)},
		shows("triggers", `[{"kind": "manual"}, {"kind": "schedule", "schedule": {"kind": "daily", "at": "09:00"}},
 {"kind": "folder", "checkEveryMs": 300000, "minimumEligibleFiles": 1}]`),
		shows("schedules", `[{"kind": "timer", "delayMs": 60000}, {"kind": "once", "at": "2030-01-01T09:00:00Z"}, {"kind": "interval", "everyMs": 3600000},
 {"kind": "interval", "everyMs": 3600000, "anchorAt": "2030-01-01T09:00:00Z"}, {"kind": "daily", "at": "09:00"},
 {"kind": "weekly", "at": "09:00", "weekdays": [1, 3, 5]}, {"kind": "monthly", "at": "09:00", "dayOfMonth": 1}]`),
		says("schedulePolicy", "A schedule says when the procedure is meant to be run; nothing starts by itself. at is HH:mm, weekdays count from 0 for Sunday, once and "+
			"anchorAt are moments with their offset. Times that nobody named are for a person to decide."),
		shows("sourceExample", `{"sourceId": "", "location": {"kind": "runtime_path", "path": "/srv/inbox"}, "includePatterns": ["*.csv"],
 "excludePatterns": ["done/**"], "recursive": false, "includeExisting": false, "mode": "per_file", "maxBatchFiles": 100}`),
		says("sourcePolicy", "sourceId is empty for a new source, which then gets one, and the present one to change it. Saving a draft takes in no file."),
		shows("inputsExample", `{"topic": "What a person may set for a run"}`),
		says("inputsPolicy", "An input becomes a param with its value as default, which an operator may change. Its value may not have the form of a placeholder."),
		member{"limits", limits},
		says("limitsPolicy", fmt.Sprintf("All seven or none. maxConcurrentNodes is at most %d, stopReportDeadlineMs at most maxRunDurationMs, and both together at most %d. All are of one run but maxRunsPerDay.",
			limitConcurrent.bound().max, limitDeadline.bound().max)),
	)
}

func codesReference() jsonValue {
	v := objectOf()
	for _, m := range codes {
		v = v.with(string(m.code), textValue(m.means))
	}
	return v
}

// oursReference lists what is chosen here where the specification of the language is silent.
func oursReference() jsonValue {
	var chosen []string
	for _, b := range bounds {
		if b.ours {
			chosen = append(chosen, "bounds."+string(b.of))
		}
	}
	for _, m := range codes {
		if m.ours {
			chosen = append(chosen, "codes."+string(m.code))
		}
	}
	for _, d := range defaultLimits {
		if d.ours {
			chosen = append(chosen, "definition.limits."+d.key)
		}
	}
	return texts(chosen...)
}

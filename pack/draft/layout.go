package draft

// Shapes that several fields have.
var (
	title      = shape{form: formText, limit: limitTitle}
	name       = shape{form: formText, limit: limitName}
	alias      = shape{form: formText, limit: limitAlias, format: formatAlias, code: AliasInvalid}
	reference  = shape{form: formReference, limit: limitName}
	index      = shape{form: formWhole, limit: limitIndex, code: IndexInvalid}
	safe       = shape{form: formWhole, limit: limitSafe}
	binding    = shape{form: formUnion, layout: "binding"}
	operation  = shape{form: formObject, layout: "operation"}
	absolute   = shape{form: formText, limit: limitDirectory, format: formatPath}
	clock      = shape{form: formText, format: formatClock}
	instant    = shape{form: formText, format: formatInstant}
	patterns   = shape{form: formList, limit: limitPatterns, of: &shape{form: formText, limit: limitPattern}}
	files      = shape{form: formWhole, limit: limitFiles}
	trueFalse  = shape{form: formBool}
	someNumber = shape{form: formNumber}
	length     = shape{form: formWhole, limit: limitResultString}
	items      = shape{form: formWhole, limit: limitResultItems}
	definition = shape{form: formObject, layout: "definition", code: DefinitionInvalid}
	onFailure  = field{key: "onFailure", shape: word("stop", "skip"), preset: `"stop"`}
)

func word(words ...string) shape { return shape{form: formWord, words: words} }

func constant(json string) shape { return shape{form: formConst, constant: json} }

// mapOf is an object with names of its own.
func mapOf(values shape, limit limit) shape {
	return shape{form: formMap, of: &values, limit: limit, names: limitName}
}

func listOf(items shape, limit limit) shape { return shape{form: formList, of: &items, limit: limit} }

func orNull(s shape) shape {
	s.nullable = true
	return s
}

// withCode gives faults in a value a code of their own.
func withCode(s shape, code Code) shape {
	s.code = code
	return s
}

// layouts are the objects of a plan by name.
var layouts map[string]layout

// unions are the objects of several kinds by name.
var unions map[string]union

func init() {
	layouts = map[string]layout{
		"batch": {
			{key: "version", shape: withCode(constant("1"), VersionInvalid)},
			{key: "commands", shape: listOf(shape{form: formObject, layout: "command"}, limitCommands)},
		},
		"recipe": {
			{key: "version", shape: withCode(constant("1"), VersionInvalid)},
			{key: "settings", shape: definition, optional: true},
			{key: "steps", shape: listOf(shape{form: formUnion, layout: "step"}, limitRecipeLeaves)},
		},
		"command": {
			{key: "as", shape: alias, optional: true},
			{key: "mutation", shape: shape{form: formUnion, layout: "mutation"}},
		},
		"add_node": {
			{key: "parentSequenceId", shape: reference},
			{key: "index", shape: index},
			{key: "nodeWithoutId", shape: shape{form: formUnion, layout: "node"}},
		},
		"update_node":       {{key: "nodeId", shape: reference}, {key: "patch", shape: shape{form: formObject, layout: "patch"}}},
		"update_definition": {{key: "patch", shape: definition}},
		"remove_node":       {{key: "nodeId", shape: reference}},
		"move_node":         {{key: "nodeId", shape: reference}, {key: "parentSequenceId", shape: reference}, {key: "index", shape: index}},
		"wrap_parallel":     {{key: "nodeIds", shape: withCode(listOf(reference, limitBranches), WrapInvalid)}},
		"tool":              toolFields,
		"agent":             agentFields,
		"patch":             patchFields(),
		"tool step":         append(layout{{key: "key", shape: alias}}, toolFields...),
		"agent step":        append(layout{{key: "key", shape: alias}}, agentFields...),
		"parallel step": {
			{key: "key", shape: alias},
			{key: "branches", shape: listOf(listOf(shape{form: formUnion, layout: "step"}, limitRecipeLeaves), limitBranches)},
		},
		"operation": {{key: "toolName", shape: name}, {key: "operationId", shape: name}, {key: "contractVersion", shape: safe}},
		"selected":  {{key: "operation", shape: operation}, {key: "usage", shape: word("available", "required")}},
		"origin":    {{key: "agentId", shape: name}, {key: "revision", shape: safe}},
	}
	unions = map[string]union{
		"mutation": {by: "kind", what: "a mutation", code: MutationUnknown, variants: same(
			"add_node", "update_node", "update_definition", "remove_node", "move_node", "wrap_parallel")},
		"node": {by: "kind", what: "a new node", code: NodeKindInvalid, variants: same("tool", "agent")},
		"step": {by: "kind", what: "a step", code: StepKindInvalid, variants: []variant{
			{"tool", "tool step"}, {"agent", "agent step"}, {"parallel", "parallel step"},
		}},
	}
	addBindings()
	addResults()
	addDefinition()
}

// same are variants whose layouts have their names.
func same(kinds ...string) []variant {
	variants := make([]variant, len(kinds))
	for i, kind := range kinds {
		variants[i] = variant{kind, kind}
	}
	return variants
}

var toolFields = layout{
	{key: "title", shape: title},
	onFailure,
	{key: "operation", shape: operation},
	{key: "controls", shape: mapOf(binding, limitControls), preset: `{}`},
	{key: "payload", shape: binding, optional: true},
}

var agentFields = layout{
	{key: "title", shape: title},
	onFailure,
	{key: "modelProfileId", shape: name},
	{key: "agentMode", shape: word("fast", "reasoning", "deep"), preset: `"fast"`},
	{key: "roleInstructions", shape: shape{form: formText, limit: limitRole}, preset: `""`},
	{key: "prompt", shape: shape{form: formText, limit: limitPrompt}},
	{key: "inputs", shape: mapOf(binding, limitAgentInputs), preset: `{}`},
	{key: "tools", shape: listOf(shape{form: formObject, layout: "selected"}, limitTools), preset: `[]`},
	{key: "result", shape: shape{form: formUnion, layout: "result"}, preset: `{"kind":"text"}`},
	{key: "acceptance", shape: withCode(listOf(shape{form: formObject, layout: "acceptance"}, limitAcceptance), AcceptanceInvalid), optional: true},
	{key: "savedAgentOrigin", shape: shape{form: formObject, layout: "origin"}, optional: true},
}

// patchFields are those of both kinds of node, each optional. What a node may be without, null takes away.
func patchFields() layout {
	var patch layout
	for _, f := range append(toolFields[:len(toolFields):len(toolFields)], agentFields...) {
		if patch.field(f.key) == nil {
			patch = append(patch, field{key: f.key, shape: f.shape, optional: true})
		}
	}
	patch.field("payload").shape.nullable = true
	return patch
}

func addBindings() {
	unions["binding"] = union{by: "kind", what: "a binding", variants: same(
		"literal", "run_input", "run_file", "source_files", "source_file", "node_result", "branch_results")}
	layouts["literal"] = layout{{key: "value", shape: shape{form: formAny}}}
	layouts["run_input"] = layout{{key: "input", shape: name}}
	layouts["run_file"] = layout{{key: "fileName", shape: shape{form: formText, limit: limitFileName, format: formatFile}}}
	layouts["source_files"] = layout{}
	layouts["source_file"] = layout{
		{key: "index", shape: shape{form: formWhole, limit: limitFileIndex}},
		{key: "field", shape: word("snapshot_path", "original_path", "version")},
	}
	layouts["node_result"] = layout{
		{key: "nodeId", shape: reference},
		{key: "select", shape: word("text", "data")},
		{key: "pointer", shape: shape{form: formText, code: PointerInvalid}, optional: true},
	}
	layouts["branch_results"] = layout{{key: "parallelNodeId", shape: reference}}
}

func addResults() {
	unions["result"] = union{by: "kind", what: "a result", variants: same("text", "json")}
	layouts["text"] = layout{}
	layouts["json"] = layout{{key: "schema", shape: shape{form: formObject, layout: "schema", code: ResultSchemaInvalid}}}
	properties := mapOf(shape{form: formUnion, layout: "property"}, limitProperties)
	properties.names, properties.naming = limitProperty, formatName
	layouts["schema"] = layout{
		{key: "type", shape: constant(`"object"`)},
		{key: "additionalProperties", shape: constant("false")},
		{key: "properties", shape: properties},
		{key: "required", shape: listOf(name, limitProperties)},
	}
	unions["property"] = union{by: "type", what: "a property", variants: append(scalars(), variant{"array", "array"})}
	unions["items"] = union{by: "type", what: "the items of an array", variants: scalars()}
	layouts["string"] = layout{{key: "minLength", shape: length, optional: true}, {key: "maxLength", shape: length}}
	layouts["number"] = layout{{key: "minimum", shape: someNumber, optional: true}, {key: "maximum", shape: someNumber, optional: true}}
	layouts["boolean"] = layout{}
	layouts["array"] = layout{
		{key: "minItems", shape: items, optional: true},
		{key: "maxItems", shape: items},
		{key: "items", shape: shape{form: formUnion, layout: "items"}},
	}
	layouts["acceptance"] = layout{{key: "field", shape: name}, {key: "equals", shape: shape{form: formScalar}}}
}

// scalars are the properties that are no arrays.
func scalars() []variant {
	return []variant{{"string", "string"}, {"number", "number"}, {"integer", "number"}, {"boolean", "boolean"}}
}

func addDefinition() {
	source := shape{form: formObject, layout: "source"}
	layouts["definition"] = layout{
		{key: "title", shape: title, optional: true},
		{key: "objective", shape: shape{form: formText, limit: limitObjective}, optional: true},
		{key: "workingDirectory", shape: orNull(absolute), optional: true},
		{key: "trigger", shape: shape{form: formUnion, layout: "trigger"}, optional: true},
		{key: "source", shape: orNull(source), optional: true},
		{key: "inputs", shape: withCode(mapOf(shape{form: formInput}, limitInputs), InputInvalid), optional: true},
		{key: "limits", shape: shape{form: formObject, layout: "limits", code: LimitsInvalid}, optional: true},
	}
	unions["trigger"] = union{by: "kind", what: "a trigger", variants: same("manual", "schedule", "folder")}
	layouts["manual"] = layout{}
	layouts["schedule"] = layout{{key: "schedule", shape: shape{form: formUnion, layout: "schedule", code: ScheduleInvalid}}}
	layouts["folder"] = layout{{key: "checkEveryMs", shape: safe}, {key: "minimumEligibleFiles", shape: files}}
	unions["schedule"] = union{by: "kind", what: "a schedule", variants: same("timer", "once", "interval", "daily", "weekly", "monthly")}
	layouts["timer"] = layout{{key: "delayMs", shape: safe}}
	layouts["once"] = layout{{key: "at", shape: instant}}
	layouts["interval"] = layout{{key: "everyMs", shape: safe}, {key: "anchorAt", shape: instant, optional: true}}
	layouts["daily"] = layout{{key: "at", shape: clock}}
	layouts["weekly"] = layout{
		{key: "at", shape: clock},
		{key: "weekdays", shape: listOf(shape{form: formWhole, limit: limitWeekday}, limitWeekdays)},
	}
	layouts["monthly"] = layout{{key: "at", shape: clock}, {key: "dayOfMonth", shape: shape{form: formWhole, limit: limitDayOfMonth}}}
	addSource()
	layouts["limits"] = layout{}
	for _, d := range defaultLimits {
		layouts["limits"] = append(layouts["limits"], field{key: d.key, shape: safe})
	}
	layouts["limits"].field("maxConcurrentNodes").shape.limit = limitConcurrent
}

func addSource() {
	unions["location"] = union{by: "kind", what: "a location", variants: same("runtime_path")}
	layouts["runtime_path"] = layout{{key: "path", shape: absolute}}
	layouts["source"] = layout{
		{key: "sourceId", shape: shape{form: formText}},
		{key: "location", shape: shape{form: formUnion, layout: "location"}},
		{key: "includePatterns", shape: patterns},
		{key: "excludePatterns", shape: patterns},
		{key: "recursive", shape: trueFalse},
		{key: "includeExisting", shape: trueFalse},
		{key: "mode", shape: word("per_file", "batch")},
		{key: "maxBatchFiles", shape: files},
	}
}

// defaultLimit is a key of limits, what it is unless a plan sets it, what it bounds, and the key of a pack that it becomes.
type defaultLimit struct {
	key      string
	value    int64
	means    string
	ours     bool
	of       string
	duration bool
}

// defaultLimits are all keys of limits.
var defaultLimits = []defaultLimit{
	{"maxRunDurationMs", 86_400_000, "how long auto-confirm may go on, from the beginning of a run", false, "run", true},
	{"stopReportDeadlineMs", 60_000, "how long after that its report may take", false, "report", true},
	{"maxConcurrentNodes", 4, "how many steps may be running at once", false, "parallel", false},
	{"maxRunsPerDay", 24, "how many runs may begin in 24 hours", false, "runs_per_day", false},
	{"maxNodeStarts", 256, "how often steps may be started in a run, retries counted", true, "starts", false},
	{"maxNodeRetries", 5, "how often one step may be retried", true, "retries", false},
	{"maxResultBytes", 65_536, "how many bytes of values one step may produce", true, "result_bytes", false},
}

package draft

// Code names the rule that a plan breaks, for programs. Codes never change their meaning.
type Code string

// The codes.
const (
	JSONInvalid            Code = "automation_json_invalid"
	TooLarge               Code = "automation_batch_too_large"
	Secret                 Code = "secret"
	RecipeNotHere          Code = "automation_recipe_not_here"
	RecipeInvalid          Code = "automation_recipe_invalid"
	RecipeFieldUnknown     Code = "automation_recipe_field_unknown"
	VersionInvalid         Code = "automation_batch_version_invalid"
	RecipeStepsInvalid     Code = "automation_recipe_steps_invalid"
	GraphTooDeep           Code = "automation_graph_too_deep"
	AliasInvalid           Code = "automation_batch_alias_invalid"
	AliasDuplicate         Code = "automation_batch_alias_duplicate"
	StepKindInvalid        Code = "automation_recipe_step_kind_invalid"
	ParallelInvalid        Code = "automation_parallel_invalid"
	RecipeCapacityExceeded Code = "automation_recipe_capacity_exceeded"
	BatchInvalid           Code = "automation_batch_invalid"
	MutationUnknown        Code = "automation_mutation_unknown"
	FieldUnknown           Code = "automation_field_unknown"
	FieldMissing           Code = "automation_field_missing"
	FieldInvalid           Code = "automation_field_invalid"
	NodeKindInvalid        Code = "automation_node_kind_invalid"
	ResultSchemaInvalid    Code = "automation_result_schema_invalid"
	AcceptanceInvalid      Code = "automation_acceptance_invalid"
	DefinitionInvalid      Code = "automation_definition_invalid"
	LimitsInvalid          Code = "automation_limits_invalid"
	ScheduleInvalid        Code = "automation_schedule_invalid"
	InputInvalid           Code = "automation_input_invalid"
	RevisionStale          Code = "automation_revision_stale"
	NodeUnknown            Code = "automation_node_unknown"
	ParentInvalid          Code = "automation_parent_invalid"
	IndexInvalid           Code = "automation_index_invalid"
	WrapInvalid            Code = "automation_wrap_invalid"
	SavedAgentUnknown      Code = "automation_saved_agent_unknown"
	BranchEmpty            Code = "automation_branch_empty"
	CapacityExceeded       Code = "automation_capacity_exceeded"
	OperationUnknown       Code = "automation_operation_unknown"
	ControlUnknown         Code = "automation_control_unknown"
	ControlMissing         Code = "automation_control_missing"
	ControlTypeInvalid     Code = "automation_control_type_invalid"
	PayloadUnexpected      Code = "automation_payload_unexpected"
	ProfileUnknown         Code = "automation_profile_unknown"
	BindingTargetInvalid   Code = "automation_binding_target_invalid"
	BindingChannelInvalid  Code = "automation_binding_channel_invalid"
	PointerInvalid         Code = "automation_pointer_invalid"
	SkipNotAllowed         Code = "automation_skip_not_allowed"
	DraftEmpty             Code = "automation_draft_empty"
)

// meaning is what a code says.
type meaning struct {
	code  Code
	means string
	ours  bool // chosen here, not by the specification of the language
}

// codes lists every code, in the order in which its fault is looked for.
var codes = []meaning{
	{JSONInvalid, "the plan is not strict JSON: UTF-8, one document, no key twice, no more levels than the bound", true},
	{TooLarge, "the plan has too many bytes, or too many commands", false},
	{Secret, "a text of the plan looks like a secret; it is not repeated", true},
	{RecipeNotHere, "a recipe makes a new draft; a draft that is there takes commands", true},
	{RecipeInvalid, "a step or the settings of a recipe are no object", false},
	{RecipeFieldUnknown, "a recipe or one of its steps has a field that is not known", false},
	{VersionInvalid, "`version` is not 1", false},
	{RecipeStepsInvalid, "a sequence of a recipe is no list", false},
	{GraphTooDeep, "groups stand within each other deeper than the bound", false},
	{AliasInvalid, "an alias is malformed, is `root`, or names nothing that is made", false},
	{AliasDuplicate, "an alias is given twice in a plan", false},
	{StepKindInvalid, "a step of a recipe is no `tool`, `agent` or `parallel`", false},
	{ParallelInvalid, "a group of a recipe has too few or too many branches, or an empty one", false},
	{RecipeCapacityExceeded, "a recipe has too many steps, or compiles to too many commands", false},
	{BatchInvalid, "a plan has no list of commands, or one of them is no object", true},
	{MutationUnknown, "a mutation has a kind that is not known", true},
	{FieldUnknown, "an object has a field that is not known", true},
	{FieldMissing, "an object has not all fields that it must have", true},
	{FieldInvalid, "a field holds what it may not hold", true},
	{NodeKindInvalid, "a node is not of a kind for which this is meant", true},
	{ResultSchemaInvalid, "the schema of a result is not a flat one within the bounds", true},
	{AcceptanceInvalid, "`acceptance` compares what can't be compared", true},
	{DefinitionInvalid, "a field of the definition holds what it may not hold", true},
	{LimitsInvalid, "`limits` has not its seven keys, or they are not within the bounds or don't fit together", true},
	{ScheduleInvalid, "a schedule is not one", true},
	{InputInvalid, "an input of the definition is no text, number, true, false or list of these, or fits nothing that it is bound to", true},
	{RevisionStale, "the draft has another revision than was expected", true},
	{NodeUnknown, "a reference names nothing in the draft or in this plan", true},
	{ParentInvalid, "a parent is no sequence, or lies in what is moved", true},
	{IndexInvalid, "an index is beyond the end of its sequence", true},
	{WrapInvalid, "what is wrapped is not 2 to 8 adjacent steps of one sequence", true},
	{SavedAgentUnknown, "a saved agent is not in the catalog at that revision, or a plan invents the origin of a node", true},
	{BranchEmpty, "a branch is left without a step", true},
	{CapacityExceeded, "a draft has more steps than the bound", true},
	{OperationUnknown, "an operation is not in the catalog at that version", true},
	{PayloadUnexpected, "an operation takes no payload", true},
	{ControlUnknown, "an operation has no such input", true},
	{ControlMissing, "an input of an operation that has no default is not bound", true},
	{ControlTypeInvalid, "what is bound is not of the type or within the bounds of the input", true},
	{ProfileUnknown, "a model profile is not in the catalog, or has no such mode", true},
	{SkipNotAllowed, "only a read-only step may be skipped", true},
	{BindingTargetInvalid, "a binding names what is not there, or what has not happened before the step", true},
	{BindingChannelInvalid, "a binding asks for a kind of result that its source does not give, or its step does not take", true},
	{PointerInvalid, "a pointer is malformed, or names no field of the data", true},
	{DraftEmpty, "a draft without a step is published", true},
}

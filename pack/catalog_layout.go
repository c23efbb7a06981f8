package pack

// The schemas of the files of a catalog.
const (
	OperationSchema  = "runbook-operation/v0.1"
	PerformerSchema  = "runbook-performer/v0.1"
	SavedAgentSchema = "runbook-agent/v0.1"
)

// catalogLayouts are the mappings of a catalog, beside those that it shares with packs.
var catalogLayouts = map[string]layout{
	"operation": {
		{key: "schema", form: formWord, words: []string{OperationSchema}, required: true},
		{key: "tool", form: formLabel, required: true},
		{key: "operation", form: formLabel, required: true},
		{key: "version", form: formInt, required: true},
		{key: "title", form: formString, required: true},
		{key: "summary", form: formString},
		{key: "effect", form: formWord, words: []string{"read-only", "reversible", "irreversible"}, required: true},
		{key: "confirm", form: formString},
		{key: "needs", form: formMapping, of: "needs"},
		{key: "inputs", form: formList, of: "param"},
		{key: "payload", form: formMapping, of: "payload"},
		{key: "command", form: formString, required: true},
		{key: "verify", form: formMapping, of: "verify", required: true},
		{key: "rollback", form: formMapping, of: "rollback"},
		{key: "data", form: formList, of: "datum"},
		{key: "text", form: formString},
	},
	"payload": {
		{key: "title", form: formString, required: true},
		{key: "max_bytes", form: formInt, required: true},
	},
	"datum": join([]field{
		{key: "id", form: formName, required: true},
		{key: "title", form: formString},
		{key: "extract", form: formString, required: true},
		{key: "unit", form: formString},
	}, constraints),
	"saved agent": {
		{key: "schema", form: formWord, words: []string{SavedAgentSchema}, required: true},
		{key: "id", form: formLabel, required: true},
		{key: "revision", form: formInt, required: true},
	},
	"performer": {
		{key: "schema", form: formWord, words: []string{PerformerSchema}, required: true},
		{key: "id", form: formLabel, required: true},
		{key: "title", form: formString, required: true},
		{key: "modes", form: formWords, words: []string{"fast", "reasoning", "deep"}, required: true},
	},
}

// layoutOf returns a layout of a pack or of a catalog, nil for none.
func layoutOf(name string) layout {
	if l, there := layouts[name]; there {
		return l
	}
	return catalogLayouts[name]
}

package pack

import (
	"slices"

	"rtut/pack/extract"
)

// form says what the value of a key looks like.
type form string

// The forms. Scalars are read as they were typed, whatever YAML takes them for.
const (
	formString   form = "text"
	formSlug     form = "a slug" // ids of packs, stages, steps, gates, alternatives and checks
	formName     form = "a name" // ids of params and datapoints
	formLabel    form = "an id"  // a slug or a name: ids that nothing else depends on
	formWord     form = "a word"
	formBool     form = "true or false"
	formInt      form = "a whole number"
	formDuration form = "a duration"
	formValue    form = "a value" // a scalar, or a list of scalars
	formStrings  form = "a list of texts"
	formWords    form = "a list of words"
	formLabels   form = "a mapping of texts"
	formMapping  form = "a mapping"
	formList     form = "a list of mappings"
	formProduces form = "a list of datapoints" // each an id or a mapping
	formExtract  form = "a regular expression" // or a mapping
	formLoop     form = "a mapping of a variable to its list"
)

// field is one key of a mapping.
type field struct {
	key      string
	form     form
	words    []string // of formWord and formWords
	of       string   // of formMapping, formList, formProduces and formLoop: the name of the layout
	required bool
	v02      bool // not in v0.1
}

// expected names the form in a message.
func (f field) expected() string {
	switch f.form {
	case formWord:
		return oneOf(f.words)
	case formDuration:
		return "a duration such as 90s or 1h30m"
	}
	return string(f.form)
}

// layout lists the keys of one kind of mapping. The walk over a pack and its JSON Schema are both made from it.
type layout []field

func (s layout) field(key string) *field {
	if i := slices.IndexFunc(s, func(f field) bool { return f.key == key }); i >= 0 {
		return &s[i]
	}
	return nil
}

// keys returns the keys that a version of the format has, in their order.
func (s layout) keys(version Schema) []string {
	var keys []string
	for _, f := range s {
		if version != V01 || !f.v02 {
			keys = append(keys, f.key)
		}
	}
	return keys
}

// Key is one key of a kind of mapping.
type Key struct {
	Name string
	Of   string // the kind of the mapping, or of the mappings in the list, that it holds; "" for texts
}

// Keys returns the keys that a kind of mapping has ("pack" is the top, others are "step", "param" and so on), in the order in
// which docs/pack-spec.md lists them; nil for a kind that there is not.
func Keys(kind string) []Key {
	var keys []Key
	for _, f := range layouts[kind] {
		keys = append(keys, Key{Name: f.key, Of: f.of})
	}
	return keys
}

var typeWords = []string{
	"string", "int", "number", "bool", "choice", "list", "duration", "date", "timestamp",
	"hostname", "ip", "port", "url", "path", "identifier",
}

var constraints = []field{
	{key: "type", form: formWord, words: typeWords},
	{key: "items", form: formWord, words: slices.DeleteFunc(slices.Clone(typeWords), func(w string) bool { return w == "list" })},
	{key: "pattern", form: formString},
	{key: "min", form: formString},
	{key: "max", form: formString},
	{key: "min_length", form: formInt},
	{key: "max_length", form: formInt},
	{key: "min_items", form: formInt},
	{key: "max_items", form: formInt},
	{key: "choices", form: formStrings},
}

// doing is what a step and each of its alternatives have: what is done, and then how it is known and taken back.
var doing = []field{
	{key: "effect", form: formWord, words: []string{"read-only", "reversible", "irreversible"}},
	{key: "confirm", form: formString},
	{key: "command", form: formString},
	{key: "on", form: formString},
	{key: "execute", form: formWord, words: []string{string(OnRequest), string(Auto)}, v02: true},
	{key: "execute_timeout", form: formDuration, v02: true},
	{key: "verify", form: formMapping, of: "verify"},
	{key: "evidence", form: formList, of: "evidence"},
}

var (
	instruction = field{key: "instruction", form: formString}
	rollback    = field{key: "rollback", form: formMapping, of: "rollback"}
)

var checking = []field{
	{key: "prompt", form: formString},
	{key: "command", form: formString},
	{key: "on", form: formString},
	{key: "contains", form: formString},
	{key: "equals", form: formString},
	{key: "matches", form: formString},
	{key: "exit_code", form: formInt},
	{key: "timeout", form: formDuration},
	{key: "poll", form: formMapping, of: "poll"},
	{key: "expr", form: formString, v02: true},
}

var flowing = []field{
	{key: "requires", form: formStrings, v02: true},
	{key: "uses", form: formStrings, v02: true},
	{key: "auto_confirm", form: formWord, words: []string{"manual-only"}, v02: true},
	{key: "timeout", form: formDuration, v02: true},
	{key: "on_timeout", form: formWord, words: []string{"stop", "push-through"}, v02: true},
}

func join(parts ...[]field) layout { return slices.Concat(parts...) }

// layouts are the mappings of a pack by name.
var layouts = map[string]layout{
	"pack": {
		{key: "schema", form: formWord, words: []string{string(V01), string(V02)}, required: true},
		{key: "id", form: formSlug, required: true},
		{key: "title", form: formString, required: true},
		{key: "summary", form: formString},
		{key: "kind", form: formWord, words: []string{"native", "reference"}},
		{key: "source", form: formString},
		{key: "owner", form: formString},
		{key: "tags", form: formStrings},
		{key: "exercise_status", form: formString},
		{key: "imported", form: formWord, words: []string{"unreviewed"}},
		{key: "environments", form: formWords, words: []string{"rehearsal", "staging", "production"}},
		{key: "trigger", form: formString, v02: true},
		{key: "dir", form: formString, v02: true},
		{key: "limits", form: formMapping, of: "limits", v02: true},
		{key: "needs", form: formMapping, of: "needs"},
		{key: "shell", form: formWord, words: []string{"sh", "bash"}},
		{key: "lint", form: formMapping, of: "lint"},
		{key: "params", form: formList, of: "param"},
		{key: "defaults", form: formMapping, of: "defaults", v02: true},
		{key: "dimensions", form: formList, of: "dimension", v02: true},
		{key: "datapoints", form: formList, of: "datapoint", v02: true},
		{key: "artefacts", form: formList, of: "artefact", v02: true},
		{key: "order", form: formWord, words: []string{"parallel", "sequential"}, v02: true},
		{key: "steps", form: formList, of: "step"},
		{key: "stages", form: formList, of: "stage", v02: true},
		{key: "gates", form: formList, of: "gate", v02: true},
	},
	"lint":  {{key: "off", form: formWords, words: adviceNames, required: true}},
	"needs": {{key: "tools", form: formStrings}, {key: "env", form: formStrings}},
	"param": join([]field{
		{key: "id", form: formName, required: true},
		{key: "title", form: formString},
		{key: "help", form: formString},
		{key: "default", form: formValue},
		{key: "required", form: formBool},
		{key: "example", form: formValue},
	}, constraints),
	"limits": {
		{key: "run", form: formDuration},
		{key: "report", form: formDuration},
		{key: "parallel", form: formInt},
		{key: "runs_per_day", form: formInt},
		{key: "starts", form: formInt},
		{key: "retries", form: formInt},
		{key: "result_bytes", form: formInt},
	},
	"defaults": {
		{key: "timeout", form: formDuration},
		{key: "on_timeout", form: formWord, words: []string{"stop", "push-through"}},
	},
	"dimension": {
		{key: "id", form: formLabel, required: true},
		{key: "title", form: formString},
		{key: "values", form: formStrings, required: true},
	},
	"datapoint": join([]field{
		{key: "id", form: formName, required: true},
		{key: "title", form: formString},
		{key: "unit", form: formString},
		{key: "initial", form: formValue},
		{key: "max_age", form: formDuration},
		{key: "confirmed_by", form: formString},
		{key: "each", form: formName},
		{key: "dimensions", form: formLabels},
	}, constraints),
	"artefact": {
		{key: "id", form: formLabel, required: true},
		{key: "title", form: formString},
		{key: "kind", form: formString},
		{key: "location", form: formString},
		{key: "produced_by", form: formString},
		{key: "used_by", form: formStrings},
		{key: "each", form: formName},
		{key: "dimensions", form: formLabels},
	},
	"for_each": {
		{key: "key", form: formWord, words: []string{"text", "number"}},
		{key: "empty", form: formBool},
	},
	"stage": {
		{key: "id", form: formSlug, required: true},
		{key: "for_each", form: formLoop, of: "for_each"},
		{key: "title", form: formString},
		{key: "requires", form: formStrings},
		{key: "when", form: formString},
		{key: "order", form: formWord, words: []string{"parallel", "sequential"}},
		{key: "steps", form: formList, of: "step"},
		{key: "stages", form: formList, of: "stage"},
		{key: "gates", form: formList, of: "gate"},
	},
	"step": join([]field{
		{key: "id", form: formSlug, required: true},
		{key: "for_each", form: formLoop, of: "for_each", v02: true},
		{key: "title", form: formString, required: true},
		instruction,
		{key: "performer", form: formString},
	}, doing, []field{
		{key: "idempotent", form: formBool},
		rollback,
		{key: "links", form: formList, of: "link"},
		{key: "expected", form: formDuration},
		{key: "when", form: formString, v02: true},
		{key: "produces", form: formProduces, of: "produce", v02: true},
		{key: "accept", form: formList, of: "accept", v02: true},
		{key: "one_of", form: formList, of: "alternative", v02: true},
	}, flowing),
	"alternative": join([]field{
		{key: "id", form: formSlug, required: true},
		{key: "title", form: formString},
		{key: "recommended_when", form: formString},
		instruction,
	}, doing, []field{rollback}),
	"gate": join([]field{
		{key: "id", form: formSlug, required: true},
		{key: "title", form: formString, required: true},
		instruction,
		{key: "links", form: formList, of: "link"},
		{key: "evidence", form: formList, of: "evidence"},
		{key: "checks", form: formList, of: "check", required: true},
		{key: "waivable", form: formBool},
	}, flowing),
	"check": join([]field{
		{key: "id", form: formSlug, required: true},
		{key: "kind", form: formWord, words: checkKindNames(true), required: true},
	}, checking, []field{
		{key: "since", form: formString},
		{key: "at_least", form: formDuration},
		{key: "from", form: formString},
		{key: "to", form: formString},
		{key: "days", form: formWords, words: []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}},
		{key: "tz", form: formString},
	}),
	"verify": join([]field{
		{key: "kind", form: formWord, words: checkKindNames(false), required: true},
	}, checking),
	"poll":     {{key: "every", form: formDuration, required: true}, {key: "for", form: formDuration, required: true}},
	"evidence": join([]field{{key: "id", form: formLabel, required: true}, {key: "title", form: formString}, {key: "help", form: formString}}, constraints),
	"rollback": {instruction, {key: "command", form: formString}},
	"link":     {{key: "title", form: formString}, {key: "url", form: formString, required: true}},
	"produce":  {{key: "datapoint", form: formName, required: true}, {key: "extract", form: formExtract, of: "extract"}},
	"extract": {
		{key: "match", form: formString},
		{key: "json", form: formString},
		{key: "column", form: formString},
		{key: "take", form: formWord, words: extract.Takes},
	},
	"accept": {{key: "id", form: formLabel, required: true}, {key: "expr", form: formString, required: true}},
}

package draft

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"rtut/pack"
	"rtut/pack/value"
)

// Ref names one version of an operation.
type Ref struct {
	ToolName        string `json:"toolName"`
	OperationID     string `json:"operationId"`
	ContractVersion int64  `json:"contractVersion"`
}

func (r Ref) String() string {
	return fmt.Sprintf("%s/%s@%d", r.ToolName, r.OperationID, r.ContractVersion)
}

func refOf(v jsonValue) Ref {
	version, _ := v.at("contractVersion").whole()
	return Ref{v.at("toolName").text, v.at("operationId").text, version}
}

// Catalog is what plans may name: operations, model profiles and saved agents.
type Catalog struct {
	Operations []Operation
	Profiles   []Profile
	Agents     []SavedAgent
}

// Operation is a command with inputs that steps of a draft are made of.
type Operation struct {
	Ref
	Title   string
	Effect  pack.Effect
	Inputs  []Input
	Payload *Payload // nil: it takes none
	Text    string   // what its output says; "": its output is no result
	Data    []Datum
}

// Input is a value that an operation takes.
type Input struct {
	ID       string
	Spec     value.Spec
	Optional bool   // it has a default
	Judged   string // the key of the verification whose text holds its value, such as `contains`; "" if none does
}

// Payload is a text that an operation takes besides its inputs.
type Payload struct {
	Title    string
	MaxBytes int
	Judged   string // as of an Input
}

// Datum is a value that an operation gives.
type Datum struct {
	ID   string
	Spec value.Spec
}

// Profile is somebody, or a model, that carries out steps without a command.
type Profile struct {
	ID    string
	Title string
	Modes []string // of fast, reasoning and deep
}

// SavedAgent is a step of kind agent that is kept for more than one draft.
type SavedAgent struct {
	ID       string
	Revision int64
	Title    string
	Node     json.RawMessage // the fields of the node, without its origin
}

// operation returns an operation, nil if there is none.
func (c *Catalog) operation(ref Ref) *Operation {
	if i := slices.IndexFunc(c.Operations, func(o Operation) bool { return o.Ref == ref }); i >= 0 {
		return &c.Operations[i]
	}
	return nil
}

func (c *Catalog) profile(id string) *Profile {
	if i := slices.IndexFunc(c.Profiles, func(p Profile) bool { return p.ID == id }); i >= 0 {
		return &c.Profiles[i]
	}
	return nil
}

// nearestRef offers the operation whose name is near a reference, or another version of it.
func (c *Catalog) nearestRef(ref Ref) string {
	var names []string
	for _, o := range c.Operations {
		if o.ToolName == ref.ToolName && o.OperationID == ref.OperationID {
			return ". did you mean " + o.String() + "?"
		}
		names = append(names, o.String())
	}
	return didYouMean(ref.String(), names)
}

func (o *Operation) input(id string) *Input {
	if i := slices.IndexFunc(o.Inputs, func(in Input) bool { return in.ID == id }); i >= 0 {
		return &o.Inputs[i]
	}
	return nil
}

func (o *Operation) inputIDs() []string {
	ids := make([]string, len(o.Inputs))
	for i, in := range o.Inputs {
		ids[i] = in.ID
	}
	return ids
}

// savedAgent returns the node that a saved agent becomes, with what it may leave out filled in and with its origin.
func (c *Catalog) savedAgent(id string, revision int64) (jsonValue, *Refusal) {
	i := slices.IndexFunc(c.Agents, func(a SavedAgent) bool { return a.ID == id && a.Revision == revision })
	if i < 0 {
		var names []string
		for _, a := range c.Agents {
			names = append(names, fmt.Sprintf("%s@%d", a.ID, a.Revision))
		}
		wanted := fmt.Sprintf("%s@%d", id, revision)
		return jsonValue{}, at("agent").refuse(SavedAgentUnknown, quoted(wanted)+" is not in the catalog. a saved agent was expected"+didYouMean(wanted, names))
	}
	given, refusal := readJSON(c.Agents[i].Node)
	if refusal != nil {
		return jsonValue{}, at("agent").refuse(SavedAgentUnknown, "the node of the saved agent: "+refusal.Message)
	}
	fields := withPresets(given.with("kind", textValue("agent")), layouts["agent"]).with("savedAgentOrigin",
		objectOf(member{"agentId", textValue(id)}, member{"revision", wholeValue(revision)}))
	refusal = unions["node"].check(fields, at("agent"), FieldInvalid)
	if refusal == nil {
		refusal = checkNode(fields, at("agent"))
	}
	return fields, refusal
}

// Listing is what a catalog has, without what its entries take and give.
type Listing struct {
	Operations  []ListedOperation `json:"operations"`
	Profiles    []ListedProfile   `json:"profiles"`
	SavedAgents []ListedAgent     `json:"savedAgents"`
}

// Search lists what has a text in its name or its title, in letters of any case; all for "".
func (c *Catalog) Search(text string) Listing {
	has := func(names ...string) bool {
		return strings.Contains(strings.ToLower(strings.Join(names, "\n")), strings.ToLower(text))
	}
	listed := Listing{Operations: []ListedOperation{}, Profiles: []ListedProfile{}, SavedAgents: []ListedAgent{}}
	for _, o := range c.Operations {
		if has(o.String(), o.Title) {
			listed.Operations = append(listed.Operations, ListedOperation{o.Ref, o.Title, o.Effect})
		}
	}
	for _, p := range c.profiles() {
		if has(p.ModelProfileID, p.Title) {
			listed.Profiles = append(listed.Profiles, p)
		}
	}
	for _, a := range c.agents() {
		if has(a.Ref(), a.Title) {
			listed.SavedAgents = append(listed.SavedAgents, a)
		}
	}
	return listed
}

package draft

import (
	"fmt"

	"rtut/pack"
	"rtut/pack/value"
)

// Prepared is what the writer of a plan is told of some operations.
type Prepared struct {
	AuthoringReference jsonValue           `json:"authoringReference"`
	Scope              string              `json:"scope"` // pre_draft or automation
	Operations         []PreparedOperation `json:"operations"`
	Profiles           []ListedProfile     `json:"profiles"`
	SavedAgents        []ListedAgent       `json:"savedAgents"`
	Preparation        Preparation         `json:"preparation"`
}

// PreparedOperation is an operation with all that a step made of it has to bind.
type PreparedOperation struct {
	ListedOperation
	Controls jsonValue `json:"controls"` // the JSON Schema of the values that are bound
	Payload  jsonValue `json:"payload"`  // the same of the payload; null where none is taken
	Text     string    `json:"text"`     // what its text says; "" where it gives none
	Data     jsonValue `json:"data"`     // the JSON Schema of its data
}

// ListedOperation is an operation in a list.
type ListedOperation struct {
	Ref
	Title  string      `json:"title"`
	Effect pack.Effect `json:"effect"`
}

// ListedProfile is a model profile in a list.
type ListedProfile struct {
	ModelProfileID string   `json:"modelProfileId"`
	Title          string   `json:"title"`
	Modes          []string `json:"modes"`
}

// ListedAgent is a saved agent in a list.
type ListedAgent struct {
	AgentID       string `json:"agentId"`
	AgentRevision int64  `json:"agentRevision"`
	Title         string `json:"title"`
}

// Ref names the saved agent in its revision.
func (a ListedAgent) Ref() string { return fmt.Sprintf("%s@%d", a.AgentID, a.AgentRevision) }

// Prepare tells of operations for a draft, or before there is one (nil). The error is a *Refusal: an operation is not in the
// catalog, or there are more than the bound.
func (l Language) Prepare(d *Draft, refs []Ref) (*Prepared, error) {
	if n := int64(len(refs)); !limitPrepare.bound().holds(n) {
		return nil, at("operations").refuse(FieldInvalid, limitPrepare.bound().outside(n))
	}
	p := &Prepared{
		AuthoringReference: authoringReference(), Scope: "pre_draft", Operations: []PreparedOperation{},
		Profiles: l.Catalog.profiles(), SavedAgents: l.Catalog.agents(), Preparation: Preparation{limitPrepare.bound().max},
	}
	if d != nil {
		p.Scope = "automation"
	}
	for i, ref := range refs {
		o := l.Catalog.operation(ref)
		if o == nil {
			return nil, at("operations").item(i).refuse(OperationUnknown,
				quoted(ref.String())+" is not in the catalog. an operation was expected"+l.Catalog.nearestRef(ref))
		}
		p.Operations = append(p.Operations, o.prepared())
	}
	return p, nil
}

func (c *Catalog) profiles() []ListedProfile {
	listed := []ListedProfile{}
	for _, p := range c.Profiles {
		listed = append(listed, ListedProfile{p.ID, p.Title, p.Modes})
	}
	return listed
}

func (c *Catalog) agents() []ListedAgent {
	listed := []ListedAgent{}
	for _, a := range c.Agents {
		listed = append(listed, ListedAgent{a.ID, a.Revision, a.Title})
	}
	return listed
}

func (o *Operation) prepared() PreparedOperation {
	controls, required := objectOf(), []string{}
	for _, in := range o.Inputs {
		controls = controls.with(in.ID, specSchema(in.Spec))
		if !in.Optional {
			required = append(required, in.ID)
		}
	}
	data := objectOf()
	for _, d := range o.Data {
		data = data.with(d.ID, specSchema(d.Spec))
	}
	p := PreparedOperation{
		ListedOperation: ListedOperation{o.Ref, o.Title, o.Effect}, Text: o.Text,
		Controls: typed("object").with("properties", controls).with("required", texts(required...)).with("additionalProperties", jsonValue{kind: boolean, text: "false"}),
		Data:     typed("object").with("properties", data),
	}
	if o.Payload != nil {
		p.Payload = typed("string").with("title", textValue(o.Payload.Title)).with("maxLength", wholeValue(int64(o.Payload.MaxBytes)))
	}
	return p
}

// specSchema is the JSON Schema of the values of a spec. What a schema can't say stands in its description.
func specSchema(spec value.Spec) jsonValue {
	v := typed("string")
	switch spec.Type {
	case value.Int, value.Port:
		v = numbers("integer", spec)
	case value.Number:
		v = numbers("number", spec)
	case value.Bool:
		v = typed("boolean")
	case value.List:
		item := spec
		item.Type, item.MinItems, item.MaxItems = spec.Items, nil, nil
		v = counts(typed("array").with("items", specSchema(item).without("description")), "Items", spec.MinItems, spec.MaxItems)
	default:
		v = counts(v, "Length", spec.MinLength, spec.MaxLength)
		if len(spec.Choices) > 0 {
			v = v.with("enum", texts(spec.Choices...))
		}
		if spec.Pattern != nil {
			v = v.with("pattern", textValue(fmt.Sprintf("^(?:%s)$", spec.Pattern)))
		}
	}
	return v.with("description", textValue(spec.Describe()))
}

func numbers(name string, spec value.Spec) jsonValue {
	v := typed(name)
	for _, b := range []struct{ key, written string }{{"minimum", spec.Min}, {"maximum", spec.Max}} {
		if n, err := (value.Spec{Type: value.Number}).Parse(b.written); err == nil {
			v = v.with(b.key, jsonValue{kind: number, text: n.Text()})
		}
	}
	return v
}

func counts(v jsonValue, of string, least, most *int) jsonValue {
	if least != nil {
		v = v.with("min"+of, wholeValue(int64(*least)))
	}
	if most != nil {
		v = v.with("max"+of, wholeValue(int64(*most)))
	}
	return v
}

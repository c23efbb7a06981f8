package draft

import (
	"slices"
	"strings"

	"rtut/pack"
	"rtut/pack/value"
)

// payloadInput is the param that carries the payload of an operation.
const payloadInput = "payload"

// CatalogOf is the catalog of a repo as plans see it.
func CatalogOf(c *pack.Catalog) *Catalog {
	of := &Catalog{}
	for _, o := range c.Operations {
		of.Operations = append(of.Operations, operationOf(o))
	}
	for _, p := range c.Performers {
		of.Profiles = append(of.Profiles, Profile{ID: p.ID, Title: p.Title, Modes: p.Modes})
	}
	for _, a := range c.Agents {
		fields, _ := readJSON(a.Fields) // CheckAgent has read them
		of.Agents = append(of.Agents, SavedAgent{ID: a.ID, Revision: a.Revision, Title: fields.at("title").text, Node: a.Fields})
	}
	return of
}

func operationOf(o *pack.Operation) Operation {
	of := Operation{
		Ref: Ref{o.Tool, o.Name, o.Version}, Title: o.Pack.Title.Raw(), Effect: o.Step().Effect, Text: o.Text,
	}
	for _, p := range o.Pack.Params {
		if o.Payload == nil || p.ID != payloadInput {
			of.Inputs = append(of.Inputs, Input{ID: p.ID, Spec: p.Spec, Optional: !p.Default.IsZero(), Judged: judgedBy(o, p.ID)})
		}
	}
	if o.Payload != nil {
		of.Payload = &Payload{Title: o.Payload.Title, MaxBytes: o.Payload.MaxBytes, Judged: judgedBy(o, payloadInput)}
	}
	for _, d := range o.Pack.Datapoints {
		of.Data = append(of.Data, Datum{ID: d.ID, Spec: d.Spec})
	}
	return of
}

// judgedBy returns the key of the verification of an operation whose text holds the value of an input, "" if none does.
func judgedBy(o *pack.Operation, input string) string {
	for _, judged := range judgedTexts(o.Step().Alternatives[0].Verify) {
		if slices.Contains(judged.text.Names(), input) {
			return judged.key
		}
	}
	return ""
}

// judgedText is a text of a verification that is no command.
type judgedText struct {
	key  string
	text *value.Text
}

// judgedTexts lists those that a verification has.
func judgedTexts(c pack.Check) []judgedText {
	all := []judgedText{{"on", c.On}, {"contains", c.Contains}, {"equals", c.Equals}}
	return slices.DeleteFunc(all, func(judged judgedText) bool { return judged.text == nil })
}

// CheckAgent says what is wrong with the fields of a saved agent, as pack.AgentCheck does. What stands in a draft or a catalog is
// looked at when the agent is added.
func CheckAgent(fields []byte) (where []string, message string) {
	given, refusal := readJSON(fields)
	if refusal != nil {
		return nil, refusal.Message
	}
	if kind, there := given.get("kind"); there && kind.text != "agent" {
		return []string{"kind"}, quoted(kind.text) + ". agent was expected, or nothing"
	}
	if _, there := given.get("savedAgentOrigin"); there {
		return []string{"savedAgentOrigin"}, "a saved agent is its own origin. nothing was expected"
	}
	top := at("")
	node := withPresets(given.with("kind", textValue("agent")), layouts["agent"])
	refusal = unions["node"].check(node, top, FieldInvalid)
	if refusal == nil {
		refusal = checkNode(node, top)
	}
	if refusal == nil {
		return nil, ""
	}
	return strings.Split(refusal.Path, "."), refusal.Message
}

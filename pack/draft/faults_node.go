package draft

import (
	"fmt"
	"slices"

	"rtut/pack"
	"rtut/pack/value"
)

// checkTool judges a step with a command: its operation, what is bound to its inputs, whether it may be skipped.
func (g *graph) checkTool(n *node) {
	o := g.operationOf(n, n.fields.at("operation"), "operation")
	controls := n.fields.at("controls")
	if o == nil {
		return
	}
	g.checkSkip(n, o.Effect, "operation")
	for _, m := range controls.members {
		in := o.input(m.key)
		if in == nil {
			g.add(fault{code: ControlUnknown, node: n.id, field: "controls", below: []string{m.key}, beside: "operation", message: quoted(m.key) +
				" is no input of " + o.String() + ". " + oneOf(o.inputIDs()) + " was expected" + didYouMean(m.key, o.inputIDs())})
			continue
		}
		g.checkBinding(binder{node: n, field: "controls", below: []string{m.key}, spec: &in.Spec, what: "the input " + in.ID, judged: in.Judged}, m.value)
	}
	for _, in := range o.Inputs {
		if _, bound := controls.get(in.ID); !bound && !in.Optional {
			g.add(fault{code: ControlMissing, node: n.id, field: "controls", below: []string{in.ID}, beside: "operation", message: quoted(in.ID) +
				" is not bound, and has no default. " + in.Spec.Describe() + " was expected"})
		}
	}
	g.checkPayload(n, o)
}

func (g *graph) checkPayload(n *node, o *Operation) {
	payload, there := n.fields.get("payload")
	if !there {
		return
	}
	if o.Payload == nil {
		g.add(fault{code: PayloadUnexpected, node: n.id, field: "payload", beside: "operation", message: o.String() + " takes no payload. none was expected"})
		return
	}
	g.checkBinding(binder{node: n, field: "payload", spec: &value.Spec{Type: value.String}, what: "the payload", bytes: o.Payload.MaxBytes, judged: o.Payload.Judged}, payload)
}

// operationOf returns the operation that a node names.
func (g *graph) operationOf(n *node, named jsonValue, field string, below ...string) *Operation {
	ref := refOf(named)
	o := g.catalog.operation(ref)
	if o == nil {
		g.add(fault{
			code: OperationUnknown, node: n.id, field: field, below: below,
			message: quoted(ref.String()) + " is not in the catalog. an operation was expected" + g.catalog.nearestRef(ref),
		})
	}
	return o
}

// checkSkip: only a step that changes nothing may be skipped.
func (g *graph) checkSkip(n *node, effect pack.Effect, beside string) {
	if n.fields.at("onFailure").text == "skip" && effect != pack.ReadOnly {
		g.add(fault{
			code: SkipNotAllowed, node: n.id, field: "onFailure", beside: beside,
			message: "skip on a step that is " + string(effect) + ". stop was expected: only a read-only step may be skipped",
		})
	}
}

// checkAgent judges a step without a command: its profile, its tools, its inputs, its acceptance.
func (g *graph) checkAgent(n *node) {
	g.checkSkip(n, g.strongest(n), "tools")
	g.checkProfile(n)
	for _, m := range n.fields.at("inputs").members {
		g.checkBinding(binder{node: n, field: "inputs", below: []string{m.key}}, m.value)
	}
	for i, selected := range n.fields.at("tools").items {
		g.operationOf(n, selected.at("operation"), "tools", fmt.Sprint(i), "operation")
	}
	g.checkAcceptance(n)
}

// strongest is the effect of an agent: that of its strongest tool.
func (g *graph) strongest(n *node) pack.Effect {
	effect := pack.ReadOnly
	effects := []pack.Effect{pack.ReadOnly, pack.Reversible, pack.Irreversible}
	for _, selected := range n.fields.at("tools").items {
		o := g.catalog.operation(refOf(selected.at("operation")))
		if o != nil && slices.Index(effects, o.Effect) > slices.Index(effects, effect) {
			effect = o.Effect
		}
	}
	return effect
}

func (g *graph) checkProfile(n *node) {
	id, mode := n.fields.at("modelProfileId").text, n.fields.at("agentMode").text
	profile := g.catalog.profile(id)
	if profile == nil {
		var ids []string
		for _, p := range g.catalog.Profiles {
			ids = append(ids, p.ID)
		}
		g.add(fault{
			code: ProfileUnknown, node: n.id, field: "modelProfileId",
			message: quoted(id) + " is not in the catalog. a model profile was expected" + didYouMean(id, ids),
		})
		return
	}
	if !slices.Contains(profile.Modes, mode) {
		g.add(fault{
			code: ProfileUnknown, node: n.id, field: "agentMode", beside: "modelProfileId",
			message: mode + " is no mode of " + profile.ID + ". " + oneOf(profile.Modes) + " was expected",
		})
	}
}

// checkAcceptance: what is compared is a scalar of the result, with a value that it may have.
func (g *graph) checkAcceptance(n *node) {
	rules, there := n.fields.get("acceptance")
	result := n.fields.at("result")
	if there && result.at("kind").text != "json" {
		g.add(fault{
			code: AcceptanceInvalid, node: n.id, field: "acceptance", beside: "result",
			message: "rules on a result that is a text. a result of kind json was expected, or no rules",
		})
		return
	}
	properties := result.at("schema").at("properties")
	for i, rule := range rules.items {
		name := rule.at("field").text
		property, known := properties.get(name)
		f := fault{code: AcceptanceInvalid, node: n.id, field: "acceptance", below: []string{fmt.Sprint(i), "field"}, beside: "result"}
		switch spec := propertySpec(property); {
		case !known:
			f.message = quoted(name) + " is no property of the result. " + oneOf(keysOf(properties)) + " was expected" + didYouMean(name, keysOf(properties))
		case spec.Type == value.List:
			f.message = quoted(name) + " is an array. a text, a number, true or false was expected"
		default:
			f.below[1], f.message = "equals", admits(spec, rule.at("equals"))
		}
		if f.message != "" {
			g.add(f)
		}
	}
}

func keysOf(v jsonValue) []string {
	keys := make([]string, len(v.members))
	for i, m := range v.members {
		keys[i] = m.key
	}
	return keys
}

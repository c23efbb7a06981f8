package run

import (
	"errors"
	"strings"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/record"
)

// Follow returns the pack that a run follows: with its loops written out over the elements that the run keeps, and those of loops that
// came to the pack later over their lists. The error is a *Refusal.
func Follow(p *pack.Pack, rec *record.Record) (*pack.Pack, error) {
	if p == nil || !p.IsTemplate() {
		return p, nil
	}
	elements := map[string][]string{}
	for _, loop := range p.Loops() {
		kept := rec.Loops[loop.Variable]
		switch {
		case kept == nil && loop.Param != "":
			elements[loop.Variable] = rec.Params[loop.Param].Words()
		case kept == nil:
		case kept.Param != loop.Param:
			return nil, refuse(LoopValue, "", "%s stood for %s when the run began with it, and now stands for %s", loop.Variable, listOf(kept.Param), listOf(loop.Param)).
				with("Give the new loop a variable of its own, or close the run")
		default:
			elements[loop.Variable] = kept.Elements
		}
	}
	return over(p, elements)
}

// listOf names where elements are from: a param, or "" for the pack.
func listOf(param string) string {
	if param == "" {
		return "a list in the pack"
	}
	return "`" + param + "`"
}

// over writes a pack out. The error is a *Refusal.
func over(p *pack.Pack, elements map[string][]string) (*pack.Pack, error) {
	out, err := p.Over(elements)
	var fault *pack.LoopError
	if errors.As(err, &fault) {
		refusal := refuse(Code(fault.Code), fault.Item, "%s", fault.Text)
		if fault.Hint != "" {
			refusal = refusal.with("%s", strings.ToUpper(fault.Hint[:1])+fault.Hint[1:])
		}
		return nil, refusal
	}
	return out, err
}

// overParams is over for a run that begins, by its params.
func overParams(p *pack.Pack, params map[string]value.Value) (*pack.Pack, error) {
	elements := map[string][]string{}
	for _, loop := range p.Loops() {
		if loop.Param != "" {
			elements[loop.Variable] = params[loop.Param].Words()
		}
	}
	return over(p, elements)
}

// WriteOut returns a pack with its loops written out over params that are not given, or as they were typed: unknown and invalid ones are
// refused as `new` refuses them. The error is a *Refusal.
func WriteOut(p *pack.Pack, typed map[string]string) (*pack.Pack, error) {
	t := &transition{pack: p}
	params := map[string]value.Value{}
	for _, def := range p.Params {
		v, given, err := t.param(def, typed)
		if err != nil {
			var refusal *Refusal
			if errors.As(err, &refusal) {
				return nil, refusal
			}
			return nil, refuse(ParamInvalid, "", "not a valid value").listing(def.ID + " " + err.Error())
		}
		if given {
			params[def.ID] = v
		}
	}
	for id := range typed {
		if p.Param(id) == nil {
			return nil, refuse(UnknownParam, "", "the pack has no such param").listing(id).with("%s", t.knownParams())
		}
	}
	for _, loop := range p.Loops() {
		if _, given := params[loop.Param]; loop.Param != "" && !given {
			return nil, refuse(ParamMissing, "", "a value is needed for").listing(loop.Param).with("Give it with --param %s=VALUE,VALUE", loop.Param)
		}
	}
	return overParams(p, params)
}

// loopsOf are the loops of a pack that is written out, as a run keeps them; nil for none. Those that it keeps already are left out.
func loopsOf(p *pack.Pack, kept map[string]*record.Loop) map[string]*record.Loop {
	var loops map[string]*record.Loop
	for _, loop := range p.Loops() {
		if kept[loop.Variable] != nil {
			continue
		}
		if loops == nil {
			loops = map[string]*record.Loop{}
		}
		loops[loop.Variable] = &record.Loop{Param: loop.Param, Elements: append([]string{}, loop.Elements...), Keys: loop.Keys()}
	}
	return loops
}

// elementsOf are the elements of a pack that is written out, by variable.
func elementsOf(p *pack.Pack) map[string][]string {
	elements := map[string][]string{}
	for _, loop := range p.Loops() {
		elements[loop.Variable] = loop.Elements
	}
	return elements
}

package pack

import (
	"rtut/pack/value"
)

// loader makes a pack out of nodes. It keeps beside the pack what the rules need to point at places in the file.
type loader struct {
	report     *reporter
	pack       *Pack
	top        mapping
	stages     []*stageSource
	steps      []*stepSource
	gates      []*gateSource
	params     []*mapping
	datapoints []*mapping
	artefacts  []*mapping
	dimensions []*mapping
	references []reference
	names      []named
	literals   []literalText
	sources    map[string]itemSource
	sites      []commandSite          // nil until asked for
	loopAt     map[*node]string       // of a step or stage with a loop: its variable
	each       map[string]string      // of a datapoint with one value for each element: the variable
	inside     map[string]value.Scope // by variable: what is known in its loops
	loop       string                 // the variable of the loop that is being read; "" outside of all
	loopRoot   string                 // the id of the step or stage with that loop
}

// The sources are what was made together with what it was made of.
type (
	stageSource struct {
		stage *Stage
		m     mapping
		outer *stageSource // nil for the root stage
		when  []*node      // the conditions of this stage and of those around it, outermost first
	}
	stepSource struct {
		step         *Step
		m            mapping
		stage        *stageSource
		alternatives []*alternativeSource
	}
	alternativeSource struct {
		m       mapping // of the step itself where it has no `one_of`
		confirm *value.Text
		effect  Effect
		verify  CheckKind
		execute Execute
	}
	itemSource struct {
		m      mapping
		stage  *stageSource // around an item; of a stage itself
		checks []mapping    // of a gate
	}
	gateSource struct {
		gate   *Gate
		m      mapping
		stage  *stageSource
		checks []mapping
	}
)

// target says what a reference has to be the id of.
type target string

const (
	toItem      target = "step, gate or stage"
	toDone      target = "step or gate"
	toStep      target = "step"
	toDatapoint target = "datapoint"
)

// reference is an id that has to exist.
type reference struct {
	to  target
	id  *node
	key string // under which it stands
	who string // whose it is, as a message names it

	loopRoot string // the id of the step or stage with the loop that it stands in; "" outside of all
}

// named is an id that may stand only once in its namespace.
type named struct {
	space string // "" for what all the pack's stages, steps and gates share
	kind  string
	id    *node
}

// parsePack reads the whole of a pack and applies the rules to it.
func parsePack(report *reporter, root *node) *Pack {
	l := &loader{report: report, pack: &Pack{Schema: V02}}
	if !l.is(root, mappingNode, "pack") {
		return nil
	}
	l.version(root)
	l.parseTop(root)
	return l.pack
}

// parseTop reads the mapping at the top of a pack, and applies the rules to what it holds.
func (l *loader) parseTop(root *node) {
	l.top = l.mapping(root, "pack")
	l.header()
	l.parseParams()
	l.findLoops()
	l.parseDefaults()
	l.parseDimensions()
	l.parseDatapoints()
	l.scope()
	l.loopScopes()
	l.headerTexts()
	l.parseArtefacts()
	l.parseRoot()
	l.allScopes()
	l.fillIndex()
	for _, r := range rules {
		r(l)
	}
	if l.report.advise && !l.report.found.Failed() {
		for _, r := range advice {
			r(l)
		}
	}
}

// version finds out early which keys are known.
func (l *loader) version(root *node) {
	for _, e := range root.entries {
		if e.key.value == "schema" && e.value.value == string(V01) {
			l.pack.Schema = V01
		}
	}
}

// refer notes ids that have to exist, and returns them.
func (l *loader) refer(m mapping, key string, to target, who string) []string {
	var ids []string
	for _, n := range m.words(key) {
		l.references = append(l.references, reference{to, n, key, who, l.loopRoot})
		ids = append(ids, n.value)
	}
	return ids
}

// referOne is refer for a key that has one id.
func (l *loader) referOne(m mapping, key string, to target, who string) string {
	n := m.get(key)
	if n == nil {
		return ""
	}
	l.references = append(l.references, reference{to, n, key, who, l.loopRoot})
	return n.value
}

// name notes an id that may stand only once in a namespace, and returns it.
func (l *loader) name(m mapping, space, kind string) string {
	n := m.get("id")
	if n == nil {
		return ""
	}
	l.names = append(l.names, named{space, kind, n})
	return n.value
}

package pack

import (
	"maps"
	"slices"
	"strings"

	"rtut/pack/value"
)

// loopHint shows what `for_each` looks like.
const loopHint = "write the name of a variable and its list: `for_each: { host: hosts }`"

// findLoops reads all loops of a pack, before the items are read in which their variables may stand.
func (l *loader) findLoops() {
	if l.pack.Schema == V01 || l.top.node.kind != mappingNode {
		return
	}
	l.loopAt, l.each, l.pack.index.loopRoots = map[*node]string{}, map[string]string{}, map[string]string{}
	l.loopsIn(l.top.node, "", 0)
	for i := range l.pack.loops {
		loop := &l.pack.loops[i]
		if loop.Param == "" && loop.at.kind == sequenceNode {
			l.checkLiteralLoop(loop)
		}
	}
}

// loopsIn looks for loops among the steps and stages of a mapping. around is the id of the stage with the loop that it stands in.
func (l *loader) loopsIn(n *node, around string, depth int) {
	if depth > maxStageDepth || n.kind != mappingNode {
		return
	}
	for _, e := range n.entries {
		if e.key.value != "steps" && e.key.value != "stages" || e.value.kind != sequenceNode {
			continue
		}
		for _, item := range e.value.items {
			inner := l.loopOf(item, around)
			if e.key.value == "stages" {
				l.loopsIn(item, inner, depth+1)
			}
		}
	}
}

// maxStageDepth bounds how deep loops are looked for.
const maxStageDepth = 100

// loopOf reads the loop of a step or stage, if it has one. It returns the id of the stage with the loop that what the item holds stands in.
func (l *loader) loopOf(item *node, around string) string {
	if item.kind != mappingNode {
		return around
	}
	id, forEach := "", entry{}
	for _, e := range item.entries {
		switch e.key.value {
		case "id":
			id = e.value.value
		case "for_each":
			forEach = e
		}
	}
	if forEach.key == nil || forEach.value.kind != mappingNode {
		return around
	}
	if around != "" {
		l.report.at(forEach.key.place, "loop-nested", "`for_each` of "+value.Quoted(id)+" stands in the loop of "+value.Quoted(around)+". loops do not nest", "take one of them away")
		return around
	}
	if variable := l.parseLoop(id, forEach.value); variable != "" {
		l.loopAt[item] = variable
	}
	return id
}

// parseLoop reads the `for_each` of the step or stage with an id, and returns its variable; "" where it has none.
func (l *loader) parseLoop(id string, n *node) string {
	m := mapping{l: l, name: "for_each", node: n, values: map[string]*node{}, keys: map[string]*node{}}
	var free []entry
	for _, e := range n.entries {
		f := layoutOf("for_each").field(e.key.value)
		switch {
		case strings.HasPrefix(e.key.value, "x-"):
		case f == nil:
			free = append(free, e)
		case l.hasForm(f, e):
			m.keys[f.key], m.values[f.key] = e.key, e.value
		}
	}
	variable, ok := l.variableOf(n, free)
	if !ok || !l.isID(&field{form: formName}, variable.key) {
		return ""
	}
	loop := Loop{Item: id, Variable: variable.key.value, Number: m.text("key") == "number", Empty: m.bool("empty", false), at: variable.value}
	if !l.elementsOf(&loop) {
		return ""
	}
	return l.addLoop(loop, variable.key)
}

// reservedInLoop are no names of variables: they say how a loop goes on in other versions.
var reservedInLoop = []string{"order", "canary", "pause"}

// variableOf finds the one key of `for_each` that is the name of its variable.
func (l *loader) variableOf(n *node, free []entry) (entry, bool) {
	known := layoutOf("for_each").keys(V02)
	for _, e := range free {
		if slices.Contains(reservedInLoop, e.key.value) || len(free) > 1 && e.value.kind == scalarNode && suggest(e.key.value, known, "") != "" {
			l.report.at(e.key.place, "unknown-key", "unknown key "+value.Quoted(e.key.value)+" in `for_each`",
				suggest(e.key.value, known, "known are the name of a variable, "+strings.Join(known, ", ")))
			return entry{}, false
		}
	}
	switch {
	case len(free) == 0:
		l.report.at(n.place, "loop-variable", "`for_each` without a variable. the name of one and its list were expected", loopHint)
		return entry{}, false
	case len(free) > 1:
		l.report.at(free[1].key.place, "loop-variable", "`for_each` has two variables, "+value.Quoted(free[0].key.value)+" and "+value.Quoted(free[1].key.value)+
			". one was expected", loopHint)
		return entry{}, false
	}
	return free[0], true
}

// elementsOf finds out what the elements of a loop are, and of which type.
func (l *loader) elementsOf(loop *Loop) bool {
	n := loop.at
	if n.empty() {
		l.report.at(n.place, "wrong-type", "the list of "+value.Quoted(loop.Variable)+" is nothing. a param of type list, or a list of texts, was expected", "")
		return false
	}
	switch n.kind {
	case sequenceNode:
		return l.literalElements(loop)
	case scalarNode:
		i := slices.IndexFunc(l.pack.Params, func(p Param) bool { return p.ID == n.value })
		if i < 0 {
			var lists []string
			for _, p := range l.pack.Params {
				if p.Spec.Kind() == value.List {
					lists = append(lists, p.ID)
				}
			}
			l.report.at(n.place, "unknown-id", "`for_each` names "+value.Quoted(n.value)+", which does not exist. a param of type list, or a list, was expected", suggest(n.value, lists, ""))
			return false
		}
		if p := l.pack.Params[i]; p.Spec.Kind() != value.List {
			l.report.at(n.place, "wrong-kind", "`for_each` names "+value.Quoted(n.value)+", which is a param of type "+string(p.Spec.Kind())+". a param of type list, or a list, was expected", "")
			return false
		}
		loop.Param, loop.Spec = n.value, l.pack.Params[i].Spec.Item()
		return true
	case mappingNode:
		l.report.at(n.place, "wrong-type", "the list of "+value.Quoted(loop.Variable)+" is a mapping. a param of type list, or a list of texts, was expected", "")
	}
	return false
}

// literalElements reads a list that stands in the pack.
func (l *loader) literalElements(loop *Loop) bool {
	loop.Literal = []string{}
	for _, item := range loop.at.items {
		switch {
		case item.kind != scalarNode || item.empty():
			l.report.at(item.place, "wrong-type", "the list of "+value.Quoted(loop.Variable)+" holds "+item.what()+". text was expected", "")
			return false
		case isBlank(item.value):
			l.report.at(item.place, "loop-key", "the list of "+value.Quoted(loop.Variable)+" holds an empty text. text was expected", "")
			return false
		}
		loop.Literal = append(loop.Literal, item.value)
	}
	loop.Spec = value.Spec{Type: value.Choice, Choices: loop.Literal}
	if len(loop.Literal) == 0 {
		loop.Spec = value.Spec{Type: value.Identifier}
	}
	return true
}

// checkLiteralLoop judges a list in the pack as `run new` judges one that is given.
func (l *loader) checkLiteralLoop(loop *Loop) {
	if fault := elementFault(loop.Literal, loop.Number); fault != nil {
		l.report.at(loop.at.place, strings.ReplaceAll(fault.Code, "_", "-"), fault.Text, fault.Hint)
	}
}

// addLoop keeps a loop, the same one once, and returns its variable; "" where the variable stands for something else already.
func (l *loader) addLoop(loop Loop, key *node) string {
	i := slices.IndexFunc(l.pack.loops, func(other Loop) bool { return other.Variable == loop.Variable })
	if i < 0 {
		l.pack.loops = append(l.pack.loops, loop)
		l.names = append(l.names, named{"names", "variable", key})
		return loop.Variable
	}
	other := &l.pack.loops[i]
	switch {
	case other.Param != loop.Param || !slices.Equal(other.Literal, loop.Literal):
		l.report.at(key.place, "loop-variable", value.Quoted(loop.Variable)+" stands for "+other.listName()+l.where(other.at)+" and for "+loop.listName()+" here",
			"give one of them another name")
	case other.Number != loop.Number:
		l.report.at(key.place, "loop-variable", "the loops over "+value.Quoted(loop.Variable)+" have different keys"+l.where(other.at)+" and here. the same `key` was expected", "")
	default:
		other.Empty = other.Empty && loop.Empty
		return loop.Variable
	}
	return ""
}

func (l *Loop) listName() string {
	if l.Param != "" {
		return value.Quoted(l.Param)
	}
	return "another list"
}

// loopScopes makes the scopes: what is known outside of all loops, and in those over each variable.
func (l *loader) loopScopes() {
	if len(l.pack.loops) == 0 {
		return
	}
	outside := maps.Clone(l.pack.index.scope)
	for _, loop := range l.pack.loops {
		if _, taken := outside[loop.Variable]; !taken {
			outside[loop.Variable] = value.Name{Spec: loop.Spec, Variable: true, Outside: true}
		}
	}
	for id, variable := range l.each {
		name := outside[id]
		name.Each = variable
		outside[id] = name
	}
	l.inside = map[string]value.Scope{}
	for _, loop := range l.pack.loops {
		scope := maps.Clone(outside)
		for id, name := range scope {
			if name.Each == loop.Variable {
				name.Each = ""
				scope[id] = name
			}
		}
		if scope[loop.Variable].Variable {
			scope[loop.Variable] = value.Name{Spec: loop.Spec, Variable: true}
		}
		l.inside[loop.Variable] = scope
	}
	l.pack.index.scope = outside
}

// within reads what stands in the loop of a step or stage, if it has one, with the names that are known there.
func (l *loader) within(m mapping, read func()) {
	variable, loops := l.loopAt[m.node]
	if !loops || l.inside[variable] == nil {
		read()
		return
	}
	outside := l.pack.index.scope
	l.pack.index.scope, l.loop, l.loopRoot = l.inside[variable], variable, m.text("id")
	read()
	l.pack.index.scope, l.loop, l.loopRoot = outside, "", ""
}

// inLoop notes that a step, a gate or a stage stands in the loop that is being read.
func (l *loader) inLoop(id string) {
	if l.loop != "" {
		l.pack.index.loopRoots[id] = l.loopRoot
	}
}

// allScopes makes all names known everywhere, once all is read.
func (l *loader) allScopes() {
	if len(l.pack.loops) == 0 {
		return
	}
	all := maps.Clone(l.pack.index.scope)
	for id, name := range all {
		name.Each, name.Outside = "", false
		all[id] = name
	}
	l.pack.index.scope = all
}

// parseEach reads over which variable a datapoint or an artefact has one for each element, "" for none.
func (l *loader) parseEach(m mapping, who string) string {
	n := m.get("each")
	if n == nil {
		return ""
	}
	var variables []string
	for _, loop := range l.pack.loops {
		variables = append(variables, loop.Variable)
	}
	if !slices.Contains(variables, n.value) {
		l.report.at(n.place, "unknown-id", "`each` of "+who+" names "+value.Quoted(n.value)+", which does not exist. the variable of a loop was expected", suggest(n.value, variables, ""))
		return ""
	}
	return n.value
}

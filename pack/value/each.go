package value

import (
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
)

// elsewhere is the fault of a name that has a value, or one value, only within a loop; nil where it has one here.
func (s Scope) elsewhere(id string, name Name, offset int) *Fault {
	switch {
	case name.Outside:
		return OutsideFault(id, offset)
	case name.Each != "":
		return &Fault{
			Offset: offset, Rule: "loop-value",
			Message: id + " has one value for each " + name.Each + ". only a loop over " + name.Each + " can name it here",
			Hint:    "in expressions it is a mapping: " + id + "['...']",
		}
	}
	return nil
}

// VariableFault says why no environment variable carries the value of a name that a loop has, by the variable that would; nil where that
// is not why.
func (s Scope) VariableFault(variable string, offset int) *Fault {
	for id, name := range s {
		if s.Variable(id) != variable {
			continue
		}
		if fault := s.elsewhere(id, name, offset); fault != nil {
			return fault
		}
		if name.Variable {
			return &Fault{Offset: offset, Rule: "loop-value", Message: "no environment variable carries the variable of a loop. a placeholder was expected", Hint: "write {{ " + id + " }}"}
		}
	}
	return nil
}

// OutsideFault says that the variable of a loop stands where the loop is not.
func OutsideFault(id string, offset int) *Fault {
	return &Fault{Offset: offset, Rule: "loop-value", Message: id + " is the variable of a loop, and stands outside of it. only a loop over " + id + " can name it"}
}

// Identifiers returns where in an expression names stand that it does not bind itself, in bytes, by name. It is nil for what is no
// expression.
func Identifiers(raw string) map[string][]int {
	tree, err := parser.Parse(raw)
	if err != nil {
		return nil
	}
	found := &usage{}
	ast.Walk(&tree.Node, found)
	at := map[string][]int{}
	for _, node := range found.nodes {
		if !slices.Contains(found.local, node.Value) {
			at[node.Value] = append(at[node.Value], ByteOffset(raw, node.Location().From))
		}
	}
	for _, offsets := range at {
		slices.Sort(offsets)
	}
	return at
}

// Mapping writes the beginning of an expression that gives a name the values of others, each by its key.
func Mapping(name string, keys, names []string) string {
	var out strings.Builder
	out.WriteString("let " + name + " = {")
	for i, key := range keys {
		if i > 0 {
			out.WriteString(", ")
		}
		out.WriteString(ExprText(key) + ": " + names[i])
	}
	out.WriteString("}; ")
	return out.String()
}

// ExprText writes a text as an expression has it.
func ExprText(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(text) + `"`
}

// mappings finds what Mapping writes, at the beginning of an expression. It nests nothing, however long it is.
var mappings = CompileLater(`^(?:let [A-Za-z_][A-Za-z0-9_]* = \{(?:"(?:[^"\\]|\\.)*": [a-z][a-z0-9_]*(?:, )?)*\}; )+`)

// CutMappings splits an expression behind what Mapping has written at its beginning.
func CutMappings(raw string) (before, rest string) {
	end := len(mappings().FindString(raw))
	return raw[:end], raw[end:]
}

// HoistMappings moves what Mapping has written within an expression to its beginning, each once: an expression may be in parentheses
// with others, and `let` may not.
func HoistMappings(raw string) string {
	if !strings.Contains(raw, "(let ") {
		return raw
	}
	var before []string
	var rest strings.Builder
	for raw != "" {
		open := strings.Index(raw, "(let ")
		if open < 0 {
			break
		}
		mapping, after := CutMappings(raw[open+1:])
		switch {
		case mapping == "":
			after = raw[open+1:]
		case !slices.Contains(before, mapping):
			before = append(before, mapping)
		}
		rest.WriteString(raw[:open+1])
		raw = after
	}
	return strings.Join(before, "") + rest.String() + raw
}

// asMapping is the name under which an expression has the mapping of a name with one value for each element. No id has capitals.
func asMapping(name string) string { return strings.ToUpper(name) }

// withMappings writes the names of an expression that have one value for each element as mappings of one. What it adds stands before the
// expression; the rest keeps its places.
func withMappings(raw string, scope Scope) (before, text string) {
	if !scope.hasEach() {
		return "", raw
	}
	out := []byte(raw)
	at := Identifiers(raw)
	for _, name := range scope.names() {
		if scope[name].Each == "" || at[name] == nil {
			continue
		}
		before += Mapping(asMapping(name), []string{""}, []string{name})
		for _, offset := range at[name] {
			copy(out[offset:], asMapping(name))
		}
	}
	return before, before + string(out)
}

func (s Scope) hasEach() bool {
	for _, name := range s {
		if name.Each != "" {
			return true
		}
	}
	return false
}

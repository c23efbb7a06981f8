package pack

import (
	"slices"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
	"rtut/pack/value"
)

// checkConstant: a condition depends on what it names. What does not is a slip, or an item that says nothing: it is the same
// in every run. `recommended_when` may be true or false, for an alternative that is never recommended, or always.
func (l *loader) checkConstant(n *node, key string) {
	tree, err := parser.Parse(n.value)
	if err != nil {
		return
	}
	if _, plain := tree.Node.(*ast.BoolNode); plain && key == "recommended_when" {
		return
	}
	c := &constants{raw: n.value, scope: l.pack.index.scope, local: map[string]bool{}, environments: l.pack.Environments}
	for _, loop := range l.pack.loops {
		c.local[loop.Variable] = loop.Param != "" // a list in the pack is the same in every run
	}
	c.condition(tree.Node)
	l.faults(n, c.faults)
}

// constants looks for conditions in an expression that do not depend on any value.
type constants struct {
	raw          string
	scope        value.Scope
	environments []Environment
	local        map[string]bool // names bound by let, and whether they depend on a value
	faults       []value.Fault
}

// condition goes through what is joined by `and`, `or`, `not` and `?:`, down to what is compared.
func (c *constants) condition(node ast.Node) {
	switch n := node.(type) {
	case *ast.UnaryNode:
		c.condition(n.Node)
	case *ast.BinaryNode:
		switch n.Operator {
		case "and", "&&", "or", "||":
			c.condition(n.Left)
			c.condition(n.Right)
		default:
			c.comparison(n)
		}
	case *ast.ConditionalNode:
		c.condition(n.Cond)
		c.branch(n.Exp1)
		c.branch(n.Exp2)
	case *ast.VariableDeclaratorNode:
		c.local[n.Name] = c.depends(n.Value)
		c.condition(n.Expr)
	case *ast.SequenceNode:
		c.condition(n.Nodes[len(n.Nodes)-1])
	default:
		if !c.depends(node) {
			c.fault(node, " is the same in every run")
		}
	}
}

// branch is a condition that may be true or false: which one it is depends on what chooses it.
func (c *constants) branch(node ast.Node) {
	if _, plain := node.(*ast.BoolNode); !plain {
		c.condition(node)
	}
}

func (c *constants) comparison(n *ast.BinaryNode) {
	same := n.Left.String() == n.Right.String()
	switch {
	case !c.depends(n):
		c.fault(n, " is the same in every run")
	case same && slices.Contains([]string{"==", "!=", "<", "<=", ">", ">="}, n.Operator):
		c.fault(n, " compares a value with itself")
	case isNil(n.Left) && c.isName(n.Right) || isNil(n.Right) && c.isName(n.Left):
		c.fault(n, " is the same in every run: a name without a value is not evaluated")
	case n.Operator == "==" || n.Operator == "!=" || n.Operator == "in" || n.Operator == "not in":
		c.possible(n.Left, n.Right)
		c.possible(n.Right, n.Left)
	}
}

func isNil(node ast.Node) bool {
	_, is := node.(*ast.NilNode)
	return is
}

// isName reports whether a node is a param, a datapoint or a name of the run.
func (c *constants) isName(node ast.Node) bool {
	name, is := node.(*ast.IdentifierNode)
	_, declared := c.local[nameOf(name)]
	_, known := c.scope[nameOf(name)]
	return is && known && !declared
}

func nameOf(node *ast.IdentifierNode) string {
	if node == nil {
		return ""
	}
	return node.Value
}

// possible refuses a comparison of a name that has choices with texts that are none of them.
func (c *constants) possible(left, right ast.Node) {
	if !c.isName(left) {
		return
	}
	name := nameOf(left.(*ast.IdentifierNode))
	choices := c.choicesOf(name)
	texts := textsIn(right)
	if len(choices) == 0 || len(texts) == 0 || slices.ContainsFunc(texts, func(text *ast.StringNode) bool { return slices.Contains(choices, text.Value) }) {
		return
	}
	for _, text := range texts {
		c.faults = append(c.faults, value.Fault{
			Offset: value.ByteOffset(c.raw, text.Location().From), Rule: "constant", Hint: value.DidYouMean(text.Value, choices),
			Message: name + " is never " + value.Quoted(text.Value) + ". " + oneOf(choices) + " was expected",
		})
	}
}

// choicesOf lists what a name can be, nil for anything.
func (c *constants) choicesOf(name string) []string {
	spec := c.scope[name].Spec
	switch {
	case name == "environment":
		environments := c.environments
		if len(environments) == 0 {
			environments = []Environment{Rehearsal, Staging, Production}
		}
		var words []string
		for _, e := range environments {
			words = append(words, string(e))
		}
		return words
	case spec.Kind() == value.Choice:
		return spec.Choices
	}
	return nil
}

// textsIn returns the texts that a name is compared with: one, or those of a list of nothing else.
func textsIn(node ast.Node) []*ast.StringNode {
	nodes := []ast.Node{node}
	if list, is := node.(*ast.ArrayNode); is {
		nodes = list.Nodes
	}
	var texts []*ast.StringNode
	for _, one := range nodes {
		text, is := one.(*ast.StringNode)
		if !is {
			return nil
		}
		texts = append(texts, text)
	}
	return texts
}

// depends reports whether a node names what has a value.
func (c *constants) depends(node ast.Node) bool {
	found := &naming{constants: c}
	ast.Walk(&node, found)
	return found.found
}

type naming struct {
	*constants
	found bool
}

func (v *naming) Visit(node *ast.Node) {
	name, is := (*node).(*ast.IdentifierNode)
	if !is {
		return
	}
	bound, isLocal := v.local[name.Value]
	_, known := v.scope[name.Value]
	v.found = v.found || isLocal && bound || !isLocal && known
}

func (c *constants) fault(node ast.Node, why string) {
	c.faults = append(c.faults, value.Fault{
		Offset: value.ByteOffset(c.raw, node.Location().From), Rule: "constant",
		Message: value.Quoted(node.String()) + why + ". a condition that depends on a param, a datapoint or a name of the run was expected",
	})
}

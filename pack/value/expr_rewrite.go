package value

import (
	"reflect"
	"slices"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
)

// stepWeight is how many parts of a predicate count as one step.
const stepWeight = 4

// rewriter puts the functions of a meter into a tree whose types have been checked: in place of the operators that compute,
// before the predicate of all, filter and similar ones, and around what an operator or a function goes through. The types
// stay what they are.
type rewriter struct {
	meter     *meter
	functions map[string]*builtin.Function
	weights   map[*ast.PredicateNode]int // in parts, before anything was put in
}

// rewrite puts the functions of a meter into a tree, and returns them.
func rewrite(root *ast.Node, m *meter) map[string]*builtin.Function {
	r := newRewriter(m)
	ast.Walk(root, weigher{r})
	ast.Walk(root, r)
	return r.functions
}

// weigher weighs the predicates of a tree.
type weigher struct{ *rewriter }

func (w weigher) Visit(node *ast.Node) {
	if predicate, is := (*node).(*ast.PredicateNode); is {
		w.weights[predicate] = partsOf(predicate.Node)
	}
}

func newRewriter(m *meter) *rewriter {
	r := &rewriter{meter: m, functions: map[string]*builtin.Function{}, weights: map[*ast.PredicateNode]int{}}
	for name, function := range map[string]func(args ...any) (any, error){
		"$step": m.step, "$seen": m.seen, "$checked": m.checked, "$negate": m.negate, "$sum": m.sum, "$abs": m.absolute, "$int": m.whole,
		"$repeat":  m.bounded("repeat", repeatSize),
		"$replace": m.bounded("replace", replaceSize),
		"$join":    m.bounded("join", joinSize),
	} {
		r.define(name, function)
	}
	for _, operator := range computing {
		r.define("$"+operator, m.arithmetic(operator))
	}
	return r
}

func (r *rewriter) define(name string, function func(args ...any) (any, error)) {
	r.functions[name] = &builtin.Function{Name: name, Func: function}
}

var (
	// computing are the operators that give a number, or a longer text.
	computing = []string{"+", "-", "*", "/", "%", "**", "^"}
	// comparing are the operators that may go through the whole of their operands.
	comparing = []string{"==", "!=", "<", "<=", ">", ">=", "in", "contains", "startsWith", "endsWith", "matches"}
	// replaced are the functions for which the meter has one of its own.
	replaced = []string{"sum", "abs", "int", "repeat", "replace", "join"}
)

// Visit is called for the leaves first, and not for what it puts in.
func (r *rewriter) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.BinaryNode:
		r.binary(node, n)
	case *ast.UnaryNode:
		if n.Operator == "-" {
			r.replace(node, "$negate", n.Node)
		}
	case *ast.BuiltinNode:
		r.builtin(node, n)
	case *ast.CallNode:
		r.count(n.Arguments)
	}
}

func (r *rewriter) binary(node *ast.Node, n *ast.BinaryNode) {
	switch {
	case slices.Contains(computing, n.Operator):
		r.replace(node, "$"+n.Operator, n.Left, n.Right)
	case slices.Contains(comparing, n.Operator):
		n.Left, n.Right = r.counted(n.Left), r.counted(n.Right)
	case n.Operator == "..":
		constantRange(node, n)
	}
}

// constantRange makes the range between two numbers once, rather than for each element that it is compared with.
func constantRange(node *ast.Node, n *ast.BinaryNode) {
	from, isFrom := n.Left.(*ast.IntegerNode)
	to, isTo := n.Right.(*ast.IntegerNode)
	if !isFrom || !isTo || to.Value-from.Value < 0 || to.Value-from.Value >= maxExprRange {
		return
	}
	list := make([]int, 0, to.Value-from.Value+1)
	for i := from.Value; i <= to.Value; i++ {
		list = append(list, i)
	}
	patch(node, &ast.ConstantNode{Value: list})
}

func (r *rewriter) builtin(node *ast.Node, n *ast.BuiltinNode) {
	if n.Name == "sum" && len(n.Arguments) == 2 {
		mapped := &ast.BuiltinNode{Name: "map", Arguments: r.predicates(n.Arguments)}
		mapped.SetType(reflect.TypeFor[[]any]())
		r.replace(node, "$sum", mapped)
		return
	}
	if isPredicate(n) {
		n.Arguments = r.predicates(n.Arguments)
		return
	}
	r.count(n.Arguments)
	if slices.Contains(replaced, n.Name) {
		r.replace(node, "$"+n.Name, n.Arguments...)
		return
	}
	r.wrap(node, "$checked")
}

// isPredicate reports whether a function is given a predicate, as all is.
func isPredicate(n *ast.BuiltinNode) bool {
	return slices.ContainsFunc(n.Arguments, func(argument ast.Node) bool {
		_, is := argument.(*ast.PredicateNode)
		return is
	})
}

// predicates makes a step of each evaluation of the predicates among arguments.
func (r *rewriter) predicates(arguments []ast.Node) []ast.Node {
	for _, argument := range arguments {
		predicate, is := argument.(*ast.PredicateNode)
		if !is {
			continue
		}
		weight := &ast.IntegerNode{Value: 1 + r.weights[predicate]/stepWeight}
		weight.SetType(reflect.TypeFor[int]())
		step := call("$step", weight)
		step.SetType(reflect.TypeFor[bool]())
		sequence := &ast.SequenceNode{Nodes: []ast.Node{step, predicate.Node}}
		sequence.SetLocation(predicate.Node.Location())
		sequence.SetNature(*predicate.Node.Nature())
		predicate.Node = sequence
	}
	return arguments
}

// parts counts the nodes of a tree.
type parts int

func (p *parts) Visit(*ast.Node) { *p++ }

func partsOf(node ast.Node) int {
	var count parts
	ast.Walk(&node, &count)
	return int(count)
}

// count has the meter count what is passed on.
func (r *rewriter) count(arguments []ast.Node) {
	for i, argument := range arguments {
		arguments[i] = r.counted(argument)
	}
}

// counted has the meter count a value that may be long.
func (r *rewriter) counted(node ast.Node) ast.Node {
	switch node.(type) {
	case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NilNode, *ast.PredicateNode:
		return node // as short as the expression
	}
	switch node.Type().Kind() {
	case reflect.String, reflect.Slice, reflect.Array, reflect.Map, reflect.Interface:
		r.wrap(&node, "$seen")
	}
	return node
}

// wrap passes what a node gives through a function.
func (r *rewriter) wrap(node *ast.Node, function string) { r.replace(node, function, *node) }

// replace puts the call of a function in a node's place.
func (r *rewriter) replace(node *ast.Node, function string, arguments ...ast.Node) {
	patch(node, call(function, arguments...))
}

func call(function string, arguments ...ast.Node) ast.Node {
	return &ast.CallNode{Callee: &ast.IdentifierNode{Value: function}, Arguments: arguments}
}

// patch is ast.Patch, with the type kept.
func patch(node *ast.Node, by ast.Node) {
	nature := *(*node).Nature()
	ast.Patch(node, by)
	by.SetNature(nature)
}

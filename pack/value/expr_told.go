package value

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/checker"
	"github.com/expr-lang/expr/compiler"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/vm"
)

// maxToldValue is how much of a value stands in an expression that is told, in characters.
const maxToldValue = 60

// comparisons are the operators whose sides are told with their values.
var comparisons = []string{"<", "<=", ">", ">=", "==", "!=", "in", "contains", "startsWith", "endsWith", "matches"}

// Told is the expression with what it compares: behind a name its value, and behind what is computed the result, as in
// `size 812 < quota * 0.8 = 800`. A name without a value says so. What can't be told stands as it is in the pack.
func (e *Expr) Told(values Values) string {
	_, raw := CutMappings(e.raw)
	tree, err := parser.Parse(raw)
	if err != nil {
		return raw
	}
	teller := &teller{of: e, values: values}
	teller.tell(&tree.Node)
	if !teller.told {
		return raw
	}
	return tree.Node.String()
}

// teller puts values into the tree of an expression, so that it writes them.
type teller struct {
	of     *Expr
	values Values
	told   bool
}

// tell goes down to what is compared, through what joins comparisons.
func (t *teller) tell(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.UnaryNode:
		t.tell(&n.Node)
	case *ast.BinaryNode:
		switch {
		case slices.Contains(comparisons, n.Operator):
			t.side(&n.Left)
			t.side(&n.Right)
		case slices.Contains([]string{"and", "&&", "or", "||"}, n.Operator):
			t.tell(&n.Left)
			t.tell(&n.Right)
		}
	case *ast.IdentifierNode:
		t.side(node)
	}
}

// side tells the value of one side of a comparison, unless it stands there.
func (t *teller) side(node *ast.Node) {
	words := ""
	switch n := (*node).(type) {
	case *ast.IdentifierNode:
		if words = t.named(n.Value); words == "" {
			return
		}
	case *ast.BinaryNode, *ast.UnaryNode, *ast.BuiltinNode, *ast.ConditionalNode, *ast.MemberNode, *ast.CallNode:
		result, err := t.compute(n.String())
		if err != nil || !namesAny(*node) {
			return
		}
		words = n.String() + " = " + shortly(result)
	default:
		return
	}
	t.told, *node = true, &ast.IdentifierNode{Value: words}
}

// named is a name with its value; "" for one that is not of the run.
func (t *teller) named(name string) string {
	spec, known := t.of.specs[name]
	switch value := t.values(name); {
	case !known:
		return ""
	case value.IsZero():
		return name + " (no value)"
	case goType(spec).Kind() == reflect.String:
		return name + " " + strconv.Quote(shortly(value.Text()))
	default:
		return name + " " + shortly(value.Text())
	}
}

// shortly is a value as far as it helps to see why.
func shortly(value string) string {
	text := []rune(value)
	if len(text) > maxToldValue {
		text = append(text[:maxToldValue-1], '…')
	}
	return string(text)
}

// namesAny reports whether anything in a tree has a value of the run.
func namesAny(node ast.Node) bool {
	found := &usage{}
	ast.Walk(&node, found)
	return len(found.nodes) > 0
}

// compute works out a part of the expression.
func (t *teller) compute(part string) (string, error) {
	env, declared, err := t.of.environment(t.values)
	if err != nil {
		return "", err
	}
	config := conf.CreateNew()
	for _, option := range []expr.Option{expr.Env(declared), expr.MaxNodes(maxExprNodes)} {
		option(config)
	}
	for _, name := range impure {
		expr.DisableBuiltin(name)(config)
	}
	tree, err := checker.ParseCheck(part, config)
	if err != nil {
		return "", err
	}
	config.Functions = rewrite(&tree.Node, &meter{})
	program, err := compiler.Compile(tree, config)
	if err != nil {
		return "", err
	}
	return computed(program, env)
}

// computed runs a part of an expression.
func computed(program *vm.Program, env map[string]any) (result string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	machine := vm.VM{MemoryBudget: maxExprMemory}
	value, err := machine.Run(program, env)
	if err != nil {
		return "", err
	}
	return written(value), nil
}

// written is a result as packs write such a value.
func written(value any) string {
	switch v := value.(type) {
	case float64:
		return strconv.FormatFloat(v, 'g', 12, 64)
	case string:
		return strconv.Quote(v)
	}
	return fmt.Sprint(value)
}

package pack

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
	"rtut/pack/value"
)

// adviseNever: an alternative that no values recommend is only taken by anyone who names it.
func adviseNever(l *loader) {
	for _, s := range l.steps {
		for _, a := range s.alternatives {
			if a.m.node == s.m.node {
				continue
			}
			n := a.m.get("recommended_when")
			if n == nil {
				continue
			}
			tree, err := parser.Parse(n.value)
			if err != nil || possible(tree.Node, l.pack.index.scope) {
				continue
			}
			l.advise(n.place, "never-recommended", l.alternativeName(s, a)+" is never recommended: no values make "+shown(n.value)+" true",
				"correct the condition, or remove the alternative")
		}
	}
}

// maxCases bounds how many ways to be true of a condition are looked at.
const maxCases = 64

// literal is one comparison that has to hold, or not to hold.
type literal struct {
	node  ast.Node
	holds bool
}

// possible reports whether some values may make a condition true. What it does not understand may be.
func possible(node ast.Node, scope value.Scope) bool {
	cases, whole := casesOf(node, true)
	return !whole || slices.ContainsFunc(cases, func(all []literal) bool { return agree(all, scope) })
}

// casesOf lists the ways in which a condition comes to be true, or false; whole is false if there are too many.
func casesOf(node ast.Node, holds bool) (cases [][]literal, whole bool) {
	switch n := node.(type) {
	case *ast.UnaryNode:
		if n.Operator == "not" || n.Operator == "!" {
			return casesOf(n.Node, !holds)
		}
	case *ast.BinaryNode:
		and, or := n.Operator == "and" || n.Operator == "&&", n.Operator == "or" || n.Operator == "||"
		if and || or {
			return casesOfBoth(n, and == holds, holds)
		}
	case *ast.BoolNode:
		if n.Value == holds {
			return [][]literal{nil}, true
		}
		return nil, true
	}
	return [][]literal{{{node, holds}}}, true
}

// casesOfBoth lists the ways of two conditions, of which both have to come true or one of them.
func casesOfBoth(n *ast.BinaryNode, both, holds bool) ([][]literal, bool) {
	left, wholeLeft := casesOf(n.Left, holds)
	right, wholeRight := casesOf(n.Right, holds)
	if !wholeLeft || !wholeRight || len(left)*len(right) > maxCases {
		return nil, false
	}
	if !both {
		return slices.Concat(left, right), true
	}
	var all [][]literal
	for _, l := range left {
		for _, r := range right {
			all = append(all, slices.Concat(l, r))
		}
	}
	return all, true
}

// agree reports whether values may make all of some comparisons come out as they have to.
func agree(all []literal, scope value.Scope) bool {
	ranges := map[string]*extent{}
	for _, one := range all {
		c, known := comparisonOf(one)
		if !known {
			continue
		}
		r := ranges[c.name]
		if r == nil {
			r = newExtent(scope[c.name].Spec)
			ranges[c.name] = r
		}
		if r.narrow(c); r.empty() {
			return false
		}
	}
	return true
}

// bounded is a name compared with a constant: a number, a text, or true and false.
type bounded struct {
	name, operator string
	number         float64
	text           string
	isNumber       bool
}

var (
	mirrored = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
	opposite = map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
)

// comparisonOf reads a comparison of a name with a constant.
func comparisonOf(one literal) (c bounded, known bool) {
	switch n := one.node.(type) {
	case *ast.IdentifierNode:
		return bounded{name: n.Value, operator: "==", text: strconv.FormatBool(one.holds)}, true
	case *ast.BinaryNode:
		c.operator = n.Operator
		name, is := n.Left.(*ast.IdentifierNode)
		constant := n.Right
		if !is {
			name, is = n.Right.(*ast.IdentifierNode)
			constant, c.operator = n.Left, mirrored[n.Operator]
		}
		if !is || mirrored[n.Operator] == "" {
			return c, false
		}
		c.name = name.Value
		if !one.holds {
			c.operator = opposite[c.operator]
		}
		return c, c.constant(constant)
	}
	return c, false
}

// constant reads what a name is compared with.
func (c *bounded) constant(node ast.Node) bool {
	sign := 1.0
	if u, is := node.(*ast.UnaryNode); is && u.Operator == "-" {
		sign, node = -1, u.Node
	}
	switch n := node.(type) {
	case *ast.IntegerNode:
		c.number, c.isNumber = sign*float64(n.Value), true
	case *ast.FloatNode:
		c.number, c.isNumber = sign*n.Value, true
	case *ast.StringNode:
		c.text = n.Value
	case *ast.BoolNode:
		c.text = strconv.FormatBool(n.Value)
	default:
		return false
	}
	return c.isNumber || c.operator == "==" || c.operator == "!="
}

// extent is what a name may still be.
type extent struct {
	whole           bool // a whole number
	low, high       *float64
	lowOut, highOut bool // the bound itself is out
	numbersNot      []float64
	is              *string
	not             []string
	texts           []string // all there are; nil for any
}

func newExtent(s value.Spec) *extent {
	e := &extent{whole: s.Type == value.Int || s.Type == value.Port, texts: s.Choices}
	if s.Type == value.Bool {
		e.texts = []string{"true", "false"}
	}
	if e.whole || s.Type == value.Number {
		e.low, e.high = limitOf(s.Min), limitOf(s.Max)
	}
	return e
}

func limitOf(text string) *float64 {
	number, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil
	}
	return &number
}

// narrow takes away what a comparison rules out.
func (e *extent) narrow(c bounded) {
	switch {
	case !c.isNumber && c.operator == "==":
		if e.is != nil && *e.is != c.text {
			e.texts = []string{}
		}
		e.is = &c.text
	case !c.isNumber:
		e.not = append(e.not, c.text)
	default:
		e.narrowNumber(c)
	}
}

func (e *extent) narrowNumber(c bounded) {
	out := c.operator == "<" || c.operator == ">"
	if c.operator == ">" || c.operator == ">=" || c.operator == "==" {
		if e.low == nil || cmp.Compare(*e.low, c.number) < 0 || *e.low == c.number && out {
			e.low, e.lowOut = &c.number, out
		}
	}
	if c.operator == "<" || c.operator == "<=" || c.operator == "==" {
		if e.high == nil || cmp.Compare(*e.high, c.number) > 0 || *e.high == c.number && out {
			e.high, e.highOut = &c.number, out
		}
	}
	if c.operator == "!=" {
		e.numbersNot = append(e.numbersNot, c.number)
	}
}

// empty reports whether nothing is left.
func (e *extent) empty() bool {
	if e.texts != nil {
		left := slices.ContainsFunc(e.texts, func(text string) bool { return (e.is == nil || *e.is == text) && !slices.Contains(e.not, text) })
		if !left {
			return true
		}
	}
	if e.is != nil && slices.Contains(e.not, *e.is) {
		return true
	}
	if e.low == nil || e.high == nil {
		return false
	}
	low, high := *e.low, *e.high
	if e.whole {
		if e.lowOut {
			low = nextWhole(low, 1)
		}
		if e.highOut {
			high = nextWhole(high, -1)
		}
		return low > high || low == high && slices.Contains(e.numbersNot, low)
	}
	return low > high || low == high && (e.lowOut || e.highOut || slices.Contains(e.numbersNot, low))
}

// nextWhole is the next whole number above, or below, one.
func nextWhole(number, direction float64) float64 {
	if direction > 0 {
		return math.Floor(number) + 1
	}
	return math.Ceil(number) - 1
}

package value

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/checker"
	"github.com/expr-lang/expr/compiler"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/types"
	"github.com/expr-lang/expr/vm"
)

// Bounds of an expression: of its length in bytes, and with it of how deep its parser may nest, of its syntax tree, and
// of what it may allocate while it runs.
const (
	maxExprLength = 8 << 10
	maxExprNodes  = 1000
	maxExprMemory = 2_000_000
	maxExprRange  = 100_000 // elements of a range that is made beforehand
	maxMappings   = 1 << 20 // of the mappings that a loop that is written out puts before it, in bytes; they count for nothing else
)

// impure are the functions of the expression language whose result depends on when or where they are called.
var impure = []string{"now", "timezone"}

// Expr is a condition over params, datapoints and reserved names, compiled and type-checked.
type Expr struct {
	raw     string
	text    string // raw, with mappings for names that have a value for each element of a loop
	names   []string
	specs   map[string]Spec
	program *vm.Program

	running sync.Mutex // guards meter, which program uses, and over
	meter   *meter
	over    map[string]any // the values of the latest evaluation that took too many steps
}

// CompileExpr compiles raw, which must give a bool. Ints are ints in it, numbers float64, durations time.Duration, dates and
// timestamps time.Time, lists slices of these, everything else strings. now() is not there.
func CompileExpr(raw string, scope Scope) (*Expr, []Fault) {
	mapped, rest := CutMappings(raw)
	if len(rest) > maxExprLength {
		message := fmt.Sprintf("the expression has %d bytes; expected at most %d", len(rest), maxExprLength)
		return nil, []Fault{{Message: message, Rule: "expression"}}
	}
	if len(mapped) > maxMappings {
		message := fmt.Sprintf("the mappings before the expression have %d bytes; expected at most %d", len(mapped), maxMappings)
		return nil, []Fault{{Message: message, Rule: "expression"}}
	}
	tree, err := parser.Parse(raw)
	if err != nil {
		return nil, []Fault{exprFault(raw, err)}
	}
	found := &usage{scope: scope}
	ast.Walk(&tree.Node, found)
	if faults := found.faults(raw); faults != nil {
		return nil, faults
	}
	before, text := withMappings(raw, scope)
	compiled := &Expr{raw: raw, text: text, names: found.names, specs: map[string]Spec{}, meter: &meter{}}
	env := types.Map{}
	for _, name := range found.names {
		compiled.specs[name] = scope[name].Spec
		env[name] = types.TypeOf(reflect.Zero(goType(scope[name].Spec)).Interface())
	}
	if err := compiled.compile(env); err != nil {
		fault := exprFault(text, err)
		fault.Offset = max(0, fault.Offset-len(before))
		return nil, []Fault{fault}
	}
	return compiled, nil
}

// compile checks the types of an expression as expr.Compile does, and makes the program of it that the meter watches.
func (e *Expr) compile(env types.Map) error {
	config := exprConfig(env)
	before, _ := CutMappings(e.text)
	config.MaxNodes += uint(strings.Count(before, `": `))*3 + 10
	tree, err := checker.ParseCheck(e.text, config)
	if err != nil {
		return err
	}
	config.Functions = rewrite(&tree.Node, e.meter)
	e.program, err = compiler.Compile(tree, config)
	return err
}

func exprConfig(env types.Map) *conf.Config {
	config := conf.CreateNew()
	for _, option := range []expr.Option{expr.Env(env), expr.AsBool(), expr.WarnOnAny(), expr.MaxNodes(maxExprNodes)} {
		option(config)
	}
	for _, name := range impure {
		expr.DisableBuiltin(name)(config)
		delete(config.Builtins, name)
	}
	return config
}

// exprFault finds the place of a compiler's error. Its columns count characters.
func exprFault(raw string, err error) Fault {
	fault := Fault{Message: err.Error(), Rule: "expression"}
	var located *file.Error
	if errors.As(err, &located) {
		fault.Message, fault.Offset = located.Message, ByteOffset(raw, located.From)
	}
	return fault
}

// ByteOffset is where a character of raw begins, counted in bytes.
func ByteOffset(raw string, characters int) int {
	offset := 0
	for range characters {
		_, size := utf8.DecodeRuneInString(raw[offset:])
		offset += size
	}
	return offset
}

// usage collects the names that an expression uses.
type usage struct {
	scope Scope
	names []string
	local []string // names bound by let
	nodes []*ast.IdentifierNode
}

// Visit is called for the leaves first, so that the bindings are complete only at the end.
func (u *usage) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.VariableDeclaratorNode:
		u.local = append(u.local, n.Name)
	case *ast.IdentifierNode:
		u.nodes = append(u.nodes, n)
	}
}

// faults sorts the names into those in scope, which it keeps, and those that nobody has declared.
func (u *usage) faults(raw string) []Fault {
	var faults []Fault
	slices.SortStableFunc(u.nodes, func(a, b *ast.IdentifierNode) int { return a.Location().From - b.Location().From })
	for _, node := range u.nodes {
		if slices.Contains(u.local, node.Value) {
			continue
		}
		if name, declared := u.scope[node.Value]; !declared {
			offset := ByteOffset(raw, node.Location().From)
			faults = append(faults, unknownName(offset, node.Value, u.scope.names()))
		} else if name.Outside {
			faults = append(faults, *OutsideFault(node.Value, ByteOffset(raw, node.Location().From)))
		} else if !slices.Contains(u.names, node.Value) {
			u.names = append(u.names, node.Value)
		}
	}
	return faults
}

// Raw returns the expression as it stands in the pack.
func (e *Expr) Raw() string { return e.raw }

// Names returns the names it uses, each once, in order of appearance.
func (e *Expr) Names() []string { return slices.Clone(e.names) }

// Eval judges the condition. A name without a value is a *NoValueError, even where the result would not depend on it.
func (e *Expr) Eval(values Values) (holds bool, err error) {
	env, _, err := e.environment(values)
	if err != nil {
		return false, err
	}
	return e.run(env)
}

// environment gives the names of the expression their values and types.
func (e *Expr) environment(values Values) (env map[string]any, declared types.Map, err error) {
	env, declared = map[string]any{}, types.Map{}
	for _, name := range e.names {
		value := values(name)
		if value.IsZero() {
			return nil, nil, &NoValueError{Name: name}
		}
		if env[name], err = goValue(e.specs[name], value); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
		declared[name] = types.TypeOf(reflect.Zero(goType(e.specs[name])).Interface())
	}
	return env, declared, nil
}

func (e *Expr) run(env map[string]any) (holds bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			holds, err = false, fmt.Errorf("evaluate %s: %v", e.raw, r)
		}
	}()
	e.running.Lock()
	defer e.running.Unlock()
	if e.over != nil && reflect.DeepEqual(e.over, env) {
		return false, errSteps // as before, since the result depends on the values alone
	}
	e.meter.steps = 0
	machine := vm.VM{MemoryBudget: maxExprMemory}
	result, err := machine.Run(e.program, env)
	if e.meter.steps > maxExprSteps {
		e.over = env
	}
	if err != nil {
		return false, runtimeError(err)
	}
	holds, isBool := result.(bool)
	if !isBool {
		return false, errors.New("the expression gave no bool")
	}
	return holds, nil
}

// runtimeError keeps the sentence and leaves the picture of the source away.
func runtimeError(err error) error {
	var located *file.Error
	if errors.As(err, &located) {
		return errors.New(located.Message)
	}
	return err
}

// goType returns the type that values of spec have in an expression.
func goType(spec Spec) reflect.Type {
	switch spec.Kind() {
	case Int, Port:
		return reflect.TypeFor[int]()
	case Number:
		return reflect.TypeFor[float64]()
	case Bool:
		return reflect.TypeFor[bool]()
	case Duration:
		return reflect.TypeFor[time.Duration]()
	case Date, Timestamp:
		return reflect.TypeFor[time.Time]()
	case List:
		return reflect.SliceOf(goType(spec.Item()))
	}
	return reflect.TypeFor[string]()
}

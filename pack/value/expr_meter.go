package value

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"time"

	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/vm/runtime"
)

// Bounds of one evaluation. Steps are counted, not timed, so that the answer does not depend on the load of the machine.
const (
	maxExprSteps = 10_000_000
	maxExprText  = 1 << 20 // of a text that an expression makes, in bytes
)

var (
	errSteps    = errors.New("the expression takes more than 10,000,000 steps")
	errText     = errors.New("the expression makes a text of more than 1 MiB")
	errZero     = errors.New("division by zero")
	errOverflow = errors.New("the result is too large for a number")
	errNaN      = errors.New("the result is not a number")
)

// meter counts the steps of one evaluation and computes so that what has no result is an error: the language itself
// wraps whole numbers around and divides by zero.
type meter struct {
	steps int
}

// charge counts steps, and fails once there were too many.
func (m *meter) charge(steps int) error {
	m.steps += steps
	if m.steps > maxExprSteps {
		return errSteps
	}
	return nil
}

// step counts the evaluation of a predicate for one element; its argument is what the predicate weighs.
func (m *meter) step(args ...any) (any, error) { return true, m.charge(args[0].(int)) }

// seen counts what an operator or a function goes through, and returns it.
func (m *meter) seen(args ...any) (any, error) {
	steps := 0
	switch value := reflect.ValueOf(args[0]); value.Kind() {
	case reflect.String:
		steps += value.Len() / 64
	case reflect.Slice, reflect.Array, reflect.Map:
		steps += value.Len()
	}
	return args[0], m.charge(steps)
}

// checked returns the result of a function, unless it is no number or is outside of what a number can be.
func (m *meter) checked(args ...any) (any, error) {
	if float, is := args[0].(float64); is {
		return args[0], finite(float)
	}
	return m.seen(args...)
}

func finite(float float64) error {
	switch {
	case math.IsNaN(float):
		return errNaN
	case math.IsInf(float, 0):
		return errOverflow
	}
	return nil
}

// arithmetic returns the function that carries out an operator.
func (m *meter) arithmetic(operator string) func(args ...any) (any, error) {
	return func(args ...any) (any, error) { return m.compute(operator, native(args[0]), native(args[1])) }
}

// native makes an int of every other whole number, so that there is one kind to check. Durations stay what they are.
func native(operand any) any {
	value := reflect.ValueOf(operand)
	switch {
	case !value.IsValid():
		return operand
	case value.CanInt() && value.Type() != reflect.TypeFor[time.Duration]():
		return int(value.Int())
	case value.CanUint() && value.Uint() <= math.MaxInt:
		return int(value.Uint())
	}
	return operand
}

func (m *meter) compute(operator string, a, b any) (any, error) {
	if x, y, whole := wholes(a, b); whole && strings.Contains("+-*%", operator) {
		result, err := computeWhole(operator, x, y)
		if _, isInt := a.(int); isInt {
			if _, isInt = b.(int); isInt {
				return int(result), err
			}
		}
		return time.Duration(result), err
	}
	switch operator {
	case "+":
		return m.add(a, b)
	case "-":
		return subtract(a, b)
	case "*":
		return within(runtime.Multiply(a, b))
	case "/":
		if isZero(b) {
			return nil, errZero
		}
		return within(runtime.Divide(a, b))
	case "%":
		return runtime.Modulo(a, b), nil
	}
	return within(runtime.Exponent(a, b))
}

// wholes returns two operands that are whole numbers or durations.
func wholes(a, b any) (x, y int64, both bool) {
	x, okX := wholeOf(a)
	y, okY := wholeOf(b)
	return x, y, okX && okY
}

func wholeOf(operand any) (int64, bool) {
	switch x := operand.(type) {
	case int:
		return int64(x), true
	case time.Duration:
		return int64(x), true
	}
	return 0, false
}

func isZero(operand any) bool {
	x, whole := wholeOf(operand)
	float, isFloat := operand.(float64)
	return whole && x == 0 || isFloat && float == 0
}

// computeWhole carries out an operator on whole numbers of 64 bits.
func computeWhole(operator string, x, y int64) (int64, error) {
	var result int64
	fits := true
	switch operator {
	case "+":
		result = x + y
		fits = (result > x) == (y > 0)
	case "-":
		result = x - y
		fits = (result < x) == (y > 0)
	case "*":
		result = x * y
		fits = x == 0 || result/x == y && (x != -1 || y != math.MinInt64)
	case "%":
		if y == 0 {
			return 0, errZero
		}
		result = x % y
	}
	if !fits {
		return 0, errOverflow
	}
	return result, nil
}

// within checks a float that an operator gave. A duration that a float gave is what it is.
func within(result any) (any, error) {
	if float, is := result.(float64); is {
		return result, finite(float)
	}
	return result, nil
}

// add adds what are not two whole numbers. A text must not grow without bounds, a time not turn over.
func (m *meter) add(a, b any) (any, error) {
	if x, is := a.(string); is {
		y, _ := b.(string)
		if len(x)+len(y) > maxExprText {
			return nil, errText
		}
	}
	result, err := within(runtime.Add(a, b))
	if at, is := result.(time.Time); is && err == nil {
		return at, inYears(at)
	}
	if err != nil {
		return nil, err
	}
	return m.seen(result)
}

func subtract(a, b any) (any, error) {
	result, err := within(runtime.Subtract(a, b))
	switch x := result.(type) {
	case time.Time:
		return x, inYears(x)
	case time.Duration:
		if x == math.MaxInt64 || x == math.MinInt64 {
			return nil, errOverflow
		}
	}
	return result, err
}

// inYears refuses times outside of the years that can be written.
func inYears(at time.Time) error {
	if at.Year() < 0 || at.Year() > 9999 {
		return errOverflow
	}
	return nil
}

// negate is the minus before a value.
func (m *meter) negate(args ...any) (any, error) {
	if x, whole := wholeOf(native(args[0])); whole && x == math.MinInt64 {
		return nil, errOverflow
	}
	return runtime.Negate(args[0]), nil
}

// sum adds up a list as + does.
func (m *meter) sum(args ...any) (any, error) {
	list := reflect.ValueOf(args[0])
	if list.Kind() != reflect.Slice && list.Kind() != reflect.Array {
		return nil, fmt.Errorf("sum of %T", args[0])
	}
	var total any = 0
	for i := range list.Len() {
		element := native(list.Index(i).Interface())
		if err := m.charge(1); err != nil {
			return nil, err
		}
		if i == 0 {
			total = element
			continue
		}
		var err error
		if total, err = m.compute("+", total, element); err != nil {
			return nil, err
		}
	}
	return total, nil
}

// absolute is abs, which the language leaves negative for the least whole number.
func (m *meter) absolute(args ...any) (any, error) {
	if x, whole := wholeOf(native(args[0])); whole && x == math.MinInt64 {
		return nil, errOverflow
	}
	return builtinFunction("abs")(args...)
}

// whole is int, which the language lets turn over for floats that are too large.
func (m *meter) whole(args ...any) (any, error) {
	if float, is := args[0].(float64); is {
		if err := finite(float); err != nil {
			return nil, err
		}
		if float < math.MinInt64 || float >= math.MaxInt64 {
			return nil, errOverflow
		}
	}
	return builtinFunction("int")(args...)
}

// bounded returns a function that makes a text, which refuses to make one that is too long.
func (m *meter) bounded(name string, size func(args []any) int) func(args ...any) (any, error) {
	return func(args ...any) (any, error) {
		if length := size(args); length > maxExprText || length < 0 {
			return nil, errText
		} else if err := m.charge(length / 64); err != nil {
			return nil, err
		}
		return builtinFunction(name)(args...)
	}
}

func repeatSize(args []any) int {
	times := max(0, min(runtime.ToInt(args[1]), maxExprText+1))
	return len(args[0].(string)) * times
}

func replaceSize(args []any) int {
	text, longest := args[0].(string), len(args[2].(string))
	return len(text) + (len(text)+1)*longest
}

func joinSize(args []any) int {
	glue, size := 0, 0
	if len(args) == 2 {
		glue = len(args[1].(string))
	}
	list := reflect.ValueOf(args[0])
	for i := range list.Len() {
		text, _ := list.Index(i).Interface().(string)
		size = min(size+len(text)+glue, maxExprText+1)
	}
	return size
}

// builtinFunction returns a function of the language.
func builtinFunction(name string) func(args ...any) (any, error) {
	function := builtin.Builtins[builtin.Index[name]]
	switch {
	case function.Func != nil:
		return function.Func
	case function.Fast != nil:
		return func(args ...any) (any, error) { return function.Fast(args[0]), nil }
	}
	return func(args ...any) (any, error) {
		result, _, err := function.Safe(args...)
		return result, err
	}
}

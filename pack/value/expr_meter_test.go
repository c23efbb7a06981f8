package value

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/vm"
	"pgregory.net/rapid"
)

func TestExpressionWithoutResultIsAnError(t *testing.T) {
	most := valuesOf(map[string]Value{
		"number": {json: "9223372036854775807"}, "count": {json: "0"}, "port": {json: "1"}, "ratio": {json: "1e308"}, "took": StringValue("2500000h"),
		"day": StringValue("9999-12-31"), "at": StringValue("2026-11-30T02:00:49Z"), "ports": {json: "[9223372036854775807,1]"}, "text": StringValue("nan"),
		"ready": {json: "true"}, "host": StringValue("x"), "list": listOf("a"),
	})
	const zero, overflow, noNumber = "division by zero", "the result is too large for a number", "the result is not a number"
	for raw, want := range map[string]string{
		`number / count > 1`: zero, `number % count == 0`: zero, `ratio / count > 0`: zero, `count / count < 1`: zero, `ratio / (ratio - ratio) > 1`: zero,
		`number + 1 < 5`: overflow, `1 + number < 5`: overflow, `-2 - number < 5`: overflow, `number * 2 < 5`: overflow, `2 * number < 5`: overflow,
		`-(-number - 1) < 0`: overflow, `abs(-number - 1) < 0`: overflow, `sum(ports) < 0`: overflow, `sum(ports, # + 1) < 0`: overflow,
		`reduce(ports, #acc + #) < 0`: overflow, `any(ports, # + 1 < 0)`: overflow, `number ** 99 > 1`: overflow, `ratio * 10 > 1`: overflow,
		`ratio + ratio > 1`: overflow, `-ratio - ratio < 1`: overflow, `took + took < took`: overflow, `took * 2 < took`: overflow, `2 * took < took`: overflow,
		`0 * took - took - took > took`: overflow, `day + duration("48h") > day`: overflow, `at - date("0001-01-01") > took`: overflow, `int(ratio) > 0`: overflow,
		`float(text) > 0 or true`: noNumber, `float("inf") > ratio`: overflow, `sum(map(1..3, ratio)) > 1`: overflow, `sum([ratio, ratio]) > 1`: overflow,
		`mean([ratio, ratio]) > 1`: overflow, `number + port < number`: overflow, `all(1..3, number + # > 0)`: overflow, `let n = number; n + 1 < n`: overflow,
		`len(list) > 0 and number + len(list) > 0`: overflow,
	} {
		compiled, faults := CompileExpr(raw, exprScope())
		if faults != nil {
			t.Errorf("%s: %+v", raw, faults)
			continue
		}
		if holds, err := compiled.Eval(most); err == nil || err.Error() != want || holds {
			t.Errorf("%s: got %v (%v), want %q", raw, holds, err, want)
		}
	}
}

func TestExpressionAtTheBoundsOfNumbersHasAResult(t *testing.T) {
	values := valuesOf(map[string]Value{"number": {json: "9223372036854775806"}, "count": {json: "-9223372036854775808"}, "took": StringValue("2562047h")})
	for raw, want := range map[string]bool{
		`number + 1 == 9223372036854775807`: true, `number - 1 < number`: true, `count + 1 < 0`: true, `count * 1 == count`: true, `count + number == -2`: true,
		`-1 * (count + 1) == 9223372036854775807`: true, `count % -1 == 0`: true, `0 - number < 0`: true, `took - took == duration("0s")`: true, `took * 1 == took`: true,
	} {
		compiled, faults := CompileExpr(raw, exprScope())
		if faults != nil {
			t.Fatalf("%s: %+v", raw, faults)
		}
		if got, err := compiled.Eval(values); err != nil || got != want {
			t.Errorf("%s: got %v (%v), want %v", raw, got, err, want)
		}
	}
	compiled, _ := CompileExpr(`count * -1 > 0`, exprScope())
	if got, err := compiled.Eval(values); err == nil {
		t.Errorf("-1 times the least number is %v", got)
	}
}

// thousand is a list of 1,000 texts.
func thousand() Value {
	items := make([]string, 1000)
	for i := range items {
		items[i] = fmt.Sprintf("db%d", i)
	}
	return listOf(items...)
}

func TestExpressionHasABudgetOfSteps(t *testing.T) {
	values := valuesOf(map[string]Value{
		"number": {json: "1000"}, "list": thousand(), "text": StringValue(strings.Repeat("a", 90_000)), "ports": {json: "[1,2]"}, "ratio": {json: "1"},
	})
	const steps, text, memory = "the expression takes more than 10,000,000 steps", "the expression makes a text of more than 1 MiB", "memory budget exceeded"
	for raw, want := range map[string]string{
		`all(list, all(list, # != ""))`:                                                     "",
		`all(list, let a = #; all(list, # == a or # != a and len(a) > 0))`:                  "",
		`all(1..1000, all(1..1000, # > 0))`:                                                 "",
		`all(1..number, all(1..number, # > 0))`:                                             "",
		`all(list, # in list)`:                                                              "",
		`let r = 1..900; all(r, all(r, all(r, all(r, all(r, # >= 0)))))`:                    steps,
		`let r = 1..900; any(r, sum(r, sum(r, #)) < 0)`:                                     memory,
		`all(list, all(list, # in list))`:                                                   steps,
		`any(list, any(list, text contains #))`:                                             steps,
		`any(list, any(list, text matches "b$"))`:                                           steps,
		`all(list, all(list, upper(text) != ""))`:                                           steps,
		`all(list, all(list, len(sort(list)) > 0))`:                                         memory,
		`all(list, all(list, list == list))`:                                                steps,
		`reduce(1..30, #acc + #acc, text) != ""`:                                            text,
		`len(repeat(text, 900000)) > 0`:                                                     text,
		`len(replace(text, "", text)) > 0`:                                                  text,
		`len(join(split(text, "a"), text)) > 0`:                                             text,
		`len(1..100000000) > 0`:                                                             memory,
		`len(map(1..number, 1..number)) > 0 and len(map(1..number, map(1..number, #))) > 0`: memory,
	} {
		compiled, faults := CompileExpr(raw, exprScope())
		if faults != nil {
			t.Errorf("%s: %+v", raw, faults)
			continue
		}
		holds, err := compiled.Eval(values)
		if want == "" && (err != nil || !holds) || want != "" && (err == nil || err.Error() != want || holds) {
			t.Errorf("%s: got %v (%v), want %q", raw, holds, err, want)
		}
	}
}

func TestBudgetOfStepsIsThatOfOneEvaluation(t *testing.T) {
	compiled, faults := CompileExpr(`all(list, all(list, # != "" and # != "x" and # != "y"))`, exprScope())
	if faults != nil {
		t.Fatal(faults)
	}
	values := valuesOf(map[string]Value{"list": thousand()})
	for range 4 {
		if holds, err := compiled.Eval(values); !holds {
			t.Fatal(err)
		}
	}
}

func TestWhatTakesTooManyStepsIsComputedOnceForItsValues(t *testing.T) {
	compiled, faults := CompileExpr(`all(list, all(list, # in list))`, exprScope())
	if faults != nil {
		t.Fatal(faults)
	}
	judge := func(list Value) (computed bool, err error) {
		compiled.meter.steps = 0
		_, err = compiled.Eval(valuesOf(map[string]Value{"list": list}))
		return compiled.meter.steps > 0, err
	}
	for i, step := range []struct {
		list     Value
		computed bool
		want     error
	}{{thousand(), true, errSteps}, {thousand(), false, errSteps}, {listOf("db1 db2"), true, nil}, {thousand(), false, errSteps}, {listOf("db1", "db2"), true, nil}} {
		if computed, err := judge(step.list); computed != step.computed || fmt.Sprint(err) != fmt.Sprint(step.want) {
			t.Errorf("%d: computed is %v (%v), want %v (%v)", i, computed, err, step.computed, step.want)
		}
	}
}

// plainResult evaluates an expression as the language has it.
func plainResult(t *rapid.T, compiled *Expr, values Values) (result any, err error) {
	env := map[string]any{}
	for _, name := range compiled.names {
		value, err := goValue(compiled.specs[name], values(name))
		if err != nil {
			t.Fatal(err)
		}
		env[name] = value
	}
	program, err := expr.Compile(compiled.raw, expr.Env(env))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	return vm.Run(program, env)
}

func TestMeterChangesNoResult(t *testing.T) {
	words := []string{
		"number", "text", "list", "ports", "at", "took", "day", "ratio", "(", ")", "[", "]", "==", "<", "in", "not", "and", "+", "-", "*", "/", "%", "**", "..",
		"1", "2", "7", `"a"`, "#", "sum(", "all(", "map(", "filter(", "count(", "max(", "len(", "abs(", "int(", "float(", "join(", "sort(", "mean(", "{", "}", ",",
	}
	whole := []string{
		"number + 7 * 2 == 19", "sum(ports) in 1..7", "all(ports, # + number > 5)", "took + took > took", "at - day > took", "len(text + text) > 2", "number / 2 > ratio",
		"sum(filter(ports, # > 1), # * 2) == 4", "count(list, # in list) == 2", "join(list, text) contains \"a\"", "map(ports, # ** 2)[1] == 4", "max(ports) - abs(-7) < 0",
		"sort(list)[0] == \"a\"", "mean(ports) == 1.5", "reduce(ports, #acc * #, 3) == 6", "number % 3 == 2", "-number < 0", "int(\"7\") + 1 == 8", "7 in 1..number",
		"at + took > at", "took * 2 == duration(\"3m\")", "findIndex(ports, # == 2) == 1", "none(ports, # > 7)", "groupBy(ports, # % 2 == 0)[true] == [2]",
	}
	rapid.Check(t, func(t *rapid.T) {
		raw := rapid.SampledFrom(whole).Draw(t, "whole")
		if rapid.Bool().Draw(t, "mixed") {
			raw += " " + rapid.SampledFrom([]string{"and", "or", "=="}).Draw(t, "op") + " (" + rapid.SampledFrom(whole).Draw(t, "other") + ")"
		}
		if rapid.Bool().Draw(t, "random") {
			raw = strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 9).Draw(t, "words"), " ")
		}
		compiled, _ := CompileExpr(raw, exprScope())
		if compiled == nil {
			return
		}
		got, err := compiled.Eval(exprValues)
		want, wantErr := plainResult(t, compiled, exprValues)
		refused := err != nil && slices.ContainsFunc([]error{errZero, errOverflow, errNaN, errText, errSteps}, func(one error) bool { return one.Error() == err.Error() })
		if fine := err == nil && wantErr == nil && want == got; !fine && !refused && (err == nil || wantErr == nil) {
			t.Fatalf("%s: got %v (%v), want %v (%v)", raw, got, err, want, wantErr)
		}
	})
}

package value

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func exprScope() Scope {
	scope := testScope()
	for name, kind := range map[string]Type{
		"ratio": Number, "ready": Bool, "took": Duration, "day": Date, "at": Timestamp, "count": Int, "date": Date, "port": Port,
	} {
		scope[name] = Name{Spec: Spec{Type: kind}}
	}
	scope["ports"] = Name{Spec: Spec{Type: List, Items: Int}}
	return scope
}

var exprValues = valuesOf(map[string]Value{
	"text": StringValue("a b"), "number": {json: "5"}, "ratio": {json: "0.5"}, "ready": {json: "true"}, "took": StringValue("90s"),
	"day": StringValue("2026-11-30"), "date": StringValue("2026-11-30"), "at": StringValue("2026-11-30T02:00:49Z"), "count": {json: "3"}, "port": {json: "80"},
	"list": listOf("a", "b"), "ports": {json: "[1,2]"}, "operator": StringValue("ana"), "host": StringValue("db1"),
})

func TestExpressionsSeeTypedNames(t *testing.T) {
	for raw, want := range map[string]bool{
		`number < 6`: true, `number > 4.5`: true, `number == 5.0`: true, `number / 2 == 2.5`: true, `ratio * 2 == 1`: true, `ready and not false`: true,
		`took > duration("1m")`: true, `took == duration("1m30s")`: true, `day == date("2026-11-30")`: true, `date.Year() == 2026`: true,
		`at > date("2026-11-30T02:00:48Z")`: true, `at.Sub(day) > duration("2h")`: true, `"a" in list`: true, `"c" not in list`: true, `len(list) == 2`: true,
		`1 in ports and sum(ports) == 3`: true, `count == 3`: true, `port in 1..1024`: true, `text contains " "`: true, `text matches "^a"`: true,
		`operator == "ana" && host startsWith "db"`: true, `host in ["db1", "db2"]`: true, `all(ports, # > 1)`: false, `let x = number; x == 6`: false,
		`number > 4 ? ready : false`: true, `text == "é"`: false,
	} {
		expr, faults := CompileExpr(raw, exprScope())
		if faults != nil {
			t.Errorf("%s: %+v", raw, faults)
			continue
		}
		if got, err := expr.Eval(exprValues); err != nil || got != want {
			t.Errorf("%s: got %v (%v), want %v", raw, got, err, want)
		}
	}
}

func TestFaultyExpressionIsRefusedAtItsPlace(t *testing.T) {
	for raw, want := range map[string]string{
		`number < nmuber`:             "nmuber|nmuber is neither a param nor a datapoint|did you mean number?",
		`"é" == text and hots == "x"`: "hots|hots is neither a param nor a datapoint|did you mean host?",
		`number`:                      "|expected bool, but got int|",
		`number == "5"`:               "==|invalid operation: == (mismatched types int and string)|",
		`text < 5`:                    "<|invalid operation: < (mismatched types string and int)|",
		`now() > at`:                  "now|unknown name now|",
		`number <`:                    "EOF|unexpected token EOF|",
		``:                            "EOF|unexpected token EOF|",
		`$env["text"] == "a"`:         "$env|$env is neither a param nor a datapoint|",
		`list[0].Foo() == 1`:          "Foo|type string has no method Foo|",
	} {
		_, faults := CompileExpr(raw, exprScope())
		if len(faults) != 1 {
			t.Errorf("%s: %+v", raw, faults)
			continue
		}
		at, rest, _ := strings.Cut(want, "|")
		got := faults[0].Message + "|" + faults[0].Hint
		if got != rest {
			t.Errorf("%s: got %s, want %s", raw, got, rest)
		}
		if at != "" && at != "EOF" && !strings.HasPrefix(raw[faults[0].Offset:], at) {
			t.Errorf("%s: offset %d", raw, faults[0].Offset)
		}
	}
}

func TestExpressionSaysWhichNameHasNoValue(t *testing.T) {
	expr, faults := CompileExpr(`ready or note == "x"`, exprScope())
	if faults != nil {
		t.Fatal(faults)
	}
	_, err := expr.Eval(exprValues)
	var noValue *NoValueError
	if !errors.As(err, &noValue) || noValue.Name != "note" {
		t.Errorf("got %v", err)
	}
}

func TestExpressionThatFailsOrGrowsIsAnError(t *testing.T) {
	for _, raw := range []string{
		`list[9] == "a"`, `len(1..100000000) > 0`, `len(repeat(text, 100000000)) > 0`, `number % (number - 5) == 1`,
		`text matches text + "("`, `duration(text) > took`, `date(text) == day`, `int(text) == 1`, `all(1..9999, all(1..9999, true))`,
	} {
		expr, faults := CompileExpr(raw, exprScope())
		if faults != nil {
			continue
		}
		if got, err := expr.Eval(exprValues); err == nil {
			t.Errorf("%s: got %v", raw, got)
		}
	}
	if _, faults := CompileExpr(strings.Repeat("(", 1<<20), exprScope()); len(faults) != 1 {
		t.Errorf("got %+v", faults)
	}
	large := func(string) Value { return Value{json: "123456789012345678901234567890"} }
	expr, _ := CompileExpr("number > 5", exprScope())
	if _, err := expr.Eval(large); err == nil {
		t.Error("a number that does not fit is compared")
	}
}

func TestNoExpressionPanics(t *testing.T) {
	words := []string{"number", "text", "list", "ports", "at", "took", "(", ")", "[", "]", "==", "<", "in", "not", "and", "+", "-", "*", "/", "%", "..", "?", ":", "1", `"a"`, "nil", "#", ".", "len", "all", "map", "{", "}", ",", "let", "x", "=", ";", "|"}
	rapid.Check(t, func(t *rapid.T) {
		raw := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 12).Draw(t, "words"), " ")
		expr, faults := CompileExpr(raw, exprScope())
		for _, fault := range faults {
			if fault.Offset < 0 || fault.Offset > len(raw) || fault.Message == "" {
				t.Fatalf("%q: %+v", raw, fault)
			}
		}
		if expr != nil {
			_, _ = expr.Eval(exprValues)
		}
	})
}

func TestReservedIDs(t *testing.T) {
	for id, want := range map[string]bool{"run_id": true, "operator": true, "in": true, "not": true, "nil": true, "end": true, "continue": true, "count": false, "date": false, "x": false} {
		if got := IsReserved(id); got != want {
			t.Errorf("%s: got %v", id, got)
		}
	}
	for id := range exprScope() {
		if _, faults := CompileExpr(id+" == "+id, exprScope()); faults != nil {
			t.Errorf("%s can't be used: %+v", id, faults)
		}
	}
}

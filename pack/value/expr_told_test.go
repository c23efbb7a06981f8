package value

import "testing"

func TestExpressionIsToldWithWhatItCompares(t *testing.T) {
	for raw, want := range map[string]string{
		`number < 6`:                               `number 5 < 6`,
		`number < count * 0.8`:                     `number 5 < count * 0.8 = 2.4`,
		`number == 5 and not (count > port)`:       `number 5 == 5 and not (count 3 > port 80)`,
		`ready`:                                    `ready true`,
		`not ready or number + 1 >= 7`:             `not ready true or number + 1 = 6 >= 7`,
		`text == "primary"`:                        `text "a b" == "primary"`,
		`took > duration("1m")`:                    `took 90s > duration("1m")`,
		`len(list) == 2`:                           `len(list) = 2 == 2`,
		`"c" in list`:                              `"c" in list a,b`,
		`all(ports, # > 1)`:                        `all(ports, # > 1)`,
		`let x = number; x == 6`:                   `let x = number; x == 6`,
		`number > 4 ? ready : false`:               `number > 4 ? ready : false`,
		`number / (count - count) > 1`:             `number / (count - count) > 1`,
		`operator == "ana" && host startsWith "x"`: `operator "ana" == "ana" && host "db1" startsWith "x"`,
	} {
		expr, faults := CompileExpr(raw, exprScope())
		if faults != nil {
			t.Errorf("%s: %+v", raw, faults)
			continue
		}
		if got := expr.Told(exprValues); got != want {
			t.Errorf("%s: got %q, want %q", raw, got, want)
		}
	}
}

func TestExpressionWithoutAValueIsToldAsThat(t *testing.T) {
	expr, _ := CompileExpr(`number < 6`, exprScope())
	if got := expr.Told(valuesOf(nil)); got != `number (no value) < 6` {
		t.Errorf("got %q", got)
	}
}

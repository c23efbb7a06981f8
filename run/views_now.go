package run

import (
	"rtut/pack"
	"rtut/run/record"
)

// ExpressionView is an expression of a gate, judged by the values as they are. Nothing is recorded of it.
type ExpressionView struct {
	Check      string   `json:"check"`
	Expression string   `json:"expression"` // as it stands in the pack
	Told       string   `json:"told"`       // with what it compares, as in `size 812 < quota * 0.8 = 800`
	Holds      *bool    `json:"holds"`      // null: it can't be judged
	Problem    string   `json:"problem,omitempty"`
	Uses       []string `json:"uses"` // the names that it reads
}

// ResultView says how the latest verification of an item turned out. Of a gate it is the first check that did not pass, or the last.
type ResultView struct {
	Check    string      `json:"check,omitempty"` // of a gate
	Passed   bool        `json:"passed"`
	ExitCode *int        `json:"exit_code,omitempty"`
	Error    string      `json:"error,omitempty"`
	At       record.Time `json:"at"`
	By       string      `json:"by,omitempty"` // who verified it
}

// Expressions returns the expressions of a gate as they are now, in the order of its checks.
func (v *View) Expressions(id string) []ExpressionView {
	var views []ExpressionView
	if v.pack.Gate(id) == nil {
		return nil
	}
	values := v.rec.Values()
	for _, c := range checksOf(v.pack, v.rec, id) {
		if c.Expr == nil {
			continue
		}
		e := ExpressionView{Check: c.ID, Expression: c.Expr.Raw(), Told: c.Expr.Told(values), Uses: c.Expr.Names()}
		holds, err := c.Expr.Eval(values)
		if err != nil {
			e.Problem = err.Error()
		} else {
			e.Holds = &holds
		}
		views = append(views, e)
	}
	return views
}

// latest returns the latest results of the items, by item.
func (v *View) latest() map[string]*ResultView {
	found := map[string]*ResultView{}
	for id, s := range v.rec.Steps {
		if s.Verification != nil {
			found[id] = resultView("", s.Verification)
		}
	}
	for id, g := range v.rec.Gates {
		if def := v.pack.Gate(id); def != nil {
			found[id] = gateResult(def, g)
		}
	}
	for i := range v.rec.Events {
		e := &v.rec.Events[i]
		if r := found[e.Item]; r != nil && (e.Detail.Verification != nil || e.Detail.Results != nil) {
			r.By = e.By
		}
	}
	return found
}

// gateResult is what speaks for a gate: the first no, else the last yes; nil where nothing was judged.
func gateResult(def *pack.Gate, g *record.Gate) *ResultView {
	var last *ResultView
	for i := range def.Checks {
		r := g.Results[def.Checks[i].ID]
		if r == nil {
			continue
		}
		if last = resultView(def.Checks[i].ID, r); !r.Passed {
			return last
		}
	}
	return last
}

func resultView(check string, r *record.Result) *ResultView {
	return &ResultView{Check: check, Passed: r.Passed, ExitCode: r.ExitCode, Error: r.Error, At: r.At}
}

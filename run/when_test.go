package run

import "testing"

func TestAConditionBeyondItsBudgetChoosesNoAlternative(t *testing.T) {
	const text = "schema: runbook-pack/v0.2\nid: heavy\ntitle: Heavy\nowner: ops\nparams: [{ id: n, type: int, default: 0 }]\nsteps:\n" +
		"  - { id: s, title: S, when: 'let r = 1..900; all(r, all(r, all(r, all(r, # >= n))))' }\n"
	p := load(t, text)
	view := NewView(p, begin(t, p), dawn)
	d := view.Detail("s", "")
	if want := "whether it is needed cannot be evaluated: the expression takes more than 10,000,000 steps"; d.Unjudged != want {
		t.Errorf("it says %q, want %q", d.Unjudged, want)
	}
	if len(d.Alternatives) != 1 {
		t.Errorf("its alternatives are %v", d.Alternatives)
	}
	for _, a := range d.Alternatives {
		if a.Chosen || a.Recommended {
			t.Errorf("%s counts as chosen", a.ID)
		}
	}
	for _, a := range view.Detail("s", "needed").Alternatives {
		if a.Chosen != (a.ID == "needed") {
			t.Errorf("%s that was asked for: chosen is %v", a.ID, a.Chosen)
		}
	}
}

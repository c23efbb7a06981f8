package main

// unproven is a mark in a pack.yaml that a run has made and proves no longer, as run.Unproven.
type unproven struct {
	File string `json:"file"`
	Says string `json:"exercise_status"`
	Was  string `json:"was"`
}

// unproven returns the mark that the run no longer proves; else nil.
func (t *target) unproven() *unproven {
	if u := t.session.Unproven(t.rec); u != nil {
		return &unproven{t.app.shown(t.file), u.Says, u.Was}
	}
	return nil
}

// unprovenLines say how to take a mark back that a run no longer proves.
func (t *target) unprovenLines(out *text) {
	if u := t.session.Unproven(t.rec); u != nil {
		for _, sentence := range u.Words(t.app.shown(t.file)) {
			out.linef("%s", line(sentence))
		}
	}
}

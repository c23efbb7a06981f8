package main

import (
	"strings"

	"rtut/run"
	"rtut/run/record"
)

// detailLines show an item as it is carried out.
func (t *target) detailLines(out *text, d run.StepDetail) {
	out.linef("%s %s  %s", run.Sign(d.State, t.app.ascii()), d.ID, line(d.Title))
	for _, remark := range append(remarks(d.ItemView), t.view().BeforeIt(d.ItemView)...) {
		out.linef("  %s", line(remark))
	}
	if d.Unjudged != "" {
		out.linef("  %s", line(d.Unjudged))
	}
	if d.Performer != "" {
		out.linef("  by: %s", line(d.Performer))
	}
	out.prose("  ", d.Instruction, t.app.width())
	for _, a := range d.Alternatives {
		out.linef("  alternative %s  %s%s", a.ID, line(a.Title), choice(a))
	}
	for _, l := range d.Links {
		out.linef("  link: %s", line(strings.TrimSpace(l.Title+" "+l.URL)))
	}
	if d.Command != "" {
		out.linef("  command to run %s:", t.where(d.Host))
		out.code("    ", d.Command)
	}
	if d.Phrase != "" && d.State != record.Running || d.Lapsed {
		out.linef("  phrase to type, exactly: %s", line(run.TellPhrase(d.Phrase)))
	}
	for _, c := range d.Checks {
		t.checkLines(out, c)
	}
	if len(d.Owes) > 0 {
		out.linef("  required evidence: %s", strings.Join(d.Owes, ", "))
	}
	if len(d.Produces) > 0 {
		out.linef("  values to give: %s", strings.Join(d.Produces, ", "))
	}
}

func choice(a run.AlternativeView) string {
	switch {
	case a.Chosen:
		return "  (chosen)"
	case a.Recommended:
		return "  (recommended)"
	}
	return ""
}

// where says where a command of the pack runs.
func (t *target) where(host string) string { return line(t.session.Where(t.rec, host)) }

// checkLines say how an item is judged.
func (t *target) checkLines(out *text, c run.CheckView) {
	what := strings.TrimRight(nameOf(c.ID)+", "+string(c.Kind)+": "+line(strings.TrimSpace(c.Prompt+c.Wants)), ": ")
	out.linef("  %s", what)
	if c.Command != "" {
		out.linef("    runs %s:", t.where(c.Host))
		out.code("      ", c.Command)
	}
}

// nameOf names a check; that of a step has no id.
func nameOf(check string) string {
	if check == "" {
		return "check"
	}
	return "check " + check
}

package markdown

import (
	"cmp"
	"fmt"
	"strings"

	"rtut/run/record"
	"rtut/run/report"
)

// plan puts what was planned and what was done side by side.
func (w *writer) plan() {
	if len(w.Plan) == 0 {
		return
	}
	w.section("Planned and done")
	items := map[string]report.Item{}
	for _, it := range w.Items {
		items[it.ID] = it
	}
	var rows [][]string
	for _, row := range w.Plan {
		it := items[row.Item]
		line := []string{
			Text(it.Title) + " " + cell(row.Item), stood(it.State), cmp.Or(it.Standing.Words(), "–"), "–", "–", "–", named(it.By), worked(it),
			differs(row.Differences),
		}
		if row.Done != nil {
			line[3], line[4] = moment(row.Done.At), lasted(row.Done.Seconds)
		}
		if p := row.Planned; p != nil && p.ExpectedSeconds != nil {
			line[5] = lasted(*p.ExpectedSeconds)
		}
		rows = append(rows, line)
	}
	w.table([]string{"Item", "State", "Proof", "Begun (UTC)", "Took", "Expected", "By", "Work", "Differs from the plan"}, rows)
}

// worked says who did the work of an item.
func worked(it report.Item) string {
	if it.Work == "" {
		return "–"
	}
	return Text(it.Work)
}

func differs(differences []string) string {
	var all []string
	for _, d := range differences {
		all = append(all, Text(d))
	}
	return strings.Join(all, "; ")
}

// deviations tells of every time that the procedure was not followed.
func (w *writer) deviations() {
	if len(w.Deviations) == 0 {
		return
	}
	w.section(fmt.Sprintf("Deviations (%d)", len(w.Deviations)))
	for _, d := range w.Deviations {
		w.linef("- **%s** of %s by %s at %s%s", Text(string(d.Kind)), of(d.Item), Code(d.By), moment(d.At), because(d.Reason))
		for _, n := range d.Against {
			w.linef("  - against: %s", Text(n.Words(moment(n.At))))
		}
		for _, u := range d.Unmet {
			w.linef("  - %s: %s", unmetOf(d.Kind), Text(u))
		}
		if len(d.Risk) > 0 {
			w.linef("  - at risk downstream: %s", codes(d.Risk))
		}
	}
}

// unmetOf says what a deviation of this kind lists.
func unmetOf(kind record.DeviationKind) string {
	if kind == record.PackChangeDeviation {
		return "what changed"
	}
	return "not waited for"
}

// detours tells of what went otherwise than straight through and was no deviation.
func (w *writer) detours() {
	var lines []string
	for _, d := range w.Detours {
		if d.Deviation {
			continue
		}
		told := fmt.Sprintf("- **%s** of %s", Text(string(d.Kind)), of(d.Item))
		if d.By != "" {
			told += " by " + Code(d.By)
		}
		if d.At != nil {
			told += " at " + moment(*d.At)
		}
		told += because(d.Reason)
		if d.Answer != "" {
			told += "; " + d.Answer.Words()
		}
		lines = append(lines, told)
	}
	if len(lines) == 0 {
		return
	}
	w.section("Failures, retries and rollbacks")
	w.linef("%s", strings.Join(lines, "\n"))
}

// probes tells of every time that a check was run before the start of its step.
func (w *writer) probes() {
	begun := false
	for _, it := range w.Items {
		for _, p := range it.Probes {
			if !begun {
				w.section("Probes before a start")
				begun = true
			}
			told := fmt.Sprintf("- The check of %s %s: by %s at %s", Code(it.ID), p.Result.Words(), Code(p.By), moment(p.At))
			if p.Error != "" {
				told += " (" + Text(p.Error) + ")"
			}
			w.linef("%s", told)
		}
	}
}

// notes tells what people noted.
func (w *writer) notes() {
	if len(w.Notes) == 0 {
		return
	}
	w.section("Notes")
	for _, n := range w.Notes {
		w.linef("- %s %s on %s: %s", moment(n.At), Code(n.By), of(n.Item), Text(n.Text))
	}
}

// hands tells who took over from whom, and what auto-confirm had in its hands.
func (w *writer) hands() {
	if len(w.Handovers)+len(w.ModeChanges)+len(w.PackChanges)+len(w.Context.Preauthorizations) == 0 {
		return
	}
	w.section("Handovers and changes")
	for _, h := range w.Handovers {
		w.linef("- %s: from %s to %s%s", moment(h.At), Code(h.From), Code(h.To), because(h.Reason))
	}
	for _, m := range w.ModeChanges {
		w.linef("- %s: from %s to %s by %s", moment(m.At), Text(string(m.From)), Text(string(m.To)), Code(m.By))
	}
	for _, a := range w.Context.Preauthorizations {
		w.preauthorization(a)
	}
	for _, c := range w.PackChanges {
		what := "a change of the pack was accepted by"
		if c.WordsOnly {
			what = "a change of the pack in words was noted, as it was acted on by"
		}
		w.linef("- %s: %s %s%s", moment(c.At), what, Code(c.By), because(c.Reason))
		for _, changed := range c.Words {
			w.linef("  - %s: was %s, is %s", Text(changed.What), quoted(changed.Was), quoted(changed.Is))
		}
	}
}

// quoted is a text of a pack, "–" for none.
func quoted(text string) string {
	if text == "" {
		return "–"
	}
	return Code(text)
}

// preauthorization tells what auto-confirm was allowed to start, by whom, and the result of that.
func (w *writer) preauthorization(a report.Preauthorization) {
	what, end := Code(a.Step), ""
	if a.Alternative != "" {
		what += " by " + Code(a.Alternative)
	}
	if a.Host != "" {
		what += " on " + Code(a.Host)
	}
	if a.EndedAt != nil {
		end = "; ended at " + moment(*a.EndedAt) + ": " + Text(string(a.Ended))
	}
	w.linef("- %s: %s authorized auto-confirm to start %s once, by its phrase %s%s", moment(a.At), Code(a.AuthorizedBy), what, Code(a.Phrase), end)
}

// feedback tells what people thought of the run.
func (w *writer) feedback() {
	if len(w.Feedback) == 0 {
		return
	}
	w.section("Feedback")
	for _, f := range w.Feedback {
		w.linef("- **%s** by %s at %s%s", Text(string(f.Rating)), Code(f.By), moment(f.At), because(f.Comment))
	}
}

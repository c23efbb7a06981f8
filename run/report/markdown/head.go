package markdown

import (
	"fmt"
	"strings"
)

// head tells what the document is about and how the run ended.
func (w *writer) head() {
	w.linef("# %s: %s\n", Text(w.Pack.Title), Text(string(w.Result.State)))
	if !w.Integrity.Whole() {
		w.linef("**The record is not intact**, so what it says may never have happened. %s: %s\n",
			Text(string(w.Integrity.Verdict)), Text(w.Integrity.Found))
	}
	w.fact("Outcome", w.outcome())
	w.fact("Trust", Text(w.Trust.Line))
	if len(w.Noes.List) > 0 {
		w.fact("Said no", Text(w.Noes.Line))
	}
	w.fact("Run", Code(w.RunID))
	w.fact("Runbook", w.runbook())
	w.fact("Applied to", w.place())
	w.fact("Operator", strings.Join(codesOf(w.Context.Operators), ", then "))
	w.fact("Time", w.times())
	for _, s := range w.ClockSteps {
		w.fact("Clock", fmt.Sprintf("it went back %s at event %d, from %s to %s; order and durations are those of the events",
			lasted(s.Seconds), s.Seq, moment(s.From), moment(s.To)))
	}
	for _, p := range w.Context.Params {
		w.fact("Given", fmt.Sprintf("%s: %s", Code(p.ID), Code(p.Value.Text())))
	}
	if !w.Result.Finished {
		w.fact("As of", moment(w.AsOf)+" UTC; the run continues")
	}
}

func codesOf(names []string) []string {
	var all []string
	for _, n := range names {
		all = append(all, Code(n))
	}
	return all
}

func (w *writer) outcome() string {
	told := fmt.Sprintf("%s, %d of %d items finished", stood(w.Result.State), w.Result.ItemsDone, w.Result.ItemsTotal)
	if w.Result.Clean {
		told += " without a deviation"
	}
	if w.Result.StoppedAt != "" {
		told += ", at " + Code(w.Result.StoppedAt)
	}
	return told + because(w.Result.Reason)
}

func (w *writer) runbook() string {
	told := Code(w.Pack.ID)
	if w.Pack.Digest != "" {
		told += " at " + Code(w.Pack.Digest)
	}
	if !w.Pack.Known {
		told += "; the pack is lost, so this is what the record knows"
	}
	for _, c := range w.Pack.Changes {
		told += "; the pack has changed since: " + Text(c)
	}
	return told
}

func (w *writer) place() string {
	var parts []string
	for _, p := range []struct{ name, value string }{
		{"project", w.Context.Project}, {"target", w.Context.Target}, {"environment", string(w.Context.Environment)},
	} {
		if p.value != "" {
			parts = append(parts, p.name+" "+Code(p.value))
		}
	}
	return strings.Join(parts, ", ")
}

func (w *writer) times() string {
	told := moment(w.Result.CreatedAt)
	if w.Result.FinishedAt != nil {
		told += " to " + moment(*w.Result.FinishedAt)
	}
	return fmt.Sprintf("%s UTC, %s in all: %s at work, %s waiting for a person", told, lasted(w.Result.Seconds),
		lasted(w.Timeline.WorkingSeconds), lasted(w.Timeline.WaitingSeconds))
}

// foot says what the document was made of, so that it can be compared with the record.
func (w *writer) foot() {
	w.linef("\n---\n")
	made := fmt.Sprintf("Made by rtut from revision %d of the record", w.Integrity.Revision)
	if w.Integrity.Hash != "" {
		made += fmt.Sprintf(", event %d, %s", w.Integrity.Seq, Code(w.Integrity.Hash))
	}
	w.linef("%s.", made)
}

// unchecked lists by name what no machine has checked.
func (w *writer) unchecked() {
	if len(w.Unchecked) == 0 {
		return
	}
	w.section("What was never checked")
	for _, u := range w.Unchecked {
		last := ""
		if u.LastChecked != nil {
			last = ", last looked at " + moment(*u.LastChecked) + " UTC"
		}
		w.linef("- %s %s: %s%s", Code(u.ID), Text(u.Title), Text(u.Words), last)
	}
}

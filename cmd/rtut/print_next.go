package main

import (
	"errors"
	"slices"
	"strings"

	"rtut/pack"
	"rtut/run"
	"rtut/run/shell"
)

// word writes text as one word of a shell, bare where that is safe.
func word(text string) string {
	if text != "" && strings.Trim(text, plainCharacters) == "" && text[0] != '-' {
		return text
	}
	quoted, err := pack.Quote(text)
	if err != nil {
		return "''"
	}
	if line(quoted) != quoted {
		return shell.Word(text)
	}
	return quoted
}

const plainCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+:,./-"

// command writes an rtut command about the target's run that works where the user is: the pack and the run are named
// if they were named before.
func (t *target) command(verb string, words ...string) string {
	all := []string{"rtut run", verb}
	if t.typed != "" {
		all = append(all, word(t.typed))
	}
	all = append(all, words...)
	if t.flags.run != "" {
		all = append(all, "--run "+word(t.flags.run))
	}
	return strings.Join(all, " ")
}

// anew writes the command that begins another run like the target's.
func (t *target) anew() string {
	typed := t.typed
	if typed == "" {
		typed = t.app.shown(t.dir())
	}
	return "rtut run new " + word(typed) + " --like " + word(t.rec.RunID)
}

// next returns the command that takes the run on, as an operator would type it, and "" if there is none.
func (t *target) next() string {
	v := t.view()
	if !t.rec.Integrity().Intact() {
		return t.anew()
	}
	if t.rec.Finished() {
		if len(t.rec.Feedback) == 0 {
			return t.command("feedback", "--rating good")
		}
		return ""
	}
	status := v.Status()
	var invalid *invalidPackError
	switch {
	case errors.As(t.problem, &invalid):
		return "rtut pack validate " + word(t.app.shown(t.file))
	case t.problem != nil:
		return ""
	case len(status.PackChanges) > 0:
		return t.command("accept-pack-change", "--reason REASON")
	case len(status.OutOfDate) > 0 && (status.State == run.RunComplete || status.Next.Recommended == nil || isFinished(status, *status.Next.Recommended)):
		return t.proving(v, status.OutOfDate)
	case status.State == run.RunComplete:
		return t.finalizing(status)
	case status.State == run.RunStopped:
		return t.command("mode", "manual")
	case status.Next.Recommended != nil:
		return t.nextOf(v, *status.Next.Recommended)
	}
	return t.stuck(status)
}

// proving proves anew what is out of date: all at once, where commands alone do.
func (t *target) proving(v *run.View, items []string) string {
	asks := false
	for _, id := range items {
		d := v.Detail(id, "")
		asks = asks || len(d.Owes) > 0 || slices.ContainsFunc(d.Checks, func(c run.CheckView) bool { return c.Kind == pack.Manual })
	}
	if asks || len(items) == 1 {
		return t.nextOf(v, items[0])
	}
	return t.command("verify", "--stale", "--yes")
}

// isFinished reports whether an item is done or has passed.
func isFinished(status run.Status, id string) bool {
	return slices.ContainsFunc(status.Items, func(i run.ItemView) bool { return i.ID == id && i.Holds != nil })
}

// finalizing closes a run of which every item is finished.
func (t *target) finalizing(status run.Status) string {
	return t.command("finalize", "--outcome "+string(status.Closing()))
}

// stuck gets a run going in which nothing is ready: something has failed.
func (t *target) stuck(status run.Status) string {
	if item := failedStep(status); item != "" {
		if t.retryIsPartial(item) {
			return t.command("retry", item, "--acknowledge-partial")
		}
		return t.command("retry", item)
	}
	for _, b := range status.Next.Blocked {
		for _, waits := range b.WaitsFor {
			id, uses := strings.CutPrefix(waits, "uses ")
			if d := t.rec.Datapoints[id]; uses && (d == nil || d.State == run.Nil || d.State == run.Err) {
				return t.command("set", id+"=VALUE")
			}
		}
	}
	return t.command("status")
}

// failedStep returns the first step that has failed; "" if none has.
func failedStep(status run.Status) string {
	for _, item := range status.Items {
		if item.State == run.Failed && item.Kind == run.StepKind {
			return item.ID
		}
	}
	return ""
}

// retryIsPartial reports whether a retry of a step wants to be told that the earlier attempt did not partly apply.
func (t *target) retryIsPartial(id string) bool {
	step := t.pack.Step(id)
	return step != nil && !step.Idempotent
}

// nextOf is the command for one item that can go on.
func (t *target) nextOf(v *run.View, id string) string {
	d := v.Detail(id, "")
	if t.rec.Mode == run.AutoConfirm {
		if next := t.nextOfAuto(d); next != "" {
			return next
		}
	}
	switch {
	case undecided(d):
		return t.command("start", id, "--alternative ALTERNATIVE")
	case d.Kind == run.GateKind || d.State == run.Done || d.State == run.Running && !verified(d):
		return t.command("verify", append([]string{id}, t.verifyFlags(d)...)...)
	case d.State == run.Running && d.Lapsed:
		return t.command("start", id, "--phrase PHRASE")
	case d.State == run.Running:
		return t.command("done", append([]string{id}, owed(d)...)...)
	case d.Phrase != "":
		return t.command("start", id, "--phrase PHRASE")
	}
	return t.command("start", id)
}

func verified(d run.StepDetail) bool {
	return d.Verified != nil && *d.Verified && d.Current || d.Lapsed
}

// verifyFlags are the consent and the answers that a verification wants.
func (t *target) verifyFlags(d run.StepDetail) []string {
	var flags []string
	var commands, manual bool
	for _, c := range d.Checks {
		commands = commands || c.Command != ""
		manual = manual || c.Kind == pack.Manual
	}
	if commands {
		flags = append(flags, "--yes")
	}
	if manual {
		flags = append(flags, "--confirm")
	}
	if d.Kind == run.GateKind {
		for _, id := range d.Owes {
			flags = append(flags, "--evidence "+id+"=VALUE")
		}
	}
	return flags
}

// owed are the evidence and the values that completing a step still wants.
func owed(d run.StepDetail) []string {
	var flags []string
	for _, id := range d.Owes {
		flags = append(flags, "--evidence "+id+"=VALUE")
	}
	for _, id := range d.Produces {
		flags = append(flags, "--set "+id+"=VALUE")
	}
	return flags
}

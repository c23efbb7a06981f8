package main

import (
	"errors"
	"slices"
	"strings"

	"rtut/pack/command"
	"rtut/run"
	"rtut/run/operate"
	"rtut/run/shell"
)

// word writes text as one word of a shell, bare where that is safe.
func word(text string) string {
	if text != "" && strings.Trim(text, plainCharacters) == "" && text[0] != '-' {
		return text
	}
	quoted, err := command.Quote(text)
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

// again writes the command that begins another run like the target's.
func (t *target) anew() string {
	typed := t.typed
	if typed == "" {
		typed = t.app.shown(t.dir())
	}
	return "rtut run new " + word(typed) + " --like " + word(t.rec.RunID)
}

// nextAction returns what comes next in the run. While the pack can't be read that is to fix it.
func (t *target) nextAction() operate.Action {
	if t.problem != nil && !t.rec.Finished() && t.rec.Integrity().Intact() {
		return operate.FixingPack()
	}
	return operate.NextAction(t.view())
}

// line writes an action as an operator would type it; "" where there is nothing to type. Words in capitals stand for what the action
// needs.
func (t *target) line(a operate.Action) string {
	var item []string
	if a.Item != "" {
		item = []string{a.Item}
	}
	words := append(item, needed(a)...)
	switch a.Kind {
	case operate.Start, operate.Confirm:
		return t.command("start", words...)
	case operate.Execute:
		return t.command("exec", words...)
	case operate.Settle:
		return t.command("settle", append([]string{a.Item, settling(a)}, needed(a)...)...)
	case operate.Check, operate.Answer, operate.Wait:
		return t.command("verify", words...)
	case operate.Prove:
		return t.command("verify", append([]string{"--stale"}, words...)...)
	case operate.Complete:
		return t.command("done", words...)
	case operate.Value:
		return t.command("set", words...)
	case operate.Fail:
		return t.command("fail", words...)
	case operate.Redo:
		return t.command("redo", words...)
	case operate.Retry:
		return t.command("retry", words...)
	case operate.Rollback:
		if a.Item == "" {
			return t.command("rollback")
		}
		return t.command("rollback", "--done "+a.Item)
	default:
		return t.lineOfRun(a, words)
	}
}

// settling is the flag that says whether a command ran.
func settling(a operate.Action) string {
	if a.Ran != nil && *a.Ran {
		return "--ran"
	}
	return "--did-not-run"
}

// lineOfRun is line for what is done to the run as a whole.
func (t *target) lineOfRun(a operate.Action, words []string) string {
	switch a.Kind {
	case operate.Accept:
		return t.command("accept-pack-change", words...)
	case operate.TakeOver:
		return t.command("mode", "manual")
	case operate.Tick:
		return t.command("tick")
	case operate.Close:
		return t.command("finalize", "--outcome "+string(a.Outcome))
	case operate.Feedback:
		return t.command("feedback", "--rating good")
	case operate.Anew:
		return t.anew()
	case operate.Look:
		return t.command("status")
	case operate.FixPack:
		var invalid *invalidPackError
		if errors.As(t.problem, &invalid) {
			return "rtut pack validate " + word(t.app.shown(t.file))
		}
	}
	return ""
}

// needed are the flags and words that give what an action needs.
func needed(a operate.Action) []string {
	var words []string
	for _, n := range a.Needs {
		w := flagOf(a.Kind, n)
		if !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

func flagOf(kind operate.Kind, n operate.Need) string {
	switch n.Kind {
	case operate.NeedAlternative:
		return "--alternative " + run.AlternativePlaceholder
	case operate.NeedPhrase:
		return "--phrase " + run.PhrasePlaceholder
	case operate.NeedConsent:
		return "--yes"
	case operate.NeedAnswer:
		return "--confirm"
	case operate.NeedEvidence:
		return "--evidence " + n.ID + "=" + run.ValuePlaceholder
	case operate.NeedReason:
		return "--reason " + run.ReasonPlaceholder
	case operate.NeedAcknowledge:
		return "--acknowledge-partial"
	}
	if kind == operate.Complete {
		return "--set " + n.ID + "=" + run.ValuePlaceholder
	}
	return n.ID + "=" + run.ValuePlaceholder
}

// sayNext adds what comes next: what a person does first, the command for it, and what could be done instead. shown is the item that
// has just been shown in full.
func (t *target) sayNext(out *text, shown string) {
	a := t.nextAction()
	t.beforeLines(out, a, shown)
	if a.Kind == operate.Wait {
		out.linef("then: %s", t.line(a))
	} else if line := t.line(a); line != "" {
		out.linef("next: %s", line)
	}
	if a.Asks() {
		out.linef("or, if the answer is no: %s", t.command("verify", append([]string{a.Item}, refusing(a)...)...))
	}
	for _, other := range a.Beside {
		if other.Kind == operate.Retry && hasNeed(other, operate.NeedAcknowledge) {
			out.linef("or, if you have made sure that %s did not partly apply: %s", other.Item, t.line(other))
			continue
		}
		if before := beforeOther(a, other); before != "" {
			out.linef("or, %s: %s", before, t.line(other))
			continue
		}
		out.linef("or: %s", t.line(other))
	}
}

// beforeOther says when something else is done instead of an action; "" where that needs no word.
func beforeOther(a, other operate.Action) string {
	switch {
	case a.Kind == operate.Execute:
		return "when you have run it by hand"
	case other.Kind == operate.Settle && *other.Ran:
		return "if you know that its command ran"
	case other.Kind == operate.Settle:
		return "if you know that its command did not run"
	}
	return ""
}

// refusing are the flags of a verification whose questions are answered with no.
func refusing(a operate.Action) []string {
	var words []string
	for _, w := range needed(a) {
		if w == "--confirm" {
			w = "--reject all"
		}
		words = append(words, w)
	}
	return words
}

func hasNeed(a operate.Action, kind operate.NeedKind) bool {
	return slices.ContainsFunc(a.Needs, func(n operate.Need) bool { return n.Kind == kind })
}

// beforeLines say what a person does or knows before the command of an action is typed.
func (t *target) beforeLines(out *text, a operate.Action, shown string) {
	switch {
	case a.Kind == operate.Wait:
		out.linef("wait until %s for %s: %s", a.Until.Format("2006-01-02 15:04:05 UTC"), a.Item, line(a.Reason))
	case a.Kind == operate.Rollback && a.Work != nil:
		out.linef("to get back from %s:", a.Item)
		t.workLines(out, a.Work)
		out.linef("then:")
	case a.Work != nil && a.Kind == operate.Execute && shown != a.Item:
		out.linef("%s, what there is to do: %s", a.Item, line(t.view().Item(a.Item).Title))
		t.workLines(out, a.Work)
	case a.Work != nil && (a.Kind == operate.Check || a.Kind == operate.Answer):
		if shown != a.Item {
			out.linef("%s, what there is to do: %s", a.Item, line(t.view().Item(a.Item).Title))
			t.workLines(out, a.Work)
		}
		out.linef("then:")
	case hasNeed(a, operate.NeedAcknowledge):
		out.linef("first check that the earlier attempt did not partly apply: the next command records that it did not")
	}
	for _, n := range a.Needs {
		if n.Kind == operate.NeedAnswer && shown != a.Item {
			out.linef("%s asks: %s", strings.TrimSuffix(a.Item+" "+n.ID, " "), line(n.Ask))
		}
	}
}

// workLines say what there is to do, and where.
func (t *target) workLines(out *text, w *operate.Work) {
	out.prose("  ", w.Instruction, t.app.width())
	if w.Command != "" {
		out.linef("  command to run %s:", line(w.Where))
		out.code("    ", w.Command)
	}
}

// actionView is an action for scripts: with the command that carries it out, as it is typed.
type actionView struct {
	operate.Action
	Words  string       `json:"words,omitempty"` // names what the item reads now, for --words
	Owner  string       `json:"owner,omitempty"` // whose run it is, where that is somebody else's
	Next   string       `json:"next"`
	Beside []actionView `json:"beside"` // what could be done instead
}

// actionView returns what comes next, for scripts.
func (t *target) actionView() actionView { return t.viewOf(t.nextAction()) }

func (t *target) viewOf(a operate.Action) actionView {
	v := actionView{Action: a, Words: t.view().Words(a.Item, ""), Next: t.line(a), Beside: []actionView{}}
	if t.rec.Operator != t.app.actor() {
		v.Owner = t.rec.Operator
	}
	for _, other := range a.Beside {
		v.Beside = append(v.Beside, t.viewOf(other))
	}
	return v
}

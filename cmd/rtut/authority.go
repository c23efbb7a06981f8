package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// authority are the flags with which auto-confirm is allowed to start steps that have a phrase.
type authority struct {
	preauthorize []string
	authorizedBy string
	execution    bool // allow auto-confirm to run commands of steps
}

func (o *authority) flags(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&o.preauthorize, "preauthorize", nil,
		"allow auto-confirm to start this step once: `step=phrase`, or only the step to be prompted for the phrase")
	cmd.Flags().StringVar(&o.authorizedBy, "authorized-by", "", "who authorized the pre-authorization (default: the operator)")
	cmd.Flags().BoolVar(&o.execution, "allow-execution", false, "allow auto-confirm to run the commands of steps, where the pack says so (execute: auto)")
}

// validate refuses an authorizer of nothing.
func (o *authority) validate() error {
	if o.authorizedBy != "" && len(o.preauthorize) == 0 {
		return misuse("bad_flag", "--authorized-by needs a pre-authorization; add --preauthorize step=phrase")
	}
	return nil
}

// wanted are the steps and phrases that were typed.
func (o *authority) wanted() []run.Wanted {
	var all []run.Wanted
	for _, typed := range o.preauthorize {
		step, phrase, _ := strings.Cut(typed, "=")
		all = append(all, run.Wanted{Step: step, Phrase: phrase})
	}
	return all
}

// stepsOf are the steps that are to be pre-authorized.
func stepsOf(wanted []run.Wanted) []string {
	steps := make([]string, len(wanted))
	for i, w := range wanted {
		steps[i] = w.Step
	}
	return steps
}

// askAuthority shows what a pre-authorization is for and asks for its phrase. tried is the refusal of the action with a phrase.
func (a *app) askAuthority(ctx context.Context, v *run.View, where func(host string) string, wanted []run.Wanted, step string,
	tried func([]run.Wanted) *run.Refusal,
) ([]run.Wanted, bool, error) {
	var about text
	for _, f := range v.Preauthorizable() {
		if f.Step == step {
			authorityLines(&about, f, where)
		}
	}
	with := func(phrase string) []run.Wanted {
		all := slices.Clone(wanted)
		for i := range all {
			if all[i].Step == step && all[i].Phrase == "" {
				all[i].Phrase = phrase
			}
		}
		return all
	}
	about.linef("Auto-confirm may then start it once, without asking. Type the phrase exactly to allow that:")
	phrase, answered, err := a.ask(ctx, question{about: about.String(), judge: func(typed string) error {
		if r := tried(with(typed)); r != nil && r.Item == step && (r.Code == run.PhraseWrong || r.Code == run.PhraseRequired) {
			return errors.New("wrong confirmation phrase")
		}
		return nil
	}})
	return with(phrase), answered, err
}

// fillMode asks for the phrase of a step that is to be pre-authorized.
func (t *target) fillMode(ctx context.Context, act run.SwitchMode, missing *run.Refusal) (run.Action, bool, error) {
	if missing.Code != run.PhraseRequired {
		return act, false, nil
	}
	with := func(wanted []run.Wanted) run.SwitchMode {
		tried := act
		tried.Preauthorize = wanted
		return tried
	}
	wanted, answered, err := t.app.askAuthority(ctx, t.view(), t.where, act.Preauthorize, missing.Item,
		func(w []run.Wanted) *run.Refusal { return t.app.refusal(t.pack, t.rec, with(w)) })
	return with(wanted), answered, err
}

// fillAuthority asks for the phrase of a step that is to be pre-authorized as a run begins.
func (a *app) fillAuthority(ctx context.Context, loaded *pack.Pack, n run.New, missing *run.Refusal) (run.Action, bool, error) {
	with := func(wanted []run.Wanted) run.New {
		tried := n
		tried.Preauthorize = wanted
		return tried
	}
	plain, _, err := run.Transition(loaded, nil, run.Actor{Name: a.actor()}, with(nil), a.clock())
	if err != nil {
		return n, false, err
	}
	where := func(host string) string {
		if host == "" {
			return "here"
		}
		return "on " + line(host)
	}
	wanted, answered, err := a.askAuthority(ctx, run.NewView(loaded, plain, a.clock()), where, n.Preauthorize, missing.Item,
		func(w []run.Wanted) *run.Refusal { return a.refusal(loaded, nil, with(w)) })
	return with(wanted), answered, err
}

// authorityLines show what a pre-authorization is for.
func authorityLines(out *text, f run.AuthorityFace, where func(host string) string) {
	out.linef("  %s (%s): %s", nameOfAlternative(f), f.Effect, line(f.Title))
	out.linef("    phrase: %s", line(run.TellPhrase(f.Phrase)))
	if f.Command != "" {
		out.linef("    command to run %s:", where(f.Host))
		out.code("      ", f.Command)
	} else if f.Host != "" {
		out.linef("    %s", where(f.Host))
	}
	if f.Instruction != "" {
		out.linef("    instruction:")
		out.block("      ", f.Instruction)
	}
	if len(f.Lacks) > 0 {
		out.linef("    has no value yet, and may become any: %s", strings.Join(f.Lacks, ", "))
	}
}

func nameOfAlternative(f run.AuthorityFace) string {
	if f.Alternative == "" {
		return f.Step
	}
	return f.Step + " by " + f.Alternative
}

// autoConfirmLines say what auto-confirm is going to say yes to, and to run.
func (t *target) autoConfirmLines(out *text) {
	if t.rec.Mode != record.AutoConfirm {
		return
	}
	all := t.view().AutoConfirms()
	if all.Execution != nil {
		out.linef("auto-confirm may run commands of steps, as %s allowed at %s UTC", line(all.Execution.By), all.Execution.At.Format("2006-01-02 15:04:05"))
	}
	autoAnswerLines(out, all)
	autoRunLines(out, all.Runs)
	if len(all.Starts) > 0 {
		out.linef("auto-confirm may start, once each:")
	}
	for _, s := range all.Starts {
		authorityLines(out, s.AuthorityFace, t.where)
		out.linef("    authorized by %s; given by %s at %s UTC", line(s.AuthorizedBy), line(s.By), s.At.Format("2006-01-02 15:04:05"))
		if s.Lapsed != "" {
			out.linef("    lapsed: %s", line(s.Lapsed))
		}
	}
}

// autoAnswerLines name the questions that are put to nobody.
func autoAnswerLines(out *text, all run.AutoConfirms) {
	if len(all.Answers) == 0 {
		out.linef("auto-confirm has no question left to answer")
	} else {
		out.linef("auto-confirm will answer these questions with yes:")
	}
	for _, q := range all.Answers {
		out.linef("  %s: %s", strings.TrimSuffix(q.Item+"/"+q.Check, "/"), line(q.Question))
	}
}

// autoRunLines list the commands that auto-confirm runs, and where.
func autoRunLines(out *text, runs []run.AutoCommand) {
	if len(runs) > 0 {
		out.linef("auto-confirm runs these commands, asking nobody:")
	}
	for _, c := range runs {
		out.linef("  %s, %s%s:", c.Name(), line(c.Where), c.Once.Words())
		out.code("    ", c.Command)
	}
}

// mayRunAlone shows what auto-confirm would run of a run that is about to be its own, and asks for consent where somebody can be asked.
// Elsewhere the call is the consent, and its answer has the list before anything runs.
func (t *target) mayRunAlone(ctx context.Context, after *record.Record, yes bool) error {
	if yes || !t.app.asks() || after == nil || after.Mode != record.AutoConfirm {
		return nil
	}
	runs := run.NewView(t.pack, after, t.app.clock()).In(t.shownDir()).AutoConfirms().Runs
	if len(runs) == 0 {
		return nil
	}
	var about text
	autoRunLines(&about, runs)
	about.linef("May it run them?")
	if may, _, err := t.app.yes(ctx, about.String()); err != nil || may {
		return err
	}
	return &run.Refusal{
		Code: run.ConsentRequired, Message: "auto-confirm would run these commands, and you did not consent, so nothing was changed",
		Satisfy: "Answer y, or add --yes",
	}
}

// autoConfirms is what auto-confirm is going to say yes to; nil in a run that is manual.
func (t *target) autoConfirms() *run.AutoConfirms {
	if t.rec.Mode != record.AutoConfirm {
		return nil
	}
	all := t.view().AutoConfirms()
	return &all
}

// autoConfirmHelp says what a run is handed over to.
const autoConfirmHelp = "Auto-confirm starts steps, runs their checks and completes them. It answers the pack's questions with yes without\n" +
	"asking anybody, and records that; such a run proves nothing about the pack. Items that are manual-only or declare\n" +
	"evidence wait for the operator. A step with a phrase starts only if it was pre-authorized: once, and only while its\n" +
	"phrase, host, command and words render as when the phrase was typed. Any start of the step, a handover and an accepted\n" +
	"change of the step end a pre-authorization.\n\n" +
	"With --allow-execution it also runs the command of a step that it has started itself, where the pack says `execute: auto`;\n" +
	"where the step has a phrase, only if it was pre-authorized. It does so once; a second time only if the step is\n" +
	"idempotent and the first failed. A command that does not end with exit code 0, reaches its limit, or whose end is not\n" +
	"known stops the run. Any switch of the mode without the flag, a handover and an accepted change of the pack take the\n" +
	"permission back."

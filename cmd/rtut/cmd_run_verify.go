package main

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"rtut/run"
	"rtut/run/record"
	"rtut/run/shell"
)

// runVerifyOptions say how an item is verified.
type runVerifyOptions struct {
	app      *app
	flags    *runFlags
	args     itemArgs
	yes      bool
	wait     bool
	stale    bool
	confirm  bool
	pass     []string
	reject   []string
	pasted   string
	evidence []string
	override override
	words    words
}

func newRunVerifyCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runVerifyOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:   "verify [pack] [item]",
		Short: "Verify the running step or a gate, or verify a finished item again",
		Long: "Verify the running step or a gate. --yes runs its commands; --confirm answers all manual checks with yes, --pass and\n" +
			"--reject only the named ones. Exit code 1: it did not pass. After --yes has shown output, answer within 15 minutes in\n" +
			"a second call without --yes: this counts as seen; --yes --confirm in one call counts as by word.\n\n" +
			"A finished step or gate can be verified again. --stale verifies everything again that is out of date, one item after\n" +
			"the other.",
		Example: "  rtut run verify --yes --wait\n  rtut run verify go-no-go --yes --pass lead --reject weather\n" +
			"  ssh db3 pg_controldata | rtut run verify promote --pasted -",
		Args: between(0, 2),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readItem(args); err != nil {
				return err
			}
			if err = errors.Join(o.validate(), o.words.validate(cmd)); err != nil {
				return err
			}
			return runVerify(cmd.Context(), o)
		},
	}
	o.flagsOf(cmd)
	o.override.flags(cmd)
	o.words.flags(cmd)
	return cmd
}

// flagsOf defines the flags of a verification.
func (o *runVerifyOptions) flagsOf(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&o.yes, "yes", false, "run the commands of the checks; this is your consent")
	f.BoolVar(&o.stale, "stale", false, "verify again all that is out of date or too old")
	f.BoolVar(&o.wait, "wait", false, "retry until it passes, as long as the pack allows")
	f.BoolVar(&o.confirm, "confirm", false, "yes to all manual checks")
	f.StringSliceVar(&o.pass, "pass", nil, "yes to these manual `checks`")
	f.StringSliceVar(&o.reject, "reject", nil, "no to these manual `checks`, or all")
	f.StringVar(&o.pasted, "pasted", "", "evaluate output in a `file` (- for standard input) instead of running the command")
	f.StringArrayVar(&o.evidence, "evidence", nil, "required evidence, as `id=value`")
}

func (o *runVerifyOptions) validate() error {
	switch {
	case o.stale && (o.confirm || len(o.pass)+len(o.reject)+len(o.evidence) > 0 || o.pasted != "" || o.override.wanted || o.args.item != ""):
		return misuse("bad_flag", "--stale verifies everything that is out of date: it can be combined only with --yes and --wait, and each question is asked separately")
	case o.wait && !o.yes && !o.app.asks():
		return misuse("bad_flag", "--wait runs commands again and again; add --yes")
	case o.pasted != "" && o.yes:
		return misuse("bad_flag", "--pasted runs nothing; leave --yes out")
	case o.confirm && slices.Contains(o.reject, "all"):
		return misuse("bad_flag", "--confirm and --reject all contradict each other")
	}
	return o.override.validate()
}

func runVerify(ctx context.Context, o *runVerifyOptions) error {
	if o.yes {
		shell.Expect()
	}
	t, err := o.app.findItemRun(ctx, *o.flags, &o.args, unfinishedOnly)
	if err != nil {
		return err
	}
	if o.stale {
		return t.proveStale(ctx, o)
	}
	item, err := t.itemToVerify(o.args.item)
	if err != nil {
		return err
	}
	request, err := o.request(item)
	if err != nil {
		return err
	}
	t.noteInterrupted(item)
	t.session.Words = o.words.digest
	if err := t.verify(ctx, request, o.app.consentByYes); err != nil {
		return err
	}
	return t.answerVerified(item)
}

// itemToVerify returns the item that was named, else the only running step, else the only gate that is ready.
func (t *target) itemToVerify(named string) (string, error) {
	if named != "" || len(t.view().RunningItems()) > 0 {
		return t.runningItem(named)
	}
	var gates []string
	for _, id := range t.view().Next().Ready {
		if t.pack.Gate(id) != nil {
			gates = append(gates, id)
		}
	}
	if len(gates) == 1 {
		return gates[0], nil
	}
	return t.runningItem(named)
}

// request is the verification as the engine takes it.
func (o *runVerifyOptions) request(item string) (run.VerifyRequest, error) {
	evidence, err := pairs("--evidence", o.evidence)
	if err != nil {
		return run.VerifyRequest{}, err
	}
	request := run.VerifyRequest{
		Verify:  run.Verify{Item: item, Answers: o.answers(), Evidence: evidence, Override: o.override.action()},
		Consent: o.yes, Wait: o.wait, Progress: o.progress,
	}
	if o.pasted != "" {
		text, err := o.app.readOutput(o.pasted)
		if err != nil {
			return request, err
		}
		request.Pasted = &text
	}
	return request, nil
}

func (o *runVerifyOptions) answers() run.Answers {
	answers := run.Answers{Confirm: o.confirm, Pass: o.pass, Reject: o.reject}
	if slices.Contains(o.reject, "all") {
		answers.RejectAll, answers.Reject = true, nil
	}
	return answers
}

// progress tells how an attempt of a polled check went.
func (o *runVerifyOptions) progress(a run.Attempt) {
	name := ""
	if a.Check != "" {
		name = a.Check + ": "
	}
	if a.Passed {
		o.app.notef("%sattempt %d passed after %s", name, a.Number, a.Elapsed.Round(time.Second))
		return
	}
	o.app.notef("%sattempt %d after %s: %s", name, a.Number, a.Elapsed.Round(time.Second), a.Why)
}

// readOutput reads output of a command that somebody hands over. What is longer than a capture may be is refused by the
// engine's name for it, without reading it all.
func (a *app) readOutput(name string) (string, error) {
	data, err := a.readFile(name, 4*record.MaxCaptureOutput)
	if judge(err).code == "file_too_long" {
		return "", &run.Refusal{
			Code: run.TooLong, Message: "the output is longer than a capture may be", Satisfy: "Give the part that matters",
		}
	}
	return string(data), err
}

package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"rtut/run"
	"rtut/run/record"
	"rtut/run/shell"
)

// goOptions are those of the parts that go leads through.
type goOptions struct {
	app    *app
	flags  runFlags
	args   itemArgs
	start  runStartOptions
	verify runVerifyOptions
	set    []string
	both   override // of start, and of a gate's verification
}

func newGoCmd(a *app) *cobra.Command {
	o := &goOptions{app: a, start: runStartOptions{app: a}, verify: runVerifyOptions{app: a}}
	cmd := &cobra.Command{
		Use:   "go [pack] [item]",
		Short: "Walk through the next item: start, verify, complete",
		Long: "Walk through the next item with plain prompts: start, verify, complete. On a terminal it prompts for what is missing,\n" +
			"and offers to close the run when all items are finished.\n" +
			"Without a terminal, or with --no-input, it continues as far as the flags allow and prints where it stopped; the exit\n" +
			"code is that of the last part. Each part is recorded separately.",
		Example: "  rtut go\n  rtut go promote --phrase 'promote db3' --yes --evidence ticket=CHG42\n  rtut go go-no-go --yes --confirm --json",
		Args:    between(0, 2),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readItem(args); err != nil {
				return err
			}
			if err = o.validate(); err != nil {
				return err
			}
			return runGo(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.flags.run, "run", "", "the run, by its `id` or a prefix of it (default: $RTUT_RUN)")
	o.start.flagsOf(cmd)
	o.verify.flagsOf(cmd)
	cmd.Flags().StringArrayVar(&o.set, "set", nil, "the value of a datapoint that the step produces, as `datapoint=value`")
	o.both.flags(cmd)
	return cmd
}

func (o *goOptions) validate() error {
	o.start.override, o.verify.override = o.both, o.both
	return o.verify.validate()
}

// goDocument answers go: what was done to the item, and where it stopped.
type goDocument struct {
	Did       []string `json:"did"`        // of started, confirmed, verified, completed
	StoppedAt string   `json:"stopped_at"` // start, verify or done; "" if it came to the end
	actionDocument
}

func runGo(ctx context.Context, o *goOptions) error {
	if o.verify.yes {
		shell.Expect()
	}
	t, err := o.app.findItemRun(ctx, o.flags, &o.args, unfinishedOnly)
	if err != nil {
		return err
	}
	if o.args.item == "" && t.offersToClose() {
		return t.close(ctx)
	}
	item, err := t.itemToLead(o.args.item)
	if err != nil {
		return err
	}
	l, err := o.leader(t, item)
	if err != nil {
		return err
	}
	t.noteInterrupted(item)
	if err := l.lead(ctx); err != nil || !t.offersToClose() {
		return l.answer(err)
	}
	return t.close(ctx)
}

// itemToLead returns the item that was named, else the one that comes next.
func (t *target) itemToLead(named string) (string, error) {
	if named != "" {
		if t.pack.Item(named) == nil {
			return "", t.app.refusal(t.pack, t.rec, run.Start{Item: named})
		}
		return named, nil
	}
	if next := t.view().Next().Recommended; next != nil {
		return *next, nil
	}
	if t.rec.Finished() {
		return "", misuse("no_item", "the run has ended; see %s", t.command("status"))
	}
	return "", misuse("no_item", "nothing can continue; next: %s", t.line(t.nextAction()))
}

// leader returns what leads through an item by these options.
func (o *goOptions) leader(t *target, item string) (*leader, error) {
	request, err := o.verify.request(item)
	if err != nil {
		return nil, err
	}
	values, err := pairs("--set", o.set)
	if err != nil {
		return nil, err
	}
	l := &leader{
		target: t, item: item, start: o.start.action(item), verify: request,
		done:        run.Complete{Item: item, Evidence: request.Evidence, Set: values},
		probe:       o.start.probe,
		interactive: o.app.asks() && o.app.outTTY,
		doc:         goDocument{Did: []string{}},
	}
	if t.pack.Step(item) != nil {
		l.verify.Evidence, l.verify.Override = nil, nil // it is given when the step is completed
	}
	return l, nil
}

// answer says how far it came, and what comes next.
func (l *leader) answer(err error) error {
	if l.app.json {
		doc := l.doc
		doc.actionDocument = l.actionDocument(l.item)
		return errors.Join(l.app.document(doc), err)
	}
	if err != nil && l.doc.StoppedAt != "" {
		l.app.endLine()
		l.app.notef("%s: stopped at %s", l.item, l.doc.StoppedAt)
		return err
	}
	if err != nil {
		return err
	}
	var out text
	if l.interactive && l.view().Next().Recommended != nil && !l.rec.Finished() && l.rec.Mode != record.AutoConfirm { // it asks for what comes next
		out.linef("next: %s", l.goCommand())
	} else {
		l.sayNext(&out, "")
	}
	return l.app.print(&out)
}

// goCommand is go for what comes after, as it works where the user is.
func (l *leader) goCommand() string {
	words := "rtut go"
	if l.typed != "" {
		words += " " + word(l.typed)
	}
	if l.flags.run != "" {
		words += " --run " + word(l.flags.run)
	}
	return words
}

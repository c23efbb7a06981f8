package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/run"
	"rtut/run/shell"
)

// runExecOptions say which step's command is run.
type runExecOptions struct {
	app                *app
	flags              *runFlags
	args               itemArgs
	yes                bool
	acknowledgePartial bool
}

func newRunExecCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runExecOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:   "exec [pack] [step]",
		Short: "Run the command of the running step, where the pack says that rtut may",
		Long: "Run the command of the running step, where the pack says `execute`. It shows the host, the directory and the command;\n" +
			"--yes is the consent to run just that. On a terminal it asks. It runs as a check does: empty input, no terminal, the\n" +
			"pack's directory (or its `dir`) or the host of `on`. That it is about to run is recorded first, and then how it ended; never its output.\n\n" +
			"Ctrl-C interrupts the command; a second within 2 s ends it by SIGTERM, a third by SIGKILL. Exit code 0: the command\n" +
			"ended with 0; 1: it ended otherwise; 130: it was interrupted. That alone neither completes nor fails the step: verify it.\n" +
			"A command that ran before in the same attempt runs again only with --acknowledge-partial, or if the step is idempotent.",
		Example: "  rtut run exec --yes\n  rtut run exec promote --yes",
		Args:    between(0, 2),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readItem(args); err != nil {
				return err
			}
			return runExec(cmd.Context(), o)
		},
	}
	cmd.Flags().BoolVar(&o.yes, "yes", false, "run the command that is shown")
	cmd.Flags().BoolVar(&o.acknowledgePartial, "acknowledge-partial", false, "it can run once more: what the first time did was not partly applied")
	return cmd
}

func runExec(ctx context.Context, o *runExecOptions) error {
	if o.yes {
		shell.Expect()
	}
	t, err := o.app.findItemRun(ctx, *o.flags, &o.args, unfinishedOnly)
	if err != nil {
		return err
	}
	item, err := t.runningItem(o.args.item)
	if err != nil {
		return err
	}
	request := run.ExecuteRequest{Execute: run.Execute{Item: item, AcknowledgePartial: o.acknowledgePartial}, Consent: o.yes}
	if err := t.execute(ctx, request, o.app.consentByYes); err != nil {
		return err
	}
	return t.answerExecuted(item)
}

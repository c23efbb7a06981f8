package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rtut/run"
	"rtut/run/record"
)

// runAcceptOptions say why a changed pack is taken over.
type runAcceptOptions struct {
	app    *app
	flags  *runFlags
	args   itemArgs
	reason string
}

func newRunAcceptCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runAcceptOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:     "accept-pack-change [pack]",
		Short:   "Accept a changed pack and continue the run",
		Example: "  rtut run accept-pack-change --reason 'the check was wrong'",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readPackOnly(args); err != nil {
				return err
			}
			return runAccept(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.reason, "reason", "", "why")
	return cmd
}

func runAccept(ctx context.Context, o *runAcceptOptions) error {
	t, err := o.app.findRun(ctx, *o.flags, o.args.packArg, unfinishedOnly)
	if err != nil {
		return err
	}
	if err := t.do(ctx, run.AcceptPackChange{Reason: o.reason}); err != nil {
		return err
	}
	what := "the run continues with the pack as it is now; this is a deviation"
	if altered := t.alteredBy(); len(altered) > 0 {
		what += ". It put out of date: " + strings.Join(altered, ", ")
	}
	return t.answer("", what)
}

// alteredBy lists the finished items that a change of the pack put out of date.
func (t *target) alteredBy() []string {
	var altered []string
	for _, item := range t.view().Items() {
		if item.Holds != nil && slices.ContainsFunc(item.Because, func(c record.Cause) bool { return c.Code == record.CauseDefinition }) {
			altered = append(altered, item.ID)
		}
	}
	return altered
}

package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/pack/draft"
)

// draftApplyOptions say how a draft is changed.
type draftApplyOptions struct {
	draftOptions
	draft    string
	expected int64
	plan     string
}

func newDraftApplyCmd(a *app) *cobra.Command {
	o := &draftApplyOptions{draftOptions: draftOptions{app: a}}
	cmd := &cobra.Command{
		Use:   "apply <draft>",
		Short: "Change a draft by the commands of a plan, all of them or none",
		Long: "Change a draft by the commands of a plan, in their order, all of them or none. The draft must have the revision that the\n" +
			"plan was written for; it gets the next one. Where anything is refused, the draft is left as it is.",
		Example: "  rtut draft apply 20261130T0045 --expected-revision 1 --plan commands.json",
		Args:    between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.draft = args[0]
			if o.plan == "" || !cmd.Flags().Changed("expected-revision") {
				return misuse("bad_flag", "rtut draft apply needs --expected-revision and --plan")
			}
			return draftApply(cmd.Context(), o)
		},
	}
	o.flags(cmd)
	cmd.Flags().Int64Var(&o.expected, "expected-revision", 0, "the `revision` of the draft that the plan was written for")
	cmd.Flags().StringVar(&o.plan, "plan", "", "the `file` with the plan, in JSON (- for standard input)")
	return cmd
}

func draftApply(ctx context.Context, o *draftApplyOptions) error {
	c, err := o.toChange(o.draft)
	if err != nil {
		return err
	}
	plan, err := c.readPlan(ctx, o.plan)
	if err != nil {
		return err
	}
	return c.change(ctx, func(d *draft.Draft) (*draft.Draft, error) {
		return c.reads.Apply(d, o.expected, plan, c.by)
	})
}

// draftToChange is a draft that is going to be changed, with what reads its plans and who changes it.
type draftToChange struct {
	draftPlace
	id    string
	reads draft.Language
	by    draft.Stamp
}

// toChange finds the draft that an argument names.
func (o *draftOptions) toChange(arg string) (c draftToChange, err error) {
	if c.draftPlace, err = o.place(); err != nil {
		return c, err
	}
	if c.id, err = c.find(arg); err != nil {
		return c, err
	}
	if c.reads, c.by, err = c.writer(); err != nil {
		return c, o.app.answerInvalid(err)
	}
	return c, nil
}

// change changes the draft under its lock, and answers with the draft as it is then.
func (c draftToChange) change(ctx context.Context, by func(*draft.Draft) (*draft.Draft, error)) error {
	var changed *draft.Draft
	err := c.store().Update(ctx, c.id, func(d *draft.Draft) (next *draft.Draft, err error) {
		changed, err = by(d)
		return changed, err
	})
	if err != nil {
		return err
	}
	return c.answer(changed)
}

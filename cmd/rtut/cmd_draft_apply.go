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
	place, err := o.place()
	if err != nil {
		return err
	}
	id, err := place.find(o.draft)
	if err != nil {
		return err
	}
	language, stamp, err := place.writer()
	if err != nil {
		return o.app.answerInvalid(err)
	}
	plan, err := place.readPlan(ctx, o.plan)
	if err != nil {
		return err
	}
	return place.update(ctx, id, func(d *draft.Draft) (*draft.Draft, error) {
		return language.Apply(d, o.expected, plan, stamp)
	})
}

// update changes a draft under its lock, and answers with the draft as it is then.
func (p draftPlace) update(ctx context.Context, id string, change func(*draft.Draft) (*draft.Draft, error)) error {
	var changed *draft.Draft
	err := p.store().Update(ctx, id, func(d *draft.Draft) (next *draft.Draft, err error) {
		changed, err = change(d)
		return changed, err
	})
	if err != nil {
		return err
	}
	return p.answer(changed)
}

package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"rtut/pack/draft"
	"rtut/run/store"
)

// draftCreateOptions are what a draft is made of.
type draftCreateOptions struct {
	draftOptions
	title string
	plan  string
}

func newDraftCreateCmd(a *app) *cobra.Command {
	o := &draftCreateOptions{draftOptions: draftOptions{app: a}}
	cmd := &cobra.Command{
		Use:   "create",
		Short: "Make a draft of a first plan, a recipe or commands",
		Long: "Make a draft of a first plan, a recipe or commands. The plan is checked as a whole: the first fault is reported with its\n" +
			"place in the plan, and then nothing is written. Nothing of a draft is run.",
		Example: "  rtut draft create --title 'Check the shop' --plan plan.json\n  rtut draft create --title 'Check the shop' --plan - --json < plan.json",
		Args:    between(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.title == "" || o.plan == "" {
				return misuse("bad_flag", "rtut draft create needs --title and --plan")
			}
			return draftCreate(cmd.Context(), o)
		},
	}
	o.flags(cmd)
	cmd.Flags().StringVar(&o.title, "title", "", "the title of the draft, which becomes that of the pack")
	cmd.Flags().StringVar(&o.plan, "plan", "", "the `file` with the plan, in JSON (- for standard input)")
	return cmd
}

func draftCreate(ctx context.Context, o *draftCreateOptions) error {
	place, err := o.place()
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
	made, err := place.create(ctx, func(id string) (*draft.Draft, error) { return language.Create(id, o.title, plan, stamp) })
	if err != nil {
		return err
	}
	return place.answer(made)
}

// create draws ids until one is free.
func (p draftPlace) create(ctx context.Context, with func(id string) (*draft.Draft, error)) (made *draft.Draft, err error) {
	var taken *store.DraftExistsError
	for range maxDraws {
		if made, err = with(p.app.newID(p.app.clock())); err != nil {
			return nil, err
		}
		if err = p.store().Create(ctx, made); !errors.As(err, &taken) {
			return made, err
		}
	}
	return nil, err
}

package main

import (
	"github.com/spf13/cobra"

	"rtut/pack/draft"
)

func newDraftSchemaCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "schema",
		Short:   "Write the JSON Schema of a plan",
		Example: "  rtut draft schema > plan.schema.json",
		Args:    between(0, 0),
		RunE:    func(*cobra.Command, []string) error { return a.write(draft.JSONSchema()) },
	}
}

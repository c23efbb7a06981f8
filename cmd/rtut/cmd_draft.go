package main

import (
	"github.com/spf13/cobra"
)

// newDraftCmd returns the commands about drafts. None of them runs anything of a draft.
func newDraftCmd(a *app) *cobra.Command {
	return group("draft", "Let programs write packs: drafts, changed by plans that are checked as a whole",
		"  rtut draft prepare --operation postgres/row-count@1 --json\n  rtut draft create --title 'Check the shop' --plan plan.json",
		newDraftCatalogCmd(a), newDraftPrepareCmd(a), newDraftSchemaCmd(a), newDraftCreateCmd(a), newDraftApplyCmd(a),
		newDraftAddAgentCmd(a), newDraftReadCmd(a), newDraftListCmd(a), newDraftDiffCmd(a), newDraftPublishCmd(a))
}

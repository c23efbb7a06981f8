package main

import (
	"github.com/spf13/cobra"

	"rtut/pack"
)

// newPackCmd returns the commands about packs.
func newPackCmd(a *app) *cobra.Command {
	return group("pack", "Inspect, check and create packs",
		"  rtut pack validate packs/pg-restore-drill\n  rtut pack init packs/new-drill",
		newPackValidateCmd(a), newPackShowCmd(a), newPackPageCmd(a), newPackDigestCmd(a), newPackSchemaCmd(a), newPackInitCmd(a), newPackImportCmd(a),
		newPackLintCmd(a), newPackFmtCmd(a), newPackGraphCmd(a), newPackDiffCmd(a))
}

// validation answers `pack validate`, and every command that an invalid pack keeps from working.
type validation struct {
	Valid       bool             `json:"valid"`
	Diagnostics pack.Diagnostics `json:"diagnostics"`
}

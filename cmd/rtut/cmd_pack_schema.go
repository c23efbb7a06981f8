package main

import (
	"strings"

	"github.com/spf13/cobra"

	"rtut/pack"
)

// packSchemaOptions say which version of the format is meant.
type packSchemaOptions struct {
	app     *app
	version string
}

func newPackSchemaCmd(a *app) *cobra.Command {
	o := &packSchemaOptions{app: a}
	cmd := &cobra.Command{
		Use:     "schema",
		Short:   "Write the JSON Schema of pack.yaml, for editors",
		Example: "  rtut pack schema > runbook-pack.schema.json\n  rtut pack schema --version v0.1",
		Args:    between(0, 0),
		RunE:    func(*cobra.Command, []string) error { return packSchema(o) },
	}
	cmd.Flags().StringVar(&o.version, "version", "v0.2", "v0.1 or v0.2")
	return cmd
}

func packSchema(o *packSchemaOptions) error {
	schema, err := pack.JSONSchema(pack.Schema("runbook-pack/" + strings.TrimPrefix(o.version, "runbook-pack/")))
	if err != nil {
		return misuse("bad_flag", "--version is v0.1 or v0.2")
	}
	return o.app.write(schema)
}

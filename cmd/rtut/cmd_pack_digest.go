package main

import (
	"context"

	"github.com/spf13/cobra"
)

// packDigestOptions say whose digest is shown.
type packDigestOptions struct {
	app  *app
	pack string
}

func newPackDigestCmd(a *app) *cobra.Command {
	o := &packDigestOptions{app: a}
	return &cobra.Command{
		Use:     "digest <pack>",
		Short:   "Show the revision of a pack: a hash over its files, and which they are",
		Example: "  rtut pack digest packs/pg-restore-drill --json",
		Args:    between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.pack = args[0]
			return packDigest(cmd.Context(), o)
		},
	}
}

// digestDocument answers `pack digest`.
type digestDocument struct {
	Digest string   `json:"digest"`
	Files  []string `json:"files"`
}

func packDigest(ctx context.Context, o *packDigestOptions) error {
	place, err := o.app.findPack(o.pack)
	if err != nil {
		return err
	}
	digest, files, err := o.app.digestOf(ctx, place.dir())
	if err != nil {
		return err
	}
	if o.app.json {
		return o.app.document(digestDocument{digest, append([]string{}, files...)})
	}
	var out text
	out.linef("%s", digest)
	for _, file := range files {
		out.linef("  %s", line(file))
	}
	return o.app.print(&out)
}

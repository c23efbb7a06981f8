package main

import (
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
		Short:   "Show the digest of a pack and the files it covers",
		Example: "  rtut pack digest packs/pg-restore-drill --json",
		Args:    between(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			o.pack = args[0]
			return packDigest(o)
		},
	}
}

// digestDocument answers `pack digest`.
type digestDocument struct {
	Digest string   `json:"digest"`
	Files  []string `json:"files"`
}

func packDigest(o *packDigestOptions) error {
	place, err := o.app.findPack(o.pack)
	if err != nil {
		return err
	}
	now, files, err := place.revision()
	if err != nil {
		return err
	}
	if o.app.json {
		return o.app.document(digestDocument{now.Digest, append([]string{}, files...)})
	}
	var out text
	out.linef("%s", now.Digest)
	for _, file := range files {
		out.linef("  %s", line(file))
	}
	return o.app.print(&out)
}

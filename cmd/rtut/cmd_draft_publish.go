package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/pack"
	"rtut/pack/draft"
)

// draftPublishOptions say which draft becomes a pack, and where.
type draftPublishOptions struct {
	draftOptions
	draft    string
	to       string
	expected int64
	force    bool
	discard  bool
	yes      bool
}

func newDraftPublishCmd(a *app) *cobra.Command {
	o := &draftPublishOptions{draftOptions: draftOptions{app: a}}
	cmd := &cobra.Command{
		Use:   "publish <draft>",
		Short: "Write a draft as a pack",
		Long: "Write a draft as the pack.yaml of a directory of the repo. On a terminal it shows what is written and asks; elsewhere it\n" +
			"needs --yes. An existing pack is not changed. With --force it is replaced if it is exactly what an earlier publish of this\n" +
			"draft wrote. A pack that somebody has edited since is replaced with --discard-edits only.",
		Example: "  rtut draft publish 20261130T0045 --to packs/check-the-shop --yes\n" +
			"  rtut draft publish 20261130T0045 --to packs/check-the-shop --expected-revision 2 --force --yes",
		Args: between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.draft = args[0]
			if o.to == "" {
				return misuse("bad_flag", "rtut draft publish needs --to")
			}
			return draftPublish(cmd.Context(), o)
		},
	}
	o.flags(cmd)
	cmd.Flags().StringVar(&o.to, "to", "", "the `directory` of the pack, which gives it its id")
	cmd.Flags().Int64Var(&o.expected, "expected-revision", 0, "refuse to publish another `revision` than this one")
	cmd.Flags().BoolVar(&o.force, "force", false, "replace the pack if an earlier publish of this draft wrote it and nobody edited it")
	cmd.Flags().BoolVar(&o.discard, "discard-edits", false, "replace the pack even if it was edited, or not written by this draft")
	cmd.Flags().BoolVar(&o.yes, "yes", false, "publish without being asked")
	return cmd
}

// publishedDocument answers `draft publish`.
type publishedDocument struct {
	AutomationID string           `json:"automationId"`
	Revision     int64            `json:"revision"`
	Path         string           `json:"path"`
	SHA256       string           `json:"sha256"`
	Advice       pack.Diagnostics `json:"advice"`
}

func draftPublish(ctx context.Context, o *draftPublishOptions) error {
	p, err := o.publication()
	if err != nil {
		return o.app.answerInvalid(err)
	}
	d, err := p.store().Load(p.id)
	if err != nil {
		return err
	}
	shown, err := p.compose(d)
	if err != nil {
		return o.app.answerInvalid(err)
	}
	if err := shown.replaceable(); err != nil {
		return err
	}
	if err := p.agreed(ctx, shown); err != nil {
		return err
	}
	err = p.store().Update(ctx, p.id, func(d *draft.Draft) (*draft.Draft, error) { return p.write(d, shown) })
	if err != nil {
		return err
	}
	return p.answer(shown)
}

// answer tells what was written.
func (p *publication) answer(c *composed) error {
	if p.app.json {
		return p.app.document(publishedDocument{c.draft.AutomationID, c.draft.Revision, p.into.file, draft.Digest(c.text), c.advice})
	}
	var out text
	for _, d := range c.advice {
		out.linef("advice: %s [%s]", line(d.Message), d.Rule)
	}
	out.linef("written: %s, revision %d of draft %s", line(p.app.shown(p.into.file)), c.draft.Revision, c.draft.AutomationID)
	out.linef("next: rtut run new %s", word(p.app.shown(p.into.dir)))
	return p.app.print(&out)
}

package main

import (
	"github.com/spf13/cobra"

	"rtut/pack/draft"
)

func newDraftReadCmd(a *app) *cobra.Command {
	o := &draftOptions{app: a}
	return &cobra.Command{
		Use:     "read <draft>",
		Short:   "Show a draft: its revision, its steps and groups, what was changed when",
		Example: "  rtut draft read 20261130T0045\n  rtut draft read 20261130T0045 --json",
		Args:    between(1, 1),
		RunE:    func(_ *cobra.Command, args []string) error { return draftRead(o, args[0]) },
	}
}

// draftDocument answers `draft read`.
type draftDocument struct {
	AutomationID   string            `json:"automationId"`
	Revision       int64             `json:"revision"`
	RootSequenceID string            `json:"rootSequenceId"`
	Draft          *draft.Draft      `json:"draft"`
	OperationRefs  []draft.Ref       `json:"operationRefs"`
	Preparation    draft.Preparation `json:"preparation"`
}

func draftRead(o *draftOptions, arg string) error {
	place, err := o.place()
	if err != nil {
		return err
	}
	d, err := place.load(arg)
	if err != nil {
		return err
	}
	if o.app.json {
		r := d.Receipt()
		return o.app.document(draftDocument{r.AutomationID, r.Revision, r.RootSequenceID, r.Draft, r.OperationRefs, r.Preparation})
	}
	var out text
	out.linef("draft %s, revision %d: %s", d.AutomationID, d.Revision, line(d.Title))
	outlineLines(&out, d)
	for _, change := range d.History {
		out.linef("revision %d: %s by %s", change.Revision, utc(change.At), line(change.By))
	}
	for _, p := range d.Published {
		out.linef("published as %s: revision %d, %s by %s", line(p.Path), p.Revision, utc(p.At), line(p.By))
	}
	return o.app.print(&out)
}

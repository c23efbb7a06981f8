package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/pack/draft"
)

// draftAgentOptions say which saved agent is added to a draft, and where.
type draftAgentOptions struct {
	draftOptions
	draft    string
	agent    string
	expected int64
	parent   string
	index    int64
}

func newDraftAddAgentCmd(a *app) *cobra.Command {
	o := &draftAgentOptions{draftOptions: draftOptions{app: a}}
	cmd := &cobra.Command{
		Use:     "add-agent <draft>",
		Short:   "Add a saved agent to a draft, at the end of its root unless a place is named",
		Example: "  rtut draft add-agent 20261130T0045 --agent judge@3 --expected-revision 1\n  rtut draft add-agent 20261130T0045 --agent judge@3 --expected-revision 1 --parent look-branch1 --index 0",
		Args:    between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.draft = args[0]
			if o.agent == "" || !cmd.Flags().Changed("expected-revision") {
				return misuse("bad_flag", "rtut draft add-agent needs --agent and --expected-revision")
			}
			if cmd.Flags().Changed("index") && o.index < 0 {
				return misuse("bad_flag", "--index is %d; a whole number from 0 was expected", o.index)
			}
			return draftAddAgent(cmd.Context(), o)
		},
	}
	o.flags(cmd)
	cmd.Flags().StringVar(&o.agent, "agent", "", "the saved agent, as `id@revision`")
	cmd.Flags().Int64Var(&o.expected, "expected-revision", 0, "the `revision` of the draft that is meant")
	cmd.Flags().StringVar(&o.parent, "parent", "root", "the `sequence` that gets the agent: root, or a branch")
	cmd.Flags().Int64Var(&o.index, "index", -1, "its `place` in the sequence, from 0 (default: the end)")
	return cmd
}

func draftAddAgent(ctx context.Context, o *draftAgentOptions) error {
	agent, revision, err := agentRef(o.agent)
	if err != nil {
		return err
	}
	c, err := o.toChange(o.draft)
	if err != nil {
		return err
	}
	return c.change(ctx, func(d *draft.Draft) (*draft.Draft, error) {
		return c.reads.AddAgent(d, o.expected, agent, revision, o.parent, o.index, c.by)
	})
}

package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"rtut/run"
)

// newRunCmd returns the commands about runs.
func newRunCmd(a *app) *cobra.Command {
	flags := &runFlags{}
	cmd := group("run", "Start, advance and close runs", "  rtut run new packs/pg-restore-drill\n  rtut run next",
		newRunNewCmd(a), newRunDryCmd(a), newRunListCmd(a))
	flags.define(cmd)
	for _, make := range runCommands() {
		cmd.AddCommand(make(a, flags))
	}
	groupRunCommands(cmd)
	return cmd
}

func (f *runFlags) define(cmd *cobra.Command) {
	cmd.PersistentFlags().StringVar(&f.run, "run", "", "the run, by its `id` or a prefix of it (default: $RTUT_RUN)")
}

// runCommands make the commands about one run that is there.
func runCommands() []runCommand {
	return []runCommand{
		newRunStatusCmd, newRunWatchCmd, newRunNextCmd, newRunShowCmd, newRunLogCmd, newRunAuditCmd, newRunCmdCmd, newRunDataCmd, newRunArtefactsCmd,
		newRunStartCmd, newRunExecCmd, newRunSettleCmd, newRunVerifyCmd, newRunDoneCmd, newRunFailCmd, newRunRetryCmd, newRunRedoCmd, newRunSkipCmd,
		newRunWaiveCmd, newRunSetCmd, newRunNoteCmd, newRunCaptureCmd, newRunModeCmd, newRunTickCmd, newRunAutoCmd, newRunDoCmd,
		newRunRollbackCmd, newRunHandoverCmd, newRunAcceptCmd, newRunFinishCmd, newRunFinalizeCmd, newRunFeedbackCmd, newRunReportCmd, newRunPageCmd,
	}
}

// runGroups are the groups of the commands about runs, as help shows them.
var runGroups = []struct{ title, commands string }{
	{"Start and advance:", "new dry start exec verify done skip waive do"},
	{"Show:", "list status watch next show cmd log data artefacts report audit"},
	{"Record:", "set note capture"},
	{"When something went wrong:", "fail retry redo rollback settle accept-pack-change"},
	{"Auto-confirm:", "mode tick auto"},
	{"Hand over and close:", "handover finalize finish feedback"},
}

// groupRunCommands puts each command into its group, in the order of the groups.
func groupRunCommands(cmd *cobra.Command) {
	for _, g := range runGroups {
		cmd.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, name := range strings.Fields(g.commands) {
			if c, _, err := cmd.Find([]string{name}); err == nil && c != cmd {
				c.GroupID = g.title
			}
		}
	}
}

// itemArgs is what most commands of a run take: the pack, which may be left out, and an item.
type itemArgs struct {
	packArg string
	item    string // "" if it was left out
}

// readItem takes [pack] [item] apart.
func (a *app) readItem(args []string) (itemArgs, error) {
	packArg, rest, err := a.splitPack(args)
	if err != nil {
		return itemArgs{}, err
	}
	switch len(rest) {
	case 0:
		return itemArgs{packArg: packArg}, nil
	case 1:
		return itemArgs{packArg: packArg, item: rest[0]}, nil
	}
	return itemArgs{}, misuse("bad_arguments", "%s is not a pack, and only one item can be named", rest[0])
}

// runningItem returns the item that was named, else the only running step.
func (t *target) runningItem(named string) (string, error) {
	if named != "" {
		return named, nil
	}
	switch running := t.view().RunningItems(); len(running) {
	case 0:
		return "", misuse("no_item", "no step is running; name the item, or see %s", t.command("next"))
	case 1:
		return running[0], nil
	default:
		return "", &usageError{"ambiguous_item", "several steps are running; name one:", running}
	}
}

// readyStep returns the item that was named, else the first step that can be started.
func (t *target) readyStep(named string) (string, error) {
	if named != "" {
		return named, nil
	}
	next := t.view().Next()
	for _, id := range next.Ready {
		if t.pack.Step(id) != nil {
			return id, nil
		}
	}
	if len(next.Ready) > 0 {
		return "", misuse("no_item", "no step is ready to start; gate %s is ready: %s", next.Ready[0], t.command("verify", next.Ready[0]))
	}
	return "", misuse("no_item", "no step is ready to start; see %s", t.command("next"))
}

// needItem refuses to guess the item.
func needItem(cmd *cobra.Command, named, what string) error {
	if named != "" {
		return nil
	}
	return misuse("no_item", "%s: name the %s", cmd.CommandPath(), what)
}

// override are the flags with which an operator overrides preconditions.
type override struct {
	wanted      bool
	reason      string
	acknowledge bool
}

func (o *override) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.wanted, "override", false, "continue despite unmet preconditions; recorded as a deviation")
	cmd.Flags().StringVar(&o.reason, "reason", "", "why, with --override")
	cmd.Flags().BoolVar(&o.acknowledge, "acknowledge-risk", false, "accept the risk to downstream items, with --override")
}

func (o *override) validate() error {
	if !o.wanted && (o.reason != "" || o.acknowledge) {
		return misuse("bad_flag", "--reason and --acknowledge-risk go with --override")
	}
	return nil
}

// action is the override as the engine takes it; nil if none is wanted.
func (o *override) action() *run.Override {
	if !o.wanted {
		return nil
	}
	return &run.Override{Reason: o.reason, AcknowledgeRisk: o.acknowledge}
}

// act finds the run, does one thing to the item that a command names, and answers.
func (a *app) act(ctx context.Context, flags *runFlags, packArg, item string, act run.Action, what string) error {
	t, err := a.findRun(ctx, *flags, packArg, unfinishedOnly)
	if err != nil {
		return err
	}
	return t.act(ctx, item, act, what)
}

// act does one thing to an item, and answers.
func (t *target) act(ctx context.Context, item string, act run.Action, what string) error {
	if item != "" {
		t.noteInterrupted(item)
	}
	if err := t.do(ctx, act); err != nil {
		return err
	}
	return t.answer(item, what)
}

// because adds a reason to what is said.
func because(what, reason string) string {
	if strings.TrimSpace(reason) == "" {
		return what
	}
	return what + " (" + line(reason) + ")"
}

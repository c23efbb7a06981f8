package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rtut/run"
	"rtut/run/record"
	"rtut/run/store"
)

// runDryOptions say of which pack a dry run is, and with what it is begun.
type runDryOptions struct {
	runNewOptions
}

func newRunDryCmd(a *app) *cobra.Command {
	o := &runDryOptions{runNewOptions{app: a}}
	cmd := &cobra.Command{
		Use:   "dry <pack>",
		Short: "Run the checks of a pack's read-only steps, and nothing else",
		Long: "Run the checks of those read-only steps of a pack that can be evaluated before any work, and nothing else. Of each other step the\n" +
			"command is printed that would run, and where. Questions, gates and what comes after work are left out. The checks run with\n" +
			"--yes, or after a question on a terminal. The record goes to .local/runbook-dry-runs, where no score counts it.\n\n" +
			"Exit code 0: all checks that ran passed. 1: one did not pass.",
		Example: "  rtut run dry packs/pg-restore-drill --param replica=db3 --environment rehearsal --yes",
		Args:    between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.packArg = args[0]
			return runDry(cmd.Context(), o)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&o.params, "param", nil, "the value of a param, as `id=value`")
	f.StringVar(&o.paramsFile, "params-file", "", "values of params in a YAML or JSON `file` (- for standard input)")
	f.StringVar(&o.context.Project, "project", "", "the project of the run")
	f.StringVar(&o.context.Target, "target", "", "the system that the run is applied to")
	f.StringVar(&o.environment, "environment", "", "rehearsal, staging or production")
	f.BoolVar(&o.yes, "yes", false, "run the checks without being asked")
	return cmd
}

// dryDocument answers `run dry`.
type dryDocument struct {
	RunID  string        `json:"run_id"`
	Path   string        `json:"path"`
	Passed bool          `json:"passed"` // all checks that ran
	Items  []run.DryItem `json:"items"`
}

func runDry(ctx context.Context, o *runDryOptions) error {
	place, loaded, err := o.app.loadNamed(o.packArg)
	if err != nil {
		return err
	}
	wanted, err := o.action(ctx, place, loaded)
	if err != nil {
		return err
	}
	filled, err := o.app.supply(ctx, loaded, nil, wanted, o.app.fillNew(loaded))
	if err != nil {
		return err
	}
	place.dry = true
	session := o.app.session(place, loaded)
	wanted = filled.(run.New)
	if err := o.consent(ctx, session, wanted); err != nil {
		return err
	}
	display := o.app.display()
	rec, items, err := o.run(ctx, session, wanted, display)
	if err = errors.Join(err, display.Close()); err != nil {
		return err
	}
	doc := dryDocument{RunID: rec.RunID, Path: place.store().Path(rec.RunID), Items: items, Passed: !slices.ContainsFunc(items, dryFailed)}
	if !doc.Passed {
		err = resultError(exitNotPassed)
	}
	if o.app.json {
		return errors.Join(o.app.document(doc), err)
	}
	return errors.Join(o.app.print(o.text(doc)), err)
}

// run draws ids until one is free.
func (o *runDryOptions) run(ctx context.Context, s *run.Session, wanted run.New, display io.Writer) (rec *record.Record, items []run.DryItem, err error) {
	var taken *store.ExistsError
	for range maxDraws {
		wanted.RunID = o.app.newID(o.app.clock())
		if rec, items, err = s.Dry(ctx, wanted, display); !errors.As(err, &taken) {
			return rec, items, err
		}
	}
	return nil, nil, err
}

func dryFailed(i run.DryItem) bool { return i.Result == run.DryFailed }

// consent shows the commands that are going to run, and asks whether they may where somebody can be asked.
func (o *runDryOptions) consent(ctx context.Context, s *run.Session, wanted run.New) error {
	commands, err := s.DryCommands(wanted)
	if err != nil || o.yes || len(commands) == 0 {
		return err
	}
	if o.app.asks() {
		var about text
		about.linef("these commands run:")
		for _, command := range commands {
			about.block("  ", line(command))
		}
		about.linef("May they run?")
		if may, _, err := o.app.yes(ctx, about.String()); err != nil || may {
			return err
		}
	}
	return &run.Refusal{
		Code: run.ConsentRequired, Message: "a dry run runs commands and needs your consent", Details: commands,
		Satisfy: "Read the commands above, then add --yes",
	}
}

// text says of each item what the dry run found.
func (o *runDryOptions) text(doc dryDocument) *text {
	var out text
	counts := map[run.DryResult]int{}
	for _, i := range doc.Items {
		counts[i.Result]++
		out.linef("%s  %s  %s", i.Item, dryWords(i.Result), line(i.Title))
		for _, command := range i.Commands {
			out.block("  ", command)
		}
		if i.Why != "" {
			out.block("  ", i.Why)
		}
	}
	out.linef("%d passed, %d failed; nothing else ran", counts[run.DryPassed], counts[run.DryFailed])
	out.linef("record: %s", line(o.app.shown(doc.Path)))
	return &out
}

func dryWords(r run.DryResult) string { return strings.ReplaceAll(fmt.Sprint(r), "_", " ") }

package main

import (
	"context"
	"slices"

	"github.com/spf13/cobra"
)

func newDoctorCmd(a *app) *cobra.Command {
	leaks := false
	cmd := &cobra.Command{
		Use:   "doctor [root]",
		Short: "Check the setup: tools, packs, records",
		Long: "Check the setup without changing it: the operator, the display, tools on PATH, the packs below a directory and what\n" +
			"they need, their records, the clock. In the directory of the records a file is written, locked and removed. Exit code\n" +
			"1: something will not work.\n\n" +
			"With --leak-test, plant texts that look like secrets, in ten encodings, in every input of every command and of the\n" +
			"terminal interface, in a temporary directory, and search every byte that was written. This takes about twenty seconds.\n" +
			"Exit code 1: a text was found.",
		Example: "  rtut doctor\n  rtut doctor ~/src/runbooks --json",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if leaks && len(args) > 0 {
				return misuse("bad_arguments", "--leak-test looks at rtut itself and takes no directory")
			}
			if leaks {
				return doctorLeaks(cmd.Context(), a)
			}
			return runDoctor(cmd.Context(), a, append(args, ".")[0])
		},
	}
	cmd.Flags().BoolVar(&leaks, "leak-test", false, "test whether texts that look like secrets reach a file or an answer")
	return cmd
}

// doctorLeaks answers `doctor --leak-test`.
func doctorLeaks(ctx context.Context, a *app) error {
	found, err := runLeakTest(ctx, a)
	if err != nil {
		return err
	}
	out := &text{}
	for _, l := range found.Leaks {
		out.linef("leaked   %s: %s, into %s", line(l.Command), l.Disguise, line(l.File))
	}
	out.linef("%d inputs (%d of them are recorded), %d disguises, %d planted: %s", found.Inputs, found.Recorded, found.Disguises,
		found.Planted, counted(len(found.Leaks), "leak"))
	if a.json {
		err = a.document(found)
	} else {
		err = a.print(out)
	}
	if err == nil && len(found.Leaks) > 0 {
		err = resultError(exitNotPassed)
	}
	return err
}

// doctorDocument answers `doctor`.
type doctorDocument struct {
	Healthy  bool      `json:"healthy"` // nothing has failed
	Findings []finding `json:"findings"`
}

func runDoctor(ctx context.Context, a *app, root string) error {
	d, err := newDoctor(a, root)
	if err != nil {
		return err
	}
	d.examine(ctx)
	if err := ctx.Err(); err != nil {
		return err
	}
	failed := slices.ContainsFunc(d.found, func(f finding) bool { return f.Health == trouble })
	if err := d.answer(!failed); err != nil {
		return err
	}
	if failed {
		return resultError(exitNotPassed)
	}
	return nil
}

// newDoctor is for what is below a directory. Where RTUT_RUNS_DIR can't be used it says so, and is for the rest.
func newDoctor(a *app, root string) (*doctor, error) {
	tree, err := a.tree(root)
	if !isRefusedDir(err) || a.getenv(runsDirVariable) == "" {
		elsewhere, _ := a.elsewhere() // which the tree was looked for with
		return &doctor{app: a, tree: tree, elsewhere: elsewhere}, err
	}
	without := *a
	without.getenv = func(name string) string {
		if name == runsDirVariable {
			return ""
		}
		return a.getenv(name)
	}
	tree, unfound := without.tree(root)
	if unfound != nil {
		return nil, unfound
	}
	d := &doctor{app: &without, tree: tree}
	d.say(runsDirVariable, trouble, err.Error(), "")
	return d, nil
}

func (d *doctor) answer(healthy bool) error {
	if d.app.json {
		return d.app.document(doctorDocument{Healthy: healthy, Findings: d.found})
	}
	out := &text{}
	for _, f := range d.found {
		out.linef("%-7s  %s: %s", f.Health, line(f.About), line(f.Message))
		if f.Hint != "" {
			out.linef("         %s", line(f.Hint))
		}
	}
	return d.app.print(out)
}

package main

import (
	"bytes"
	"context"

	"github.com/spf13/cobra"
)

// runReportOptions say of which run a document is made, and how.
type runReportOptions struct {
	app    *app
	flags  *runFlags
	args   itemArgs
	format string
	output output
}

func newRunReportCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runReportOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:   "report [pack]",
		Short: "Write a report of the run",
		Long: "Write a report of the run to standard output or, with --output, atomically to a file. An existing file is replaced\n" +
			"only with --force. The report describes the pack as the run followed it if that was kept, otherwise the pack as it is\n" +
			"now. Formats:\n" +
			formatNames() + "; --json is short for --format json.",
		Example: "  rtut run report --format markdown\n  rtut run report --format html --output report.html\n  rtut run report --format json\n  rtut run report --format interchange",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readPackOnly(args); err != nil {
				return err
			}
			if err := o.validate(); err != nil {
				return err
			}
			return runReport(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.format, "format", "", "the `format` to write: "+formatNames())
	o.output.flags(cmd)
	return cmd
}

func (o *runReportOptions) validate() error {
	if o.format == "" && o.app.json && !o.output.toFile() {
		o.format = "json"
	}
	format := formatNamed(o.format)
	switch {
	case o.format == "":
		return misuse("bad_flag", "name the format of the report: --format with one of %s", formatNames())
	case format == nil:
		return misuse("bad_flag", "--format is one of %s", formatNames())
	case o.app.json && !format.json && !o.output.toFile():
		return misuse("bad_flag", "--json answers with JSON, which %s is not; write it to a file with --output", o.format)
	}
	return o.output.validate()
}

func runReport(ctx context.Context, o *runReportOptions) error {
	t, err := o.app.findFollowed(ctx, *o.flags, o.args.packArg)
	if err != nil {
		return err
	}
	format := formatNamed(o.format)
	var document bytes.Buffer
	if err := format.write(&document, t); err != nil {
		return err
	}
	return o.app.deliver(document.Bytes(), format.name, o.output)
}

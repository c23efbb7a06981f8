package main

import (
	"errors"

	"github.com/spf13/cobra"

	"rtut/run/interchange"
)

// newReportCmd returns the commands about documents that tools exchange, no matter who made them.
func newReportCmd(a *app) *cobra.Command {
	return group("report", "Check interchange reports", "  rtut report check run.json", newReportCheckCmd(a))
}

// reportCheckOptions say which files are judged.
type reportCheckOptions struct {
	app   *app
	files []string // "-" is standard input
}

func newReportCheckCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "check <file>...",
		Short: "Check run reports and automation events of any tool; exit code 1 if there are errors",
		Long: "Check run reports and automation events of any tool; exit code 1 if there are errors. A file holds one\n" +
			"document or several, such as one per line; - is standard input. The order of a report's events is checked if the\n" +
			"events are among the files.",
		Example: "  rtut report check run.json\n  rtut run log --format interchange | rtut report check -",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return nil
			}
			return misuse("bad_arguments", "%s: name the files; - is standard input", cmd.CommandPath())
		},
		RunE: func(_ *cobra.Command, args []string) error { return runReportCheck(&reportCheckOptions{a, args}) },
	}
}

// checkDocument answers `report check`.
type checkDocument struct {
	Sound    bool                  `json:"sound"`
	Findings []interchange.Finding `json:"findings"`
}

func runReportCheck(o *reportCheckOptions) error {
	var files []interchange.File
	var unread error
	for _, name := range o.files {
		data, err := o.app.readFile(name, interchange.MaxBytes)
		if err != nil {
			unread = errors.Join(unread, err)
			continue
		}
		files = append(files, interchange.File{Name: name, Data: data})
	}
	findings := append([]interchange.Finding{}, interchange.Check(files...)...)
	if err := o.app.answerCheck(findings, len(files), unread == nil); err != nil {
		return err
	}
	switch {
	case unread != nil:
		return unread
	case len(findings) > 0:
		return resultError(exitNotPassed)
	}
	return nil
}

// answerCheck says what was found, and that files are sound if nothing was and all could be read.
func (a *app) answerCheck(findings []interchange.Finding, files int, all bool) error {
	if a.json {
		if !all {
			return nil // the error is the answer
		}
		return a.document(checkDocument{len(findings) == 0, findings})
	}
	var out text
	for _, f := range findings {
		out.linef("%s", line(f.String()))
	}
	if len(findings) == 0 && all {
		out.linef("sound: %s", counted(files, "file"))
	}
	return a.print(&out)
}

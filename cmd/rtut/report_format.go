package main

import (
	"io"
	"slices"
	"strings"

	"rtut/run/report"
	"rtut/run/report/markdown"
)

// reportFormat is a way in which a run can leave rtut as a document.
type reportFormat struct {
	name string
	json bool // it is one JSON document
	// write writes the whole document of a run, or returns an error: a *run.Refusal where the format has nothing to say of
	// such a run. t.pack is nil where the pack is lost.
	write func(w io.Writer, t *target) error
}

// reportFormats are all of them, in the order in which they are listed.
var reportFormats = []reportFormat{
	{name: "markdown", write: func(w io.Writer, t *target) error { return markdown.Write(w, t.report()) }},
	{name: "json", json: true, write: writeReportJSON},
	{name: "html", write: func(w io.Writer, t *target) error { return report.WriteHTML(w, t.report()) }},
	{name: "interchange", json: true, write: writeInterchange},
}

// formatNamed returns the format with a name; nil if there is none.
func formatNamed(name string) *reportFormat {
	at := slices.IndexFunc(reportFormats, func(f reportFormat) bool { return f.name == name })
	if at < 0 {
		return nil
	}
	return &reportFormats[at]
}

// formatNames lists the formats for a person.
func formatNames() string {
	var names []string
	for _, f := range reportFormats {
		names = append(names, f.name)
	}
	return strings.Join(names, ", ")
}

// report gathers the run as it is now.
func (t *target) report() report.Report { return report.Of(t.pack, t.rec, t.app.clock()) }

func writeReportJSON(w io.Writer, t *target) error { return writeJSON(w, t.report()) }

// writeJSON writes a document as an answer with --json is written.
func writeJSON(w io.Writer, document any) error {
	data, err := encode(document)
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}

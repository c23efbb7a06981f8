package markdown

import (
	"fmt"
	"io"
	"strings"
	"time"

	"rtut/run"
	"rtut/run/record"
	"rtut/run/report"
)

// writer puts a document together.
type writer struct {
	report.Report
	strings.Builder
}

// Write writes a report.
func Write(w io.Writer, r report.Report) error {
	doc := &writer{Report: r}
	for _, part := range []func(){
		doc.head, doc.unchecked, doc.plan, doc.deviations, doc.detours, doc.probes, doc.answers, doc.values, doc.evidence, doc.captures, doc.artefacts, doc.notes,
		doc.hands, doc.feedback, doc.foot,
	} {
		part()
	}
	_, err := io.WriteString(w, doc.String())
	return err
}

// linef adds a line.
func (w *writer) linef(format string, args ...any) {
	fmt.Fprintf(w, format, args...)
	w.WriteByte('\n')
}

// section begins a section.
func (w *writer) section(title string) { w.linef("\n## %s\n", title) }

// table adds a table; cells are Markdown that was made inert.
func (w *writer) table(header []string, rows [][]string) {
	w.linef("| %s |", strings.Join(header, " | "))
	w.linef("|%s", strings.Repeat(" --- |", len(header)))
	for _, row := range rows {
		w.linef("| %s |", strings.Join(row, " | "))
	}
}

// fact adds a line to a list, if there is something to tell.
func (w *writer) fact(name, told string) {
	if told != "" {
		w.linef("- **%s:** %s", name, told)
	}
}

// stood is a state in words, behind its sign; "" for none.
func stood[T ~string](state T) string {
	if state == "" {
		return ""
	}
	return run.Sign(state, false) + " " + Text(string(state))
}

// moment is a point in time in UTC.
func moment(at record.Time) string { return at.UTC().Format("2006-01-02 15:04:05") }

// moments is moment of what may not be known.
func moments(at *record.Time) string {
	if at == nil {
		return "–"
	}
	return moment(*at)
}

// lasted is a duration to the second.
func lasted(seconds float64) string {
	return time.Duration(seconds * float64(time.Second)).Round(time.Second).String()
}

// named is somebody's name, as code so that nobody is called; "–" for nobody.
func named(who string) string {
	if who == "" {
		return "–"
	}
	return cell(who)
}

// codes lists names.
func codes(names []string) string {
	var all []string
	for _, n := range names {
		all = append(all, Code(n))
	}
	return strings.Join(all, ", ")
}

// because is a reason behind a colon; nothing where there is none.
func because(reason string) string {
	if reason == "" {
		return ""
	}
	return ": " + Text(reason)
}

// of names what something was about; the run where that is no item.
func of(item string) string {
	if item == "" {
		return "the run"
	}
	return Code(item)
}

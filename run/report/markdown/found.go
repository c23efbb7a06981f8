package markdown

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"rtut/run/plain"
	"rtut/run/report"
)

// values tells what was measured or decided, and how it came about.
func (w *writer) values() {
	if len(w.Datapoints) == 0 {
		return
	}
	w.section("Values")
	var rows [][]string
	for _, d := range w.Datapoints {
		value, how, by, at := "–", "–", "–", "–"
		if !d.Value.IsZero() {
			value = strings.TrimSpace(cell(d.Value.Text()) + " " + unit(d.Unit))
		}
		if n := len(d.History); n > 0 {
			last := d.History[n-1]
			how, by, at = came(last), named(last.By), moment(last.At)
		}
		rows = append(rows, []string{Text(d.Title) + " " + cell(d.ID), value, Text(string(d.State)), how, by, at})
	}
	w.table([]string{"Datapoint", "Value", "State", "How it came about", "By", "At (UTC)"}, rows)
}

func unit(u string) string {
	if u == "" {
		return ""
	}
	return Text(u)
}

func came(c report.Change) string {
	told := Text(c.Words())
	if c.Item != "" {
		told += " at " + cell(c.Item)
	}
	return told + because(c.Reason)
}

// evidence tells the facts that were supplied, and those that are missing.
func (w *writer) evidence() {
	var rows [][]string
	for _, it := range w.Items {
		for _, e := range it.Evidence {
			rows = append(rows, []string{cell(it.ID), Text(e.Title), cell(e.Value.Text()), named(e.By), moments(e.At)})
		}
		for _, owed := range it.Owed {
			rows = append(rows, []string{cell(it.ID), Text(owed), "missing", "–", "–"})
		}
	}
	if len(rows) == 0 {
		return
	}
	w.section("Evidence")
	w.table([]string{"Item", "Evidence", "Value", "By", "At (UTC)"}, rows)
}

// captures shows commands that were run and what came back.
func (w *writer) captures() {
	begun := false
	for _, it := range w.Items {
		for _, c := range it.Captures {
			if !begun {
				w.section("Captures")
				begun = true
			}
			w.capture(it.ID, c)
		}
	}
}

func (w *writer) capture(item string, c report.Capture) {
	told := fmt.Sprintf("Of %s, given by %s at %s", Code(item), named(c.By), moment(c.At))
	if c.Command != "" {
		told += ": " + Code(plain.Visible(c.Command))
	}
	shown, cut := beginning(c.Output)
	if cut > 0 {
		told += fmt.Sprintf(" (the first %d of %d bytes; all of it is in the record)", len(shown), len(c.Output))
	}
	w.linef("%s\n\n%s", told, Fence(shown))
}

// maxShown is how many bytes of a capture a ticket shows: tickets have bounds, GitHub's is 65536 characters.
const maxShown = 4000

// beginning returns as much of a capture as is shown, up to the end of a line or, in a long one, of a character; and how many
// bytes were left out.
func beginning(output string) (shown string, cut int) {
	if len(output) <= maxShown {
		return output, 0
	}
	end := strings.LastIndexByte(output[:maxShown], '\n') + 1
	if end == 0 {
		for end = maxShown; !utf8.RuneStart(output[end]); end-- {
		}
	}
	return output[:end], len(output) - end
}

// artefacts tells where the things are that the procedure makes or needs.
func (w *writer) artefacts() {
	if len(w.Artefacts) == 0 {
		return
	}
	w.section("Artefacts")
	var rows [][]string
	for _, a := range w.Artefacts {
		ready := "not there yet"
		if a.Ready {
			ready = "there"
		}
		rows = append(rows, []string{Text(a.Title) + " " + cell(a.ID), place(a.Location), ready})
	}
	w.table([]string{"Artefact", "Where", "State"}, rows)
}

func place(location string) string {
	if location == "" {
		return "–"
	}
	return cell(location)
}

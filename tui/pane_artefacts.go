package tui

import (
	"strings"

	"rtut/run"
	"rtut/run/record"
)

// artefactRows gives a row for each artefact: whether it is there, where, who makes it and who needs it.
func artefactRows(st *styles, s *snapshot) []tableRow {
	var rows []tableRow
	for _, a := range s.view.Artefacts() {
		state, words, look := record.Todo, "not yet", st.dim
		if a.Ready {
			state, words, look = record.Done, "ready", st.good
		}
		rows = append(rows, tableRow{key: a.ID, look: look, cells: []string{
			run.Sign(state, st.ascii) + " " + a.ID, words, a.Location, "by " + orNone(a.ProducedBy), "for " + orNone(strings.Join(a.UsedBy, ", ")),
		}})
	}
	return rows
}

func orNone(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

package tui

import (
	"time"

	"rtut/run"
	"rtut/run/record"
)

// logRows gives a row for each event, the latest first.
func logRows(st *styles, s *snapshot) []tableRow {
	rows := make([]tableRow, 0, len(s.rec.Events))
	for i := len(s.rec.Events) - 1; i >= 0; i-- {
		e := s.rec.Events[i]
		look := st.plain
		if e.Detail.Deviation != nil {
			look = st.warn
		}
		rows = append(rows, tableRow{look: look, cells: []string{e.At.Format(time.DateTime), e.By, string(e.Action), e.Item, eventWords(e)}})
	}
	return rows
}

// eventWords says what an event changed.
func eventWords(e record.Event) string {
	words := ""
	add := func(s string) {
		if s != "" {
			if words != "" {
				words += "  "
			}
			words += s
		}
	}
	if e.From != e.To && e.To != "" {
		add(string(e.From) + " -> " + string(e.To))
	}
	if d := e.Detail.Deviation; d != nil {
		add("DEVIATION " + string(d.Kind))
	}
	if r := e.Detail.Verification; r != nil {
		add(passedOrNot(r))
	}
	for _, id := range sortedKeys(e.Detail.Results) {
		add(id + " " + passedOrNot(e.Detail.Results[id]))
	}
	for _, id := range sortedKeys(e.Detail.Datapoints) {
		add(id + " " + string(e.Detail.Datapoints[id].State))
	}
	for _, words := range run.ExecutionWords(e.Detail) {
		add(words)
	}
	if m := e.Detail.Mode; m != nil {
		add(string(m.To))
	}
	for _, words := range run.AuthorityWords(e.Detail) {
		add(words)
	}
	add(e.Detail.Alternative)
	add(e.Detail.Note)
	add(string(e.Detail.Outcome))
	add(e.Detail.Reason)
	return words
}

func passedOrNot(r *record.Result) string {
	switch {
	case r.Passed && r.AutoConfirmed:
		return "passed, answered by nobody"
	case r.Passed && r.Source == record.FromPaste:
		return "passed, on pasted output"
	case r.Passed:
		return "passed"
	}
	return "did not pass: " + r.Error
}

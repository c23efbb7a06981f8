package tui

import (
	"fmt"

	"rtut/run/record"
	"rtut/run/score"
)

// barRow is a name, a chart and words.
type barRow struct {
	name  string
	share float64
	says  string
	look  record.State // whose color the chart has; "" for none
}

// outcomeRows are how the runs ended, those left out that none did.
func outcomeRows(c score.Counts) []barRow {
	var rows []barRow
	for _, r := range []struct {
		name string
		n    int
		look record.State
	}{
		{"succeeded", c.Succeeded, record.Done},
		{"failed", c.Failed, record.Failed},
		{"abandoned", c.Abandoned - c.Gated, record.Skipped},
		{"stopped by a gate", c.Gated, record.Skipped},
		{"stalled", c.Stalled, ""},
	} {
		if r.n > 0 {
			rows = append(rows, barRow{r.name, share(r.n, c.Tried), fmt.Sprintf("%d of %d", r.n, c.Tried), r.look})
		}
	}
	return rows
}

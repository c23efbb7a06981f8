package tui

import (
	"fmt"

	"rtut/run"
	"rtut/run/score"
)

// barRow is a name, a chart and words.
type barRow struct {
	name  string
	share float64
	says  string
	look  run.State // whose colour the chart has; "" for none
}

// outcomeRows are how the runs ended, those left out that none did.
func outcomeRows(c score.Counts) []barRow {
	var rows []barRow
	for _, r := range []struct {
		name string
		n    int
		look run.State
	}{
		{"succeeded", c.Succeeded, run.Done},
		{"failed", c.Failed, run.Failed},
		{"abandoned", c.Abandoned - c.Gated, run.Skipped},
		{"stopped by a gate", c.Gated, run.Skipped},
		{"stalled", c.Stalled, ""},
	} {
		if r.n > 0 {
			rows = append(rows, barRow{r.name, share(r.n, c.Tried), fmt.Sprintf("%d of %d", r.n, c.Tried), r.look})
		}
	}
	return rows
}

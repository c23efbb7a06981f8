package scores

import (
	"fmt"
	"strconv"
	"time"

	"rtut/run/score"
)

func number(n int) string { return strconv.Itoa(n) }

// span is a duration in its two largest units: 45s, 3m20s, 5h12m, 3d4h; 3m if there is nothing of the second.
func span(d time.Duration) string {
	d = d.Round(time.Second)
	units := []struct {
		size time.Duration
		name string
	}{{24 * time.Hour, "d"}, {time.Hour, "h"}, {time.Minute, "m"}, {time.Second, "s"}}
	for i, u := range units[:3] {
		if d < u.size {
			continue
		}
		said := fmt.Sprintf("%d%s", d/u.size, u.name)
		if rest := d % u.size / units[i+1].size; rest > 0 {
			said += fmt.Sprintf("%d%s", rest, units[i+1].name)
		}
		return said
	}
	return d.String()
}

// at is a place in a chart, or a length, as a share of its width.
func at(share float64) string {
	return strconv.FormatFloat(100*min(max(share, 0), 1), 'f', 2, 64) + "%"
}

// share is a part of a whole; of nothing it is nothing.
func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// label names a pack in a row.
type label struct {
	ID, Title string
	Note      string // what is odd about it; "" for nothing
}

func labelOf(r score.Row) label {
	l := label{ID: r.PackID, Title: r.Title}
	switch {
	case r.Gone():
		l.Note = "the pack is missing"
	case r.Doubled:
		l.Note = "the id is not unique"
	}
	return l
}

package scores

import (
	"fmt"
	"time"

	"rtut/run/score"
)

// steps is the table of the time in each step.
type steps struct {
	Rows []times
	Axis []tick
}

// tick is a length of time on the axis of a chart.
type tick struct{ X, Label string }

// times is how long a step took.
type times struct {
	score.Times
	Slow                  bool   // its median is longer than expected
	Median, P90, Expected string // in the chart; Expected "" where it is not said
}

// stepsOf draws all steps to one scale, from nothing to the longest time there is; nil where no step was done.
func stepsOf(all []score.Times) *steps {
	if len(all) == 0 {
		return nil
	}
	var most time.Duration
	for _, t := range all {
		most = max(most, t.Spent.P90, t.Expected)
	}
	most = rounded(most)
	to := func(d time.Duration) string { return at(float64(d) / float64(most)) }
	drawn := &steps{Axis: []tick{{at(0), "0"}, {at(0.5), span(most / 2)}, {at(1), span(most)}}}
	for _, t := range all {
		row := times{Times: t, Median: to(t.Spent.Median), P90: to(t.Spent.P90)}
		if t.Expected > 0 {
			row.Expected, row.Slow = to(t.Expected), t.Spent.Median > t.Expected
		}
		drawn.Rows = append(drawn.Rows, row)
	}
	return drawn
}

// scales are where an axis may end.
var scales = []time.Duration{
	10 * time.Second, 20 * time.Second, 30 * time.Second, time.Minute, 2 * time.Minute, 4 * time.Minute, 6 * time.Minute, 10 * time.Minute,
	20 * time.Minute, 30 * time.Minute, 40 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour, 6 * time.Hour, 12 * time.Hour, 24 * time.Hour,
}

// rounded is the end of an axis that a duration fits on; over a day in whole days, an even number.
func rounded(d time.Duration) time.Duration {
	for _, s := range scales {
		if d <= s {
			return s
		}
	}
	const days = 48 * time.Hour
	return (d + days - 1) / days * days
}

// trouble is what went wrong at an item.
type trouble struct {
	score.Trouble
	Kind  string
	Share string // of the runs that reached it those with any trouble, in the chart
	InRun string // the same in words
}

func troublesOf(all []score.Trouble) []trouble {
	var rows []trouble
	for _, t := range all {
		part := share(t.Runs, t.Reached)
		row := trouble{Trouble: t, Kind: "step", Share: at(part), InRun: fmt.Sprintf("%d of %d, %s", t.Runs, t.Reached, score.Percent(part))}
		if t.Gate {
			row.Kind = "gate"
		}
		rows = append(rows, row)
	}
	return rows
}

package scores

import (
	"fmt"
	"slices"

	"rtut/run/score"
)

// rates is the table of success rates.
type rates struct {
	Rows  []rate
	Total rate
	Least string // where the rate that was asked for is in the chart; "" where none was
	Asked string // that rate in words
	Under int    // how many packs are below
}

// rate is the success rate of a pack, with the interval in which the true one is.
type rate struct {
	label
	N        int
	Rate     string // "–" where no run has ended; in words where there are too few
	Interval string // "–" where no run has ended
	Known    bool   // there is an interval
	Enough   bool   // there are enough runs for a rate
	Under    bool   // it is lower than was asked for

	At, Low, High string // in the chart
}

func ratesOf(c Counted) rates {
	t := rates{Total: rateOf(c.Score.Total)}
	if c.Least != nil {
		t.Least, t.Asked = at(*c.Least), score.Percent(*c.Least)
	}
	for _, r := range c.Score.Packs {
		row := rateOf(r.Counts)
		row.label = labelOf(r)
		if value, known := r.Rate(); known && c.Least != nil && value < *c.Least {
			row.Under = true
			t.Under++
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func rateOf(c score.Counts) rate {
	r := rate{N: c.Ended(), Rate: "–", Interval: "–"}
	value, known := c.Rate()
	if !known {
		return r
	}
	low, high := c.Interval()
	r.Known, r.Enough = true, r.N >= score.Enough
	r.Interval = score.Percent(low) + " to " + score.Percent(high)
	r.At, r.Low, r.High = at(value), at(low), at(high)
	r.Rate = score.Percent(value)
	if !r.Enough {
		r.Rate = fmt.Sprintf("%d of %d: too few runs", c.Succeeded, r.N)
	}
	return r
}

// ends is the table of how runs ended.
type ends struct {
	Rows  []ending
	Total score.Counts
}

// ending is how the runs of a pack ended.
type ending struct {
	label
	score.Counts
	Parts []part
}

// part is a piece of a stacked bar.
type part struct{ Kind, X, Width string }

// Judged reports whether anybody has rated a run.
func (e ending) Judged() bool { return e.Feedback != score.Feedback{} }

// endsOf stacks the outcomes of each pack, all to the scale of the one that was tried most.
func endsOf(s score.Score) ends {
	t := ends{Total: s.Total}
	most := 0
	for _, r := range s.Packs {
		most = max(most, r.Tried)
	}
	for _, r := range s.Packs {
		t.Rows = append(t.Rows, ending{labelOf(r), r.Counts, partsOf(r.Counts, most)})
	}
	return t
}

func partsOf(c score.Counts, most int) []part {
	all := []struct {
		kind string
		n    int
	}{{"succeeded", c.Succeeded}, {"failed", c.Failed}, {"abandoned", c.Abandoned - c.Gated}, {"gated", c.Gated}, {"stalled", c.Stalled}}
	var parts []part
	sum := 0
	for _, p := range all {
		parts = append(parts, part{p.kind, at(share(sum, most)), at(share(p.n, most))})
		sum += p.n
	}
	return slices.DeleteFunc(parts, func(p part) bool { return p.Width == at(0) })
}

package score

import (
	"math"
	"time"

	"rtut/run/record"
)

// Counts says how many runs ended how, and what people thought of them.
type Counts struct {
	Tried     int      `json:"tried"` // all runs: the sum of the other four
	Succeeded int      `json:"succeeded"`
	Failed    int      `json:"failed"`
	Abandoned int      `json:"abandoned"`
	Stalled   int      `json:"stalled"`
	Gated     int      `json:"gate_stopped"` // of the abandoned ones those that a gate had stopped
	Feedback  Feedback `json:"feedback"`
}

// Feedback counts the runs by the latest rating that each was given.
type Feedback struct {
	Good    int `json:"good"`
	Neutral int `json:"neutral"`
	Poor    int `json:"poor"`
}

// count adds a run.
func (c *Counts) count(s *record.Summary, now time.Time) {
	c.Tried++
	switch ending(s, now) {
	case record.Succeeded:
		c.Succeeded++
	case record.FailedRun:
		c.Failed++
	case record.Abandoned:
		c.Abandoned++
		c.Gated += one(s.StoppedByGate)
	default:
		c.Stalled++
	}
	switch s.Rating {
	case record.Good:
		c.Feedback.Good++
	case record.Neutral:
		c.Feedback.Neutral++
	case record.Poor:
		c.Feedback.Poor++
	}
}

// ending returns how a run ended; "" while it is stalled.
func ending(s *record.Summary, now time.Time) record.Outcome {
	switch {
	case s.Finished():
		return s.Outcome
	case now.Sub(s.Touched.Time) >= AbandonedAfter:
		return record.Abandoned
	}
	return ""
}

// Ended is the number of runs that came to an end that says something about the runbook: all but the stalled ones, and
// but those that a gate had stopped, which did its work.
func (c Counts) Ended() int { return c.Succeeded + c.Failed + c.Abandoned - c.Gated }

// Rate returns the success rate, from 0 to 1; false where no run has ended.
func (c Counts) Rate() (rate float64, known bool) {
	if c.Ended() == 0 {
		return 0, false
	}
	return float64(c.Succeeded) / float64(c.Ended()), true
}

// Enough is the number of ended runs below which a rate says nearly nothing.
const Enough = 5

// Interval returns the bounds of the 95 % Wilson score interval of the success rate, both from 0 to 1. Where no run
// has ended it is all there is: 0 to 1.
func (c Counts) Interval() (low, high float64) {
	n := float64(c.Ended())
	rate, known := c.Rate()
	if !known {
		return 0, 1
	}
	const z = 1.959963984540054 // of a normal distribution, 95 % is within so many deviations
	scale := 1 + z*z/n
	middle := (rate + z*z/(2*n)) / scale
	reach := z / scale * math.Sqrt(rate*(1-rate)/n+z*z/(4*n*n))
	low, high = max(0, middle-reach), min(1, middle+reach)
	switch rate { // where rounding must not make a bound of what is none
	case 0:
		low = 0
	case 1:
		high = 1
	}
	return low, high
}

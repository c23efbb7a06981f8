package main

import (
	"fmt"
	"slices"
	"time"
)

// unit is what a number counts.
type unit string

const (
	seconds   unit = "s"
	megabytes unit = "MB"
)

// summary is the median of some numbers, and between which two the middle half of them is.
type summary struct{ low, median, high float64 }

func summarize(of []float64) summary {
	sorted := slices.Sorted(slices.Values(of))
	at := func(quarter int) float64 { return sorted[quarter*(len(sorted)-1)/4] }
	return summary{at(1), at(2), at(3)}
}

// figure is what was measured, and its goal. Beside a peer the goal is a ratio; without one it is an amount.
type figure struct {
	row    string
	what   string
	peer   string // "" for none
	unit   unit
	ours   summary
	theirs summary // of the peer
	ratio  summary // of each measurement beside the one before or after it
	goal   float64 // the most that is within the goal
	fault  string  // why it was not measured; "" where it was
}

// judged is what is held against the goal.
func (f figure) judged() float64 {
	if f.peer == "" {
		return f.ours.median
	}
	return f.ratio.median
}

func (f figure) met() bool { return f.fault == "" && f.judged() <= f.goal }

// line says a figure in one line.
func (f figure) line() string {
	if f.fault != "" {
		return fmt.Sprintf("%s: %s: not measured: %s", f.row, f.what, f.fault)
	}
	verdict := "within its goal"
	if !f.met() {
		verdict = "NOT within its goal"
	}
	return fmt.Sprintf("%s: %s: %s, %s, goal %s: %s", f.row, f.what, f.amount(f.ours.median), f.ratioText(), f.goalText(), verdict)
}

func (f figure) ratioText() string {
	if f.peer == "" {
		return "no peer"
	}
	return fmt.Sprintf("%.2fx (%.2f to %.2f)", f.ratio.median, f.ratio.low, f.ratio.high)
}

func (f figure) goalText() string {
	if f.peer == "" {
		return f.amount(f.goal)
	}
	return fmt.Sprintf("%.4gx", f.goal)
}

// amount writes a number of the unit, with as many digits as say something.
func (f figure) amount(n float64) string {
	if f.unit == megabytes {
		return fmt.Sprintf("%.1f MB", n)
	}
	d := time.Duration(n * float64(time.Second))
	switch {
	case d >= 10*time.Second:
		return fmt.Sprintf("%.1f s", n)
	case d >= time.Second:
		return fmt.Sprintf("%.2f s", n)
	case d >= 10*time.Millisecond:
		return fmt.Sprintf("%.0f ms", n*1e3)
	case d >= time.Millisecond:
		return fmt.Sprintf("%.1f ms", n*1e3)
	}
	return fmt.Sprintf("%.0f µs", n*1e6)
}

// timed is something that is done once, and tells how long it took in seconds.
type timed func() (float64, error)

// pair measures two things by turns, so that a load of the machine meets both. Each is done once before, unmeasured.
func pair(samples int, ours, theirs timed) (f figure, err error) {
	var a, b, ratios []float64
	for i := range samples + 1 {
		order := []timed{ours, theirs}
		took := make([]float64, 2)
		for j := range order {
			k := (i + j) % 2 // by turns the one and the other first
			if took[k], err = order[k](); err != nil {
				return f, err
			}
		}
		if i > 0 {
			a, b, ratios = append(a, took[0]), append(b, took[1]), append(ratios, took[0]/took[1])
		}
	}
	return figure{unit: seconds, ours: summarize(a), theirs: summarize(b), ratio: summarize(ratios)}, nil
}

// alone measures one thing, after doing it once unmeasured.
func alone(samples int, unit unit, ours timed) (f figure, err error) {
	var all []float64
	for i := range samples + 1 {
		n, err := ours()
		if err != nil {
			return f, err
		}
		if i > 0 {
			all = append(all, n)
		}
	}
	return figure{unit: unit, ours: summarize(all)}, nil
}

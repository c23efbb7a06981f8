package pack

import (
	"strconv"
	"time"

	"rtut/pack/value"
)

// Limits bound what runs of a pack may take. Zero is no limit. No operator overrides one.
type Limits struct {
	Run         time.Duration // how long auto-confirm may go on, from the beginning of a run; an operator may go on after it
	Report      time.Duration // within which somebody is to report after that, in words: rtut keeps and shows it
	Parallel    int           // steps that may be running at once
	RunsPerDay  int           // runs of the pack that may begin in 24 hours
	Starts      int           // of steps in a run, those after a retry or redo included
	Retries     int           // of one step
	ResultBytes int           // of the values that one step produces, as texts
}

// Limit is one of the limits that a pack has.
type Limit struct {
	Key   string `json:"key"`
	Value string `json:"value"` // as it may stand in the pack
	Means string `json:"means"` // what is bounded, in words
}

// Set returns the limits that there are, in the order of the format.
func (l Limits) Set() []Limit {
	var set []Limit
	for _, d := range []struct {
		key, means string
		value      time.Duration
	}{{"run", "auto-confirm goes on for at most", l.Run}, {"report", "report after that within", l.Report}} {
		if d.value > 0 {
			set = append(set, Limit{d.key, value.ShortDuration(d.value), d.means})
		}
	}
	for _, n := range []struct {
		key, means string
		value      int
	}{
		{"parallel", "steps running at once", l.Parallel},
		{"runs_per_day", "runs in 24 hours", l.RunsPerDay},
		{"starts", "starts of steps in a run", l.Starts},
		{"retries", "retries of a step", l.Retries},
		{"result_bytes", "bytes of the values that a step produces", l.ResultBytes},
	} {
		if n.value > 0 {
			set = append(set, Limit{n.key, strconv.Itoa(n.value), n.means})
		}
	}
	return set
}

// maxCount bounds the limits that count: the largest whole number that every reader of JSON has exactly.
const maxCount = 1<<53 - 1

// parseLimits reads what runs of the pack may take.
func (l *loader) parseLimits() {
	m, ok := l.top.mapping("limits")
	if !ok {
		return
	}
	limits := &l.pack.Limits
	limits.Run, limits.Report = m.duration("run"), m.duration("report")
	for key, to := range map[string]*int{
		"parallel": &limits.Parallel, "runs_per_day": &limits.RunsPerDay, "starts": &limits.Starts, "retries": &limits.Retries,
		"result_bytes": &limits.ResultBytes,
	} {
		if n := m.number(key, 1, maxCount); n != nil {
			*to = *n
		}
	}
}

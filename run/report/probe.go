package report

import (
	"rtut/run/record"
)

// Probe is one time that the check of a step was run before its start.
type Probe struct {
	// red: it did not pass, so there was something to do. green: it passed, so the step was not started. none: it could not run
	Result ProbeResult `json:"result"`
	// why it did not pass, "" where it did
	Error string `json:"error"`
	// who
	By string `json:"by"`
	// when
	At record.Time `json:"at"`
}

// ProbeResult is what a probe came to.
type ProbeResult string

// The results.
const (
	Red    ProbeResult = "red"
	Green  ProbeResult = "green"
	NotRun ProbeResult = "none"
)

// Words says it for a person.
func (r ProbeResult) Words() string {
	switch r {
	case Red:
		return "did not pass, so there was something to do"
	case Green:
		return "passed, so the step was not started"
	}
	return "could not run"
}

func (m *maker) probes(item string) []Probe {
	all := []Probe{}
	for _, e := range m.eventsOf(item) {
		r := e.Detail.Probe
		if r == nil {
			continue
		}
		one := Probe{Result: Red, Error: r.Error, By: e.By, At: e.At}
		switch {
		case r.Passed:
			one.Result = Green
		case r.NotCarriedOut:
			one.Result = NotRun
		}
		all = append(all, one)
	}
	return all
}

package record

import (
	"fmt"
	"strconv"
	"time"
)

// Execution is one time that rtut ran the own command of a step, or was about to. While it is open nothing is known of its end.
type Execution struct {
	Seq           int       `json:"seq"`             // of the event that recorded it
	CommandDigest string    `json:"command_digest"`  // of phrase, host and command, as of a confirmation
	Files         string    `json:"files,omitempty"` // of the pack's files that the command names
	Host          string    `json:"host"`            // that rtut runs on
	On            string    `json:"on,omitempty"`    // the host that the command runs on; "" is the same
	PID           int       `json:"pid"`             // of rtut
	By            string    `json:"by"`
	Allowed       *Allowed  `json:"allowed,omitempty"` // why auto-confirm might run it; nil: an operator consented
	At            Time      `json:"at"`
	Result        *Executed `json:"result,omitempty"`
	Settled       *Settled  `json:"settled,omitempty"`
	Proved        *Time     `json:"proved,omitempty"` // when a verification passed while nothing was known of its end
}

// Executed is how an execution ended. Output is never part of it.
type Executed struct {
	Seq         int     `json:"seq"` // of the execution
	ExitCode    *int    `json:"exit_code,omitempty"`
	Signal      int     `json:"signal,omitempty"` // that ended the command; 0 for none
	OutputBytes int64   `json:"output_bytes"`
	Seconds     float64 `json:"seconds"`
	TimedOut    bool    `json:"timed_out,omitempty"`
	Interrupted bool    `json:"interrupted,omitempty"` // the operator interrupted it
	NotStarted  string  `json:"not_started,omitempty"` // why the command was not even started; "" if it was
	At          Time    `json:"at"`
}

// Settled is what an operator says of an execution of which no result came.
type Settled struct {
	Ran    bool   `json:"ran"` // false: it did not run
	Reason string `json:"reason"`
	By     string `json:"by"`
	At     Time   `json:"at"`
}

// Succeeded reports whether a command ended by itself, with 0.
func (r *Executed) Succeeded() bool {
	return r.ExitCode != nil && *r.ExitCode == 0 && r.Signal == 0 && !r.Interrupted && r.NotStarted == ""
}

// Unknown reports whether the outcome of an execution is unknown.
func (e *Execution) Unknown() bool {
	return e != nil && e.Result == nil && e.Settled == nil && e.Proved == nil
}

// Counts reports whether the command ran, or may have.
func (e *Execution) Counts() bool {
	switch {
	case e == nil:
		return false
	case e.Result != nil:
		return e.Result.NotStarted == ""
	}
	return e.Settled == nil || e.Settled.Ran
}

// Execution returns the latest execution of the present attempt at a step; nil for none.
func (r *Record) Execution(item string) *Execution {
	if s := r.Steps[item]; s != nil {
		return s.Execution
	}
	return nil
}

// OutcomeUnknown reports whether rtut began to run the command of a step and nothing is known of its end.
func (r *Record) OutcomeUnknown(item string) bool { return r.Execution(item).Unknown() }

// Executed reports whether rtut has run the command of a step in its present attempt, or may have.
func (r *Record) Executed(item string) bool { return r.Execution(item).Counts() }

// apply carries out what d says of the latest execution of a step.
func (s *Step) applyExecution(d Detail, at Time) {
	switch {
	case d.Execution != nil:
		s.Execution, s.Intent, s.Verification = d.Execution, nil, nil
	case s.Execution == nil:
	case d.Executed != nil:
		s.Execution = s.Execution.with(func(e *Execution) { e.Result = d.Executed })
		if s.State == Running { // what was judged while the command still ran is not what it came to
			s.Intent, s.Verification = nil, nil
		}
	case d.Settled != nil:
		s.Execution = s.Execution.with(func(e *Execution) { e.Settled = d.Settled })
	case d.Verification != nil && d.Verification.Passed && s.Execution.Unknown():
		s.Execution = s.Execution.with(func(e *Execution) { e.Proved = &at })
	}
}

// with returns a changed copy: records share executions.
func (e *Execution) with(change func(*Execution)) *Execution {
	c := *e
	change(&c)
	return &c
}

// Words say how an execution stands, in one line.
func (e *Execution) Words() string {
	switch who := e.who(); {
	case e.Result != nil:
		return "ran by rtut " + who + ", " + e.Result.Words()
	case e.Settled != nil && e.Settled.Ran:
		return "ran by rtut " + who + ", as " + e.Settled.By + " says"
	case e.Settled != nil:
		return "begun by rtut " + who + ", did not run, as " + e.Settled.By + " says"
	}
	return "begun by rtut " + e.who() + ", outcome unknown"
}

// Words say how the command of an execution ended.
func (r *Executed) Words() string {
	if r.NotStarted != "" {
		return "not started: " + r.NotStarted
	}
	how := "ended at its limit"
	if r.ExitCode != nil {
		how = fmt.Sprintf("exit %d", *r.ExitCode)
	}
	if r.Signal != 0 {
		how = fmt.Sprintf("ended by signal %d", r.Signal)
	}
	if r.Interrupted {
		how = "interrupted, " + how
	}
	return how + ", " + roundedSeconds(r.Seconds)
}

// roundedSeconds is a time as a person reads it.
func roundedSeconds(seconds float64) string {
	if d := time.Duration(seconds * float64(time.Second)).Round(time.Second); d >= time.Minute {
		return d.String()
	}
	return strconv.FormatFloat(seconds, 'f', 0, 64) + " s"
}

package tui

import (
	"time"

	"rtut/run"
	"rtut/run/record"
)

// checkStanding is what is known of a check that was begun and has no result.
type checkStanding int

const (
	checkUnknown checkStanding = iota // it was begun on another host
	checkHere                         // this process has begun it
	checkAlive                        // the process that has begun it, on this host, is there
	checkDead                         // that process is gone
)

// standing looks what has become of a check.
func (s *snapshot) standing(c *run.Checking) checkStanding {
	session := s.place.Session
	switch {
	case c.Host != session.Host || c.PID <= 0:
		return checkUnknown
	case c.PID == session.PID && s.place.checks != nil && s.place.checks.Load() > 0:
		return checkHere
	case c.PID == session.PID:
		return checkDead // the check was stopped, and the process is this one
	case s.place.Ended == nil:
		return checkUnknown
	case s.place.Ended(c.PID):
		return checkDead
	}
	return checkAlive
}

// words are those of the list.
func (c checkStanding) words(of *run.Checking) string {
	switch c {
	case checkHere:
		return "its check runs here"
	case checkAlive:
		return "checked by " + line(of.By)
	case checkDead:
		return "interrupted"
	}
	return "checked by " + line(of.By) + " on " + line(of.Host)
}

// clock is the time of day of a moment, as the other interfaces have it.
func clock(t record.Time) string { return t.Format(time.TimeOnly) }

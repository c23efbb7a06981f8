package run_test

import (
	"fmt"
	"testing"
	"time"

	"rtut/run"
	"rtut/run/record"
)

// course writes the spells of a run, a line each: item, what it did, from which second to which.
func (p *play) course() []string {
	lines := []string{}
	second := func(t record.Time) int { return int(t.Sub(dawn).Seconds()) }
	for _, s := range run.CourseOf(p.pack, p.rec).Spells {
		kind, to := "waits", "on"
		if s.Working {
			kind = "works"
		}
		if s.To != nil {
			to = fmt.Sprint(second(*s.To))
		}
		lines = append(lines, fmt.Sprintf("%s %s %d-%s", s.Item, kind, second(s.From), to))
	}
	return lines
}

// passes lets seconds pass.
func (p *play) passes(seconds int) { p.now = p.now.Add(time.Duration(seconds) * time.Second) }

func TestCourseTellsWorkFromWaiting(t *testing.T) {
	p := begin(t, packText("v0.2", "steps:\n  - { id: a, title: A }\n  - { id: b, title: B }\ngates:\n  - { id: g, title: G, checks: [{ id: c, kind: exit-code, command: 'true' }] }\n"))
	p.passes(1)
	p.does(run.Start{Item: "a"})
	p.passes(2)
	p.does(run.Fail{Item: "a", Reason: "it broke"})
	p.passes(3)
	p.does(run.RetryStep{Item: "a", AcknowledgePartial: true}, run.Start{Item: "a"})
	p.passes(4)
	p.does(confirmed("a"))
	p.passes(5)
	p.completes("b")
	p.does(run.Begin{Item: "g", Host: "bastion", PID: 4711})
	p.passes(6)
	p.wants("course", []string{"a waits 0-1", "a works 1-3", "a waits 3-6", "a works 6-10", "b waits 10-15", "b works 15-15", "g works 15-on"}, p.course())
	p.does(run.Verify{Item: "g", Intent: len(p.rec.Events), Observed: map[string]run.Observation{"c": {ExitCode: 1, Attempts: 1}}})
	p.passes(7)
	p.does(run.Finalize{Outcome: record.Abandoned})
	p.wants("course", []string{"g works 15-21", "g waits 21-28"}, p.course()[6:])
}

func TestCourseOfARunWithoutEventsIsTheLastAttempts(t *testing.T) {
	p := begin(t, packText("v0.1", "steps:\n  - { id: a, title: A }\n  - { id: b, title: B }\n"))
	p.passes(1)
	p.completes("a")
	p.does(run.Start{Item: "b"})
	events := p.rec.Events
	p.rec.Events = nil
	p.wants("course", []string{"a works 1-1", "b works 1-on"}, p.course())
	p.rec.Events = events
}

func TestCourseWithoutThePackIsWorkAlone(t *testing.T) {
	p := begin(t, packText("v0.2", "steps:\n  - { id: a, title: A }\n"))
	p.passes(1)
	p.completes("a")
	p.pack = nil
	p.wants("course", []string{"a works 1-1"}, p.course())
	p.pack = parsePack(t, packText("v0.2", "steps:\n  - { id: a, title: A }\n"))
}

func TestCourseKnowsWhatWasRecommendedThen(t *testing.T) {
	p := begin(t, packText("v0.2", "datapoints:\n  - { id: n, title: N, type: int, initial: 1 }\nsteps:\n  - id: a\n    title: A\n    one_of:\n"+
		"      - { id: few, title: Few, recommended_when: n < 5 }\n      - { id: many, title: Many }\n"))
	p.does(run.Start{Item: "a", Alternative: "many"}, run.SetValues{Values: map[string]string{"n": "9"}})
	p.wants("recommended", map[string]string{"a": "few"}, run.CourseOf(p.pack, p.rec).Recommended)
}

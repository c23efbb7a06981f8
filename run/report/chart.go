package report

import (
	"fmt"
	"slices"
	"time"
)

// chart is a timeline drawn to scale: places are in percent of its width, so that it fits any page.
type chart struct {
	Ticks []tick
	Rows  []chartRow
}

// tick is a moment on the axis.
type tick struct {
	X, Label string
	Last     bool // its label has no space at its right
}

// chartRow is what is drawn of one item.
type chartRow struct {
	Item             Item
	Bars             []bar
	Marks            []mark
	Waiting, Working string
}

// bar is a spell.
type bar struct {
	X, Width string
	Kind     SpellKind
	Title    string
}

// mark is a deviation, or a failure.
type mark struct {
	X, Kind, Title string
}

// tickSteps are what may be between two ticks.
var tickSteps = []time.Duration{
	time.Second, 5 * time.Second, 15 * time.Second, 30 * time.Second, time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute,
	15 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour, 24 * time.Hour, 48 * time.Hour,
	7 * 24 * time.Hour, 28 * 24 * time.Hour, 91 * 24 * time.Hour, 364 * 24 * time.Hour,
}

// maxTicks are as many labels as a narrow screen has space for.
const maxTicks = 5

// newChart draws the timeline of a report: a row for each item of which there is something to draw, in the order of the pack.
func newChart(r Report) chart {
	c := chart{Ticks: ticks(r.Timeline, len(r.ClockSteps) > 0)}
	for _, it := range r.Items {
		row := chartRow{Item: it, Waiting: spent(it.WaitingSeconds), Working: spent(it.WorkingSeconds)}
		for _, s := range r.Timeline.Spells {
			if s.Item == it.ID {
				row.Bars = append(row.Bars, r.Timeline.bar(s))
			}
		}
		row.Marks = r.marks(it.ID)
		if len(row.Bars)+len(row.Marks) > 0 {
			c.Rows = append(c.Rows, row)
		}
	}
	return c
}

// place is where a moment is that is so many seconds after the beginning, in percent.
func (t Timeline) place(after float64) float64 {
	if t.Seconds == 0 {
		return 0
	}
	return min(100, 100*after/t.Seconds)
}

func percent(p float64) string { return fmt.Sprintf("%.3f%%", p) }

func (t Timeline) bar(s Spell) bar {
	from, to := t.place(s.AfterSeconds), t.place(s.AfterSeconds+s.Seconds)
	title := fmt.Sprintf("%s %s from %s to %s", s.Kind, spent(s.Seconds), within(t.From, s.From), within(t.From, s.To))
	return bar{X: percent(from), Width: percent(max(0, to-from)), Kind: s.Kind, Title: title}
}

// marks are the deviations and failures of an item within the timeline.
func (r Report) marks(item string) []mark {
	var all []mark
	for _, d := range r.Deviations {
		if d.Item == item {
			all = append(all, mark{percent(r.Timeline.place(d.AfterSeconds)), "deviation", string(d.Kind) + " at " + within(r.Timeline.From, d.At)})
		}
	}
	for _, d := range r.Detours {
		what := map[DetourKind]string{FailDetour: "failed", NoDetour: "did not pass"}[d.Kind]
		if d.Item == item && what != "" && d.At != nil {
			all = append(all, mark{percent(r.Timeline.place(d.AfterSeconds)), "failure", what + " at " + within(r.Timeline.From, *d.At)})
		}
	}
	return all
}

// ticks are round moments, few enough for their labels to have space. Where the clock went back no moment is at one place alone: they say
// then how long after the beginning they are.
func ticks(t Timeline, since bool) []tick {
	whole := time.Duration(t.Seconds * float64(time.Second))
	at := slices.IndexFunc(tickSteps, func(step time.Duration) bool { return whole/step < maxTicks })
	if whole <= 0 || at < 0 {
		return nil
	}
	step, all := tickSteps[at], []tick{}
	first := t.From.Truncate(step).Add(step)
	for after := first.Sub(t.From.Time); !since && after <= whole; after += step {
		place := t.place(after.Seconds())
		all = append(all, tick{percent(place), t.From.Add(after).Format(tickLayout(step)), place > 95})
	}
	for after := step; since && after <= whole; after += step {
		place := t.place(after.Seconds())
		all = append(all, tick{percent(place), "+" + spent(after.Seconds()), place > 95})
	}
	return all
}

// tickLayout shows as much of a moment as tells one tick from the next.
func tickLayout(step time.Duration) string {
	switch {
	case step < time.Minute:
		return clock
	case step < 24*time.Hour:
		return "15:04"
	}
	return "01-02"
}

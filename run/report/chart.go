package report

import (
	"fmt"
	"slices"
	"time"

	"rtut/run"
)

// chart is a timeline drawn to scale: places are in percent of its width, so that it fits any page.
type chart struct {
	Ticks []tick
	Rows  []chartRow
}

// tick is a moment on the axis.
type tick struct {
	X, Label string
	Last     bool // its label has no room at its right
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

// tickSteps are what may lie between two ticks.
var tickSteps = []time.Duration{
	time.Second, 5 * time.Second, 15 * time.Second, 30 * time.Second, time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute,
	15 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour, 24 * time.Hour, 48 * time.Hour,
	7 * 24 * time.Hour, 28 * 24 * time.Hour, 91 * 24 * time.Hour, 364 * 24 * time.Hour,
}

// maxTicks are as many labels as a narrow screen has room for.
const maxTicks = 5

// newChart draws the timeline of a report: a row for each item of which there is something to draw, in the order of the pack.
func newChart(r Report) chart {
	c := chart{Ticks: ticks(r.Timeline)}
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

// place is where a moment lies, in percent.
func (t Timeline) place(at run.Time) float64 {
	whole := seconds(t.From, t.To)
	if whole == 0 {
		return 0
	}
	return min(100, 100*seconds(t.From, at)/whole)
}

func percent(p float64) string { return fmt.Sprintf("%.3f%%", p) }

func (t Timeline) bar(s Spell) bar {
	from, to := t.place(s.From), t.place(s.To)
	title := fmt.Sprintf("%s %s from %s to %s", s.Kind, spent(s.Seconds), within(t.From, s.From), within(t.From, s.To))
	return bar{X: percent(from), Width: percent(max(0, to-from)), Kind: s.Kind, Title: title}
}

// marks are the deviations and failures of an item within the timeline.
func (r Report) marks(item string) []mark {
	var all []mark
	for _, d := range r.Deviations {
		if d.Item == item {
			all = append(all, mark{percent(r.Timeline.place(d.At)), "deviation", string(d.Kind) + " at " + within(r.Timeline.From, d.At)})
		}
	}
	for _, d := range r.Detours {
		if d.Item == item && d.Kind == FailDetour && d.At != nil {
			all = append(all, mark{percent(r.Timeline.place(*d.At)), "failure", "failed at " + within(r.Timeline.From, *d.At)})
		}
	}
	return all
}

// ticks are round moments, few enough for their labels to have room.
func ticks(t Timeline) []tick {
	whole := t.To.Sub(t.From.Time)
	at := slices.IndexFunc(tickSteps, func(step time.Duration) bool { return whole/step < maxTicks })
	if whole <= 0 || at < 0 {
		return nil
	}
	step, all := tickSteps[at], []tick{}
	for moment := t.From.Truncate(step).Add(step); !moment.After(t.To.Time); moment = moment.Add(step) {
		place := t.place(run.At(moment))
		all = append(all, tick{percent(place), moment.Format(tickLayout(step)), place > 95})
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

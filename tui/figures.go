package tui

import (
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"rtut/run/score"
)

// Charts are made of cells: a share is a bar of chartCells.
const chartCells = 10

// chart is a bar of some cells that shows a share.
func chart(st *styles, share float64, cells int) string {
	return filled(st, score.Filled(share, cells), cells)
}

// scoreCell is a score in at most 10 cells, as long as the runs have two digits.
func scoreCell(st *styles, c score.Counts) string {
	rate, known := c.Rate()
	switch {
	case !known:
		return ""
	case c.Ended() < score.Enough:
		return fmt.Sprintf("few: %d/%d", c.Succeeded, c.Ended())
	}
	return chart(st, rate, 5) + " " + score.Percent(rate)
}

// figuresPage lays out what the runs of a pack say of it.
func figuresPage(st *styles, e *Evidence, now time.Time, width int) []string {
	p := newPage(st, width)
	p.outcomes(e.Counts)
	f := &e.Figures
	if f.Runs > 0 {
		p.habits(f, now)
	}
	p.troubles(f.Items)
	p.times(f.Times)
	p.conclusions(f)
	return p.lines
}

// bars adds a row for each of some names, with a chart of its share and what it says. Names of the pack stay in their column.
func (p *page) bars(rows []barRow) {
	names := 0
	for _, r := range rows {
		names = max(names, ansi.StringWidth(line(r.name)))
	}
	names = min(names, max(8, p.width/3))
	for _, r := range rows {
		p.lines = append(p.lines, cut(" "+fit(line(r.name), names)+"  "+p.st.state(r.look).Render(chart(p.st, r.share, chartCells))+"  "+line(r.says), p.width))
	}
}

func (p *page) outcomes(c score.Counts) {
	p.heading("Score")
	rate, known := c.Rate()
	switch {
	case !known:
		p.say(p.st.dim, " no run has ended")
	case c.Ended() < score.Enough:
		p.say(p.st.plain, fmt.Sprintf(" %d of %d succeeded: too few runs for a rate", c.Succeeded, c.Ended()))
	default:
		low, high := c.Interval()
		p.lines = append(p.lines, cut(fmt.Sprintf(" %s  %s (%s to %s, n=%d)", chart(p.st, rate, 2*chartCells), score.Percent(rate), score.Percent(low), score.Percent(high), c.Ended()), p.width))
	}
	if c.Tried > 0 {
		p.bars(outcomeRows(c))
	}
	if f := c.Feedback; f.Good+f.Neutral+f.Poor > 0 {
		p.say(p.st.plain, fmt.Sprintf(" feedback: %d good, %d neutral, %d poor", f.Good, f.Neutral, f.Poor))
	}
}

// habits adds who runs it how, and when that went well last.
func (p *page) habits(f *score.Figures, now time.Time) {
	p.heading("Runs")
	clean := "none"
	if f.LastClean != nil {
		clean = fmt.Sprintf("%s, %d days ago", f.LastClean.Format(time.DateOnly), score.Days(now, *f.LastClean))
	}
	p.say(p.st.plain, " last clean success: "+clean)
	of := func(n int) string {
		return fmt.Sprintf("%s (%d of %d runs)", score.Percent(share(n, f.Runs)), n, f.Runs)
	}
	p.bars([]barRow{
		{name: "by " + f.Busiest.Operator, share: share(f.Busiest.Runs, f.Runs), says: of(f.Busiest.Runs)},
		{name: "in auto-confirm", share: share(f.Auto, f.Runs), says: of(f.Auto)},
	})
}

// troubles adds in how many of the runs that reached an item something went wrong there, and what.
func (p *page) troubles(items []score.Trouble) {
	var rows []barRow
	for _, t := range items {
		rows = append(rows, barRow{
			name: t.Item, share: share(t.Runs, t.Reached),
			says: fmt.Sprintf("%d of %d runs: %s", t.Runs, t.Reached, troubleWords(t)),
		})
	}
	if len(rows) > 0 {
		p.heading("Trouble")
		p.bars(rows)
	}
}

func troubleWords(t score.Trouble) string {
	var words []string
	for _, w := range []struct {
		n    int
		what string
	}{
		{t.Failures, "failed"},
		{t.Missed, "not passed"},
		{t.Retries, "retried"},
		{t.Redone, "redone"},
		{t.Overrode, "overridden"},
		{t.Waived, "waived"},
		{t.Pushed, "pushed"},
	} {
		if w.n > 0 {
			words = append(words, fmt.Sprintf("%d %s", w.n, w.what))
		}
	}
	return strings.Join(words, ", ")
}

// times adds how long steps take, the bars in relation to the longest of all that is there.
func (p *page) times(steps []score.Times) {
	if len(steps) == 0 {
		return
	}
	var longest time.Duration
	for _, t := range steps {
		longest = max(longest, t.Spent.P90, t.Expected)
	}
	var rows []barRow
	for _, t := range steps {
		says := fmt.Sprintf("median %s, p90 %s", shortSpan(t.Spent.Median), shortSpan(t.Spent.P90))
		if t.Expected > 0 {
			says += ", expected " + shortSpan(t.Expected)
		}
		if t.Waited.N > 0 {
			says += "; before it " + shortSpan(t.Waited.Median)
		}
		rows = append(rows, barRow{name: t.Step, share: float64(t.Spent.Median) / float64(max(longest, 1)), says: says})
	}
	p.heading("Time")
	p.bars(rows)
}

// conclusions adds what was never done, and what might be.
func (p *page) conclusions(f *score.Figures) {
	if len(f.Untaken)+len(f.Suggestions)+len(f.Unread) == 0 && f.Unknown == "" {
		return
	}
	p.heading("What needs attention")
	for _, u := range f.Untaken {
		p.hang(" - ", p.st.plain, fmt.Sprintf("never taken: %s of %s, in %d starts", line(u.Alternative), line(u.Step), u.Starts))
	}
	for _, s := range f.Suggestions {
		p.hang(" - ", p.st.plain, strings.TrimSpace(string(s.Advice)+" "+line(s.Item))+": "+line(s.Because))
	}
	if f.Unknown != "" {
		p.hang(" - ", p.st.dim, "alternatives never taken and times expected are not known: "+line(f.Unknown))
	}
	if n := len(f.Unread); n > 0 {
		p.hang(" - ", p.st.bad, fmt.Sprintf("%d records cannot be read to the end; they count only in the score", n))
	}
}

func share(n, of int) float64 { return float64(n) / float64(max(of, 1)) }

func shortSpan(d time.Duration) string { return d.Round(time.Second).String() }

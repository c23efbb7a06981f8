package tui

import (
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"rtut/pack"
	"rtut/run/record"
)

// headerLine is the title of the run, and what must be known before anything is pressed: how it stands, and whether it
// is production.
func headerLine(st *styles, s *snapshot, w int) string {
	right := st.dim.Render(cut(target(s), w/3)) + "  " + cut("you: "+line(s.actor()), w/3) + " "
	if s.status.State != record.RunRunning {
		right += st.bold.Render(" " + strings.ToUpper(string(s.status.State)) + " ")
	}
	if !s.status.Integrity.Intact() {
		right += st.loud.Render(" RECORD ALTERED ")
	}
	if s.status.PackChanged {
		right += st.loud.Render(" PACK CHANGED: P ")
	}
	right += environment(st, s.status.Context.Environment)
	return sides(" "+st.bold.Render(line(s.status.PackTitle)), right, w)
}

// target is what the run is about, as the head has it; "" where it says nothing.
func target(s *snapshot) string {
	c := s.status.Context
	switch {
	case c.Project != "" && c.Target != "":
		return line(c.Project + " / " + c.Target)
	case c.Target != "":
		return line(c.Target)
	}
	return line(c.Project)
}

// environment is loud when it is production.
func environment(st *styles, e pack.Environment) string {
	switch e {
	case "":
		return ""
	case pack.Production:
		return st.loud.Render(" PRODUCTION ")
	}
	return " " + line(string(e)) + " "
}

// segment is a part of the status line; the higher its rank, the sooner it is left out.
type segment struct {
	text string
	rank int
}

// statusLine is one line of where the run is.
func statusLine(st *styles, s *snapshot, now time.Time, w int) string {
	p, id := s.status.Progress, ""
	if w >= 130 {
		id = s.status.RunID // else the line of the tabs has it
	}
	segments := []segment{
		{id, 6},
		{string(s.status.Mode), 1},
		{bar(st, p, 10), 4},
		{fmt.Sprintf("%d/%d", p.Done, p.Total), 0},
		{elapsed(s, now), 2},
		{expected(s), 5},
		{lastAction(s, now), 4},
	}
	return " " + strings.Join(squeeze(segments, w-2), "  ")
}

// squeeze leaves segments out, the highest rank first, until the rest fits.
func squeeze(segments []segment, w int) []string {
	for rank := 9; ; rank-- {
		var words []string
		total := 0
		for _, s := range segments {
			if s.text != "" && s.rank <= rank {
				words = append(words, s.text)
				total += ansi.StringWidth(s.text) + 2
			}
		}
		if total-2 <= w || rank == 0 {
			return words
		}
	}
}

// elapsed is how long the run takes, or took.
func elapsed(s *snapshot, now time.Time) string {
	if end := s.status.FinishedAt; end != nil {
		return "took " + span(end.Sub(s.status.CreatedAt.Time))
	}
	return span(now.Sub(s.status.CreatedAt.Time))
}

// expected is how much longer the run should take, as far as the pack says.
func expected(s *snapshot) string {
	if s.left == 0 || s.rec.Finished() {
		return ""
	}
	return "about " + span(s.left) + " left"
}

// lastAction is what was done last, by whom, and how long ago.
func lastAction(s *snapshot, now time.Time) string {
	e := s.status.LastEvent
	if e == nil {
		return ""
	}
	return strings.TrimSpace(line(e.By)+": "+string(e.Action)+" "+line(e.Item)) + verdictOf(e) + " " + span(now.Sub(e.At.Time)) + " ago"
}

// verdictOf is what a verification came to.
func verdictOf(e *record.Event) string {
	switch v := e.Detail.Verification; {
	case v == nil:
		return ""
	case v.Passed:
		return ", passed,"
	}
	return ", did not pass,"
}

// span is a duration in its two biggest units.
func span(d time.Duration) string {
	d = max(0, d).Truncate(time.Second)
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%ds", d/time.Second)
	case d < time.Hour:
		return fmt.Sprintf("%dm%02ds", d/time.Minute, d%time.Minute/time.Second)
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh%02dm", d/time.Hour, d%time.Hour/time.Minute)
	}
	return fmt.Sprintf("%dd%02dh", d/(24*time.Hour), d%(24*time.Hour)/time.Hour)
}

package report

import (
	"fmt"
	"strings"
	"time"

	"rtut/run/record"
)

// spent writes a duration for a person: "4 s", "12 min 5 s", "3 h 20 min", "2 d 4 h". Under a second it is 0 s.
func spent(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second)).Round(time.Second)
	units := []struct {
		size time.Duration
		name string
	}{{24 * time.Hour, "d"}, {time.Hour, "h"}, {time.Minute, "min"}, {time.Second, "s"}}
	for i, u := range units {
		if d < u.size && u.size > time.Second {
			continue
		}
		text := fmt.Sprintf("%d %s", d/u.size, u.name)
		if rest := d % u.size; i+1 < len(units) && rest >= units[i+1].size {
			text += fmt.Sprintf(" %d %s", rest/units[i+1].size, units[i+1].name)
		}
		return text
	}
	return "0 s"
}

// day and clock are how moments are written, in UTC.
const (
	day   = "2006-01-02"
	clock = "15:04:05"
)

// moment writes a moment with its day.
func moment(at record.Time) string { return at.Format(day + " " + clock) }

// within writes a moment by the clock alone if it is of the day on which the run began.
func within(from, at record.Time) string {
	if from.Format(day) == at.Format(day) {
		return at.Format(clock)
	}
	return moment(at)
}

// counted writes a number with its noun: "1 step", "3 steps".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// shortened cuts a text to a number of columns, wide characters counting two, and says so with an ellipsis.
func shortened(text string, columns int) string {
	text = strings.Join(strings.Fields(text), " ")
	used, end := 0, 0
	for i, r := range text {
		width := 1
		if r >= 0x1100 {
			width = 2
		}
		if used+width > columns-1 && end == 0 {
			end = i
		}
		used += width
	}
	if used <= columns {
		return text
	}
	return text[:end] + "…"
}

// sourceWords say for a person how a datapoint came by a value, or lost it.
var sourceWords = map[Source]string{
	FromPack: "given by the pack at the beginning", SetByHand: "set by hand", RefusedByHand: "no valid value, so not kept",
	TypedAtStep: "typed when its step was completed", ReadFromCheck: "read from the output of the check", Confirmed: "confirmed",
	Unconfirmed: "no longer confirmed", TakenBack: "taken back with its step", PushedOver: "pushed through by auto-confirm",
}

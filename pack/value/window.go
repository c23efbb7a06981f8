package value

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Holds reports whether a moment is inside the window, by the clock on the wall of its zone: from From until just before
// To. A window that runs over midnight belongs to the day on which it begins.
func (w *Window) Holds(moment time.Time) bool {
	local := moment.In(w.Zone)
	hour, minute, second := local.Clock()
	clock := time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second
	today := local.Weekday()
	if w.From < w.To {
		return w.on(today) && clock >= w.From && clock < w.To
	}
	yesterday := (today + 6) % 7
	return w.on(today) && clock >= w.From || w.on(yesterday) && clock < w.To
}

func (w *Window) on(day time.Weekday) bool { return len(w.Days) == 0 || slices.Contains(w.Days, day) }

// String writes the window as a person reads it: "22:00 to 05:00 on mon, tue, Europe/Vienna".
func (w *Window) String() string {
	days := ""
	if len(w.Days) > 0 {
		names := make([]string, len(w.Days))
		for i, d := range w.Days {
			names[i] = strings.ToLower(d.String()[:3])
		}
		days = " on " + strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s to %s%s, %s", clockText(w.From), clockText(w.To), days, w.Zone)
}

func clockText(d time.Duration) string {
	return fmt.Sprintf("%02d:%02d", int(d.Hours()), int(d.Minutes())%60)
}

// Next returns the next moment after another one at which the window begins. false: it never does.
func (w *Window) Next(moment time.Time) (time.Time, bool) {
	local := moment.In(w.Zone)
	for day := range 9 {
		year, month, date := local.Date()
		begins := time.Date(year, month, date+day, 0, int(w.From/time.Minute), 0, 0, w.Zone)
		if begins.After(moment) && w.on(begins.Weekday()) {
			return begins, true
		}
	}
	return time.Time{}, false
}

// Window is a time of day, on some days of the week, in one time zone.
type Window struct {
	From, To time.Duration  // since midnight by the clock on the wall; To <= From runs over midnight
	Days     []time.Weekday // on which the window begins; empty: every day
	TZ       string         // the name of the zone as the pack writes it; "" for that of the machine
	Zone     *time.Location
}

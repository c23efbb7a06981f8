package value

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// window is one of the daily kind or on some days.
func window(t testing.TB, from, to, zone string, days ...time.Weekday) *Window {
	t.Helper()
	clock := func(text string) time.Duration {
		at, err := time.Parse("15:04", text)
		if err != nil {
			t.Fatal(err)
		}
		return at.Sub(at.Truncate(24 * time.Hour))
	}
	location, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	return &Window{From: clock(from), To: clock(to), Days: days, Zone: location}
}

// holdsAt wants a window to be open, or not, at moments as RFC 3339 writes them.
func holdsAt(t *testing.T, w *Window, want bool, moments ...string) {
	t.Helper()
	for _, text := range moments {
		moment, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			t.Fatal(err)
		}
		if w.Holds(moment) != want {
			t.Errorf("%s at %s: %t, expected %t", w, text, !want, want)
		}
	}
}

func TestWindowHoldsFromItsBeginningUntilJustBeforeItsEnd(t *testing.T) {
	w := window(t, "09:00", "17:30", "UTC")
	holdsAt(t, w, true, "2026-11-30T09:00:00Z", "2026-11-30T17:29:59.999999Z")
	holdsAt(t, w, false, "2026-11-30T08:59:59.999999Z", "2026-11-30T17:30:00Z", "2026-11-30T00:00:00Z")
}

func TestWindowOverMidnightBelongsToTheDayOnWhichItBegins(t *testing.T) {
	w := window(t, "22:00", "05:00", "UTC", time.Monday)
	holdsAt(t, w, true, "2026-11-30T22:00:00Z", "2026-11-30T23:59:59Z", "2026-12-01T00:00:00Z", "2026-12-01T04:59:59Z")
	holdsAt(t, w, false, "2026-11-30T04:00:00Z", "2026-11-30T21:59:59Z", "2026-12-01T05:00:00Z", "2026-12-01T22:00:00Z")
	sunday := window(t, "22:00", "05:00", "UTC", time.Sunday) // over the end of the week
	holdsAt(t, sunday, true, "2026-11-29T23:00:00Z", "2026-11-30T04:59:59Z")
	holdsAt(t, sunday, false, "2026-11-30T05:00:00Z", "2026-11-30T23:00:00Z")
}

func TestWindowUntilMidnightEndsThere(t *testing.T) {
	w := window(t, "20:00", "00:00", "UTC", time.Monday)
	holdsAt(t, w, true, "2026-11-30T20:00:00Z", "2026-11-30T23:59:59.999Z")
	holdsAt(t, w, false, "2026-12-01T00:00:00Z", "2026-11-30T00:00:00Z", "2026-11-30T19:59:59Z")
}

func TestWindowThatEndsWhereItBeginsIsAWholeDay(t *testing.T) {
	w := window(t, "06:00", "06:00", "UTC", time.Monday)
	holdsAt(t, w, true, "2026-11-30T06:00:00Z", "2026-12-01T05:59:59Z")
	holdsAt(t, w, false, "2026-11-30T05:59:59Z", "2026-12-01T06:00:00Z")
}

func TestWindowGoesByTheClockOfItsZoneAndNotOfTheMoment(t *testing.T) {
	vienna, tokyo := window(t, "22:00", "23:00", "Europe/Vienna"), window(t, "22:00", "23:00", "Asia/Tokyo")
	holdsAt(t, vienna, true, "2026-11-30T21:30:00Z", "2026-12-01T06:30:00+09:00", "2026-11-30T16:30:00-05:00")
	holdsAt(t, tokyo, false, "2026-11-30T21:30:00Z")
	holdsAt(t, tokyo, true, "2026-11-30T13:30:00Z")
	monday := window(t, "00:00", "02:00", "Asia/Tokyo", time.Monday) // while it is Sunday in London
	holdsAt(t, monday, true, "2026-11-29T15:30:00Z")
	holdsAt(t, monday, false, "2026-11-30T15:30:00Z")
	half := window(t, "00:00", "00:30", "Asia/Kolkata")
	holdsAt(t, half, true, "2026-11-30T18:30:00Z")
	holdsAt(t, half, false, "2026-11-30T18:29:59Z", "2026-11-30T19:00:00Z")
}

func TestWindowInTheHourThatDaylightSavingLeavesOutDoesNotHold(t *testing.T) {
	w := window(t, "02:00", "03:00", "Europe/Vienna") // on 2026-03-29 the clock goes from 02:00 to 03:00
	holdsAt(t, w, false, "2026-03-29T00:59:59Z", "2026-03-29T01:00:00Z", "2026-03-29T01:30:00Z", "2026-03-29T02:30:00Z")
	holdsAt(t, w, true, "2026-03-28T01:30:00Z", "2026-03-30T00:30:00Z")
	around := window(t, "01:30", "03:30", "Europe/Vienna")
	holdsAt(t, around, true, "2026-03-29T00:30:00Z", "2026-03-29T00:59:59Z", "2026-03-29T01:00:00Z", "2026-03-29T01:29:59Z")
	holdsAt(t, around, false, "2026-03-29T01:30:00Z")
}

func TestWindowInTheHourThatDaylightSavingRepeatsHoldsBothTimes(t *testing.T) {
	w := window(t, "02:00", "03:00", "Europe/Vienna") // on 2026-10-25 the clock goes from 03:00 back to 02:00
	holdsAt(t, w, true, "2026-10-25T00:00:00Z", "2026-10-25T00:59:59Z", "2026-10-25T01:00:00Z", "2026-10-25T01:59:59Z")
	holdsAt(t, w, false, "2026-10-24T23:59:59Z", "2026-10-25T02:00:00Z")
	night := window(t, "22:00", "05:00", "Europe/Vienna", time.Saturday)
	holdsAt(t, night, true, "2026-10-24T20:00:00Z", "2026-10-25T03:59:59Z")
	holdsAt(t, night, false, "2026-10-24T19:59:59Z", "2026-10-25T04:00:00Z")
}

// TestWindowAndTheRestOfTheDayExcludeEachOther: at every moment exactly one of a window and the one from its end to its
// beginning holds, in every zone, whatever the clock does.
func TestWindowAndTheRestOfTheDayExcludeEachOther(t *testing.T) {
	zones := []string{"UTC", "Europe/Vienna", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu"}
	rapid.Check(t, func(t *rapid.T) {
		zone, err := time.LoadLocation(rapid.SampledFrom(zones).Draw(t, "zone"))
		if err != nil {
			t.Fatal(err)
		}
		minutes := rapid.SliceOfNDistinct(rapid.IntRange(0, 24*60-1), 2, 2, rapid.ID[int]).Draw(t, "minutes")
		from, to := time.Duration(minutes[0])*time.Minute, time.Duration(minutes[1])*time.Minute
		w, rest := Window{From: from, To: to, Zone: zone}, Window{From: to, To: from, Zone: zone}
		moment := time.Unix(rapid.Int64Range(1_262_304_000, 1_893_456_000).Draw(t, "moment"), 0)
		if w.Holds(moment) == rest.Holds(moment) {
			t.Fatalf("%s at %s: both, or neither, of it and the rest of the day", &w, moment)
		}
		onDays := 0
		for day := range time.Saturday + 1 {
			if (&Window{From: from, To: to, Zone: zone, Days: []time.Weekday{day}}).Holds(moment) {
				onDays++
			}
		}
		if want := map[bool]int{true: 1}[w.Holds(moment)]; onDays != want {
			t.Fatalf("%s at %s: it is the window of %d days, expected %d", &w, moment, onDays, want)
		}
	})
}

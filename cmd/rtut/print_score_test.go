package main

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rtut/run/score"
)

func TestRateText(t *testing.T) {
	for want, c := range map[string]score.Counts{
		"-":                    {Stalled: 7},
		"4 of 4: too few runs": {Succeeded: 4, Stalled: 9},
		"0 of 1: too few runs": {Abandoned: 1},
		"██████████ 100% (57% to 100%, n=5)":  {Succeeded: 5},
		"░░░░░░░░░░ 0% (0% to 43%, n=5)":      {Failed: 5},
		"█████████░ 99% (99% to 99%, n=9999)": {Succeeded: 9998, Failed: 1},
		"█░░░░░░░░░ 1% (1% to 1%, n=9999)":    {Succeeded: 1, Abandoned: 9998},
		"██████░░░░ 60% (23% to 88%, n=5)":    {Succeeded: 3, Failed: 1, Abandoned: 1},
	} {
		if got := rateText(c, false); got != want {
			t.Errorf("%+v: %s, want %s", c, got, want)
		}
	}
}

// A bar is as long as any other, grows with the share, and is full or empty only where the share is.
func TestBarTellsTheTruth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Float64Range(0, 1).Draw(t, "low")
		high := rapid.Float64Range(low, 1).Draw(t, "high")
		a, b := bar(low, true), bar(high, true)
		if len(a) != barCells || strings.Count(a, "#") > strings.Count(b, "#") {
			t.Fatalf("%v is %s, %v is %s", low, a, high, b)
		}
		if (strings.Count(a, "#") == barCells) != (low == 1) || (strings.Count(a, "#") == 0) != (low == 0) {
			t.Fatalf("%v is %s", low, a)
		}
	})
}

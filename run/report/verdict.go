package report

import (
	"cmp"
	"fmt"
	"strings"

	"rtut/run/record"
)

// verdict says in a word how a run ended, or stands, and in a sentence what is to be known besides.
type verdict struct {
	Word, More string
	Tone       string // good, bad, warn, busy or idle
}

// verdictOf returns the verdict of a report. One that is not finished says so before anything else.
func verdictOf(r Report) verdict {
	if !r.Integrity.Whole() {
		return verdict{"Not to be relied on", fmt.Sprintf("The record is not intact (%s: %s). What it says may never have happened. It says: %s.",
			r.Integrity.Verdict, r.Integrity.Found, r.Result.State), "bad"}
	}
	switch r.Result.State {
	case record.RunState(record.Succeeded):
		if r.Result.Clean {
			return verdict{"Succeeded", "As the pack has it, without a deviation.", "good"}
		}
		return verdict{"Succeeded", "Not quite as the pack has it: " + irregular(r) + ".", "good"}
	case record.RunState(record.FailedRun):
		return verdict{"Failed", sentence(irregular(r)), "bad"}
	case record.RunState(record.Abandoned):
		return verdict{"Abandoned", sentence(irregular(r)), "warn"}
	case record.RunComplete:
		return verdict{"Unfinished", "Every item is finished, and the run is not closed yet.", "busy"}
	case record.RunStopped:
		return verdict{"Unfinished", fmt.Sprintf("Auto-confirm stopped at %s.", cmp.Or(r.Result.StoppedAt, "an item")), "bad"}
	}
	return verdict{"Unfinished", "The run continues; this is its state.", "busy"}
}

// irregular counts what did not go straight through.
func irregular(r Report) string {
	var parts []string
	if n := len(r.Deviations); n > 0 {
		parts = append(parts, counted(n, "deviation"))
	}
	for _, s := range []record.State{record.Failed, record.Skipped, record.Pushed} {
		n := 0
		for _, it := range r.Items {
			if it.State == s {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, counted(n, "item")+" "+string(s))
		}
	}
	return strings.Join(parts, ", ")
}

// sentence ends what is not empty with a full stop.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	return text + "."
}

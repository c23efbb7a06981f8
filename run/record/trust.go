package record

import (
	"fmt"
	"strings"
)

// Standing says under what an item counts in the trust line: how it was left out, else its proof, else that it is out
// of date or was not reached.
type Standing string

// The standings beside the proofs.
const (
	NotNeededStanding  Standing = "not_needed"
	SkippedStanding    Standing = "skipped"
	WaivedStanding     Standing = "waived"
	PushedStanding     Standing = "pushed"
	OverriddenStanding Standing = "overridden"
	OutOfDateStanding  Standing = "out_of_date"
	NotReachedStanding Standing = "not_reached"
)

// standings has all standings in the order of the trust line, each with its words.
var standings = []struct {
	standing Standing
	words    string
}{
	{Standing(Turned), "turned green"},
	{Standing(Ran), "ran"},
	{Standing(Seen), "seen"},
	{Standing(Word), "by word"},
	{Standing(Pasted), "pasted"},
	{Standing(Nobody), "by nobody"},
	{NotNeededStanding, "not needed"},
	{SkippedStanding, "skipped"},
	{WaivedStanding, "waived"},
	{PushedStanding, "pushed through"},
	{OverriddenStanding, "overridden"},
	{OutOfDateStanding, "out of date"},
	{NotReachedStanding, "not reached"},
}

// Words says in a word or two the proof of an item, or how it was left out.
func (s Standing) Words() string {
	for _, known := range standings {
		if known.standing == s {
			return known.words
		}
	}
	return string(s)
}

// Standings has all standings in the order of the trust line.
func Standings() []Standing {
	all := make([]Standing, len(standings))
	for i, s := range standings {
		all[i] = s.standing
	}
	return all
}

// Trust counts the items of a run, each once, under its standing. Their sum is the number of items.
type Trust map[Standing]int

// Items is the number of items.
func (t Trust) Items() int {
	sum := 0
	for _, n := range t {
		sum += n
	}
	return sum
}

// String is the trust line: "of 16 items: 6 turned green, 5 ran, 3 seen, 1 by word, 1 by nobody".
func (t Trust) String() string {
	var parts []string
	for _, s := range standings {
		if n := t[s.standing]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, s.words))
		}
	}
	items := "items"
	if t.Items() == 1 {
		items = "item"
	}
	return fmt.Sprintf("of %d %s: %s", t.Items(), items, strings.Join(parts, ", "))
}

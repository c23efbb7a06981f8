package run

import (
	"fmt"
	"strings"

	"rtut/pack"
)

// Standing says under what an item counts in the trust line: how it was passed over, else what stands behind it, else that it is out
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

// Words says in a word or two what stands behind an item, or how it was passed over.
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

// LastChecked returns when an item was last looked at: the moment of its latest verification; nil if it never was.
func (v *View) LastChecked(id string) *Time {
	if s := v.rec.Steps[id]; s != nil && s.Verification != nil {
		return &s.Verification.At
	}
	var last *Time
	if g := v.rec.Gates[id]; g != nil {
		for _, r := range g.Results {
			if last == nil || r.At.After(last.Time) {
				last = &r.At
			}
		}
	}
	return last
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

// Trust counts the items of the run by what stands behind them. Of a finished run it is as of its end.
func (v *View) Trust() Trust {
	if v.rec.Trust != nil {
		return v.rec.Trust
	}
	return trustOf(v.ready.validity)
}

func trustOf(v *validity) Trust {
	trust := Trust{}
	for _, id := range v.pack.Graph().Items() {
		trust[v.standing(id)]++
	}
	return trust
}

// Standing says under what an item counts in the trust line.
func (v *View) Standing(id string) Standing { return v.ready.validity.standing(id) }

func (v *validity) standing(id string) Standing {
	switch state := v.rec.state(id); {
	case state == Skipped:
		return SkippedStanding
	case state == Waived:
		return WaivedStanding
	case state == Pushed:
		return PushedStanding
	case v.rec.Steps[id] != nil && v.rec.Steps[id].Alternative == pack.NotNeeded && state == Done && len(v.own(id)) == 0:
		return NotNeededStanding
	case state != Done && state != Passed:
		return NotReachedStanding
	case v.overridden(id):
		return OverriddenStanding
	case len(v.own(id)) > 0:
		return OutOfDateStanding
	}
	if proof := v.rec.proof(id); proof != "" {
		return Standing(proof)
	}
	return NotReachedStanding
}

// overridden reports whether an item went on against its preconditions in its present attempt.
func (v *validity) overridden(id string) bool {
	for _, o := range v.past.overrides {
		if o.item == id && o.place >= v.past.item(id).attempt {
			return true
		}
	}
	return false
}

// proof returns what stands behind an item: the weakest proof of its checks; "" where there is no verdict.
func (r *Record) proof(id string) Proof {
	if s := r.Steps[id]; s != nil {
		return proofOf(s.Verification)
	}
	weakest := Proof("")
	if g := r.Gates[id]; g != nil {
		for _, result := range g.Results {
			weakest = weaker(weakest, proofOf(result))
		}
	}
	return weakest
}

package report

import (
	"slices"

	"rtut/run/record"
)

// Trust says the proof of the items of the run.
type Trust struct {
	// all of it in one line, "" where the pack is not known
	Line string `json:"line"`
	// the items under each standing that there are any of, the strongest first; every item counts once
	Counts []TrustCount `json:"counts"`
}

// TrustCount is how many items have one standing.
type TrustCount struct {
	// turned, ran, seen, word, pasted or nobody; not_needed, skipped, waived, pushed or overridden; out_of_date or not_reached
	Standing record.Standing `json:"standing"`
	// the same in words
	Words string `json:"words"`
	// how many
	Items int `json:"items"`
}

// Unchecked is a thing that no machine has checked, or that was checked for something that is gone.
type Unchecked struct {
	// the item, or the datapoint
	ID string `json:"id"`
	// its title
	Title string `json:"title"`
	// why it stands here: as of TrustCount, or typed (a value that nobody measured)
	Standing record.Standing `json:"standing"`
	// the same in words, and whether it was left out after a no
	Words string `json:"words"`
	// when it was last looked at; null: never
	LastChecked *record.Time `json:"last_checked"`
}

// typed is the standing of a value that a person typed and nothing has measured.
const typed record.Standing = "typed"

// trust counts the items by their proof.
func (m *maker) trust() Trust {
	t := Trust{Counts: []TrustCount{}}
	if m.view == nil {
		return t
	}
	trust := m.view.Trust()
	t.Line = trust.String()
	for _, standing := range record.Standings() {
		if n := trust[standing]; n > 0 {
			t.Counts = append(t.Counts, TrustCount{Standing: standing, Words: standing.Words(), Items: n})
		}
	}
	return t
}

// unchecked lists by name what was left out, rests on a person's word or nobody's, rested on nobody's for a time, is out of date, or was
// not reached.
func (m *maker) unchecked() []Unchecked {
	list := []Unchecked{}
	if m.view == nil {
		return list
	}
	checked := []record.Standing{record.Standing(record.Turned), record.Standing(record.Ran), record.Standing(record.Seen), record.NotNeededStanding}
	byNobody := record.AnsweredByNobody(m.rec)
	for _, it := range m.view.Items() {
		if slices.Contains(checked, it.Standing) && !byNobody[it.ID] {
			continue
		}
		u := Unchecked{ID: it.ID, Title: it.Title, Standing: it.Standing, Words: m.passedOver(it.ID, it.Standing), LastChecked: m.view.LastChecked(it.ID)}
		if byNobody[it.ID] && it.Standing != record.Standing(record.Nobody) {
			u.Words += ", answered by nobody before"
		}
		list = append(list, u)
	}
	for _, d := range m.view.Datapoints() {
		if d.How == record.ByHand || d.How == record.ManualConfirmation && d.Proof == "" {
			list = append(list, Unchecked{ID: d.ID, Title: d.Title, Standing: typed, Words: "typed, never measured", LastChecked: d.At})
		}
	}
	return list
}

// passedOver says how an item stands, and whether it was waived, pushed through or overridden after its checks had said no.
func (m *maker) passedOver(item string, standing record.Standing) string {
	over := map[record.Answer]record.Standing{
		record.AnswerWaived: record.WaivedStanding, record.AnswerPushed: record.PushedStanding, record.AnswerOverridden: record.OverriddenStanding,
	}
	afterNo := slices.ContainsFunc(m.noes, func(n record.Answered) bool { return n.Item == item && over[n.Answer] == standing })
	if afterNo {
		return standing.Words() + " after a no"
	}
	return standing.Words()
}

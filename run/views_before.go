package run

import (
	"fmt"

	"rtut/pack"
	"rtut/run/record"
)

// openBefore returns the gates that stand before an irreversible step in canonical order and are not finished, as the step
// goes on or could: those that it does not wait for. Their author may have thought that it does.
func (v *View) openBefore(iv *ItemView) []string {
	if iv.Effect != pack.Irreversible || !iv.Ready && iv.State != record.Running || v.rec.Finished() {
		return nil
	}
	var open []string
	for _, id := range v.pack.Graph().Items() {
		if id == iv.ID {
			break
		}
		if v.pack.Gate(id) != nil && !v.rec.State(id).Finished() {
			open = append(open, id)
		}
	}
	return open
}

// maxOpenBefore is how many gates are named to a person.
const maxOpenBefore = 5

// BeforeIt says of an irreversible step which gates stand before it and are open, one sentence each; nil for none.
func (v *View) BeforeIt(iv ItemView) []string {
	var sentences []string
	for i, id := range iv.OpenBefore {
		if i == maxOpenBefore {
			return append(sentences, fmt.Sprintf("so are %d more gates", len(iv.OpenBefore)-i))
		}
		sentences = append(sentences, fmt.Sprintf("note: gate %s is before this step in the pack and is %s", id, v.rec.State(id)))
	}
	return sentences
}

package record

import (
	"cmp"
	"slices"

	"rtut/pack"
)

// Proof says the proof of a verdict: who checked it, and how.
type Proof string

// The proofs, strongest first.
const (
	Turned Proof = "turned" // a command said no and then, in the same attempt, yes
	Ran    Proof = "ran"    // a command ran, here or there
	Seen   Proof = "seen"   // a person answered a question that was put after output was shown
	Word   Proof = "word"   // a person answered, and nothing was shown first
	Pasted Proof = "pasted" // a person pasted output
	Nobody Proof = "nobody" // auto-confirm answered
)

// Proofs has all proofs, the strongest first.
var Proofs = []Proof{Turned, Ran, Seen, Word, Pasted, Nobody}

// Weaker returns the weaker of two proofs; "" is none and says nothing.
func Weaker(a, b Proof) Proof {
	switch {
	case a == "":
		return b
	case b == "":
		return a
	}
	return Proofs[max(slices.Index(Proofs, a), slices.Index(Proofs, b))]
}

// proofOf returns the proof of a result. A result of an earlier rtut does not say; nothing is made stronger: a command ran, and
// any answer of a person is a word.
func proofOf(r *Result) Proof {
	switch {
	case r == nil:
		return ""
	case r.Proof != "":
		return r.Proof
	case r.AutoConfirmed:
		return Nobody
	case r.Source == FromPaste:
		return Pasted
	case r.Kind == pack.Manual, r.Kind.ByValues():
		return Word
	case r.Kind.ByCommand(), r.Kind.ByClock():
		return Ran
	}
	return ""
}

// Behind returns the proof of a result; "" for nothing.
func (r *Result) Behind() Proof { return proofOf(r) }

// Judged reports whether a check of this kind is judged by values or the clock: no command runs for it, and nobody is asked.
func Judged(kind pack.CheckKind) bool {
	return kind.ByValues() || kind.ByClock()
}

// ProofWords says the proof of a check of a kind: "turned green", "by word"; of one that was judged also how good that is: "judged",
// "judged, by word". It is "" where there is no proof.
func ProofWords(kind pack.CheckKind, proof Proof) string {
	words := Standing(proof).Words()
	switch {
	case proof == "" || !Judged(kind):
		return words
	case proof == Ran:
		return "judged"
	}
	return "judged, " + words
}

// CarriedOut reports whether a command ran to an end that says something: it was found and could be started, its connection held,
// no signal and no limit ended it.
func (r *Result) CarriedOut() bool {
	return r.ExitCode != nil && !r.NotCarriedOut
}

// ProofOfAnswer returns the proof of an answer: it was seen only if the check's own command had printed something, and that was on the
// screen before the question was put.
func ProofOfAnswer(shown bool, printed int64) Proof {
	if shown && printed > 0 {
		return Seen
	}
	return Word
}

// Behind returns the proof of a value: how it was measured, a word where it was typed or is the pack's initial one, or where an
// earlier rtut did not say whether a check had read it.
func (d *Datapoint) Behind() Proof { return cmp.Or(d.Proof, Word) }

// SaidNo reports whether an event holds a no of a check's command, which was carried out.
func (d Detail) SaidNo(check string) bool {
	results := map[string]*Result{"": d.Verification}
	switch {
	case d.Probe != nil:
		results = map[string]*Result{"": d.Probe}
	case d.Results != nil:
		results = d.Results
	}
	r := results[check]
	return r != nil && !r.Passed && r.CarriedOut() && r.Kind.ByCommand()
}

// Alters reports whether the change is one of what is done or judged at an item; where an earlier rtut did not say it may be.
func (c *PackChange) Alters(item string) bool {
	return c != nil && c.Items != nil && (c.Altered == nil || slices.Contains(*c.Altered, item))
}

// Proof returns the proof of an item: the weakest proof of its checks; "" where there is no verdict.
func (r *Record) Proof(id string) Proof {
	if s := r.Steps[id]; s != nil {
		return proofOf(s.Verification)
	}
	weakest := Proof("")
	if g := r.Gates[id]; g != nil {
		for _, result := range g.Results {
			weakest = Weaker(weakest, proofOf(result))
		}
	}
	return weakest
}

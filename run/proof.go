package run

import (
	"cmp"
	"slices"

	"rtut/pack"
)

// Proof says what stands behind a verdict: who checked it, and how.
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

// weaker returns the weaker of two proofs; "" is none and says nothing.
func weaker(a, b Proof) Proof {
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

// Behind returns what stands behind a result; "" for nothing.
func (r *Result) Behind() Proof { return proofOf(r) }

// Judged reports whether a check of this kind is judged by values or the clock: no command runs for it, and nobody is asked.
func Judged(kind pack.CheckKind) bool {
	return kind.ByValues() || kind.ByClock()
}

// ProofWords says what stands behind a check of a kind: "turned green", "by word"; of one that was judged also how good that is: "judged",
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

// carriedOut reports whether a command ran to an end that says something: it was found and could be started, its connection held,
// no signal and no limit ended it.
func (r *Result) carriedOut() bool {
	return r.ExitCode != nil && !r.NotCarriedOut
}

// notCarriedOut reports whether what was observed of a command says nothing of what it checks: it could not be started (126, 127), ssh
// did not get through (255), a signal ended it, or its time limit.
func notCarriedOut(o Observation) bool {
	const connection, notExecutable, notFound, signals = 255, 126, 127, 128
	return o.Problem != "" || o.TimedOut || o.ExitCode == connection || o.ExitCode == notExecutable || o.ExitCode == notFound || o.ExitCode > signals
}

// prove notes in a result what stands behind it.
func (t *transition) prove(item string, c *pack.Check, seen Observation, a Verify, r *Result) {
	switch {
	case r.AutoConfirmed:
		r.Proof = Nobody
	case r.Source == FromPaste:
		r.Proof = Pasted
	case c.Kind == pack.Manual:
		r.Proof = proofOfAnswer(a.Seen, seen.OutputBytes)
	case c.Expr != nil:
		r.Proof = t.proofOfValues(c.Expr.Names())
	case c.Command == nil:
		r.Proof = Ran // the clock
	default:
		r.Proof = Ran
		r.NotCarriedOut = !r.Passed && notCarriedOut(seen)
		if r.Passed && t.wasRed(item, c.ID) {
			r.Proof = Turned
		}
	}
}

// proofOfAnswer returns the proof of an answer: it was seen only if the check's own command had printed something, and that was on the
// screen before the question was put.
func proofOfAnswer(shown bool, printed int64) Proof {
	if shown && printed > 0 {
		return Seen
	}
	return Word
}

// proofOfValues returns the proof of a judgement: that of the weakest value that it read. Params are given by a person at the
// beginning and are what the run is about, so they weaken nothing.
func (t *transition) proofOfValues(names []string) Proof {
	proof := Ran
	for _, name := range names {
		if d := t.rec.Datapoints[name]; d != nil {
			proof = weaker(proof, d.proof())
		}
	}
	return proof
}

// proof returns what stands behind a value: how it was measured, a word where it was typed or is the pack's initial one, or where an
// earlier rtut did not say whether a check had read it.
func (d *Datapoint) proof() Proof { return cmp.Or(d.Proof, Word) }

// wasRed reports whether a check of an item has said no in the present attempt, to the commands that are asked now: one that was carried
// out did not pass, before the start by a probe or since. A no to another host, another value or another definition says nothing of these.
func (t *transition) wasRed(item, check string) bool {
	var now string // the digest of the commands that are judged
	red := false   // the result behind the intent that comes next was a no
	for _, e := range slices.Backward(t.rec.Events) {
		if e.Detail.PackChange.alters(item) {
			return false
		}
		if e.Item != item {
			continue
		}
		red = red || toldNo(e.Detail, check)
		if intent := e.Detail.Intent; intent != nil {
			switch {
			case now == "":
				now = intent.CommandDigest
			case red && intent.CommandDigest == now:
				return true
			}
			red = false
		}
		switch e.Action {
		case VerbRedo, VerbRetry, VerbRollback, VerbReopen:
			return false
		}
	}
	return false
}

// toldNo reports whether an event holds a no of a check's command, which was carried out.
func toldNo(d Detail, check string) bool {
	results := map[string]*Result{"": d.Verification}
	switch {
	case d.Probe != nil:
		results = map[string]*Result{"": d.Probe}
	case d.Results != nil:
		results = d.Results
	}
	r := results[check]
	return r != nil && !r.Passed && r.carriedOut() && r.Kind.ByCommand()
}

// alters reports whether the change is one of what is done or judged at an item; where an earlier rtut did not say it may be.
func (c *PackChange) alters(item string) bool {
	return c != nil && c.Items != nil && (c.Altered == nil || slices.Contains(*c.Altered, item))
}

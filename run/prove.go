package run

import (
	"slices"

	"rtut/pack"
	"rtut/run/record"
)

// notCarriedOut reports whether what was observed of a command says nothing of what it checks: it could not be started (126, 127), ssh
// did not get through (255), a signal ended it, or its time limit.
func notCarriedOut(o Observation) bool {
	const connection, notExecutable, notFound, signals = 255, 126, 127, 128
	return o.Problem != "" || o.TimedOut || o.ExitCode == connection || o.ExitCode == notExecutable || o.ExitCode == notFound || o.ExitCode > signals
}

// prove notes in a result its proof.
func (t *transition) prove(item string, c *pack.Check, seen Observation, a Verify, r *record.Result) {
	switch {
	case r.AutoConfirmed:
		r.Proof = record.Nobody
	case r.Source == record.FromPaste:
		r.Proof = record.Pasted
	case c.Kind == pack.Manual:
		r.Proof = record.ProofOfAnswer(a.Seen, seen.OutputBytes)
	case c.Expr != nil:
		r.Proof = t.proofOfValues(c.Expr.Names())
	case c.Command == nil:
		r.Proof = record.Ran // the clock
	default:
		r.Proof = record.Ran
		r.NotCarriedOut = !r.Passed && notCarriedOut(seen)
		if r.Passed && t.wasRed(item, c.ID) {
			r.Proof = record.Turned
		}
	}
}

// proofOfValues returns the proof of a verdict: that of the weakest value that it read. Params are given by a person at the
// beginning and are what the run is about, so they weaken nothing.
func (t *transition) proofOfValues(names []string) record.Proof {
	proof := record.Ran
	for _, name := range names {
		if d := t.rec.Datapoints[name]; d != nil {
			proof = record.Weaker(proof, d.Behind())
		}
	}
	return proof
}

// wasRed reports whether a check of an item has said no in the present attempt, to the commands that are asked now: one that was carried
// out did not pass, before the start by a probe or since. A no to another host, another value or another definition says nothing of these.
func (t *transition) wasRed(item, check string) bool {
	var now string // the digest of the commands that are judged
	red := false   // the result behind the intent that comes next was a no
	for _, e := range slices.Backward(t.rec.Events) {
		if e.Detail.PackChange.Alters(item) {
			return false
		}
		if e.Item != item {
			continue
		}
		red = red || e.Detail.SaidNo(check)
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
		case record.VerbRedo, record.VerbRetry, record.VerbRollback, record.VerbReopen:
			return false
		}
	}
	return false
}

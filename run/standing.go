package run

import (
	"rtut/pack"
)

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
	switch state := v.rec.State(id); {
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
	if proof := v.rec.Proof(id); proof != "" {
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

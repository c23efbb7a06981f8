package run

import (
	"rtut/pack"
	"rtut/run/record"
)

// LastChecked returns when an item was last looked at: the moment of its latest verification; nil if it never was.
func (v *View) LastChecked(id string) *record.Time {
	if s := v.rec.Steps[id]; s != nil && s.Verification != nil {
		return &s.Verification.At
	}
	var last *record.Time
	if g := v.rec.Gates[id]; g != nil {
		for _, r := range g.Results {
			if last == nil || r.At.After(last.Time) {
				last = &r.At
			}
		}
	}
	return last
}

// Trust counts the items of the run by their proof. Of a finished run it is as of its end.
func (v *View) Trust() record.Trust {
	if v.rec.Trust != nil {
		return v.rec.Trust
	}
	return trustOf(v.ready.validity)
}

func trustOf(v *validity) record.Trust {
	trust := record.Trust{}
	for _, id := range v.pack.Graph().Items() {
		trust[v.standing(id)]++
	}
	return trust
}

// Standing says under what an item counts in the trust line.
func (v *View) Standing(id string) record.Standing { return v.ready.validity.standing(id) }

func (v *validity) standing(id string) record.Standing {
	switch state := v.rec.State(id); {
	case state == record.Skipped:
		return record.SkippedStanding
	case state == record.Waived:
		return record.WaivedStanding
	case state == record.Pushed:
		return record.PushedStanding
	case v.rec.Steps[id] != nil && v.rec.Steps[id].Alternative == pack.NotNeeded && state == record.Done && len(v.own(id)) == 0:
		return record.NotNeededStanding
	case state != record.Done && state != record.Passed:
		return record.NotReachedStanding
	case v.overridden(id):
		return record.OverriddenStanding
	case len(v.own(id)) > 0:
		return record.OutOfDateStanding
	}
	if proof := v.rec.Proof(id); proof != "" {
		return record.Standing(proof)
	}
	return record.NotReachedStanding
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

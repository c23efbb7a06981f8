package run

import (
	"rtut/run/record"
)

// ToProve lists what there is to verify again, in canonical order: items that are out of date with nothing wrong upstream, and steps
// that are done and whose check measured a value which is too old by now.
func (v *View) ToProve() []string {
	all := []string{}
	if v.rec.Finished() {
		return all
	}
	for _, id := range v.pack.Graph().Items() {
		switch v.rec.State(id) {
		case record.Done, record.Passed:
			if v.isReady(id) || v.measuredTooLongAgo(id) {
				all = append(all, id)
			}
		case record.Running:
			if len(v.ready.validity.own(id)) > 0 {
				all = append(all, id)
			}
		}
	}
	return all
}

// measuredTooLongAgo reports whether the check of a step that is done has measured a value which is too old by now.
func (v *View) measuredTooLongAgo(id string) bool {
	step := v.pack.Step(id)
	if step == nil || v.rec.State(id) != record.Done || v.ready.validity.breach(id) != "" {
		return false
	}
	for _, p := range step.Produces {
		value := v.ready.validity.past.values[p.Datapoint]
		if p.Extract != nil && value != nil && value.now.from == id && len(v.ready.stale([]string{p.Datapoint})) > 0 {
			return true
		}
	}
	return false
}

// tooOld reports whether a value is older than it may be by now, or dated in the future.
func (v *View) tooOld(id string) bool { return len(v.ready.stale([]string{id})) > 0 }

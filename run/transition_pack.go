package run

import (
	"maps"
	"slices"

	"rtut/pack"
	"rtut/run/record"
	"rtut/run/secret"
)

// checkPack refuses to go on with a pack that has changed in what the engine enforces, until the change is accepted.
// A change in words alone is noted, and the run goes on.
func (t *transition) checkPack(act Action) error {
	if t.rec.Finished() {
		return nil
	}
	changes := changesOf(t.pack, t.rec, nil)
	if len(changes) > 0 && !standsApart(act) {
		return refuse(PackChanged, "", "the pack has changed since the run started, in a part that rtut enforces").listing(changes...).
			with("Review the change, then use accept-pack-change --reason REASON (a deviation), or close the run")
	}
	if words := t.pack.WordsDigest(); len(changes) == 0 && words != t.rec.Words {
		return t.noteWords(words, act)
	}
	return nil
}

// standsApart reports whether an action does not carry the procedure on: it takes the change over, or it only tells, fails, goes
// back or ends.
func standsApart(act Action) bool {
	switch a := act.(type) {
	case AcceptPackChange, Note, HandOver, AddFeedback, Fail, RollBack:
		return true
	case Finalize:
		return a.Outcome == record.Abandoned || a.Outcome == record.FailedRun
	case Execute:
		return a.Execution != 0
	case Settle:
		return true
	}
	return false
}

// changesOf lists in what the pack differs from what the run follows, of all that the engine enforces. before is the pack
// that the run follows, nil if that is not known: then what is defined differently has no more said of it.
func changesOf(p *pack.Pack, rec *record.Record, before *pack.Pack) []string {
	if rec.Items == nil {
		return newItems(p, rec)
	}
	if before != nil && !definedBy(p, rec) && definedBy(before, rec) {
		return difference(before, p, true)
	}
	now := p.ItemDigests()
	if maps.Equal(now, rec.Items) { // almost always
		return nil
	}
	var changes []string
	for _, id := range record.SortedKeys(now) {
		was, had := rec.Items[id]
		switch {
		case !had:
			changes = append(changes, id+" is new")
		case !p.Defines(id, was):
			changes = append(changes, id+" is defined differently")
		}
	}
	for _, id := range record.SortedKeys(rec.Items) {
		if _, still := now[id]; !still {
			changes = append(changes, id+" was removed")
		}
	}
	return changes
}

// definedBy reports whether the run follows the definitions of a pack, and no others.
func definedBy(p *pack.Pack, rec *record.Record) bool {
	for id, was := range rec.Items {
		if !p.Defines(id, was) {
			return false
		}
	}
	return len(rec.Items) == len(p.ItemDigests())
}

// difference lists what has changed in what is enforced, or in words.
func difference(before, now *pack.Pack, enforced bool) []string {
	var changes []string
	for _, c := range pack.Difference(before, now) {
		if c.Enforced == enforced {
			changes = append(changes, changeText(c))
		}
	}
	return changes
}

// changeText is what is said of a change: digests stand for words that look like they hold a secret, as it is printed and recorded.
func changeText(c pack.Change) string {
	for _, words := range append(c.Words, c.Text) {
		if kind, found := secret.Look(words); found {
			return c.Terse + " (its text looks like " + kind + ")"
		}
	}
	return c.Text
}

// newItems lists the items of the pack that the record does not have. It is all that can be said of a record that keeps
// no definitions.
func newItems(p *pack.Pack, rec *record.Record) []string {
	var added []string
	for _, id := range p.Graph().Items() {
		if rec.State(id) == "" {
			added = append(added, id+" is new")
		}
	}
	return added
}

// acceptPackChange takes the changed pack over, as a deviation. What is finished stays finished, and is out of date where
// something else is done or judged now; a running step that is defined differently is to be verified again; a value that does
// not fit any more is lost; what was removed stays in the record.
func (t *transition) acceptPackChange(a AcceptPackChange) error {
	changes := changesOf(t.pack, t.rec, a.Before)
	if len(changes) == 0 {
		return refuse(PackUnchanged, "", "the pack has not changed in what the engine enforces")
	}
	if err := needReason("", a.Reason); err != nil {
		return err
	}
	if other := otherKind(t.pack, t.rec); len(other) > 0 {
		return refuse(PackChanged, "", "a step has become a gate of the same id, or a gate a step, so its state means nothing any more").
			listing(other...).with("Give what is new an id of its own, or close the run")
	}
	if err := t.paramsStillFit(); err != nil {
		return err
	}
	change := &record.PackChange{
		PackDigest: a.PackDigest, PackText: a.PackText, Words: t.pack.WordsDigest(), Items: t.pack.ItemDigests(), Before: t.rec.Items, Changes: changes,
		WordChange: wordChanges(a.Before, t.pack), Altered: t.altered(a.Before), Loops: loopsOf(t.pack, t.rec.Loops),
	}
	misfits := t.valuesThatNoLongerFit()
	for _, id := range t.pack.Graph().Items() {
		switch {
		case t.pack.Step(id) != nil && t.rec.Steps[id] == nil:
			change.Steps = append(change.Steps, id)
		case t.pack.Gate(id) != nil && t.rec.Gates[id] == nil:
			change.Gates = append(change.Gates, id)
		case t.rec.State(id) == record.Running && (!t.pack.Defines(id, t.rec.Items[id]) || t.extractedNoLongerFits(id)):
			change.Unverified = append(change.Unverified, id)
		}
	}
	for _, d := range t.pack.Datapoints {
		if t.rec.Datapoints[d.ID] == nil {
			change.Datapoints = append(change.Datapoints, d.ID)
		}
	}
	t.emit(record.VerbAcceptPackChange, "", "", record.Detail{PackChange: change, Datapoints: misfits, Ended: t.redefined(*change.Altered), TakenBack: t.mayExecute(), Deviation: &record.Deviation{
		Kind: record.PackChangeDeviation, Reason: a.Reason, Unmet: slices.Clip(changes), By: t.by.name(), At: t.now,
	}})
	return nil
}

// redefined ends the pre-authorizations of steps that the changed pack defines differently, or no longer has.
func (t *transition) redefined(altered []string) []record.Ending {
	return t.ending(record.EndPackChange, func(a record.Preauthorization) bool {
		return !t.pack.Defines(a.Step, t.rec.Items[a.Step]) || slices.Contains(altered, a.Step)
	})
}

// altered lists the items of which something else is done or judged by the pack as it is now. Where the pack before is not known
// it is all that are defined differently.
func (t *transition) altered(before *pack.Pack) *[]string {
	list := []string{}
	for _, id := range t.pack.Graph().Items() {
		alternative := t.alternativeOf(id)
		switch {
		case t.rec.State(id) == "":
			continue
		case before == nil || before.Item(id) == nil:
			if !t.pack.Defines(id, t.rec.Items[id]) {
				list = append(list, id)
			}
		case before.Proof(id, alternative) != t.pack.Proof(id, alternative):
			list = append(list, id)
		}
	}
	return &list
}

// paramsStillFit refuses a pack that requires other params than the run was given: they are fixed at its beginning.
func (t *transition) paramsStillFit() error {
	var misfits []string
	for _, def := range t.pack.Params {
		value, given := t.rec.Params[def.ID]
		switch {
		case given:
			if _, err := def.Spec.Parse(asTyped(value)); err != nil {
				misfits = append(misfits, def.ID+" "+err.Error())
			}
		case def.Required || !def.Default.IsZero():
			misfits = append(misfits, def.ID+" is new and has no value in this run")
		}
	}
	if misfits == nil {
		return nil
	}
	return refuse(ParamInvalid, "", "the params of the run do not fit the changed pack, and they are fixed at its beginning").listing(misfits...).
		with("Close this run, and start another: run new --like %s", t.rec.RunID)
}

// valuesThatNoLongerFit returns the datapoints whose values are none by their new definitions: they have none from now on.
func (t *transition) valuesThatNoLongerFit() map[string]*record.Datapoint {
	var lost map[string]*record.Datapoint
	for _, def := range t.pack.Datapoints {
		d := t.rec.Datapoints[def.ID]
		if d == nil || d.Value.IsZero() {
			continue
		}
		if _, err := def.Spec.Parse(asTyped(d.Value)); err != nil {
			if lost == nil {
				lost = map[string]*record.Datapoint{}
			}
			lost[def.ID] = &record.Datapoint{State: record.Err, Error: "its value does not fit the changed pack: " + err.Error(), At: &t.now}
		}
	}
	return lost
}

// extractedNoLongerFits reports whether a value that waits for a step to be done is none by its new definition.
func (t *transition) extractedNoLongerFits(id string) bool {
	s := t.rec.Steps[id]
	if s == nil || s.Verification == nil {
		return false
	}
	for datapoint, value := range s.Verification.Extracted {
		def := t.pack.Datapoint(datapoint)
		if def == nil {
			return true
		}
		if _, err := def.Spec.Parse(asTyped(value)); err != nil {
			return true
		}
	}
	return false
}

// otherKind lists the items that the run knows as a step and the pack as a gate, or the other way round.
func otherKind(p *pack.Pack, rec *record.Record) []string {
	var other []string
	for _, id := range p.Graph().Items() {
		if p.Step(id) != nil && rec.Gates[id] != nil || p.Gate(id) != nil && rec.Steps[id] != nil {
			other = append(other, id)
		}
	}
	return other
}

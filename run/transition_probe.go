package run

import (
	"rtut/pack"
	"rtut/run/record"
)

// probe asks the check of a step before the step is started: what is green already proves nothing of the work. The first call
// records that the command is about to run, the second one the result of it. Nothing is extracted, and no state changes.
func (t *transition) probe(a Probe) error {
	def, rec, err := t.step(a.Item)
	if err != nil {
		return err
	}
	if err := t.inState(a.Item, record.VerbProbe, record.Todo, record.Skipped); err != nil {
		return err
	}
	alt, err := t.alternative(def, a.Alternative)
	if err != nil {
		return err
	}
	if err := probable(def, alt); err != nil {
		return err
	}
	checks := []*pack.Check{&alt.Verify}
	if a.Intent == 0 {
		return t.beginProbe(a, rec, alt, checks)
	}
	if err := t.checkIntent(a.Item, a.Intent, record.VerbProbe); err != nil {
		return err
	}
	result := t.judge(&alt.Verify, a.Observed, Answers{})
	t.prove(a.Item, &alt.Verify, a.Observed, Verify{}, result)
	t.emit(record.VerbProbe, a.Item, "", record.Detail{Probe: result, Interrupted: rec.Intent})
	t.stored = true
	switch {
	case result.NotCarriedOut:
		return refuse(ProbeFailed, a.Item, "its check could not be carried out, so it is neither red nor green").listing(result.Error).
			with("Fix what keeps it from running, or start without --probe")
	case result.Passed:
		return refuse(AlreadySo, a.Item, "the check already passes: the work is done, or the check proves nothing").with("Start it without --probe to continue")
	}
	return nil
}

// beginProbe records that the command of a probe is about to run.
func (t *transition) beginProbe(a Probe, rec *record.Step, alt *pack.Alternative, checks []*pack.Check) error {
	if _, err := t.preconditions(a.Item, a.Override); err != nil {
		return err
	}
	sum, runs := commandsDigest(t.pack, t.rec, checks)
	if !runs {
		return refuse(NoValue, a.Item, "the placeholders of its check cannot be filled in: %s", commandsOf(t.rec, checks)[0].Problem).with("Give it a value first")
	}
	t.noteFiles(a.Item, alt.ID)
	intent := &record.Intent{Seq: len(t.rec.Events) + 1, CommandDigest: sum, Host: a.Host, PID: a.PID, By: t.by.name(), At: t.now}
	t.emit(record.VerbProbe, a.Item, "", record.Detail{Intent: intent, Interrupted: rec.Intent})
	return nil
}

// probable refuses to probe what has no check to be asked before the work.
func probable(def *pack.Step, alt *pack.Alternative) error {
	switch {
	case alt.ID == pack.NotNeeded:
		return refuse(ProbeRefused, def.ID, "is not needed as things are").with("Start it without --probe")
	case alt.Effect == pack.ReadOnly:
		return refuse(ProbeRefused, def.ID, "is read-only: its check is all that it does").with("Start it without --probe")
	case alt.Verify.Command == nil || alt.Verify.Kind == pack.Manual:
		return refuse(ProbeRefused, def.ID, "it has no command that can be checked before the work").with("Start it without --probe")
	}
	return nil
}

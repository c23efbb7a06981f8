package run

import (
	"slices"
	"strings"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/record"
	"rtut/run/secret"
)

// preconditions refuses an item that still waits for something, unless the operator overrides it on the record: then
// it returns the deviation to be recorded, which names all that is unfinished, out of date or too old upstream. It returns nil,
// nil where nothing is unmet.
func (t *transition) preconditions(id string, o *Override) (*record.Deviation, error) {
	ready := newReadiness(t.pack, t.rec, t.now)
	unmet := ready.unmet(id)
	if len(unmet) == 0 {
		return nil, nil
	}
	if o == nil {
		way := "Meet them first"
		if t.rec.Mode == record.ManualMode {
			way = "Meet them first, or use --override --reason REASON"
		}
		return nil, refuse(UnmetPreconditions, id, "preconditions are not met").listing(sentences(unmet)...).with("%s", way)
	}
	risk := t.pack.Graph().Downstream(id)
	if err := t.mayOverride(id, o, risk); err != nil {
		return nil, err
	}
	named := ids(unmet)
	for _, other := range ready.validity.wrongUpstream(id) {
		if !slices.Contains(named, other) {
			named = append(named, other)
		}
	}
	return &record.Deviation{Kind: record.OverrideDeviation, Item: id, Reason: o.Reason, Unmet: named, Risk: risk, By: t.by.name(), At: t.now}, nil
}

// mayOverride refuses an override without a reason, without the risk acknowledged, or in auto-confirm.
func (t *transition) mayOverride(id string, o *Override, risk []string) error {
	switch {
	case t.rec.Schema == record.V01:
		return notInV01("override")
	case t.rec.Mode != record.ManualMode || t.by.Auto:
		return refuse(NoOverride, id, "nothing is overridden in auto-confirm").with("Take the run over first: mode manual")
	case strings.TrimSpace(o.Reason) == "":
		return refuse(ReasonRequired, id, "an override needs a reason").with("Add --reason")
	case !o.AcknowledgeRisk:
		return refuse(RiskUnacknowledged, id, "an override puts downstream items at risk").listing(risk...).with("Add --acknowledge-risk")
	}
	return checkText("reason", o.Reason)
}

// confirm checks the authority to start a step by an alternative: the exact phrase or, in auto-confirm, its
// pre-authorization. It returns nil, nil for a step that has no phrase.
func (t *transition) confirm(def *pack.Step, alt *pack.Alternative, phrase string) (*record.Confirmation, error) {
	var given *record.Preauthorization
	if t.by.Auto {
		var err error
		if given, err = t.authority(def, alt); err != nil {
			return nil, err
		}
	} else if t.rec.Mode == record.AutoConfirm && alt.Effect == pack.Irreversible {
		return nil, refuse(WrongMode, def.ID, "irreversible steps cannot be started by hand while auto-confirm is on").with("Take the run over first: mode manual")
	}
	if alt.Confirm == nil {
		if phrase != "" {
			return nil, refuse(PhraseUnneeded, def.ID, "has no confirmation phrase").with("Leave --phrase out")
		}
		return nil, nil
	}
	want, seal, err := seal(t.pack, t.rec, alt)
	if err != nil {
		return nil, refuse(NoValue, def.ID, "the text to confirm cannot be shown: %s", err).with("Give it a value first")
	}
	confirmation := &record.Confirmation{CommandDigest: seal, Files: t.filesOf(alt), Words: t.wordsOfStart(def, alt), By: t.by.name(), At: t.now}
	if given != nil {
		confirmation.Given = given.Given
		return confirmation, nil
	}
	if err := checkPhrase(def.ID, want, phrase); err != nil {
		return nil, err
	}
	confirmation.Phrase = phraseToRecord(phrase)
	return confirmation, nil
}

// phraseToRecord is the phrase as it was typed, or a digest of it where the pack has it look like a secret.
func phraseToRecord(phrase string) string {
	if _, found := secret.Look(phrase); found {
		return pack.Digest(phrase)
	}
	return phrase
}

func checkPhrase(id, want, typed string) error {
	switch typed {
	case want:
		return nil
	case "":
		return refuse(PhraseRequired, id, "needs its confirmation phrase").with("Type exactly, with --phrase: %s", TellPhrase(want))
	}
	return refuse(PhraseWrong, id, "wrong confirmation phrase").with("Type exactly, with --phrase: %s", TellPhrase(want))
}

// TellPhrase returns a phrase with what can't be seen of it, which a value may have brought in.
func TellPhrase(phrase string) string {
	hidden := value.HiddenIn(phrase)
	if len(hidden) == 0 {
		return phrase
	}
	return phrase + " (mind: " + strings.Join(hidden, ", ") + ")"
}

// seal renders the phrase of an alternative and gives a digest over all that its confirmation stands for: the phrase, the host or
// directory, and the step's own command.
func seal(p *pack.Pack, rec *record.Record, alt *pack.Alternative) (phrase, sum string, err error) {
	shown, err := presentedOf(p, rec, alt)
	if err == nil && shown.lacks != nil {
		err = &value.NoValueError{Name: shown.lacks[0]}
	}
	if err != nil {
		return "", "", err
	}
	return shown.phrase, shown.sum(alt, rec, nil), nil
}

// chosen returns the alternative that a step was started with.
func (t *transition) chosen(def *pack.Step, rec *record.Step) *pack.Alternative {
	return chosen(def, rec)
}

func chosen(def *pack.Step, rec *record.Step) *pack.Alternative {
	if alt := def.Alternative(rec.Alternative); alt != nil {
		return alt
	}
	return &def.Alternatives[0]
}

// lapsed reports whether what was confirmed at start would be shown differently now.
func (t *transition) lapsed(def *pack.Step, rec *record.Step) bool {
	return lapsed(t.pack, t.rec, def, rec)
}

func lapsed(p *pack.Pack, run *record.Record, def *pack.Step, rec *record.Step) bool {
	alt := def.Alternative(rec.Alternative)
	if alt == nil || alt.Confirm == nil {
		return false
	}
	if rec.Confirmation == nil {
		return true // it had no phrase when it was started, and an accepted change of the pack gave it one
	}
	_, now, err := seal(p, run, alt)
	return err != nil || now != rec.Confirmation.CommandDigest || filesLapsed(p, run, alt, rec.Confirmation)
}

// notLapsed refuses while the confirmation of a running step has lapsed, or an accepted change of the pack has taken away
// the alternative that it was started with.
func (t *transition) notLapsed(def *pack.Step, rec *record.Step) error {
	if rec.State != record.Running {
		return nil
	}
	if def.Alternative(rec.Alternative) == nil {
		return refuse(NoAlternative, def.ID, "the alternative with which it was started is no longer in the pack").
			with("Fail it or redo it, and start it by another: %s", alternativeNames(def))
	}
	if !t.lapsed(def, rec) {
		return nil
	}
	if rec.Confirmation == nil {
		return refuse(ConfirmationLapsed, def.ID, "it has a confirmation phrase now, and no operator has typed it").
			with("Read the command and confirm it: start with the phrase")
	}
	return refuse(ConfirmationLapsed, def.ID, "its command has changed since it was confirmed, so the confirmation has lapsed").
		with("Read the command and confirm it again: start with the phrase")
}

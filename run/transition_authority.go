package run

import (
	"slices"
	"strings"

	"rtut/pack"
	"rtut/run/record"
)

// preauthorize returns what is asked for as pre-authorizations, all of them or none.
func (t *transition) preauthorize(wanted []Wanted, by string) ([]record.Preauthorization, error) {
	if by == "" {
		by = t.by.name()
	}
	if err := checkName("authorized-by", by); err != nil {
		return nil, err
	}
	var given []record.Preauthorization
	for _, w := range wanted {
		alt, shown, err := t.meant(w)
		if err != nil {
			return nil, err
		}
		again := func(a record.Preauthorization) bool { return a.Of(w.Step, alt.ID) }
		if slices.ContainsFunc(given, again) {
			continue
		}
		def := t.pack.Step(w.Step)
		lacks := lackingOf(t.rec, def, alt, shown)
		given = append(given, record.Preauthorization{
			Given: len(t.rec.Events) + 1, Step: w.Step, Alternative: alt.ID, Phrase: phraseToRecord(shown.phrase), Host: shown.host,
			Digest: shown.sum(alt, t.rec, lacks), Words: wordsSum(def, alt, t.rec, lacks), Lacks: lacks, Files: t.filesOf(alt),
			AuthorizedBy: by, By: t.by.name(), At: t.now,
		})
	}
	return given, nil
}

// meant returns the alternative that is to be pre-authorized: the one that has the phrase and, if several have it, is recommended.
func (t *transition) meant(w Wanted) (*pack.Alternative, presented, error) {
	def, err := t.preauthorizable(w.Step)
	if err != nil {
		return nil, presented{}, err
	}
	all := map[*pack.Alternative]presented{}
	var phrases, same []string
	var found *pack.Alternative
	best, _ := recommended(t.rec, def)
	var unseen error
	for i := range def.Alternatives {
		alt := &def.Alternatives[i]
		if alt.Confirm == nil || alt.ID == pack.NotNeeded {
			continue
		}
		shown, err := presentedOf(t.pack, t.rec, alt)
		if err != nil {
			unseen = err
			continue
		}
		all[alt] = shown
		if phrases = append(phrases, TellPhrase(shown.phrase)); shown.phrase == w.Phrase {
			same = append(same, alt.ID)
			if found == nil || alt == best {
				found = alt
			}
		}
	}
	switch {
	case len(phrases) == 0:
		return nil, presented{}, refuse(NoValue, def.ID, "its phrase and host cannot be shown yet: %s", unseen).
			with("Set the value first; only a known phrase, host and command can be pre-authorized")
	case w.Phrase == "":
		return nil, presented{}, refuse(PhraseRequired, def.ID, "is pre-authorized by its confirmation phrase").listing(dedupe(phrases)...).
			with("Type it exactly: --preauthorize %s=PHRASE", def.ID)
	case found == nil:
		return nil, presented{}, refuse(PhraseWrong, def.ID, "wrong confirmation phrase").listing(dedupe(phrases)...).
			with("Type it exactly: --preauthorize %s=PHRASE", def.ID)
	case len(same) > 1 && found != best:
		return nil, presented{}, refuse(NoAlternative, def.ID, "several alternatives have that phrase, and none of them is recommended as things are").
			listing(same...).with("Pre-authorize it when one of them is")
	}
	return found, all[found], nil
}

func dedupe(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// preauthorizable refuses what needs no authority, or can't be given any.
func (t *transition) preauthorizable(id string) (*pack.Step, error) {
	def := t.pack.Step(id)
	switch {
	case def == nil && t.pack.Gate(id) != nil:
		return nil, refuse(NotPreauthorizable, id, "is a gate; only steps with a confirmation phrase are pre-authorized")
	case def == nil:
		return nil, unknownItem(t.pack, id)
	case def.ManualOnly:
		return nil, refuse(NotPreauthorizable, id, "is only for an operator (manual-only)")
	}
	if !slices.ContainsFunc(def.Alternatives, func(a pack.Alternative) bool { return a.Confirm != nil }) {
		return nil, refuse(NotPreauthorizable, id, "has no confirmation phrase, so it needs no pre-authorization")
	}
	if state := t.rec.State(id); !startable(state) {
		return nil, refuse(WrongState, id, "is %s; a pre-authorization is for a start of this attempt that has not been made", state).
			with("Pre-authorize it when it is todo again, after a redo or a retry")
	}
	return def, nil
}

// startable reports whether a step in this state can be started; a step of a run that is about to begin has none.
func startable(state record.State) bool {
	return state == "" || state == record.Todo || state == record.Skipped
}

// withdraw returns the ends of all pre-authorizations of some steps.
func (t *transition) withdraw(steps []string) ([]record.Ending, error) {
	var ended []record.Ending
	for _, id := range steps {
		taken := t.ending(record.EndWithdrawn, func(a record.Preauthorization) bool { return a.Step == id })
		switch {
		case taken != nil:
			ended = append(ended, taken...)
		case t.pack.Item(id) == nil:
			return nil, unknownItem(t.pack, id)
		default:
			return nil, refuse(NotPreauthorized, id, "has no pre-authorization to withdraw")
		}
	}
	return ended, nil
}

// ending ends those pre-authorizations that are live and of which which holds.
func (t *transition) ending(why record.EndReason, which func(record.Preauthorization) bool) []record.Ending {
	var ended []record.Ending
	for _, a := range t.rec.Authority {
		if a.Ended == nil && which(a) {
			ended = append(ended, record.Ending{Given: a.Given, Step: a.Step, Alternative: a.Alternative, Why: why, By: t.by.name(), At: t.now})
		}
	}
	return ended
}

// replacing ends what is given again.
func (t *transition) replacing(given []record.Preauthorization) []record.Ending {
	return t.ending(record.EndReplaced, func(a record.Preauthorization) bool {
		return slices.ContainsFunc(given, func(g record.Preauthorization) bool { return g.Of(a.Step, a.Alternative) })
	})
}

// readsAnew ends the pre-authorizations of which values, or other words of the pack, have taken the object away. They do not come back
// with it.
func (t *transition) readsAnew() []record.Ending {
	rendered := t.ending(record.EndRendered, func(a record.Preauthorization) bool {
		_, alt := t.objectOf(a)
		if alt == nil || alt.Confirm == nil {
			return true
		}
		shown, err := presentedOf(t.pack, t.rec, alt)
		return err != nil || shown.sum(alt, t.rec, a.Lacks) != a.Digest
	})
	return append(rendered, t.ending(record.EndWords, func(a record.Preauthorization) bool {
		def, alt := t.objectOf(a)
		over := slices.ContainsFunc(rendered, func(e record.Ending) bool { return e.Ends(a) })
		return !over && wordsSum(def, alt, t.rec, a.Lacks) != a.Words
	})...)
}

// objectOf returns what a pre-authorization is for, as the pack has it now.
func (t *transition) objectOf(a record.Preauthorization) (*pack.Step, *pack.Alternative) {
	def := t.pack.Step(a.Step)
	if def == nil {
		return nil, nil
	}
	return def, def.Alternative(a.Alternative)
}

// movedOn ends the pre-authorizations of a step that leaves its state: they were for one start of the attempt that they were given for, by
// whichever alternative it was made.
func (t *transition) movedOn(step string, to record.State) []record.Ending {
	why := record.EndAttempt
	if to == record.Running {
		why = record.EndUsed
	}
	return t.ending(why, func(a record.Preauthorization) bool { return a.Step == step })
}

// authority returns the pre-authorization by which auto-confirm may start an alternative, or a *Refusal.
func (t *transition) authority(def *pack.Step, alt *pack.Alternative) (*record.Preauthorization, error) {
	if def.ManualOnly {
		return nil, manualOnlyRefusal(def.ID)
	}
	if !needsAuthority(alt) {
		return nil, nil
	}
	if given := t.rec.Live(def.ID, alt.ID); given != nil && alt.Confirm != nil {
		why := holds(given, t.pack, t.rec, alt)
		if why == "" {
			return given, nil
		}
		return nil, refuse(NotPreauthorized, def.ID, "the pre-authorization of %s UTC by %s has lapsed: %s", given.At.Format("2006-01-02 15:04:05"), given.AuthorizedBy, why).
			with("Take the run over: mode manual")
	}
	return nil, t.unauthorized(def, alt)
}

// unauthorized says why there is no pre-authorization for an alternative.
func (t *transition) unauthorized(def *pack.Step, alt *pack.Alternative) error {
	for _, a := range slices.Backward(t.rec.Authority) {
		if a.Of(def.ID, alt.ID) {
			return refuse(NotPreauthorized, def.ID, "the pre-authorization of %s UTC by %s has ended: %s", a.At.Format("2006-01-02 15:04:05"), a.AuthorizedBy, endWords[a.Ended.Why]).
				with("Take the run over: mode manual")
		}
	}
	if auto := t.rec.AutoConfirm; auto != nil && slices.Contains(auto.Preauthorized, def.ID) {
		return refuse(NotPreauthorized, def.ID, "was pre-authorized by an earlier version of rtut, which kept neither phrase nor host nor command, so it is not valid for a start").
			with("Take the run over: mode manual")
	}
	return refuse(NotPreauthorized, def.ID, "has a confirmation phrase and was not pre-authorized").with("Take the run over: mode manual")
}

// endWords say why a pre-authorization has ended, in a sentence that begins with it.
var endWords = map[record.EndReason]string{
	record.EndUsed:       "it was for one start, which has been made",
	record.EndAttempt:    "it was for an attempt that is over",
	record.EndWithdrawn:  "it was taken back",
	record.EndReplaced:   "it was given again",
	record.EndRendered:   "its phrase, host or command is not what it was given for",
	record.EndWords:      "its title, instruction, links or question is not what it was given for",
	record.EndHandover:   "the run was handed over",
	record.EndPackChange: "an accepted change of the pack defines the step differently",
}

// operatorAlone refuses to auto-confirm what it may not judge, complete or give up, even once it is running: what is manual-only or
// declares evidence, and the questions of a step that it had no pre-authorization to start.
func (t *transition) operatorAlone(act Action) error {
	id := act.target()
	switch act.(type) {
	case Timeout:
		if stopsAfter(t.rec, id) != "" {
			return nil
		}
		return t.judgedAlone(id)
	case Begin, Verify:
		return t.judgedAlone(id)
	case Complete:
		return t.keptForOperator(id)
	case Execute:
		return t.keptForOperator(id)
	case Settle:
		return refuse(WrongMode, id, "only an operator says what became of a command").with("Take the run over: mode manual")
	}
	return nil
}

// judgedAlone refuses to auto-confirm what a person judges.
func (t *transition) judgedAlone(id string) error {
	if err := t.keptForOperator(id); err != nil {
		return err
	}
	return t.answersFor(id)
}

func (t *transition) keptForOperator(id string) error {
	if kept := keptForOperator(t.pack, t.rec, id); kept != nil {
		return kept
	}
	return nil
}

// keptForOperator says why only an operator takes on an item that is running; nil if auto-confirm may.
func keptForOperator(p *pack.Pack, rec *record.Record, id string) *Refusal {
	item := p.Item(id)
	if item == nil {
		return nil
	}
	if unknown := settledFirst(rec, id); unknown != nil {
		return unknown
	}
	manual := slices.ContainsFunc(checksOf(p, rec, id), isManual)
	var facts []pack.Fact
	if gate := p.Gate(id); gate != nil {
		facts = gate.Evidence
	} else if s := rec.Steps[id]; s != nil {
		facts, manual = chosen(p.Step(id), s).Evidence, true
	}
	if item.ManualOnly && manual {
		return manualOnlyRefusal(id)
	}
	if len(facts) == 0 {
		return nil
	}
	return refuse(EvidenceMissing, id, "evidence %s, which only an operator gives", strings.Join(factIDs(facts), ", ")).
		with("Give it with the answer")
}

func manualOnlyRefusal(id string) *Refusal {
	return refuse(ManualOnly, id, "is only for an operator (manual-only)").with("Take the run over: mode manual")
}

func factIDs(facts []pack.Fact) []string {
	var ids []string
	for _, f := range facts {
		ids = append(ids, f.ID)
	}
	return ids
}

// answersFor refuses the questions of a step that auto-confirm had no pre-authorization to start.
func (t *transition) answersFor(id string) error {
	def, rec := t.pack.Step(id), t.rec.Steps[id]
	if def == nil || rec == nil {
		return nil
	}
	alt := chosen(def, rec)
	if alt.Verify.Kind != pack.Manual || !needsAuthority(alt) || rec.Confirmation != nil && rec.Confirmation.Given != 0 {
		return nil
	}
	return refuse(NotPreauthorized, id, "was started by a person and not by a pre-authorization, so a person must answer its question").
		with("Check it, then answer with --confirm or --reject all")
}

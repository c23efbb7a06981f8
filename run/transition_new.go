package run

import (
	"errors"
	"maps"
	"slices"
	"unicode/utf8"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/record"
)

// new makes the record of a run that is about to begin.
func (t *transition) new(n New) error {
	if t.pack.Kind == pack.Reference {
		return refuse(NotRunnable, "", "%s is a reference pack: it points at a runbook kept elsewhere and has no steps", t.pack.ID).
			with("Read it at %s", t.pack.Source)
	}
	if t.pack.Unreviewed {
		return refuse(NotRunnable, "", "%s was imported and not yet reviewed", t.pack.ID).
			with("Compare it with its source page, fix it, and remove the line `imported: unreviewed`")
	}
	if !utf8.ValidString(n.PackPath) {
		return refuse(TextInvalid, "", "the path of the pack, %q, is not UTF-8, and a record could not name it", n.PackPath).with("Rename it")
	}
	if err := t.mayBegin(n.Recent); err != nil {
		return err
	}
	params, err := t.params(n.Params)
	if err != nil {
		return err
	}
	if err := t.checkContext(n.Context); err != nil {
		return err
	}
	if t.pack, err = overParams(t.pack, params); err != nil {
		return err
	}
	t.rec = &record.Record{
		Schema: schemaFor(t.pack), RunID: n.RunID, PackID: t.pack.ID, PackPath: n.PackPath,
		Context: n.Context, Params: params, Items: t.pack.ItemDigests(),
	}
	b := t.beginning(n)
	t.rec.Datapoints, t.rec.Files, t.rec.Operator = b.Datapoints, b.Files, b.Operator // what is pre-authorized is rendered with them
	d := record.Detail{New: b}
	if err := t.firstMode(n, &d); err != nil {
		return err
	}
	t.emit(record.VerbNew, "", "", d)
	return nil
}

func schemaFor(p *pack.Pack) record.Schema {
	if p.Schema == pack.V01 {
		return record.V01
	}
	return record.V02
}

// beginning is the state that a run of this pack starts in.
func (t *transition) beginning(n New) *record.Beginning {
	b := &record.Beginning{Operator: t.by.name(), PackDigest: n.PackDigest, PackText: n.PackText, Words: t.pack.WordsDigest()}
	for _, id := range t.pack.Graph().Items() {
		if t.pack.Step(id) != nil {
			b.Steps = append(b.Steps, id)
		} else {
			b.Gates = append(b.Gates, id)
		}
	}
	if len(t.pack.Datapoints) > 0 {
		b.Datapoints = map[string]*record.Datapoint{}
	}
	for _, d := range t.pack.Datapoints {
		b.Datapoints[d.ID] = t.initial(d)
	}
	b.Files = t.pack.Files()
	b.Loops = loopsOf(t.pack, nil)
	return b
}

// initial is a datapoint before anything has happened.
func (t *transition) initial(d pack.Datapoint) *record.Datapoint {
	if d.Initial.IsZero() {
		return &record.Datapoint{State: record.Nil}
	}
	return &record.Datapoint{State: record.Set, Value: d.Initial, How: record.Initial, At: &t.now}
}

// firstMode fills in the mode that the run begins in and what auto-confirm may start in it.
func (t *transition) firstMode(n New, d *record.Detail) (err error) {
	if t.rec.Schema == record.V01 {
		if n.Mode != "" && n.Mode != record.ManualMode || len(n.Preauthorize) > 0 || n.AllowExecute {
			return notInV01("auto-confirm")
		}
		return nil
	}
	if err := t.checkAllowance(n.AllowExecute, n.Mode == record.AutoConfirm); err != nil {
		return err
	}
	switch n.Mode {
	case "", record.ManualMode:
		if len(n.Preauthorize) > 0 {
			return refuse(WrongMode, "", "pre-authorization needs auto-confirm, but this run is manual").with("Add --mode auto-confirm")
		}
		d.New.Mode = record.ManualMode
		return nil
	case record.AutoConfirm:
		d.New.Mode, d.AutoConfirm = record.AutoConfirm, &record.AutoConfirmState{Execute: t.allowance(n.AllowExecute)}
		d.Authority, err = t.preauthorize(n.Preauthorize, n.AuthorizedBy)
		return err
	}
	return refuse(WrongMode, "", "unknown mode").with("The modes are manual and auto-confirm")
}

// params checks what was typed for each param and fills in the defaults. All faults are reported at once.
func (t *transition) params(typed map[string]string) (map[string]value.Value, error) {
	var unknown, missing, invalid []string
	for _, id := range slices.Sorted(maps.Keys(typed)) {
		if t.pack.Param(id) == nil {
			unknown = append(unknown, id)
		}
	}
	params := map[string]value.Value{}
	for _, def := range t.pack.Params {
		value, given, err := t.param(def, typed)
		switch {
		case err != nil:
			var secret *Refusal
			if errors.As(err, &secret) {
				return nil, secret
			}
			invalid = append(invalid, def.ID+" "+err.Error())
		case given:
			params[def.ID] = value
		case def.Required:
			missing = append(missing, def.ID)
		}
	}
	switch {
	case len(unknown) > 0:
		return nil, refuse(UnknownParam, "", "the pack has no such param").listing(unknown...).with("%s", t.knownParams())
	case len(invalid) > 0:
		return nil, refuse(ParamInvalid, "", "not a valid value").listing(invalid...)
	case together(params) > maxParams:
		return nil, refuse(TooLong, "", "the params have %d bytes together, of which at most %d can be handed to commands", together(params), maxParams).
			with("Put what is long into a file, and give its path")
	case len(missing) > 0:
		return nil, refuse(ParamMissing, "", "a value is needed for").listing(missing...).with("Give each with --param id=value")
	}
	return params, nil
}

// maxParams bounds all params of a run, in bytes of their texts: each command is handed all of them.
const maxParams = 512 << 10

func together(params map[string]value.Value) int {
	total := 0
	for _, value := range params {
		total += len(value.Text())
	}
	return total
}

func (t *transition) param(def pack.Param, typed map[string]string) (value.Value, bool, error) {
	text, given := typed[def.ID]
	if !given {
		return def.Default, !def.Default.IsZero(), nil
	}
	if err := guardText("param "+def.ID, text); err != nil {
		return value.Value{}, false, err
	}
	value, err := def.Spec.Parse(text)
	return value, true, err
}

func (t *transition) knownParams() string {
	var ids []string
	for _, def := range t.pack.Params {
		ids = append(ids, def.ID)
	}
	if len(ids) == 0 {
		return "It has no params"
	}
	return "It has " + either(ids)
}

// checkContext refuses an environment that is none, or none of the pack's.
func (t *transition) checkContext(c record.Context) error {
	for field, text := range map[string]string{"project": c.Project, "target": c.Target} {
		if err := checkLine(field, text); err != nil {
			return err
		}
	}
	allowed := environments
	if len(t.pack.Environments) > 0 {
		allowed = t.pack.Environments
	}
	switch {
	case c.Environment == "" && len(t.pack.Environments) == 0, slices.Contains(allowed, c.Environment):
		return nil
	case c.Environment == "":
		return refuse(EnvironmentRequired, "", "this pack needs the %s that it is applied to", either(allowed)).with("Add --environment")
	}
	return refuse(EnvironmentRefused, "", "this pack is not for that environment").with("It may be %s", either(allowed))
}

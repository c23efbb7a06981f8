package interchange

import (
	"bytes"
	"encoding/json"

	"rtut/pack/value"
	"rtut/run/record"
)

// noteType says what a note stands for.
type noteType string

// The types of note.
const (
	stepNote      noteType = "step"
	gateNote      noteType = "gate"
	datapointNote noteType = "datapoint"
	packNote      noteType = "pack"
)

// fieldsOf are the fields of the notes of a type, in the order in which their changes are told.
var fieldsOf = map[noteType][]string{
	stepNote:      {"state", "alternative", "authorized_by", "verified", "evidence", "reason", "rolled_back"},
	gateNote:      {"state", "checks", "evidence", "reason"},
	datapointNote: {"state", "value", "how", "error"},
	packNote:      {"exercise_status"},
}

// fields are the values of a note's fields as JSON; what has no value is not there.
type fields map[string]json.RawMessage

// note is a note at one moment.
type note struct {
	is     noteType
	path   string
	fields fields
}

// Names that may be part of a path: ids of packs and items, and names of datapoints.
var (
	slug = compile(`^[a-z0-9]+(?:-[a-z0-9]+)*$`)
	name = compile(`^[a-z][a-z0-9_]*$`)
)

func packPath(pack string) string { return pack + ".md" }

func itemPath(pack, item string) string { return pack + "/" + item + ".md" }

func datapointPath(pack, datapoint string) string { return pack + "/data/" + datapoint + ".md" }

// noteOf returns the note of an item as the record has it; false if it has no such item, or one that no pack may have.
func noteOf(rec *record.Record, item string) (note, bool) {
	if !slug().MatchString(item) {
		return note{}, false
	}
	if s := rec.Steps[item]; s != nil {
		return note{stepNote, itemPath(rec.PackID, item), stepFields(s)}, true
	}
	if g := rec.Gates[item]; g != nil {
		return note{gateNote, itemPath(rec.PackID, item), gateFields(g)}, true
	}
	return note{}, false
}

func noteOfDatapoint(rec *record.Record, id string) (note, bool) {
	d := rec.Datapoints[id]
	if d == nil || !name().MatchString(id) {
		return note{}, false
	}
	f := fields{}
	f.text("state", string(d.State))
	f.value("value", d.Value)
	f.text("how", string(d.How))
	f.text("error", d.Error)
	return note{datapointNote, datapointPath(rec.PackID, id), f}, true
}

func noteOfPack(rec *record.Record) note {
	f := fields{}
	f.text("exercise_status", rec.ExerciseWrite)
	return note{packNote, packPath(rec.PackID), f}
}

func stepFields(s *record.Step) fields {
	f := fields{}
	f.text("state", string(s.State))
	f.text("alternative", s.Alternative)
	f.text("authorized_by", s.AuthorizedBy)
	if s.Verification != nil {
		f["verified"] = encoded(s.Verification.Passed)
	}
	f.values("evidence", s.Evidence)
	f.text("reason", s.Reason)
	if s.Pushed != nil {
		f.text("reason", s.Pushed.Reason)
	}
	if s.RolledBack != nil {
		f.text("rolled_back", s.RolledBack.String())
	}
	return f
}

func gateFields(g *record.Gate) fields {
	f := fields{}
	f.text("state", string(g.State))
	if len(g.Results) > 0 {
		passed := map[string]bool{}
		for check, result := range g.Results {
			passed[check] = result.Passed
		}
		f["checks"] = encoded(passed)
	}
	f.values("evidence", g.Evidence)
	if g.Waiver != nil {
		f.text("reason", g.Waiver.Reason)
	}
	if g.Pushed != nil {
		f.text("reason", g.Pushed.Reason)
	}
	return f
}

func (f fields) text(name, text string) {
	if text != "" {
		f[name] = encoded(text)
	}
}

func (f fields) value(name string, v value.Value) {
	if !v.IsZero() {
		f[name] = encoded(v)
	}
}

func (f fields) values(name string, values map[string]value.Value) {
	if len(values) > 0 {
		f[name] = encoded(values)
	}
}

// of returns the value of a field, null where it has none.
func (f fields) of(name string) json.RawMessage {
	if v, has := f[name]; has {
		return v
	}
	return json.RawMessage("null")
}

// encoded is what is known to have a JSON form in the one way that this package spells it, so that equal values have equal
// bytes.
func encoded(v any) json.RawMessage {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("interchange: " + err.Error()) // texts, booleans and maps of them always have one
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

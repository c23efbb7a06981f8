package record

import (
	"bytes"
	"encoding/json"
	"fmt"

	"rtut/pack/value"
)

// MaxRecord is how many bytes a record may have. A file that is larger is none, and none is written.
const MaxRecord = 64 << 20

// Encode gives the record as its file holds it: indented JSON with keys in a fixed order and one newline at the end. Keys
// that were read and are not known are kept, behind the known ones. Events that are new are joined to the chain. The error is a
// *TooLongError where the record would be larger than MaxRecord.
func (r *Record) Encode() ([]byte, error) {
	text, err := r.text()
	if err != nil {
		return nil, err
	}
	if len(text) > MaxRecord {
		return nil, &TooLongError{Bytes: len(text)}
	}
	return text, nil
}

// TooLongError says that a record would be larger than MaxRecord.
type TooLongError struct{ Bytes int }

func (e *TooLongError) Error() string {
	return fmt.Sprintf("the record would have %d bytes, and may have %d", e.Bytes, MaxRecord)
}

// text is Encode whatever its length.
func (r *Record) text() ([]byte, error) {
	isNew := r.sealed < len(r.Events)
	now := r.spell(r.written)
	if now == nil || r.unknown() != nil || r.Steps == nil || len(r.Events) == 0 {
		if err := r.seal(nil); err != nil {
			return nil, err
		}
		data, err := r.compact()
		return append(indent(bytes.TrimSpace(data)), '\n'), err
	}
	was := r.written
	if err := r.seal(now); err != nil {
		return nil, err
	}
	few, err := r.few()
	if err != nil {
		return nil, err
	}
	text, err := now.file(r, few, was)
	if isNew && err == nil {
		r.written = now
	}
	return text, err
}

// compact is the record as JSON without indentation, with what was read and is not known.
func (r *Record) compact() ([]byte, error) {
	if r.unknown() == nil {
		return marshal(r)
	}
	whole, err := r.tree()
	if err != nil {
		return nil, err
	}
	return whole.append(nil), nil
}

// marshal encodes without making < > & unreadable.
func marshal(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return out.Bytes(), err
}

// Decode reads a record. The error is a *DamagedError or a *SchemaError.
func Decode(data []byte) (*Record, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, &DamagedError{Why: "the file is empty", Truncated: true}
	}
	rec := &Record{}
	if err := json.Unmarshal(data, rec); err != nil || !rec.Schema.known() {
		return nil, undecodable(data, err)
	}
	if l := rec.lacks(); l != nil {
		return nil, l.damage(data)
	}
	rec.makeMaps()
	rec.sealed, rec.read = len(rec.Events), newAsRead(data, rec)
	return rec, nil
}

// known reports whether this rtut reads and writes records of this layout.
func (s Schema) known() bool { return s == V01 || s == V02 }

// undecodable says why no record of a layout that is known can be made of data; err is what decoding it gave.
func undecodable(data []byte, err error) error {
	var head struct {
		Schema Schema `json:"schema"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return damaged(data, err)
	}
	if !head.Schema.known() {
		return &SchemaError{Schema: head.Schema}
	}
	return damaged(data, err)
}

// makeMaps makes the maps that an empty record leaves out.
func (r *Record) makeMaps() {
	if r.Params == nil {
		r.Params = map[string]value.Value{}
	}
	if r.Steps == nil {
		r.Steps = map[string]*Step{}
	}
	if r.Gates == nil {
		r.Gates = map[string]*Gate{}
	}
	if r.Datapoints == nil {
		r.Datapoints = map[string]*Datapoint{}
	}
}

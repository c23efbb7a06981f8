package run

import (
	"bytes"
	"encoding/json"

	"rtut/pack"
)

// Encode gives the record as its file holds it: indented JSON with keys in a fixed order and one newline at the end. Keys
// that were read and are not known are kept, behind the known ones. Events that are new are joined to the chain.
func (r *Record) Encode() ([]byte, error) {
	if err := r.seal(); err != nil {
		return nil, err
	}
	data, err := r.compact()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, bytes.TrimSpace(data), "", "  "); err != nil {
		return nil, err
	}
	return append(out.Bytes(), '\n'), nil
}

// compact is the record as JSON without indentation, with what was read and is not known.
func (r *Record) compact() ([]byte, error) {
	unknown, err := r.unknownKeys()
	switch {
	case err != nil:
		return nil, err
	case unknown == nil:
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
	var head struct {
		Schema Schema `json:"schema"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, damaged(data, err)
	}
	if head.Schema != V01 && head.Schema != V02 {
		return nil, &SchemaError{Schema: head.Schema}
	}
	rec := &Record{source: data}
	if err := json.Unmarshal(data, rec); err != nil {
		return nil, damaged(data, err)
	}
	if l := rec.lacks(); l != nil {
		return nil, l.damage(data)
	}
	rec.makeMaps()
	rec.sealed = len(rec.Events)
	return rec, nil
}

// makeMaps makes the maps that an empty record leaves out.
func (r *Record) makeMaps() {
	if r.Params == nil {
		r.Params = map[string]pack.Value{}
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

package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"rtut/pack"
)

// DamagedError says that a record can't be read, and where it breaks.
type DamagedError struct {
	Path   string // of the file; filled in by the store
	Offset int64  // the byte at which it breaks, from 0
	Why    string

	Truncated bool // the file ends in the middle of the record
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("record %s is damaged at byte %d: %s. It is left as it is; put a copy of it back, or move it away", e.Path, e.Offset, e.Why)
}

// SchemaError says that a record has a layout that this rtut does not know.
type SchemaError struct {
	Path   string // of the file; filled in by the store
	Schema Schema
}

func (e *SchemaError) Error() string {
	return fmt.Sprintf("record %s has schema %q, which this rtut does not know (it knows %s and %s). It is left as it is", e.Path, e.Schema, V01, V02)
}

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
	if err := rec.whole(); err != nil {
		return nil, &DamagedError{Offset: int64(len(data)), Why: err.Error()}
	}
	return rec, nil
}

// damaged says where decoding broke off.
func damaged(data []byte, err error) error {
	d := &DamagedError{Offset: int64(len(data)), Why: err.Error()}
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(json.NewDecoder(bytes.NewReader(data)).Decode(new(json.RawMessage)), io.ErrUnexpectedEOF):
		d.Why, d.Truncated = "the file ends in the middle of the record", true
	case errors.As(err, &syntax):
		d.Offset = syntax.Offset
	case errors.As(err, &kind):
		d.Offset, d.Why = kind.Offset, fmt.Sprintf("%s is a %s", kind.Field, kind.Value)
	}
	return d
}

// whole checks what the rest of the package relies on, and makes the maps that an empty record leaves out.
func (r *Record) whole() error {
	if r.RunID == "" || r.PackID == "" {
		return errors.New("it has no run_id or no pack_id")
	}
	for _, id := range sorted(r.Steps) {
		if s := r.Steps[id]; s == nil || !stepStates[s.State] {
			return fmt.Errorf("step %s has no state that is known", id)
		}
	}
	for _, id := range sorted(r.Gates) {
		if g := r.Gates[id]; g == nil || !gateStates[g.State] {
			return fmt.Errorf("gate %s has no state that is known", id)
		}
		for _, check := range sorted(r.Gates[id].Results) {
			if r.Gates[id].Results[check] == nil {
				return fmt.Errorf("gate %s has an empty result for check %s", id, check)
			}
		}
	}
	for _, id := range sorted(r.Datapoints) {
		if d := r.Datapoints[id]; d == nil || !datapointStates[d.State] {
			return fmt.Errorf("datapoint %s has no state that is known", id)
		}
	}
	if err := r.wholeHistory(); err != nil {
		return err
	}
	r.makeMaps()
	r.sealed = len(r.Events)
	return nil
}

// wholeHistory checks the outcome, and that no event says something about nothing.
func (r *Record) wholeHistory() error {
	if r.Outcome != nil && !slices.Contains(outcomes, *r.Outcome) {
		return fmt.Errorf("its outcome %q is not known", *r.Outcome)
	}
	for i, e := range r.Events {
		d := e.Detail
		if hasNil(d.Datapoints) || hasNil(d.Results) || d.New != nil && hasNil(d.New.Datapoints) {
			return fmt.Errorf("event %d has an empty result or an empty datapoint", i+1)
		}
	}
	return nil
}

func hasNil[T any](m map[string]*T) bool {
	for _, v := range m {
		if v == nil {
			return true
		}
	}
	return false
}

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

// What the outcomes may be, and the states, by what has them.
var (
	outcomes        = []Outcome{Succeeded, FailedRun, Abandoned}
	stepStates      = map[State]bool{Todo: true, Running: true, Done: true, Failed: true, Skipped: true, Pushed: true}
	gateStates      = map[State]bool{Open: true, Passed: true, Failed: true, Waived: true, Pushed: true}
	datapointStates = map[State]bool{Nil: true, Set: true, Err: true, OK: true, Pushed: true}
)

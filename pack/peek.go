package pack

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
)

// Header is what a list of packs says of each. It can be had of a pack that has faults further down.
type Header struct {
	ID    string // never empty
	Title string // as written, placeholders included; the id where there is none
	Owner string
	Kind  Kind

	ExerciseStatus string // as written; "" where the line is missing
}

// Peek reads the header of the pack that name stands for, a pack.yaml or a directory with one, without checking the
// pack. The error says why there is none, without naming the file: it can't be read, is not YAML, or gives no id.
func Peek(fsys fs.FS, name string) (Header, error) {
	name, data, err := read(fsys, path.Clean(name))
	if err != nil {
		return Header{}, err
	}
	src, bad := checkText(name, data)
	if bad.Failed() {
		return Header{}, errors.New(bad[0].Message)
	}
	document, _, fault := decode(src.text)
	if fault != nil {
		return Header{}, fmt.Errorf("line %d: %s", fault.at.line, fault.problem)
	}
	h := Header{Kind: Native}
	if document != nil {
		h.fill(document)
	}
	if !IsPackID(h.ID) {
		return Header{}, errors.New("it gives no id that a pack may have")
	}
	if h.Title == "" {
		h.Title = h.ID
	}
	return h, nil
}

// fill takes the fields that are there from the top of a document. Of a key that stands there twice the first counts.
func (h *Header) fill(document *yamlNode) {
	fields := map[string]func(text string){
		"id":      func(text string) { h.ID = text },
		"title":   func(text string) { h.Title = text },
		"owner":   func(text string) { h.Owner = text },
		"kind":    func(text string) { h.Kind = Kind(text) },
		statusKey: func(text string) { h.ExerciseStatus = text },
	}
	for i := 0; i+1 < len(document.Content); i += 2 {
		key := document.Content[i].Value
		if set := fields[key]; set != nil {
			set(document.Content[i+1].Value)
			delete(fields, key)
		}
	}
}

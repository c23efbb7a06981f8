package main

import (
	"bytes"
	"encoding/json"
	"io"

	"rtut/run/interchange"
)

// writeInterchange writes the run as other tools exchange it.
func writeInterchange(w io.Writer, t *target) error {
	report, err := interchange.Of(t.pack, t.rec)
	if err != nil {
		return err
	}
	return writeJSON(w, report)
}

// interchangeLines are the events of a run as other tools exchange them, one on each line.
func (t *target) interchangeLines() ([]byte, error) {
	events, err := interchange.Events(t.pack, t.rec)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	lines := json.NewEncoder(&out)
	lines.SetEscapeHTML(false)
	for _, e := range events {
		if err := lines.Encode(e); err != nil {
			return nil, err
		}
	}
	return escape(out.Bytes()), nil
}

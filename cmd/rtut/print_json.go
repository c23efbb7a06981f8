package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode"
	"unicode/utf16"

	"rtut/pack/draft"
	"rtut/run"
	"rtut/run/plain"
)

// document writes the one JSON document of an answer to standard output.
func (a *app) document(v any) error {
	data, err := encode(v)
	if err != nil {
		return err
	}
	return a.write(data)
}

// write puts the answer of a command on standard output.
func (a *app) write(data []byte) error {
	if _, err := a.out.Write(data); err != nil {
		return &outputError{err}
	}
	return nil
}

// encode gives indented JSON with one newline at the end.
func encode(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return escape(out.Bytes()), nil
}

// escape escapes characters of JSON that a terminal might obey, or that have no look of their own.
func escape(data []byte) []byte {
	var out bytes.Buffer
	for _, r := range string(data) {
		if r < 0x7f || unicode.IsPrint(r) && plain.Name(r) == "" {
			out.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&out, `\u%04x`, unit)
		}
	}
	return out.Bytes()
}

// errorDocument is what a script reads on standard error.
type errorDocument struct {
	Error errorBody `json:"error"`
}

type errorBody struct {
	Code    string   `json:"code"`
	Message string   `json:"message"`
	Item    string   `json:"item"`
	Path    *string  `json:"path,omitempty"` // of the fault in a plan; only where a plan is refused
	Details []string `json:"details"`

	Line     int  `json:"line,omitempty"`     // of a file of actions
	Recorded bool `json:"recorded,omitempty"` // what was asked for is recorded all the same
}

func (a *app) sayErrorJSON(err error) {
	v := judge(err)
	body := errorBody{Code: v.code, Message: brief(withheld(message(err))), Item: withheld(v.item), Path: v.path, Details: []string{}, Line: a.line}
	for _, d := range v.details {
		body.Details = append(body.Details, withheld(d))
	}
	var lost *answerLostError
	body.Recorded = errors.As(err, &lost)
	data, failure := encode(errorDocument{body})
	if failure != nil {
		data = []byte(`{"error":{"code":"io"}}` + "\n")
	}
	_, _ = a.err.Write(data)
}

// message is the sentence of an error; the item, or the place in a plan, stands beside it.
func message(err error) string {
	var refusal *run.Refusal
	var plan *draft.Refusal
	switch {
	case errors.As(err, &plan):
		return plan.Message
	case !errors.As(err, &refusal):
		return err.Error()
	}
	alone := *refusal
	alone.Item = ""
	return alone.Error()
}

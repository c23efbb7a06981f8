package pack

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// SetExerciseStatus returns src, the text of a pack.yaml, with another exercise status: "exercised 2026-11-30 by ana".
// It changes the bytes of that one value and nothing else; a comment on the line, the order, CRLF and a byte order mark
// stay. Where the line is missing it is added after the title. The result is read again, and an error is returned
// unless it says what src said and the new status.
func SetExerciseStatus(src []byte, status string) ([]byte, error) {
	if !isExercised(status) {
		return nil, fmt.Errorf("set exercise status: %q is not of the form exercised 2026-11-30 by ana", status)
	}
	edit, err := newStatusEdit(src)
	if err != nil {
		return nil, fmt.Errorf("set exercise status: %w", err)
	}
	for _, written := range []string{status, "'" + strings.ReplaceAll(status, "'", "''") + "'"} {
		for result := range edit.candidates(written) {
			if edit.good(result, status) {
				return slices.Concat(edit.mark, []byte(result)), nil
			}
		}
	}
	return nil, errors.New("set exercise status: the line can't be changed without changing more; edit it by hand")
}

const statusKey = "exercise_status"

// statusEdit is a pack file whose status is to be changed.
type statusEdit struct {
	mark     []byte // the byte order mark, if there is one
	source   *source
	document *yamlNode
	status   *topEntry // nil: to be added
	title    *topEntry
}

func newStatusEdit(src []byte) (*statusEdit, error) {
	e := &statusEdit{}
	if bytes.HasPrefix(src, byteOrderMark) {
		e.mark = byteOrderMark
	}
	var bad Diagnostics
	e.source, bad = checkText(FileName, src)
	if len(bad) > 0 {
		return nil, errors.New(bad[0].Message)
	}
	document, _, fault := decode(e.source.text)
	if fault != nil {
		return nil, errors.New(fault.problem)
	}
	e.document = document
	entries, err := topEntries(document)
	if err != nil {
		return nil, err
	}
	e.status, e.title = entries[statusKey], entries["title"]
	if e.status == nil && e.title == nil {
		return nil, errors.New("the pack has no title to put it after")
	}
	return e, nil
}

// candidates yields texts with the written status, the most natural first. Which of them is right only YAML can tell.
func (e *statusEdit) candidates(written string) func(yield func(string) bool) {
	switch {
	case e.status == nil:
		return e.added(written)
	case e.status.value == nil:
		return func(func(string) bool) {}
	}
	return e.replaced(written)
}

// replaced yields the text with the status's value exchanged.
func (e *statusEdit) replaced(written string) func(yield func(string) bool) {
	text := e.source.text
	key := e.source.offset(e.status.key.place)
	colon := key + strings.Index(text[key:], ":")
	from, to := colon+1, colon+1
	if value := e.status.value; value.empty() {
		written = " " + written
	} else {
		from = e.source.offset(value.place)
		to = e.source.locate(value, len(value.value))
		if !value.plain() {
			to++
		}
	}
	return func(yield func(string) bool) {
		if from <= to && to <= len(text) && !strings.ContainsAny(text[from:to], "\r\n") {
			yield(text[:from] + written + text[to:])
		}
	}
}

// added yields the text with a new line after the title, whose value may go over several lines.
func (e *statusEdit) added(written string) func(yield func(string) bool) {
	text, ending := e.source.text, "\n"
	if at := strings.Index(text, "\n"); at > 0 && text[at-1] == '\r' {
		ending = "\r\n"
	}
	line := strings.Repeat(" ", e.title.key.place.column-1) + statusKey + ": " + written
	number, _ := e.source.position(e.source.offset(e.title.key.place))
	return func(yield func(string) bool) {
		for ; number < len(e.source.lines); number++ {
			at := e.source.lines[number]
			if !yield(text[:at] + line + ending + text[at:]) {
				return
			}
		}
		yield(text + ending + line + ending)
	}
}

// good reports whether a text says what the original did, with the new status.
func (e *statusEdit) good(text, status string) bool {
	document, second, fault := decode(text)
	if fault != nil || second.line > 0 || document == nil {
		return false
	}
	entries, err := topEntries(document)
	if err != nil || entries[statusKey] == nil || entries[statusKey].value == nil || entries[statusKey].value.value != status {
		return false
	}
	return sameExcept(e.document, document, statusKey)
}

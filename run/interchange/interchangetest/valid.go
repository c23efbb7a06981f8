package interchangetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"rtut/pack"
	"rtut/run"
	"rtut/run/interchange"
	"rtut/run/schematest"
)

// Valid fails the test unless all that can be told of a run is sound. Of a record that a test has altered nothing may be told.
func Valid(t testing.TB, p *pack.Pack, rec *run.Record) {
	t.Helper()
	err := Sound(p, rec)
	var refusal *run.Refusal
	switch whole := rec.Audit().Intact(); {
	case !whole && errors.As(err, &refusal) && refusal.Code == run.NotReportable:
	case !whole:
		t.Errorf("run %s is told of, and its record is not whole: %v", rec.RunID, err)
	case err != nil:
		t.Errorf("run %s: %v", rec.RunID, err)
	}
}

// Sound says what is wrong with what can be told of a run: with its events and, if it has ended, its report, with its pack and
// without it. Where the public schemas are missing it goes by the rules alone.
func Sound(p *pack.Pack, rec *run.Record) error {
	s, err := schemas()
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	var files []interchange.File
	events, err := interchange.Events(p, rec)
	if err != nil {
		return err
	}
	var lines []byte
	for _, e := range events {
		line, err := document(s.Event, e)
		if err != nil {
			return err
		}
		lines = append(append(lines, line...), '\n')
	}
	if len(lines) > 0 {
		files = append(files, interchange.File{Name: "events", Data: lines})
	}
	reports, err := reportsOf(s, p, rec)
	if err != nil {
		return err
	}
	var faults error
	for _, finding := range interchange.Check(append(files, reports...)...) {
		faults = errors.Join(faults, errors.New(finding.String()))
	}
	return faults
}

// reportsOf are the reports of a run with its pack and without it; none of one that has not ended, which must be refused.
func reportsOf(s Schemas, p *pack.Pack, rec *run.Record) ([]interchange.File, error) {
	var files []interchange.File
	for _, known := range []*pack.Pack{p, nil} {
		report, err := interchange.Of(known, rec)
		var refusal *run.Refusal
		switch {
		case !rec.Finished() && errors.As(err, &refusal) && refusal.Code == run.RunUnfinished:
			continue
		case !rec.Finished():
			return nil, fmt.Errorf("the report of a run that has not ended: %w", err)
		case err != nil:
			return nil, err
		}
		data, err := document(s.Report, report)
		if err != nil {
			return nil, err
		}
		files = append(files, interchange.File{Name: fmt.Sprintf("report, pack known: %v", known != nil), Data: data})
	}
	return files, nil
}

// document is the JSON of a report or event, held to the schema of such unless that is nil.
func document(s *jsonschema.Schema, v any) ([]byte, error) {
	data, err := json.Marshal(v)
	if err != nil || s == nil {
		return data, err
	}
	if err := schematest.Verdict(s, data); err != nil {
		return nil, fmt.Errorf("%s: %w", data, err)
	}
	return data, nil
}

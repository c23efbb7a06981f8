package interchangetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"rtut/pack"
	"rtut/run"
	"rtut/run/interchange"
	"rtut/run/record"
	"rtut/run/schematest"
)

// Valid fails the test unless all that can be told of a run is sound. Of a record that a test has altered nothing may be told.
func Valid(t testing.TB, p *pack.Pack, rec *record.Record) {
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
func Sound(p *pack.Pack, rec *record.Record) error {
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
	faults := toldOf(events, p, rec)
	findings := interchange.Check(files...)
	for _, report := range reports { // one at a time: they tell of the same run
		findings = append(findings, interchange.Check(append(slices.Clone(files), report)...)...)
	}
	for _, finding := range findings {
		faults = errors.Join(faults, errors.New(finding.String()))
	}
	return faults
}

// toldOf says which change of a run's report no event tells of, and which event that is named has no document.
func toldOf(events []interchange.Event, p *pack.Pack, rec *record.Record) (faults error) {
	there, told := map[string]bool{}, map[string]bool{}
	for _, e := range events {
		if there[e.EventID] {
			faults = errors.Join(faults, fmt.Errorf("event %s is there twice", e.EventID))
		}
		there[e.EventID] = true
		for field, c := range e.Changes {
			seq, _, _ := strings.Cut(strings.TrimPrefix(e.EventID, "evt-"+rec.RunID+"-"), ".")
			told[strings.Join([]string{seq, e.After.Path, field, string(c.Before), string(c.After)}, " ")] = true
		}
	}
	named := func(id, by string) {
		if !there[id] {
			faults = errors.Join(faults, fmt.Errorf("event %s, which %s names, has no document", id, by))
		}
	}
	for _, e := range events {
		if e.CausedBy != nil {
			named(e.CausedBy.EventID, e.EventID)
		}
	}
	report, err := interchange.Of(p, rec)
	if err != nil {
		return faults // of an unfinished run there is none
	}
	for _, id := range report.RootEventIDs {
		named(id, "the report")
	}
	for _, w := range report.Waves {
		named(w.EventIDs[0], fmt.Sprintf("wave %d", w.Index))
		for _, c := range w.Changes {
			seq := strings.TrimPrefix(w.EventIDs[0], "evt-"+rec.RunID+"-")
			if key := strings.Join([]string{seq, c.Path, c.Field, string(c.Before), string(c.After)}, " "); !told[key] {
				faults = errors.Join(faults, fmt.Errorf("no event tells of %s", key))
			}
		}
	}
	return faults
}

// reportsOf are the reports of a run with its pack and without it; none of one that has not ended, which must be refused.
func reportsOf(s Schemas, p *pack.Pack, rec *record.Record) ([]interchange.File, error) {
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

// Package reporttest holds the reports of whatever runs a test makes to the schema of reports.
package reporttest

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"rtut/pack"
	"rtut/run/record"
	"rtut/run/report"
	"rtut/run/schematest"
)

// schemaFile is that of reports, from the root of the house.
const schemaFile = "docs/report.schema.json"

// Valid fails the test unless Check finds nothing.
func Valid(t testing.TB, p *pack.Pack, rec *record.Record, now time.Time) {
	t.Helper()
	if err := Check(p, rec, now); err != nil {
		t.Error(err)
	}
}

// Check returns in what the report of a run is not as the schema says, with its pack and without it; nil if it is. p is nil
// where there is no pack.
func Check(p *pack.Pack, rec *record.Record, now time.Time) error {
	s, err := schema()
	if err != nil {
		return err
	}
	for _, known := range []*pack.Pack{p, nil} {
		data, err := json.Marshal(report.Of(known, rec, now))
		if err != nil {
			return err
		}
		if err := schematest.Verdict(s, data); err != nil {
			return fmt.Errorf("the report of run %s is not as %s says: %w", rec.RunID, schemaFile, err)
		}
	}
	return nil
}

var schema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	root, err := schematest.HouseRoot()
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	return compiler.Compile(filepath.Join(root, schemaFile))
})

package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"rtut/pack"
	"rtut/run/record"
	"rtut/run/report/reporttest"
	"rtut/run/store"
)

// checkReports holds the reports of all runs below a directory to their schema: whatever a script has made of a run, its report is
// one that programs can read.
func checkReports(root string) error {
	var all []error
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Base(filepath.Dir(path)) == "runbook-runs" && strings.HasSuffix(path, ".json") {
			all = append(all, checkReport(path))
		}
		return nil // what can't be read has been made so by the script
	})
	return errors.Join(append(all, err)...)
}

// checkReport is that of one record. One that is no record to rtut has no report.
func checkReport(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	rec, err := record.Decode(data)
	if err != nil {
		return nil
	}
	var p *pack.Pack
	if file := store.NewFile(filepath.Dir(path)).KeptPack(rec.PackText); file != nil {
		p, _ = pack.Parse(pack.FileName, file)
	}
	return reporttest.Check(p, rec, time.Date(2026, 11, 30, 1, 0, 0, 0, time.UTC))
}

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"rtut/run/record"
)

// packText is a pack of so many steps, each of which asks for a check that always passes.
func packText(steps int) string {
	var b strings.Builder
	b.WriteString("schema: runbook-pack/v0.2\nid: long\ntitle: Long\nowner: ops\nstages:\n  - id: all\n    title: All\n    order: sequential\n    steps:\n")
	for i := range steps {
		fmt.Fprintf(&b, `      - id: s%d
        title: Step %d
        effect: reversible
        instruction: Move the service to the other host.
        rollback: { instruction: Move it back. }
        verify: { kind: exit-code, command: "true" }
`, i+1, i+1)
	}
	return b.String()
}

// shortPackText is a pack of very many steps: a pack has at most 1 MiB.
func shortPackText(steps int) string {
	var b strings.Builder
	b.WriteString("schema: runbook-pack/v0.2\nid: long\ntitle: Long\nowner: ops\nsteps:\n")
	for i := range steps {
		fmt.Fprintf(&b, "- { id: s%d, title: Step %d }\n", i+1, i+1)
	}
	return b.String()
}

// repo is a directory with a pack of so many steps.
func (w *world) repo(steps int) (string, error) {
	return w.input(fmt.Sprintf("repo-%d", steps), func(dir string) error { return writePack(dir, packText(steps)) })
}

func writePack(dir, text string) error {
	if err := os.MkdirAll(filepath.Join(dir, "long"), 0o777); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o777); err != nil { // the root of a repo
		return err
	}
	return os.WriteFile(filepath.Join(dir, "long", "pack.yaml"), []byte(text), 0o666)
}

// runOf is a repo with a pack and a run of it that has just begun.
func (w *world) runOf(name, text string) (string, error) {
	return w.input(name, func(dir string) error {
		if err := writePack(dir, text); err != nil {
			return err
		}
		_, err := w.command(dir, "rtut", "run", "new", "long")
		return err
	})
}

// ended is a repo with a run of so many steps, all of which are done, and which is finalized.
func (w *world) ended(steps int) (string, error) {
	return w.input(fmt.Sprintf("ended-%d", steps), func(dir string) error {
		if err := writePack(dir, packText(steps)); err != nil {
			return err
		}
		if _, err := w.command(dir, "rtut", "run", "new", "long", "--mode", "auto-confirm"); err != nil {
			return err
		}
		if _, err := w.command(dir, "rtut", "run", "auto"); err != nil {
			return err
		}
		_, err := w.command(dir, "rtut", "run", "finalize", "--outcome", "succeeded")
		return err
	})
}

// recordFile is the file of the one run of a repo.
func recordFile(dir string) (string, error) {
	found, err := filepath.Glob(filepath.Join(dir, ".local", "runbook-runs", "2*.json"))
	if err == nil && len(found) != 1 {
		err = fmt.Errorf("%s has %d runs. One was expected", dir, len(found))
	}
	if err != nil {
		return "", err
	}
	return found[0], nil
}

// sizeOf is how many bytes a file has.
func sizeOf(path string) (int, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return int(info.Size()), nil
}

// finished is a repo with so many records of finished runs of 4 to 40 KB.
func (w *world) finished(records int) (string, error) {
	return w.input(fmt.Sprintf("finished-%d", records), func(dir string) error {
		if err := writePack(dir, packText(1)); err != nil {
			return err
		}
		return plantRecords(filepath.Join(dir, ".local", "runbook-runs"), records)
	})
}

// plantRecords writes finished records, as many of each size from 4 to 40 KB.
func plantRecords(dir string, n int) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(1, 2))
	var kinds []*record.Record
	for kb := 4; kb <= 40; kb++ {
		rec, err := madeRecord(kb << 10)
		if err != nil {
			return err
		}
		kinds = append(kinds, rec)
	}
	for i := range n {
		rec := *kinds[i%len(kinds)]
		rec.RunID, rec.PackID = fmt.Sprintf("20261101T%06d.000000Z-%06x", i%1_000_000, i), fmt.Sprintf("pack-%d", random.IntN(40))
		rec.Outcome = &[]record.Outcome{record.Succeeded, record.Succeeded, record.FailedRun, record.Abandoned}[random.IntN(4)]
		data, err := rec.Encode()
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, rec.RunID+".json"), data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// madeRecord returns a record of about so many bytes: the longer, the more happened.
func madeRecord(size int) (*record.Record, error) {
	at := record.At(time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC))
	outcome := record.Succeeded
	rec := &record.Record{
		Schema: record.V02, RunID: "RUN_ID", PackID: "PACK_ID", PackPath: "packs/x/pack.yaml", PackDigest: "sha256:" + strings.Repeat("0a", 32),
		Operator: "ana", Context: record.Context{Project: "billing", Target: "db3", Environment: "rehearsal"}, CreatedAt: at, UpdatedAt: at,
		Outcome: &outcome, FinishedAt: &at, Mode: record.ManualMode, Steps: map[string]*record.Step{}, Gates: map[string]*record.Gate{"go-no-go": {State: record.Passed}},
		Feedback: []record.Feedback{{Rating: record.Good, Comment: "went well", By: "ana", At: at}},
	}
	for i := 0; ; i++ {
		rec.Steps[fmt.Sprintf("step-%d", i)], rec.Events = madeStep(at), append(rec.Events, madeEvents(i, at)...)
		copied := *rec
		data, err := copied.Encode()
		if err != nil {
			return nil, err
		}
		if len(data) >= size-1024 {
			return rec, nil
		}
	}
}

func madeStep(at record.Time) *record.Step {
	return &record.Step{State: record.Done, StartedAt: &at, FinishedAt: &at, Verification: madeResult(at)}
}

func madeResult(at record.Time) *record.Result {
	exit, took := 0, 0.031
	return &record.Result{Kind: "output-contains", Passed: true, ExitCode: &exit, Seconds: &took, At: at, Attempts: 1, Source: record.FromCommand}
}

func madeEvents(i int, at record.Time) []record.Event {
	id := fmt.Sprintf("step-%d", i)
	return []record.Event{
		{Seq: 4*i + 1, At: at, By: "ana", Action: record.VerbStart, Item: id, From: record.Todo, To: record.Running},
		{Seq: 4*i + 2, At: at, By: "ana", Action: record.VerbVerify, Item: id, Detail: record.Detail{Verification: madeResult(at)}},
		{Seq: 4*i + 3, At: at, By: "ana", Action: record.VerbNote, Item: id, Detail: record.Detail{Note: "The replica lagged, \"as usual\"; waited until it had caught up – then went on."}},
		{Seq: 4*i + 4, At: at, By: "ana", Action: record.VerbDone, Item: id, From: record.Running, To: record.Done},
	}
}

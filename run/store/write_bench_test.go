package store_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"rtut/pack"
	"rtut/run"
	"rtut/run/store"
)

const nightID = "20261130T004512.000000Z-9f2c4a"

// night is a session with a run of so many events, its records on disk, each note written as a command does.
func night(b *testing.B, events int) (*run.Session, *store.File) {
	b.Helper()
	p, _, err := pack.Load(fstest.MapFS{"pack.yaml": {Data: []byte(
		"schema: runbook-pack/v0.2\nid: it\ntitle: It\nowner: ops\nstages: [{ id: all, title: All, steps: [{ id: look, title: Look }] }]\n",
	)}}, "pack.yaml")
	if err != nil || p == nil {
		b.Fatal(err)
	}
	f := store.NewFile(b.TempDir())
	session := &run.Session{Pack: p, Store: f, Clock: time.Now, By: "ana", PackRevision: func() (pack.Revision, error) { return pack.Revision{Digest: "sha256:0"}, nil }}
	if _, err := session.New(context.Background(), run.New{RunID: nightID, PackPath: "pack.yaml"}); err != nil {
		b.Fatal(err)
	}
	for range events - 1 {
		writeNote(b, session)
	}
	return session, f
}

func writeNote(b *testing.B, session *run.Session) {
	if _, err := session.Do(context.Background(), nightID, run.Note{Text: "the lag is at 3 seconds and falls; nothing else is to be seen"}); err != nil {
		b.Fatal(err)
	}
}

// writeRaw writes bytes durably without any knowledge of them: a temporary file, fsync, rename, fsync of the directory.
func writeRaw(b *testing.B, dir string, data []byte) {
	file, err := os.CreateTemp(dir, "raw")
	if err != nil {
		b.Fatal(err)
	}
	parent, err := os.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	defer parent.Close()
	_, err = file.Write(data)
	for _, err := range []error{err, file.Sync(), file.Close(), os.Rename(file.Name(), filepath.Join(dir, "raw")), parent.Sync()} {
		if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkUpdate writes one more note into a record of so many events, beside a durable write of the same bytes. x-raw is how
// many times that it takes.
func BenchmarkUpdate(b *testing.B) {
	for _, events := range []int{10, 100, 1000} {
		session, f := night(b, events)
		b.Run(fmt.Sprintf("%d-events", events), func(b *testing.B) {
			var ours, raw time.Duration
			for b.Loop() {
				began := time.Now()
				writeNote(b, session)
				between := time.Now()
				data, err := os.ReadFile(f.Path(nightID))
				if err != nil {
					b.Fatal(err)
				}
				after := time.Now()
				writeRaw(b, f.Dir(), data)
				ours, raw = ours+between.Sub(began), raw+time.Since(after)
			}
			b.ReportMetric(float64(ours)/float64(raw), "x-raw")
		})
	}
}

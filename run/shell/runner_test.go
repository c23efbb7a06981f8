package shell

import (
	"context"
	"errors"
	"testing"
	"time"

	"rtut/run"
)

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestADisplayThatFailsDoesNotFailACheck(t *testing.T) {
	job := run.Job{Script: "echo out; echo err >&2; echo more", Timeout: 10 * time.Second, Want: "more"}
	seen, err := Runner{}.Run(context.Background(), job, brokenWriter{})
	if err != nil {
		t.Fatal(err)
	}
	if seen.Problem != "" || seen.ExitCode != 0 || !seen.Contained || seen.Head != "out\nmore\n" {
		t.Errorf("observed %+v", seen)
	}
}

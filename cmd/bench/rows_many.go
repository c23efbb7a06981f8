package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func scan(w *world) ([]figure, error) {
	l := &list{w: w}
	dir, err := w.finished(w.options.records)
	if err != nil {
		return nil, err
	}
	store := filepath.Join(dir, ".local", "runbook-runs")
	again := w.time(dir, "rtut", "score", ".")
	first := func() (float64, error) {
		if err := os.RemoveAll(filepath.Join(store, ".cache")); err != nil {
			return 0, err
		}
		return again()
	}
	shell := func(script string) timed { return w.time(dir, "sh", "-c", script, "sh", store) }
	const each = `find "$1" -maxdepth 1 -name '*.json' -print0 | xargs -0 `
	what := fmt.Sprintf("rtut score over %d records", w.options.records)
	l.beside(what, "cat of the same files", 2, first, shell(each+"cat >/dev/null"))
	if has("jq") {
		l.beside(what, "jq for the same counts", 0.1, first, shell(each+`jq -r '[.pack_id, .outcome, (.feedback // [] | last | .rating)] | @tsv' | sort | uniq -c >/dev/null`))
	} else {
		l.missing(what, "jq")
	}
	l.beside(what+" again", "ls -l of the directory", 2, again, shell(`ls -l "$1" >/dev/null`))
	l.alone("memory of "+what, megabytes, 100, func() (float64, error) {
		if err := os.RemoveAll(filepath.Join(store, ".cache")); err != nil {
			return 0, err
		}
		return w.peak(dir, "rtut", "score", ".")
	})
	return l.all, l.err
}

// openRun adds an open run to a directory and returns its id. Finished ones are of November 1.
func (w *world) openRun(dir string) (string, error) {
	if _, err := w.command(dir, "rtut", "run", "new", "long"); err != nil {
		return "", err
	}
	all, err := filepath.Glob(filepath.Join(dir, ".local", "runbook-runs", "2*.json"))
	if err != nil {
		return "", err
	}
	for _, path := range all {
		if id := strings.TrimSuffix(filepath.Base(path), ".json"); !strings.HasPrefix(id, "20261101T") {
			return id, nil
		}
	}
	return "", fmt.Errorf("%s has no open run", dir)
}

func among(w *world) ([]figure, error) {
	l := &list{w: w}
	many, err := w.finished(2000)
	if err != nil {
		return nil, err
	}
	one, err := w.input("one", func(dir string) error { return writePack(dir, packText(1)) })
	if err != nil {
		return nil, err
	}
	first, err := w.openRun(many)
	if err != nil {
		return nil, err
	}
	second, err := w.openRun(one)
	if err != nil {
		return nil, err
	}
	l.beside("rtut run status --run ID among 2,000 records", "the same where there is one", 1.1,
		w.time(many, "rtut", "run", "status", "--run", first), w.time(one, "rtut", "run", "status", "--run", second))
	return l.all, l.err
}

// loud is a check with so many bytes of output.
const loud = "head -c 2000000000 /dev/zero | tr '\\0' x"

func output(w *world) ([]figure, error) {
	l := &list{w: w}
	dir, err := w.input("loud", func(dir string) error {
		text := strings.Replace(packText(1), `command: "true"`, `command: "`+strings.ReplaceAll(loud, `\`, `\\`)+`"`, 1)
		if err := writePack(dir, text); err != nil {
			return err
		}
		for _, args := range [][]string{{"rtut", "run", "new", "long"}, {"rtut", "run", "start", "s1"}} {
			if _, err := w.command(dir, args...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	check := []string{"rtut", "run", "verify", "s1", "--yes", "--json"}
	l.beside("a check with 2 GB of output", "the same piped to cat", 0.5, w.time(dir, check...), w.time(dir, "sh", "-c", loud+" | cat >/dev/null"))
	l.alone("memory of that check", megabytes, 64, func() (float64, error) {
		return w.peak(dir, check...)
	})
	return l.all, l.err
}

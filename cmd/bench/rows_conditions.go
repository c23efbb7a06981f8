package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// conditions measures under what is bad for any program.
func conditions(w *world) ([]figure, error) {
	l := &list{w: w}
	for _, under := range []func(w *world, l *list) error{busy, coldCache, slowDisk, longPath, manyFiles} {
		if err := under(w, l); err != nil {
			l.all = append(l.all, figure{what: "bad conditions", fault: err.Error()})
		}
	}
	return l.all, l.err
}

// busy has two processes compute all the time.
func busy(w *world, l *list) error {
	dir, err := w.runOf("start", packText(50))
	if err != nil {
		return err
	}
	l.alone("rtut run next while two other processes compute", seconds, 0.2, func() (float64, error) {
		var others []*exec.Cmd
		defer func() {
			for _, cmd := range others {
				_ = cmd.Process.Kill()
				_ = cmd.Wait() // it was killed
			}
		}()
		for range 2 {
			cmd := exec.CommandContext(w.ctx, "sh", "-c", "while :; do :; done")
			if err := cmd.Start(); err != nil {
				return 0, err
			}
			others = append(others, cmd)
		}
		<-time.After(50 * time.Millisecond) // until they compute
		return w.command(dir, "rtut", "run", "next")
	})
	return nil
}

// coldCache has the system forget what it has read from the disk.
func coldCache(w *world, l *list) error {
	dir, err := w.runOf("start", packText(50))
	if err != nil {
		return err
	}
	const forget = "/proc/sys/vm/drop_caches"
	what := "rtut run next, nothing in the disk cache, the program neither"
	if err := os.WriteFile(forget, []byte("1"), 0o200); errors.Is(err, os.ErrPermission) {
		l.all = append(l.all, figure{what: what, fault: "only root can empty the disk cache"})
		return nil
	}
	l.alone(what, seconds, 1, func() (float64, error) {
		if err := os.WriteFile(forget, []byte("1"), 0o200); err != nil {
			return 0, err
		}
		return w.command(dir, "rtut", "run", "next")
	})
	return nil
}

// slowDisk delays each fsync by 30 ms.
func slowDisk(w *world, l *list) error {
	what := "rtut run note, each fsync takes 30 ms more"
	if !has("strace") {
		l.missing(what, "strace")
		return nil
	}
	dir, err := w.runOf("noted", packText(50))
	if err != nil {
		return err
	}
	rec, err := recordFile(dir)
	if err != nil {
		return err
	}
	bytes, err := sizeOf(rec)
	if err != nil {
		return err
	}
	slow := func(args ...string) []string {
		return append([]string{"strace", "-f", "-qq", "-o", "/dev/null", "--seccomp-bpf", "-e", "trace=fsync,fdatasync", "-e", "inject=fsync,fdatasync:delay_exit=30000"}, args...)
	}
	floor, err := w.input("slow", func(string) error { return nil })
	if err != nil {
		return err
	}
	l.beside(what, "one durable write of the same bytes on that disk", 1.5,
		w.time(dir, slow(w.path("rtut"), "run", "note", "the lag falls")...),
		w.time(floor, slow(w.path("durable"), floor, "1", fmt.Sprint(bytes), fmt.Sprint(bytes), "0")...))
	return nil
}

// longPath has 200 directories in which a command is looked for before it is found.
func longPath(w *world, l *list) error {
	dir, err := w.runOf("path", packText(1))
	if err != nil {
		return err
	}
	if _, err := w.command(dir, "rtut", "run", "start", "s1"); err != nil {
		return err
	}
	var all []string
	for n := range 200 {
		all = append(all, filepath.Join(dir, "bin", fmt.Sprint(n)))
		if err := os.MkdirAll(all[n], 0o777); err != nil {
			return err
		}
	}
	check := []string{w.path("rtut"), "run", "verify", "s1", "--yes"}
	l.beside("a check with 200 directories in PATH", "the same with the usual ones", 1.5,
		w.time(dir, append([]string{"env", "PATH=" + strings.Join(all, ":") + ":" + os.Getenv("PATH")}, check...)...),
		w.time(dir, append([]string{"env"}, check...)...))
	return nil
}

// manyFiles looks for packs in a repo with 300,000 files.
func manyFiles(w *world, l *list) error {
	dir, err := w.input("files", func(dir string) error {
		for n := range 3000 {
			sub := filepath.Join(dir, "src", fmt.Sprint(n/60), fmt.Sprint(n%60))
			if err := os.MkdirAll(sub, 0o777); err != nil {
				return err
			}
			for i := range 100 {
				if err := os.WriteFile(filepath.Join(sub, fmt.Sprintf("file%d.go", i)), nil, 0o666); err != nil {
					return err
				}
			}
		}
		return writePack(dir, packText(5))
	})
	if err != nil {
		return err
	}
	l.beside("rtut list in a repo with 300,000 files", "find -name pack.yaml", 2,
		w.time(dir, "rtut", "list"), w.time(dir, "find", ".", "-name", "pack.yaml"))
	return nil
}

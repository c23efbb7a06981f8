package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// world is a scratch directory with the programs and the inputs that are measured.
type world struct {
	ctx     context.Context
	dir     string
	options options
	made    map[string]string // inputs by name, see input
}

// newWorld builds the programs.
func newWorld(ctx context.Context, o options) (*world, error) {
	dir, err := os.MkdirTemp("", "rtut-bench")
	if err != nil {
		return nil, err
	}
	w := &world{ctx: ctx, dir: dir, options: o, made: map[string]string{}}
	for _, p := range []struct{ name, from string }{
		{"rtut", "./cmd/rtut"},
		{"hello", "./cmd/bench/floor/hello"},
		{"nodes", "./cmd/bench/floor/nodes"},
		{"decode", "./cmd/bench/floor/decode"},
		{"durable", "./cmd/bench/floor/durable"},
		{"peak", "./cmd/bench/floor/peak"},
	} {
		if err := w.build(p.name, p.from); err != nil {
			w.remove()
			return nil, err
		}
	}
	return w, nil
}

func (w *world) remove() { _ = os.RemoveAll(w.dir) } // a scratch directory

// build makes a program as releases have it.
func (w *world) build(name string, args ...string) error {
	cmd := exec.CommandContext(w.ctx, "go", append([]string{"build", "-trimpath", "-ldflags=-s -w", "-o", w.path(name)}, args...)...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

func (w *world) path(name string) string { return filepath.Join(w.dir, name) }

// input makes an input once, below a directory of its own, and returns that directory.
func (w *world) input(name string, fill func(dir string) error) (string, error) {
	if dir, there := w.made[name]; there {
		return dir, nil
	}
	dir := w.path("in-" + name)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	if err := fill(dir); err != nil {
		return "", err
	}
	w.made[name] = dir
	return dir, nil
}

// command runs a program, with its output discarded, and returns how many seconds it took. It fails where the program does.
func (w *world) command(dir string, args ...string) (float64, error) {
	errors, err := os.Create(w.path("errors"))
	if err != nil {
		return 0, err
	}
	defer errors.Close()
	cmd := w.prepared(dir, args...)
	cmd.Stderr = errors
	began := time.Now()
	err = cmd.Run()
	took := time.Since(began)
	if err != nil {
		said, _ := os.ReadFile(errors.Name())
		return 0, fmt.Errorf("%s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(string(said[:min(len(said), 2000)])))
	}
	return took.Seconds(), nil
}

// prepared is a command of the world's own programs or of those that are installed.
func (w *world) prepared(dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(w.ctx, args[0], args[1:]...)
	if program := w.path(args[0]); !strings.Contains(args[0], "/") && exists(program) {
		cmd.Path, cmd.Err = program, nil
	}
	cmd.Dir, cmd.Env = dir, w.env()
	return cmd
}

// peak runs a program and returns how many megabytes of memory it had at most.
func (w *world) peak(dir string, args ...string) (float64, error) {
	out, err := w.prepared(dir, append([]string{"peak"}, args...)...).Output()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	kib, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
	return kib / 1024, err
}

// env is the environment of what is measured: nothing of the person's own configuration.
func (w *world) env() []string {
	return []string{"PATH=" + w.dir + ":" + os.Getenv("PATH"), "HOME=" + w.dir, "LANG=C.UTF-8", "RTUT_OPERATOR=ana", "TERM=xterm-256color"}
}

// time returns a command as something that is timed.
func (w *world) time(dir string, args ...string) timed {
	return func() (float64, error) { return w.command(dir, args...) }
}

// each runs commands one after the other and adds up what they took.
func (w *world) each(dir string, commands ...[]string) timed {
	return func() (float64, error) {
		sum := 0.0
		for _, args := range commands {
			took, err := w.command(dir, args...)
			if err != nil {
				return 0, err
			}
			sum += took
		}
		return sum, nil
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// has reports whether a program is installed.
func has(program string) bool {
	_, err := exec.LookPath(program)
	return err == nil
}

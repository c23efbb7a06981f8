package shell

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// program is what a process is started from.
type program struct {
	argv []string
	dir  string
	env  []string // the whole environment
}

// running is a process with its group and its guard.
type running struct {
	cmd   *exec.Cmd
	guard *guard
}

// start starts p, guarded, in a session of its own, with its output going to out.
func start(p program, out *output) (*running, error) {
	defer out.started()
	if _, err := find(p.argv[0]); err != nil {
		return nil, err
	}
	sh, err := find("sh")
	if err != nil {
		return nil, err
	}
	guard, err := newGuard(sh)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(sh, append([]string{"-c", guarded, "sh"}, p.argv...)...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = p.dir, p.env, out.stdout, out.stderr
	cmd.ExtraFiles = []*os.File{guard.pipe}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		guard.dismiss()
		return nil, fmt.Errorf("start %s: %w", p.argv[0], err)
	}
	return &running{cmd: cmd, guard: guard}, nil
}

// wait waits for the process, not for its output, and returns its exit code: 128+n if signal n ended it, as a shell
// would say.
func (r *running) wait() int {
	_ = r.cmd.Wait() // what it says is in ProcessState
	r.guard.ended()
	if status, ok := r.cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return r.cmd.ProcessState.ExitCode()
}

// kill ends the whole group: SIGTERM, and SIGKILL for what is left of it after grace.
func (r *running) kill(grace time.Duration) {
	r.signal(syscall.SIGTERM)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(grace); time.Now().Before(end); <-tick.C {
		if !r.signal(0) {
			return
		}
	}
	r.signal(syscall.SIGKILL)
}

// signal sends sig to the group and reports whether there was still somebody in it.
func (r *running) signal(sig syscall.Signal) bool {
	err := syscall.Kill(-r.cmd.Process.Pid, sig)
	return !errors.Is(err, syscall.ESRCH)
}

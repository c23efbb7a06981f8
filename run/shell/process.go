package shell

import (
	"strings"
	"syscall"
	"time"
)

// program is what a process is started from.
type program struct {
	argv  []string
	dir   string
	env   []string // the whole environment
	loose bool     // what leaves its process group is not its any more

	signals *Signals // to be passed on to it; nil for none
}

// environment is env with each variable once, as its last assignment has it.
func environment(env []string) []string {
	last := map[string]int{}
	for i, assignment := range env {
		name, _, _ := strings.Cut(assignment, "=")
		last[name] = i
	}
	var once []string
	for i, assignment := range env {
		if name, _, _ := strings.Cut(assignment, "="); last[name] == i {
			once = append(once, assignment)
		}
	}
	return once
}

// running is a process under a guard.
type running struct {
	guard   *guard
	pid     int
	signals *Signals
}

// start starts p in a session of its own, with its output going to out.
func start(p program, limit time.Duration, out *output) (*running, error) {
	defer out.started()
	g, err := takeGuard()
	if err != nil {
		return nil, err
	}
	pid, err := g.start(p, limit, out)
	if err != nil {
		g.dismiss()
		return nil, err
	}
	return &running{guard: g, pid: pid, signals: p.signals}, nil
}

// wait waits for the process, not for its output. If the guard was ended by somebody, what it guarded is ended.
func (r *running) wait() (endedReply, error) {
	ended, err := r.guard.ended()
	if err != nil {
		r.killSession()
	}
	return ended, err
}

// killSession kills what is left of the process and of its session, for a guard that can't.
func (r *running) killSession() {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	_ = syscall.Kill(-r.pid, syscall.SIGKILL)
	for end := time.Now().Add(killGrace); time.Now().Before(end); <-tick.C {
		left := tree(r.pid, r.pid)
		if len(left) == 0 {
			return
		}
		for _, pid := range left {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

// release lets go of a command that has ended, or that can't be ended, and returns what it has left running, and whether the limit
// came before that was known.
func (r *running) release(ended endedReply, completed bool) (left []Process, timedOut bool) {
	switch {
	case ended.Clean && r.guard.rests():
		r.guard.rest()
	case completed:
		return r.guard.quit()
	default:
		r.guard.dismiss()
	}
	return ended.Left, ended.TimedOut
}

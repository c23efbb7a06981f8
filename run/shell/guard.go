package shell

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// guard is rtut's side of its guard: a process that starts commands, keeps their limits, and ends them when rtut is gone in
// whatever way. It has one running command at a time, and does the next one when all of that is gone.
type guard struct {
	conn    *net.UnixConn
	process *os.Process
	replies chan reply // closed when the guard is gone
}

// resting are the guards that have nothing to do: one, unless commands have run side by side.
var resting struct {
	sync.Mutex
	guards []*guard
}

// takeGuard returns a guard that rests, or a new one.
func takeGuard() (*guard, error) {
	resting.Lock()
	defer resting.Unlock()
	for len(resting.guards) > 0 {
		last := len(resting.guards) - 1
		g := resting.guards[last]
		resting.guards = resting.guards[:last]
		if g.rests() {
			return g, nil
		}
		g.dismiss()
	}
	return newGuard()
}

// Expect says that a command is going to be run, so that a guard gets ready meanwhile. Where none can be started the command will
// say so.
func Expect() {
	resting.Lock()
	go func() {
		defer resting.Unlock()
		if len(resting.guards) > 0 {
			return
		}
		if g, err := newGuard(); err == nil {
			resting.guards = append(resting.guards, g)
		}
	}()
}

// rests reports whether the guard is there and has nothing more to say.
func (g *guard) rests() bool {
	select {
	case <-g.replies:
		return false
	default:
		return true
	}
}

// rest keeps a guard for the next command.
func (g *guard) rest() {
	resting.Lock()
	defer resting.Unlock()
	resting.guards = append(resting.guards, g)
}

// dismiss lets a guard go. It ends what is running first.
func (g *guard) dismiss() {
	_ = g.conn.Close()
	g.wake()
}

func newGuard() (*guard, error) {
	program, err := thisProgram()
	if err != nil {
		return nil, fmt.Errorf("start the guard of commands: %w", err)
	}
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		return nil, fmt.Errorf("open a socket to the guard of commands: %w", err)
	}
	syscall.CloseOnExec(fds[0])
	syscall.CloseOnExec(fds[1])
	theirs := os.NewFile(uintptr(fds[1]), "guard")
	defer func() { _ = theirs.Close() }()
	conn, err := connFrom(os.NewFile(uintptr(fds[0]), "rtut"))
	if err != nil {
		return nil, fmt.Errorf("open a socket to the guard of commands: %w", err)
	}
	cmd := &exec.Cmd{
		Path: program, Args: []string{guardName}, Stdin: theirs, Env: []string{"GOMAXPROCS=2"},
		Dir:         "/", // it must not hold a file system that a command unmounts
		SysProcAttr: guardAttributes(),
	}
	if err := cmd.Start(); err != nil {
		_ = conn.Close()
		return nil, fmt.Errorf("start the guard of commands: %w", err)
	}
	go func() { _ = cmd.Wait() }()
	g := &guard{conn: conn, process: cmd.Process, replies: make(chan reply, 4)}
	go g.listen()
	return g, nil
}

// listen passes on what the guard says, to its end.
func (g *guard) listen() {
	defer close(g.replies)
	from := json.NewDecoder(g.conn)
	for {
		var r reply
		if from.Decode(&r) != nil {
			return
		}
		g.replies <- r
	}
}

// errGuardGone says that somebody has ended the guard.
var errGuardGone = errors.New("the guard of the command has ended before the command")

// start has the guard start p, with its output going to out.
func (g *guard) start(p program, limit time.Duration, out *output) (pid int, err error) {
	path, err := find(p.argv[0])
	if err != nil {
		return 0, err
	}
	o := runOrder{
		Path: []byte(path), Argv: toBytes(p.argv), Dir: []byte(p.dir), Env: toBytes(environment(p.env)), Limit: limit, Loose: p.loose,
	}
	if err := sendOrder(g.conn, order{Run: &o}, out.stdout, out.stderr); err != nil {
		return 0, fmt.Errorf("start %s: %w", p.argv[0], err)
	}
	r, there := g.reply()
	switch {
	case !there || r.Started == nil:
		return 0, errGuardGone
	case r.Started.Errno != 0:
		return 0, fmt.Errorf("start %s: %w", p.argv[0], &os.PathError{Op: "fork/exec", Path: path, Err: r.Started.Errno})
	}
	return r.Started.PID, nil
}

// ended waits until the command has ended.
func (g *guard) ended() (endedReply, error) {
	for {
		switch r, there := g.reply(); {
		case !there:
			return endedReply{Code: -1}, errGuardGone
		case r.Ended != nil:
			return *r.Ended, nil
		}
	}
}

// end has the guard end the command.
func (g *guard) end() {
	g.wake()
	_ = sendOrder(g.conn, order{End: true})
}

// wakeEvery is how long a guard that a command has stopped stays so while something is waited for.
const wakeEvery = 100 * time.Millisecond

// reply waits for the next thing that the guard says; false where it is gone. A command can stop its guard at any time, before it
// has said that the command is there, too: so the guard is woken again and again meanwhile.
func (g *guard) reply() (reply, bool) {
	again := time.NewTicker(wakeEvery)
	defer again.Stop()
	for {
		select {
		case r, there := <-g.replies:
			return r, there
		case <-again.C:
			g.wake()
		}
	}
}

// wake lets a guard go on that a command has stopped.
func (g *guard) wake() { _ = g.process.Signal(syscall.SIGCONT) }

// signal has the guard pass a signal on to the command.
func (g *guard) signal(sig syscall.Signal) { _ = sendOrder(g.conn, order{Pass: int(sig)}) }

// quit has the guard say what a command has left running, and end without touching it. If the limit was over before, the guard
// has ended all that, and told so.
func (g *guard) quit() (left []Process, timedOut bool) {
	defer g.dismiss()
	g.wake()
	if sendOrder(g.conn, order{Quit: true}) != nil {
		return nil, false
	}
	for {
		switch r, there := g.reply(); {
		case !there:
			return nil, timedOut
		case r.Ended != nil:
			timedOut = r.Ended.TimedOut
		case r.Left != nil:
			return r.Left.Processes, timedOut
		}
	}
}

package shell

import (
	"encoding/json"
	"errors"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// guardName is argument 0 of a process that is a guard.
const guardName = "rtut-guard"

// A guard is this very program under another name, so that nothing has to be installed beside it. It never comes to main.
func init() {
	if len(os.Args) == 1 && os.Args[0] == guardName {
		os.Exit(beGuard()) //nolint:forbidigo // a guard never comes to main
	}
}

// guardian is the guard's side: it is the parent of the running command and, where the system has such, of whatever that has
// started and that has lost its parent.
type guardian struct {
	replies *json.Encoder
	adopts  bool // what has lost its parent becomes a child of the guard
	pid     int  // of the running command; 0 if there is none
	loose   bool
	limit   <-chan time.Time
	first   chan syscall.WaitStatus // how the command itself ended
	alone   chan struct{}           // closed when there is no child any more
}

// beGuard carries out orders until the one who gives them is gone, and ends what is running then.
func beGuard() int {
	conn, err := connFrom(os.Stdin)
	if err != nil {
		return 1
	}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	orders := make(chan incoming)
	go receiveOrders(conn, orders)
	g := &guardian{replies: json.NewEncoder(conn), adopts: adoptOrphans()}
	for {
		select {
		case in, more := <-orders:
			if !more || !g.obey(in) {
				g.kill()
				return 0
			}
		case status := <-g.first:
			g.ended(status)
		case <-g.limit:
			g.end(true)
		case <-stop:
			g.kill()
			return 1
		}
	}
}

type incoming struct {
	order order
	fds   []int
}

// receiveOrders passes orders on, and closes orders when there are no more.
func receiveOrders(conn *net.UnixConn, orders chan<- incoming) {
	defer close(orders)
	for {
		o, fds, err := receiveOrder(conn)
		if err != nil {
			return
		}
		orders <- incoming{o, fds}
	}
}

// obey carries out an order and reports whether there may be more.
func (g *guardian) obey(in incoming) bool {
	switch {
	case in.order.Run != nil:
		g.say(reply{Started: g.run(in.order.Run, in.fds)})
	case in.order.End:
		g.end(false)
	case in.order.Pass != 0:
		g.pass(syscall.Signal(in.order.Pass))
	case in.order.Quit:
		g.say(reply{Left: &leftReply{g.left()}})
		g.pid = 0 // what is left running is nobody's any more
		return false
	}
	return true
}

// run starts a command in a session of its own.
func (g *guardian) run(o *runOrder, fds []int) *startedReply {
	defer func() {
		for _, fd := range fds {
			_ = syscall.Close(fd)
		}
	}()
	null, err := os.Open(os.DevNull)
	if err != nil || len(fds) == 0 {
		return &startedReply{Errno: syscall.EBADF}
	}
	defer func() { _ = null.Close() }()
	pid, err := syscall.ForkExec(string(o.Path), toTexts(o.Argv), &syscall.ProcAttr{
		Dir: string(o.Dir), Env: toTexts(o.Env), Files: []uintptr{null.Fd(), uintptr(fds[0]), uintptr(fds[len(fds)-1])},
		Sys: &syscall.SysProcAttr{Setsid: true},
	})
	if err != nil {
		errno := syscall.EINVAL
		errors.As(err, &errno)
		return &startedReply{Errno: errno}
	}
	g.pid, g.loose, g.limit = pid, o.Loose, time.After(o.Limit)
	g.first, g.alone = make(chan syscall.WaitStatus, 1), make(chan struct{})
	go reap(pid, g.first, g.alone)
	return &startedReply{PID: pid}
}

// reap waits for the command and for everything else that becomes a child of the guard, until there is nothing.
func reap(pid int, first chan<- syscall.WaitStatus, alone chan<- struct{}) {
	defer close(alone)
	for {
		var status syscall.WaitStatus
		got, err := syscall.Wait4(-1, &status, 0, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
		case err != nil:
			return
		case got == pid:
			first <- status
		}
	}
}

// ended tells how the command itself has ended. Until rtut has heard what is left running, that is the command's still.
func (g *guardian) ended(status syscall.WaitStatus) {
	g.first = nil
	clean := g.isAlone()
	if clean {
		g.pid, g.limit = 0, nil
	}
	g.say(reply{Ended: &endedReply{Code: exitCode(status), Signal: signalOf(status), Clean: clean}})
}

// end ends the running command, at its limit or because rtut asks for it.
func (g *guardian) end(timedOut bool) {
	if g.pid == 0 {
		return
	}
	g.kill()
	told := endedReply{Code: -1, TimedOut: timedOut, Clean: g.isAlone()}
	if !told.Clean {
		told.Left = g.left()
	}
	g.first, g.limit = nil, nil
	if told.Clean {
		g.pid = 0
	}
	g.say(reply{Ended: &told})
}

// pass passes a signal on to the group of the command, as a terminal does. What can't be refused goes to all that it has started.
func (g *guardian) pass(sig syscall.Signal) {
	switch {
	case g.pid == 0:
	case sig == syscall.SIGKILL:
		g.signal(sig)
	default:
		_ = syscall.Kill(-g.pid, sig)
	}
}

// kill ends the command and all that it has started: SIGTERM, and SIGKILL for what is left of it after a while.
func (g *guardian) kill() {
	if g.pid == 0 || g.wave(syscall.SIGTERM, termGrace) {
		return
	}
	g.wave(syscall.SIGKILL, killGrace)
}

// wave sends a signal to all that the command has started and waits until it is gone. What is new is killed, too. It reports
// whether all is gone.
func (g *guardian) wave(sig syscall.Signal, grace time.Duration) bool {
	g.signal(sig)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(grace); time.Now().Before(end); <-tick.C {
		if g.isGone() {
			return true
		}
		if sig == syscall.SIGKILL {
			g.signal(sig)
		}
	}
	return g.isGone()
}

// isGone reports whether nothing of the command is left.
func (g *guardian) isGone() bool {
	if g.loose {
		return errors.Is(syscall.Kill(-g.pid, 0), syscall.ESRCH)
	}
	select {
	case <-g.alone:
		return g.adopts || len(g.offspring()) == 0
	default:
		return false
	}
}

// signal sends a signal to all that the command has started. What is stopped takes it when it goes on.
func (g *guardian) signal(sig syscall.Signal) {
	_ = syscall.Kill(-g.pid, sig)
	if g.loose {
		return
	}
	for _, pid := range g.offspring() {
		_ = syscall.Kill(pid, sig)
		_ = syscall.Kill(pid, syscall.SIGCONT)
	}
}

func (g *guardian) offspring() []int { return tree(os.Getpid(), g.pid) }

// left are the processes that the command has left running.
func (g *guardian) left() []Process {
	if g.pid == 0 || g.loose {
		return nil
	}
	var left []Process
	for _, pid := range g.offspring() {
		if command := commandLine(pid); command != "" {
			left = append(left, Process{pid, command})
		}
	}
	return left
}

// aloneGrace is for the parts of a pipeline, which end a moment after their command.
const aloneGrace = 2 * time.Millisecond

// isAlone reports whether nothing of the command is left, or will be in a moment.
func (g *guardian) isAlone() bool {
	select {
	case <-g.alone:
		return g.adopts || len(g.offspring()) == 0
	case <-time.After(aloneGrace):
		return false
	}
}

func (g *guardian) say(r reply) { _ = g.replies.Encode(r) } // if nobody listens any more the orders end, too

// exitCode is 128+n if signal n ended a command, as a shell would say.
func exitCode(status syscall.WaitStatus) int {
	if status.Signaled() {
		return 128 + int(status.Signal())
	}
	return status.ExitStatus()
}

// signalOf is the signal that ended a command; 0 for none.
func signalOf(status syscall.WaitStatus) int {
	if status.Signaled() {
		return int(status.Signal())
	}
	return 0
}

func connFrom(f *os.File) (*net.UnixConn, error) {
	defer func() { _ = f.Close() }()
	conn, err := net.FileConn(f)
	if err != nil {
		return nil, err
	}
	unix, ok := conn.(*net.UnixConn)
	if !ok {
		_ = conn.Close()
		return nil, errors.New("not a socket of this host")
	}
	return unix, nil
}

package shell

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// guardScript reads the number of a process group, and then waits: for a line, if rtut has seen the command end, or for
// the end of its input, if rtut is gone.
const guardScript = `read -r group || exit 0
[ "$group" = ended ] && exit 0
read -r ended && exit 0
kill -s TERM -- "-$group"
sleep 1
kill -s KILL -- "-$group"`

// guarded is what a process does before it becomes the command: it tells the guard its group itself, so that there is no
// moment in which rtut could die and leave a command without a guard.
const guarded = `echo $$ >&3 && exec 3>&- && exec "$@"`

// guard ends a command's process group when rtut dies in whatever way while the command runs.
type guard struct {
	cmd  *exec.Cmd
	pipe *os.File // its input; the command's process has it as file 3 until it becomes the command
}

func newGuard(sh string) (*guard, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("open a pipe to the guard of a command: %w", err)
	}
	defer func() { _ = r.Close() }()
	cmd := exec.Command(sh, "-c", guardScript)
	cmd.Stdin = r
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	cmd.Dir = "/" // it must not hold a file system that the command unmounts
	if err := cmd.Start(); err != nil {
		_ = w.Close()
		return nil, fmt.Errorf("start the guard of a command: %w", err)
	}
	return &guard{cmd: cmd, pipe: w}, nil
}

// ended tells the guard that the command has ended.
func (g *guard) ended() {
	_, _ = fmt.Fprintln(g.pipe, "ended")
	g.dismiss()
}

// dismiss sends away a guard whose command has ended or was never started.
func (g *guard) dismiss() {
	_ = g.pipe.Close()
	_ = g.cmd.Wait()
}

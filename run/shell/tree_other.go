//go:build !linux

package shell

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// thisProgram is the file to start this very program from again.
func thisProgram() (string, error) { return os.Executable() }

// guardAttributes start a guard in a session of its own.
func guardAttributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// adoptOrphans: there is no such thing here. What loses its parent and makes a session of its own is out of reach.
func adoptOrphans() bool { return false }

// tree returns the processes that descend from root or from one of a session, without root itself.
func tree(root, session int) []int {
	out, err := exec.Command("ps", "-A", "-o", "pid=,ppid=,stat=").Output()
	if err != nil {
		return nil
	}
	var all []procStat
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) != 3 || strings.HasPrefix(fields[2], "Z") {
			continue
		}
		pid, _ := strconv.Atoi(fields[0])
		parent, _ := strconv.Atoi(fields[1])
		of, _ := unix.Getsid(pid)
		all = append(all, procStat{pid, parent, of})
	}
	return descend(all, root, session)
}

// commandLine is the command line of a process; "" if it is gone.
func commandLine(pid int) string {
	out, err := exec.Command("ps", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

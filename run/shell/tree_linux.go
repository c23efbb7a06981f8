package shell

import (
	"bytes"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// thisProgram is the file to start this very program from again, even if another has taken its place since.
func thisProgram() (string, error) {
	if _, err := os.Stat("/proc/self/exe"); err == nil {
		return "/proc/self/exe", nil
	}
	return os.Executable()
}

// guardAttributes start a guard in a session of its own. If rtut ends in whatever way while a command has stopped the guard, the guard
// goes on, and ends the command.
func guardAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGCONT}
}

// adoptOrphans makes whatever loses its parent below this process a child of this process, and reports whether that was possible.
func adoptOrphans() bool {
	return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == nil
}

// tree returns the processes that descend from root or from one of a session, without root itself and without those that have
// ended and only wait to be asked how.
func tree(root, session int) []int {
	var all []procStat
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil {
			if s, ok := statOf(pid); ok {
				all = append(all, s)
			}
		}
	}
	return descend(all, root, session)
}

// statOf reads what a process is. It is not ok if it is gone or has ended.
func statOf(pid int) (procStat, bool) {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return procStat{}, false
	}
	fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:])) // the name before it may hold anything
	if len(fields) < 4 || fields[0] == "Z" || fields[0] == "X" {
		return procStat{}, false
	}
	parent, _ := strconv.Atoi(fields[1])
	session, _ := strconv.Atoi(fields[3])
	return procStat{pid, parent, session}, true
}

// commandLine is the command line of a process; "" if it is gone.
func commandLine(pid int) string {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
	if err != nil {
		return ""
	}
	words := strings.Split(strings.TrimRight(string(data), "\x00"), "\x00")
	return strings.TrimSpace(strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " "))
}

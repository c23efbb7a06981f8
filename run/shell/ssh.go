package shell

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"rtut/pack"
)

// maxSocketDir is the longest directory in bytes in which ssh can make its socket: a socket's path has 104 bytes at most
// (macOS), of which ssh's hash (40), its suffix while it is being made (17), a slash and the final NUL are taken.
const maxSocketDir = 104 - 40 - 17 - 2

// sshOptions never ask, never hang on a host that is away, and forward nothing. RemoteCommand would clash with ours.
var sshOptions = []string{
	"-n", "-T", "-x",
	"-o", "BatchMode=yes",
	"-o", "ConnectTimeout=10",
	"-o", "ServerAliveInterval=5",
	"-o", "ServerAliveCountMax=3",
	"-o", "ClearAllForwardings=yes",
	"-o", "RemoteCommand=none",
	"-o", "LogLevel=ERROR",
}

// sshArgv is the command line that runs cmd on its host. No shell sees it here.
func sshArgv(cmd Command, mark string) ([]string, error) {
	line, err := remoteLine(cmd, mark)
	if err != nil {
		return nil, err
	}
	argv := append(sshProgram(cmd), sshOptions...)
	if dir := socketDir(); dir != "" {
		argv = append(argv, "-o", "ControlMaster=auto", "-o", "ControlPersist=60", "-o", "ControlPath="+dir+"/%C")
	}
	return append(argv, "--", cmd.On, line), nil
}

func sshProgram(cmd Command) []string {
	if cmd.SSH != nil {
		return append([]string(nil), cmd.SSH...)
	}
	if words := strings.Fields(os.Getenv("RTUT_SSH")); len(words) > 0 {
		return words
	}
	return []string{"ssh"}
}

// checkHost refuses what ssh would take for an option, or what cannot be a host.
func checkHost(host string) error {
	if err := pack.CheckHost(host); err != nil {
		return fmt.Errorf("run a command on host %q: %w", host, err)
	}
	return nil
}

// socketDir returns a directory of the user's own for the sockets over which commands share a connection, or "" if there
// is none that is private and short enough: every command then connects again.
func socketDir() string {
	var parents []string
	if dir := os.Getenv("XDG_RUNTIME_DIR"); dir != "" {
		parents = append(parents, dir)
	}
	if dir, err := os.UserCacheDir(); err == nil {
		parents = append(parents, dir)
	}
	for _, parent := range parents {
		if dir := filepath.Join(parent, "rtut-ssh"); len(dir) <= maxSocketDir && makePrivate(dir) {
			return strings.ReplaceAll(dir, "%", "%%")
		}
	}
	dir := filepath.Join("/tmp", fmt.Sprintf("rtut-ssh-%d", os.Getuid()))
	if makePrivate(dir) {
		return dir
	}
	return ""
}

// makePrivate makes dir and reports whether it is a directory that belongs to the user and is open to nobody else.
func makePrivate(dir string) bool {
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return false
	}
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() || info.Mode().Perm() != 0o700 {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Getuid()
}

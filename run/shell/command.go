package shell

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// Command is one run of a script.
type Command struct {
	Script  string
	Shell   string        // "sh" (or ""): sh -ec; "bash": bash -eo pipefail -c
	Dir     string        // where it runs; "" is the caller's directory; has no meaning on another host
	Env     []string      // NAME=value, added to the caller's environment, the later wins; other hosts get RTUT_* alone
	Timeout time.Duration // of this attempt, more than 0; the caller has applied the rule of 60 s at most
	Remote  bool          // it is for another host, even if On is ""; where On is not, it is so anyway
	On      string        // the host, as ssh takes it
	Signals *Signals      // to be passed on to it; nil for none
	SSH     []string      // ssh and options put before rtut's own; nil is $RTUT_SSH split at spaces, else ssh
}

// Result is how a run of a script ended.
type Result struct {
	ExitCode    int           // 0 to 255, 128+n if signal n ended it, -1 if the run is not Completed
	Bytes       int64         // printed on both streams
	Duration    time.Duration // from start to end
	TimedOut    bool          // it did not end, or its output could not be delivered, within the limit
	Unreachable bool          // the host of Command.On is away, or went away
	Interrupted bool          // ctx ended it
	Signalled   bool          // a signal was passed on to it, however it ended then
	Signal      int           // that ended it, if it is known; 0 for none
	Left        []Process     // what it has left running, or what could not be ended
}

// Completed reports whether the command ended by itself. Only then its exit code and output say anything: a run that
// is not Completed never passes a check.
func (r Result) Completed() bool {
	return !r.TimedOut && !r.Unreachable && !r.Interrupted && r.ExitCode >= 0
}

// MissingToolError says that a program which is needed is not on the PATH.
type MissingToolError struct {
	Tool  string
	Cause error
}

func (e *MissingToolError) Error() string { return fmt.Sprintf("find %s: %v", e.Tool, e.Cause) }

func (e *MissingToolError) Unwrap() error { return e.Cause }

// isRemote keeps what is for another host from running here because nothing is left of the host's name.
func (c Command) isRemote() bool { return c.Remote || c.On != "" }

func (c Command) check() error {
	if c.Timeout <= 0 {
		return errors.New("run a command without a time limit")
	}
	if strings.Contains(c.Script+strings.Join(c.Env, ""), "\x00") {
		return errors.New("run a command that holds a NUL character")
	}
	if c.isRemote() {
		return checkHost(c.On)
	}
	if c.Dir == "" {
		return nil
	}
	info, err := os.Stat(c.Dir)
	if err == nil && !info.IsDir() {
		err = errors.New("not a directory")
	}
	if err != nil {
		return fmt.Errorf("run a command in %q: %w", c.Dir, err)
	}
	return nil
}

// argv is the script as a command line for its shell.
func (c Command) argv() ([]string, error) {
	switch c.Shell {
	case "", "sh":
		return []string{"sh", "-ec", c.Script}, nil
	case "bash":
		return []string{"bash", "-eo", "pipefail", "-c", c.Script}, nil
	}
	return nil, fmt.Errorf("run a command in shell %q: want sh or bash", c.Shell)
}

func find(tool string) (string, error) {
	path, err := exec.LookPath(tool)
	if err == nil {
		return path, nil
	}
	var notFound *exec.Error
	if errors.As(err, &notFound) {
		err = notFound.Err
	}
	return "", &MissingToolError{Tool: tool, Cause: err}
}

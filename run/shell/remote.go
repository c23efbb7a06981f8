package shell

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"strings"
	"time"
)

// remoteSlack is how much longer than the time limit a command may live on its host, for the case that the ssh which
// would have ended it is gone: our own limit, which counts the time to connect too, comes first.
const remoteSlack = 2 * time.Second

// UnreachableError says that the host of a command could not be reached, or was lost before the command ended.
type UnreachableError struct {
	Host   string
	Detail string // the last that ssh said, "" if nothing; not made plain
}

func (e *UnreachableError) Error() string {
	if e.Detail == "" {
		return fmt.Sprintf("reach host %s: the connection ended before the command did", e.Host)
	}
	return fmt.Sprintf("reach host %s: %s", e.Host, e.Detail)
}

// runRemote runs cmd on its host. ssh's own exit code is not trusted: 255 may be ssh's or the command's, and an ssh that
// was killed looks like a command that was. The remote side reports the code behind a mark, and without that report the
// host counts as away.
func runRemote(ctx context.Context, cmd Command, stdout, stderr io.Writer) (Result, error) {
	mark := newMark()
	argv, err := sshArgv(cmd, mark)
	if err != nil {
		return Result{ExitCode: -1}, notStarted(err)
	}
	report := newReport(stderr, mark)
	res, err := attempt(ctx, program{argv: argv, env: os.Environ(), loose: true, signals: cmd.Signals}, cmd.Timeout, stdout, report)
	if err != nil || !res.Completed() {
		return res, err // a write may be left behind: report is not to be touched
	}
	res.Bytes -= report.cut
	if err := report.flush(); err != nil {
		return res, fmt.Errorf("pass on the output of a command: %w", err)
	}
	if report.code < 0 {
		res.ExitCode, res.Unreachable = -1, true
		return res, &UnreachableError{Host: cmd.On, Detail: report.lastLine()}
	}
	res.ExitCode = report.code
	return res, nil
}

// remoteScript is what sh runs on the host. Where there is a timeout that can kill (GNU, newer busybox) it ends the
// command's group; elsewhere setsid, or else job control, gives the command a group, and a sleeper ends it.
const remoteScript = `guard=
%[1]s
if timeout -k 1 9 true 2>/dev/null; then
  timeout -k 1 %[2]d %[3]s </dev/null
else
  group=setsid
  command -v setsid >/dev/null 2>&1 || { group=; set -m 2>/dev/null; }
  $group %[3]s </dev/null & run=$!
  { sleep %[2]d; kill -s TERM -- "-$run" || kill -s TERM "$run"; sleep 1; kill -s KILL -- "-$run" || kill -s KILL "$run"; } </dev/null >/dev/null 2>&1 & guard=$!
  wait "$run"
fi
code=$?
[ -z "$guard" ] || kill -s KILL -- "-$guard" 2>/dev/null || kill -s KILL "$guard" 2>/dev/null
printf '%%s%%03d' %[4]s "$code" >&2
exit "$code"`

// remoteLine is the one string that the login shell of the host gets.
func remoteLine(cmd Command, mark string) (string, error) {
	argv, err := cmd.argv()
	if err != nil {
		return "", err
	}
	seconds := int(math.Ceil((cmd.Timeout + remoteSlack).Seconds()))
	script := fmt.Sprintf(remoteScript, exports(cmd.Env), seconds, quoteAll(argv), mark)
	return `exec sh -c 'eval "$(printf %b "$0")"' '` + octal(script) + `'`, nil
}

var exported = regexp.MustCompile(`^RTUT_[A-Z0-9_]+$`)

// exports are the shell commands that hand the RTUT_ variables of env on.
func exports(env []string) string {
	var b strings.Builder
	for _, v := range env {
		if name, value, ok := strings.Cut(v, "="); ok && exported.MatchString(name) {
			fmt.Fprintf(&b, "%s=%s; export %s\n", name, Quote(value), name)
		}
	}
	return b.String()
}

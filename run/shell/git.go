package shell

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// gitLimit is how long git may take to say what it ignores.
const gitLimit = 20 * time.Second

// ErrNoAnswer says that git took too long.
var ErrNoAnswer = errors.New("no answer")

// Ignored returns which of paths, relative to dir, git ignores there; what is in git's index is not ignored. The map
// holds the ignored paths alone. A missing git is a MissingToolError; a dir outside of a repository, or a path that
// leaves it or goes through a symbolic link, is an error with git's words.
func Ignored(ctx context.Context, dir string, paths []string) (map[string]bool, error) {
	ignored := map[string]bool{}
	if len(paths) == 0 {
		return ignored, nil
	}
	for _, p := range paths {
		if p == "" || filepath.IsAbs(p) || strings.Contains(p, "\x00") {
			return nil, fmt.Errorf("ask git whether it ignores %q: not a relative path", p)
		}
	}
	// ./ keeps git from reading a path that begins with : as something else than a path.
	out, err := checkIgnore(ctx, dir, "./"+strings.Join(paths, "\x00./"))
	if err != nil {
		return nil, fmt.Errorf("ask git what it ignores in %s: %w", dir, err)
	}
	for p := range strings.SplitSeq(out, "\x00") {
		if p != "" { // behind the last NUL
			ignored[strings.TrimPrefix(p, "./")] = true
		}
	}
	return ignored, nil
}

// checkIgnore runs git check-ignore. A repository of somebody else's is read all the same, and nothing that its config
// names is run.
func checkIgnore(ctx context.Context, dir, input string) (string, error) {
	git, err := find("git")
	if err != nil {
		return "", err
	}
	limited, cancel := context.WithTimeout(ctx, gitLimit)
	defer cancel()
	cmd := exec.CommandContext(limited, git, "-c", "safe.directory=*", "-c", "core.fsmonitor=false",
		"check-ignore", "--stdin", "-z")
	cmd.Dir = dir
	cmd.Env = gitEnv(os.Environ())
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.WaitDelay = time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &stdout, &stderr
	err = cmd.Run()
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case limited.Err() != nil:
		return "", fmt.Errorf("%w within %s", ErrNoAnswer, gitLimit)
	case err == nil, isExit(err, 1): // 1: none of them is ignored
		return stdout.String(), nil
	case stderr.Len() > 0:
		return "", errors.New(strings.TrimSpace(stderr.String()))
	}
	return "", err
}

func isExit(err error, code int) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.ExitCode() == code
}

// gitEnv is env without what a hook or an alias sets to point git at another repository.
func gitEnv(env []string) []string {
	kept := []string{}
	for _, v := range env {
		if !strings.HasPrefix(v, "GIT_") || strings.HasPrefix(v, "GIT_CONFIG_") {
			kept = append(kept, v)
		}
	}
	return append(kept, "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
}

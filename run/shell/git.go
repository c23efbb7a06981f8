package shell

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// gitLimit is how long git may take to say what it ignores.
const gitLimit = 20 * time.Second

// ErrNoAnswer says that git took too long.
var ErrNoAnswer = errors.New("no answer")

// ForeignRepoError says that git was not asked about a repository of somebody else's: anyone who owns it chooses what git reads there.
type ForeignRepoError struct {
	Repo  string
	Owner string // "root", "user 1001"
}

func (e *ForeignRepoError) Error() string {
	return fmt.Sprintf("%s belongs to %s, and git is asked only about repositories of who asks", e.Repo, e.Owner)
}

// Ignored returns which of paths, relative to the root of a repository, git ignores there, be they in its index or not. The map holds
// the ignored paths alone. A missing git is a MissingToolError, a repository of somebody else's a ForeignRepoError; a repo that is
// none to git, or a path that leaves it or goes through a symbolic link, is an error with git's words.
//
// git is told which repository it is, and nothing that the repository's config names is run.
func Ignored(ctx context.Context, repo string, paths []string) (map[string]bool, error) {
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
	// The index is not read: of what is asked here nothing is in it.
	out, err := askGit(ctx, repo, "./"+strings.Join(paths, "\x00./"), "check-ignore", "--no-index", "--stdin", "-z")
	if isExit(err, 1) { // none of them is ignored
		err = nil
	}
	if err != nil {
		return nil, fmt.Errorf("ask git what it ignores in %s: %w", repo, err)
	}
	for p := range strings.SplitSeq(out, "\x00") {
		if p != "" { // behind the last NUL
			ignored[strings.TrimPrefix(p, "./")] = true
		}
	}
	return ignored, nil
}

// harmless has git run nothing that a repository's config or files ask for: no monitor, no hook, nothing that fetches what is missing,
// and no repository that is inside of what it looks at.
var harmless = []string{
	"--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "safe.bareRepository=explicit",
	"-c", "protocol.allow=never", "-c", "core.sshCommand=false", "-c", "core.askPass=false", "-c", "credential.helper=",
}

// Blob returns a file as a revision of git has it: path is relative to the root of the repository, with slashes. The bytes are those that git
// keeps: no filter and no converter sees them. A missing git is a MissingToolError, a repository of somebody else's a ForeignRepoError, a
// revision or a file that is not there an error with git's words, and more than limit bytes an error.
func Blob(ctx context.Context, repo, revision, path string, limit int) ([]byte, error) {
	if revision == "" || revision[0] == '-' || strings.ContainsAny(revision+path, "\x00\n") {
		return nil, fmt.Errorf("ask git for %q: not a revision", revision)
	}
	object := revision + ":" + path
	head, _, err := blob(ctx, repo, object, "--batch-check=")
	switch {
	case err != nil:
		return nil, err
	case head > limit:
		return nil, fmt.Errorf("%s has %d bytes, and may have %d", object, head, limit)
	}
	_, data, err := blob(ctx, repo, object, "--batch=")
	return data, err
}

// blob asks git for the size of a file and, with --batch, for the file. What is asked for stands in the input, where nothing is an option.
func blob(ctx context.Context, repo, object, how string) (size int, data []byte, err error) {
	out, err := askGit(ctx, repo, object+"\n", "cat-file", how+"%(objecttype) %(objectsize)")
	if err != nil {
		return 0, nil, fmt.Errorf("ask git for %s: %w", object, err)
	}
	head, rest, _ := strings.Cut(out, "\n")
	kind, digits, _ := strings.Cut(head, " ")
	size, err = strconv.Atoi(digits)
	if kind != "blob" || err != nil {
		return 0, nil, fmt.Errorf("%s is not a file that git has in %s", object, repo)
	}
	return size, []byte(rest[:min(size, len(rest))]), nil
}

// askGit runs git in a repository, with an input, and returns what it prints. An exit code that is not 0 is an error: git's words or, where it
// has none, an *exec.ExitError.
func askGit(ctx context.Context, repo, input string, args ...string) (string, error) {
	git, err := find("git")
	if err != nil {
		return "", err
	}
	if err := owned(repo); err != nil {
		return "", err
	}
	limited, cancel := context.WithTimeout(ctx, gitLimit)
	defer cancel()
	told := []string{"--git-dir=" + filepath.Join(repo, ".git"), "--work-tree=" + repo}
	cmd := exec.CommandContext(limited, git, slices.Concat(harmless, told, args)...)
	cmd.Dir = repo
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
	case err == nil:
		return stdout.String(), nil
	case stderr.Len() > 0:
		return "", errors.New(strings.TrimSpace(stderr.String()))
	}
	return "", err
}

// owned refuses a repository of somebody else's, as git does where it has to find one itself; told which it is, git would not look.
// Under sudo that of the person who called it is one's own.
func owned(repo string) error {
	places := []string{repo, filepath.Join(repo, ".git")}
	if elsewhere := gitDirOf(places[1]); elsewhere != "" {
		places = append(places, elsewhere)
	}
	for _, path := range places {
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue // which git has words for
		}
		if err != nil {
			return err
		}
		stat, is := info.Sys().(*syscall.Stat_t)
		if !is || ownUser(int(stat.Uid)) {
			continue
		}
		owner := "user " + strconv.Itoa(int(stat.Uid))
		if stat.Uid == 0 {
			owner = "root"
		}
		return &ForeignRepoError{path, owner}
	}
	return nil
}

// gitDirOf returns where the .git of a worktree or a submodule, which is a file, says that the repository is; "" where it does not say.
func gitDirOf(dotGit string) string {
	info, err := os.Stat(dotGit)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 8<<10 {
		return ""
	}
	text, err := os.ReadFile(dotGit)
	dir, says := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir: ")
	if err != nil || !says {
		return ""
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(filepath.Dir(dotGit), dir)
	}
	return dir
}

// ownUser reports whether a user is who asks.
func ownUser(uid int) bool {
	return uid == os.Geteuid() || os.Geteuid() == 0 && strconv.Itoa(uid) == os.Getenv("SUDO_UID")
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
	return append(kept, "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C")
}

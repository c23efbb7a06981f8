package shell

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/charmbracelet/x/term"
	"golang.org/x/sys/unix"
)

// ByHand is a shell of the operator's own, on their terminal, in which they do the work of a step by hand. It reads its usual start files.
type ByHand struct {
	Program string   // the shell, as $SHELL names it; "" is /bin/sh
	Dir     string   // that it starts in
	Env     []string // on top of the environment of rtut
	Name    string   // that its prompt begins with, in parentheses: the id of an item
	Recall  string   // a command for its history, so that it is one Up away; "" for none
}

// Recalls reports whether the shell is one that can be given a command to recall: bash, zsh and fish.
func (b ByHand) Recalls() bool { return b.setup() != nil }

// setup returns what has a shell of this kind name the item and recall the command; nil where nothing is known of the kind. It returns the
// arguments and variables of the shell, and the files that it needs, by their paths.
func (b ByHand) setup() func(dir string) (args, env []string, files map[string]string) {
	switch filepath.Base(b.program()) {
	case "bash":
		return b.bash
	case "zsh":
		return b.zsh
	case "fish":
		return b.fish
	}
	return nil
}

func (b ByHand) program() string {
	if b.Program == "" {
		return "/bin/sh"
	}
	return b.Program
}

// bash recalls the command before the first prompt, when the history of earlier shells has been read.
func (b ByHand) bash(dir string) (args, env []string, files map[string]string) {
	rc := filepath.Join(dir, "bashrc")
	text := "[ -r ~/.bashrc ] && . ~/.bashrc\n" +
		"__rtut_first() {\n" +
		"  PROMPT_COMMAND=${PROMPT_COMMAND#__rtut_first;}\n" +
		"  PS1=" + Quote("("+b.Name+") ") + "$PS1\n" +
		b.recalling("  history -s -- ") +
		"  unset -f __rtut_first\n}\n" +
		`PROMPT_COMMAND="__rtut_first;${PROMPT_COMMAND-}"` + "\n"
	return []string{"--rcfile", rc, "-i"}, nil, map[string]string{rc: text}
}

// zsh looks for its start files in $ZDOTDIR: these lead back to the operator's own.
func (b ByHand) zsh(dir string) (args, env []string, files map[string]string) {
	home := os.Getenv("ZDOTDIR")
	back := "ZDOTDIR=" + Quote(home)
	if home == "" {
		home, back = os.Getenv("HOME"), "unset ZDOTDIR"
	}
	sourced := func(name string) string {
		own := Quote(filepath.Join(home, name))
		return back + "\n[[ -r " + own + " ]] && source " + own + "\n"
	}
	prompt := strings.ReplaceAll("("+b.Name+") ", "%", "%%")
	return []string{"-i"}, []string{"ZDOTDIR=" + dir}, map[string]string{
		filepath.Join(dir, ".zshenv"): sourced(".zshenv") + "ZDOTDIR=" + Quote(dir) + "\n",
		filepath.Join(dir, ".zshrc"): sourced(".zshrc") +
			"__rtut_first() {\n  PROMPT=" + Quote(prompt) + "$PROMPT\n" + b.recalling("  print -rs -- ") +
			"  add-zsh-hook -d precmd __rtut_first\n  unfunction __rtut_first\n}\n" +
			"autoload -Uz add-zsh-hook\nadd-zsh-hook precmd __rtut_first\n",
	}
}

// fish has a history of its own for this shell: it can be given a command by its file alone.
func (b ByHand) fish(dir string) (args, env []string, files map[string]string) {
	data := os.Getenv("XDG_DATA_HOME")
	if data == "" {
		data = filepath.Join(os.Getenv("HOME"), ".local", "share")
	}
	history := strings.ReplaceAll(filepath.Base(dir), "-", "_")
	escaped := strings.NewReplacer(`\`, `\\`, "\n", `\n`).Replace(b.Recall)
	prompt := "functions -c fish_prompt __rtut_prompt; function fish_prompt; echo -n " + fishQuote("("+b.Name+") ") + "; __rtut_prompt; end"
	files = map[string]string{}
	if b.Recall != "" {
		files[filepath.Join(data, "fish", history+"_history")] = fmt.Sprintf("- cmd: %s\n  when: %d\n", escaped, time.Now().Unix())
	}
	return []string{"-i", "-C", prompt}, []string{"fish_history=" + history}, files
}

func (b ByHand) recalling(by string) string {
	if b.Recall == "" {
		return ""
	}
	return by + Quote(b.Recall) + "\n"
}

// fishQuote is a word of fish.
func fishQuote(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
}

// Run has the shell take the terminal over until it ends, or ctx is canceled: then it is hung up on. An exit code of the shell is no error.
func (b ByHand) Run(ctx context.Context, terminal *os.File) (err error) {
	cmd := exec.Command(b.program(), "-i") //nolint:noctx // it is hung up on, not killed
	cmd.Dir, cmd.Env = b.Dir, append(os.Environ(), b.Env...)
	if setup := b.setup(); setup != nil {
		dir, err := os.MkdirTemp("", "rtut-by-hand-")
		if err != nil {
			return fmt.Errorf("start a shell: %w", err)
		}
		defer func() { _ = os.RemoveAll(dir) }()
		args, env, files := setup(dir)
		for path := range files {
			defer func() { _ = os.Remove(path) }() // fish keeps its own elsewhere
		}
		if err := writeAll(files); err != nil {
			return fmt.Errorf("start a shell: %w", err)
		}
		cmd.Args, cmd.Env = append(cmd.Args[:1], args...), append(cmd.Env, env...)
	} else {
		cmd.Env = append(cmd.Env, "PS1=("+b.Name+") $ ")
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = terminal, terminal, terminal
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Foreground: true, Ctty: int(terminal.Fd())}
	defer takeBack(terminal)()
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start a shell: %w", err)
	}
	ended := make(chan struct{})
	defer close(ended)
	go func() {
		select {
		case <-ctx.Done():
			_ = unix.Kill(-cmd.Process.Pid, unix.SIGHUP)
			_ = unix.Kill(-cmd.Process.Pid, unix.SIGCONT)
		case <-ended:
		}
	}()
	return b.wait(cmd.Process, terminal)
}

// wait waits until the shell has ended. One that is stopped goes on at once, since nobody could let it go on.
func (b ByHand) wait(shell *os.Process, terminal *os.File) error {
	defer func() { _ = shell.Release() }()
	for {
		var status unix.WaitStatus
		switch _, err := unix.Wait4(shell.Pid, &status, unix.WUNTRACED, nil); {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return fmt.Errorf("wait for the shell: %w", err)
		case status.Stopped():
			foreground(terminal, shell.Pid)
			_ = unix.Kill(-shell.Pid, unix.SIGCONT)
		default:
			return nil
		}
	}
}

// takeBack returns what makes this process the one that the terminal listens to again, and the terminal as it is now. A shell that was
// killed has done neither.
func takeBack(terminal *os.File) func() {
	state, err := term.GetState(terminal.Fd())
	return func() {
		foreground(terminal, unix.Getpgrp())
		if err == nil {
			_ = term.Restore(terminal.Fd(), state)
		}
	}
}

func foreground(terminal *os.File, group int) {
	signal.Ignore(unix.SIGTTOU) // who is in the background is stopped for it otherwise
	_ = unix.IoctlSetPointerInt(int(terminal.Fd()), unix.TIOCSPGRP, group)
	signal.Reset(unix.SIGTTOU)
}

// writeAll writes new files, which nobody else may read.
func writeAll(files map[string]string) error {
	for path, text := range files {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fs.FileMode(0o600))
		if err != nil {
			return err
		}
		_, err = file.WriteString(text)
		if err = errors.Join(err, file.Close()); err != nil {
			return err
		}
	}
	return nil
}

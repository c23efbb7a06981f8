package main

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"os/user"
	"strings"
	"syscall"
	"time"
	"unicode"

	"github.com/charmbracelet/x/term"
	"golang.org/x/sys/unix"

	"rtut/run/store"
)

// app is everything that the commands have from outside, and the flags that all of them take. Nothing else in this
// package asks the process, the clock or the terminal.
type app struct {
	in       io.Reader
	inTTY    bool        // a person can be asked
	ahead    func() bool // this process is in the foreground of the terminal that it reads; nil: it is
	out      *sink
	outTTY   bool
	err      *sink
	errTTY   bool
	width    func() int // of the terminal to which the answer goes, in cells; 0: it goes to none, or that is not known
	errWidth func() int // the same of the terminal of standard error

	clock  func() time.Time
	newID  func(now time.Time) string // of a run
	getenv func(name string) string
	getwd  func() (string, error)
	login  func() string // the name of who is logged in; "" if there is none
	host   string
	pid    int

	recorded int32 // 1 once something was written to a record; for sync/atomic

	fileSystem func(dir string) (name string, remote bool) // that a directory is on

	json     bool
	operator string
	noInput  bool
	noColour bool

	line       int             // of a file of actions, which is what is carried out; 0: it is no line of one
	packArg    string          // the pack that was named for all lines; "" for none
	noted      map[string]bool // notes that lines before have said; nil: it is no line
	forwarding *forwarding     // signals to the command of a step, while it runs

	onScreen func(release func() error) // is told how to put the terminal right while the interface has it, and nil then; nil: nobody is
}

// newApp returns the app of this process.
func newApp() *app {
	host, _ := os.Hostname() // "" is said as it is
	return &app{
		in: os.Stdin, inTTY: isTerminal(os.Stdin), ahead: func() bool { return inForeground(os.Stdin) },
		out: &sink{to: os.Stdout}, outTTY: isTerminal(os.Stdout),
		err: &sink{to: os.Stderr}, errTTY: isTerminal(os.Stderr),
		clock: time.Now, newID: newRunID, getenv: os.Getenv, getwd: os.Getwd, login: loginName,
		host: host, pid: os.Getpid(), fileSystem: store.FileSystem, forwarding: &forwarding{},
		width: func() int { return widthOf(os.Stdout) }, errWidth: func() int { return widthOf(os.Stderr) },
	}
}

func isTerminal(f *os.File) bool { return term.IsTerminal(f.Fd()) }

// inForeground reports whether this process may read a terminal and set its modes: one in the background is stopped when it does.
// A terminal that controls nobody has no foreground.
func inForeground(f *os.File) bool {
	group, err := unix.IoctlGetInt(int(f.Fd()), unix.TIOCGPGRP)
	return err != nil || group == unix.Getpgrp()
}

// widthOf returns the width of the terminal that a file is, in cells; 0 where it is none.
func widthOf(f *os.File) int {
	width, _, err := term.GetSize(f.Fd())
	if err != nil {
		return 0
	}
	return width
}

// newRunID returns the moment in UTC and a random suffix, so that ids sort as the runs were made.
func newRunID(now time.Time) string {
	var suffix [3]byte
	_, _ = rand.Read(suffix[:]) // never fails
	return now.UTC().Format("20060102T150405.000000Z") + "-" + hex.EncodeToString(suffix[:])
}

func loginName() string {
	u, err := user.Current()
	if err != nil {
		return ""
	}
	return u.Username
}

// sink is a stream that remembers whether something could not be written to it, and whether its last line is still open.
type sink struct {
	to     io.Writer
	err    error
	gone   bool // nobody reads it any more
	inLine bool
}

func (s *sink) Write(p []byte) (int, error) {
	n, err := s.to.Write(p)
	if n > 0 {
		s.inLine = p[n-1] != '\n'
	}
	if errors.Is(err, syscall.EPIPE) {
		s.gone = true
		return len(p), nil // who has read enough is told no more, and nothing has gone wrong
	}
	if err != nil && s.err == nil {
		s.err = err
	}
	return n, err
}

// actor returns who acts: --operator, else $RTUT_OPERATOR, else who called sudo, else the login name; the last two made one word.
func (a *app) actor() string {
	name, _ := a.operatorFrom()
	return name
}

// operatorFrom returns who acts, and where that is said.
func (a *app) operatorFrom() (name, from string) {
	if a.operator != "" {
		return a.operator, "--operator"
	}
	if name := a.getenv("RTUT_OPERATOR"); name != "" {
		return name, "$RTUT_OPERATOR"
	}
	if name := a.getenv("SUDO_USER"); name != "" {
		return oneWord(name), "$SUDO_USER, who called sudo"
	}
	return oneWord(a.login()), "the login name"
}

// oneWord makes a login name, such as DOMAIN\Ana Lee, something that the record takes as an operator.
func oneWord(name string) string {
	if i := strings.LastIndexByte(name, '\\'); i >= 0 {
		name = name[i+1:]
	}
	name = strings.Join(strings.Fields(name), "-")
	name = strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.L, unicode.N, unicode.M) || strings.ContainsRune("._@+-", r) {
			return r
		}
		return -1
	}, name)
	if name = strings.TrimLeft(name, "._@+-"); name == "" {
		return "unknown"
	}
	return name
}

// color reports whether what goes to a stream may have colors.
func (a *app) color(terminal bool) bool {
	return terminal && !a.noColour && a.getenv("NO_COLOR") == "" && a.getenv("TERM") != "dumb"
}

// ascii reports whether signs beyond ASCII are to be avoided: $RTUT_ASCII is 1, or the locale is not UTF-8.
func (a *app) ascii() bool {
	if a.getenv("RTUT_ASCII") == "1" {
		return true
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := a.getenv(name); locale != "" {
			locale = strings.ToLower(locale)
			return !strings.Contains(locale, "utf-8") && !strings.Contains(locale, "utf8")
		}
	}
	return true
}

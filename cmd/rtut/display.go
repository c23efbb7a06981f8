package main

import (
	"errors"
	"io"

	"github.com/mattn/go-runewidth"

	"rtut/run/plain"
)

// display is where the output of running commands goes: to standard error, each line behind a mark that no line of ours has. With
// --json it is as the commands print it. It must be closed when they have ended: the line is ended then, too.
func (a *app) display() io.WriteCloser {
	color := plain.Color(a.color(a.errTTY))
	if a.json {
		return plain.NewWriter(a.err, color)
	}
	a.endLine()
	gutter := &plain.Gutter{
		Mark: "|", Log: a.isLog(), To: a.err, InLine: func() bool { return a.err.inLine }, Cells: runewidth.RuneWidth,
	}
	if a.errTTY {
		gutter.Width = a.errWidth()
	}
	if a.errTTY && !a.ascii() {
		gutter.Mark = "│"
	}
	return &display{plain.NewWriter(gutter, color), gutter}
}

// display is the output of commands, and the gutter before its lines.
type display struct {
	*plain.Writer
	gutter *plain.Gutter
}

func (d *display) Close() error { return errors.Join(d.Writer.Close(), d.gutter.Close()) }

// isLog reports whether standard error is read as a log: it is no terminal, or one that a runner of CI has made.
func (a *app) isLog() bool { return !a.errTTY || a.inCI() }

// inCI reports whether a runner of CI reads what is printed, and obeys marks in it.
func (a *app) inCI() bool {
	for _, name := range []string{"CI", "GITHUB_ACTIONS", "GITLAB_CI", "TF_BUILD", "TEAMCITY_VERSION"} {
		if value := a.getenv(name); value != "" && value != "false" {
			return true
		}
	}
	return false
}

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"rtut/pack/command"
	"rtut/run"
	"rtut/run/plain"
	"rtut/run/shell"
)

// demoPlayer plays a script: it shows each command as typed and what it answers, by running the very commands.
type demoPlayer struct {
	app    *app   // of the demo itself
	dir    string // of the pack; the operator's working directory
	played []playedLine
}

// playedLine is the result of a line.
type playedLine struct {
	Command string `json:"command"`
	Exit    int    `json:"exit"`
	Output  string `json:"output"` // both streams
}

// demoError says that the demo did not go as it must.
type demoError struct {
	command string
	why     string
}

func (e *demoError) Error() string { return "the demo broke at `" + e.command + "`: " + e.why }

// play does one line after the other, until one does not come out as the script says, or nobody can read it any more.
func (p *demoPlayer) play(ctx context.Context, script []demoLine) error {
	for _, l := range script {
		if l.say != "" {
			p.showf("\n# %s\n", l.say)
		}
		if err := p.line(ctx, l); err != nil {
			return err
		}
	}
	return nil
}

// line does one line.
func (p *demoPlayer) line(ctx context.Context, l demoLine) error {
	command := l.typed()
	p.showf("$ %s\n", command)
	var out, all bytes.Buffer
	exit := p.operator(l, &out, &all).execute(ctx, l.args)
	p.played = append(p.played, playedLine{Command: command, Exit: exit, Output: all.String()})
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := p.app.out.err; err != nil {
		return &outputError{err}
	}
	if p.app.out.gone {
		return resultError(exitDone) // nobody watches any more
	}
	if exit != exitDone {
		p.showf("(exit %d)\n", exit)
	}
	if why := l.judge(exit, all.String()); why != "" {
		return &demoError{command, why}
	}
	if l.pipe {
		return p.sh(ctx, command, out.String())
	}
	return nil
}

// judge says in what the answer is not what the script expects; "" for nothing.
func (l demoLine) judge(exit int, answer string) string {
	if exit != l.exit {
		return fmt.Sprintf("exit code %d, expected %d", exit, l.exit)
	}
	for _, part := range l.says {
		if !strings.Contains(answer, part) {
			return fmt.Sprintf("the answer does not say %q", part)
		}
	}
	return ""
}

// operator returns the app of somebody who works in the pack's directory and can't be asked. Its answer goes to out and
// is shown unless it is piped away; that and what it says on standard error goes to all.
func (p *demoPlayer) operator(l demoLine, out, all io.Writer) *app {
	shown := io.MultiWriter(all, p.shown())
	answer := shown
	if l.pipe {
		answer = all
	}
	child := *p.app
	child.in, child.inTTY = strings.NewReader(""), false
	child.out, child.outTTY = &sink{to: io.MultiWriter(out, answer)}, false
	child.err, child.errTTY = &sink{to: shown}, false
	child.getwd = func() (string, error) { return p.dir, nil }
	child.getenv = p.getenv
	child.json, child.noInput, child.noColour, child.operator = false, false, false, ""
	return &child
}

// getenv is the operator's environment: only what says how to write comes from outside.
func (p *demoPlayer) getenv(name string) string {
	switch name {
	case "RTUT_OPERATOR":
		return "ana"
	case "LC_ALL", "LC_CTYPE", "LANG", "RTUT_ASCII":
		return p.app.getenv(name)
	}
	return ""
}

// sh gives a command that rtut has printed to sh, as the operator does with `| sh`.
func (p *demoPlayer) sh(ctx context.Context, cmd, script string) error {
	job := run.Job{Script: script, Shell: command.Sh, Timeout: 10 * time.Second}
	seen, err := shell.Runner{Dir: p.dir}.Run(ctx, job, plain.NewWriter(p.shown(), plain.NoColor))
	switch {
	case err != nil:
		return err
	case seen.Problem != "":
		return &demoError{cmd, seen.Problem}
	case seen.ExitCode != 0:
		return &demoError{cmd, fmt.Sprintf("sh ended with %d", seen.ExitCode)}
	}
	return nil
}

// shown is where the demo is watched; with --json nobody does.
func (p *demoPlayer) shown() io.Writer {
	if p.app.json {
		return io.Discard
	}
	return p.app.out
}

func (p *demoPlayer) showf(format string, args ...any) { fmt.Fprintf(p.shown(), format, args...) }

// typed gives a line as it is typed.
func (l demoLine) typed() string {
	words := []string{"rtut"}
	for _, arg := range l.args {
		name, value, isPair := strings.Cut(arg, "=")
		if isPair && !strings.Contains(name, " ") {
			words = append(words, name+"="+word(value))
			continue
		}
		words = append(words, typedWord(arg))
	}
	if l.pipe {
		words = append(words, "| sh")
	}
	return strings.Join(words, " ")
}

// typedWord quotes an argument where it needs it; a flag does not.
func typedWord(arg string) string {
	if strings.HasPrefix(arg, "--") {
		return arg
	}
	return word(arg)
}

package run

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/record"
	"rtut/run/secret"
)

// judge says how a check turned out, from what was observed of its command, what the operator answered, the values of
// the run, and the moment of the transition.
func (t *transition) judge(c *pack.Check, seen Observation, answers Answers) *record.Result {
	r := &record.Result{Kind: c.Kind, At: t.now, Source: record.FromValues}
	switch c.Kind {
	case pack.Manual:
		t.judgeManual(c, seen, answers, r)
	case pack.ExitCode, pack.OutputContains:
		t.judgeCommand(c, seen, r)
	case pack.Expression:
		holds, err := c.Expr.Eval(t.rec.Values())
		r.Settle(err == nil && holds, err, t.falsely(c))
	case pack.Elapsed:
		t.judgeElapsed(c, r)
	case pack.WithinWindow:
		t.judgeWindow(c, r)
	}
	return r
}

// falsely says that an expression is false, with the values that it compares. Values that would make the sentence look like a secret,
// though they are none by themselves, are left out.
func (t *transition) falsely(c *pack.Check) string {
	told := c.Expr.Told(t.rec.Values()) + " is false"
	if _, is := secret.Look(told); is {
		return c.Expr.Raw() + " is false"
	}
	return told
}

// judgeManual takes the operator's answer; in auto-confirm the check is confirmed, and marked so.
func (t *transition) judgeManual(c *pack.Check, seen Observation, answers Answers, r *record.Result) {
	r.Source = record.FromOperator
	if c.Command != nil {
		seen.report(r)
	}
	if t.confirms() {
		r.AutoConfirmed, r.Source = true, record.FromNobody
		why := cmp.Or(seen.Problem, t.unrendered(c, seen))
		r.Settle(why == "", nil, why)
		return
	}
	r.Settle(answers.yes(c.ID), nil, "answered no")
}

// judgeCommand judges what a command printed and how it ended. A command that could not be rendered never ran: the
// check has failed.
func (t *transition) judgeCommand(c *pack.Check, seen Observation, r *record.Result) {
	r.Source = record.FromCommand
	if why := t.unrendered(c, seen); why != "" {
		r.Settle(false, nil, why)
		return
	}
	seen.report(r)
	switch {
	case seen.Problem != "":
		r.Settle(false, nil, seen.Problem)
	case seen.TimedOut:
		r.Settle(false, nil, fmt.Sprintf("did not end within %s", c.Timeout))
	case seen.ExitCode != c.ExitCode:
		r.Settle(false, nil, fmt.Sprintf("ended with exit code %d%s, not %d", seen.ExitCode, meaning(seen.ExitCode), c.ExitCode))
	case c.Kind == pack.OutputContains:
		t.judgeOutput(c, seen, r)
	default:
		r.Passed = true
	}
}

// meaning says, set off, what an exit code means that a shell gives and not the program; "" for others.
func meaning(code int) string {
	switch code {
	case 126:
		return " (the command exists but cannot be run: check its mode)"
	case 127:
		return " (a command was not found)"
	case 137:
		return " (killed by SIGKILL: by another process, or because memory ran out)"
	case 141:
		return " (ended by SIGPIPE: what read its output ended first)"
	case 143:
		return " (ended by SIGTERM)"
	}
	return ""
}

// unrendered says why the command of a check that was not run can't be rendered; "" if it can, or there is none.
func (t *transition) unrendered(c *pack.Check, seen Observation) string {
	if c.Command == nil || seen.Attempts > 0 {
		return ""
	}
	return commandOf(c, t.rec.Values()).Problem
}

// judgeOutput compares the output with the one thing that the check declares of it.
func (t *transition) judgeOutput(c *pack.Check, seen Observation, r *record.Result) {
	values := t.rec.Values()
	switch {
	case c.Contains != nil:
		want, err := c.Contains.RenderVisible("contains", values)
		r.Settle(err == nil && want != "" && seen.Contained, err, "the output does not contain the expected text")
	case c.Equals != nil:
		want, err := renderEquals(c, values)
		r.Settle(err == nil && !seen.Truncated && strings.TrimSpace(seen.Head) == strings.TrimSpace(want), err, "the output is not the expected text")
	case c.Matches != nil:
		r.Settle(c.Matches.MatchString(seen.lines()), nil, "the output does not match "+c.Matches.String()+seen.onlyHead())
	}
}

// renderEquals renders what the output has to be. Only a pack that says so asks for no output: values never do.
func renderEquals(c *pack.Check, values value.Values) (string, error) {
	if len(c.Equals.Names()) == 0 {
		return c.Equals.Render(values)
	}
	return c.Equals.RenderVisible("equals", values)
}

func (t *transition) judgeElapsed(c *pack.Check, r *record.Result) {
	since := t.rec.ItemFinishedAt(c.Since)
	if since == nil {
		r.Settle(false, nil, c.Since+" has not finished")
		return
	}
	if from := record.At(since.Add(c.AtLeast)); t.now.Before(from.Time) {
		r.Wait(from, fmt.Sprintf("%s since %s", c.AtLeast, c.Since))
		return
	}
	r.Passed = true
}

func (t *transition) judgeWindow(c *pack.Check, r *record.Result) {
	if from, opens := c.Window.Next(t.now.Time); opens && !c.Window.Holds(t.now.Time) {
		r.Wait(record.At(from), "the window "+c.Window.String())
		return
	}
	r.Settle(c.Window.Holds(t.now.Time), nil, "outside the window "+c.Window.String())
}

// report copies what was observed into the result.
func (o Observation) report(r *record.Result) {
	if o.Attempts == 0 {
		return
	}
	r.ExitCode, r.OutputBytes, r.Seconds, r.Attempts = &o.ExitCode, &o.OutputBytes, &o.Seconds, o.Attempts
}

// lines is the output without the line break at its end, so that a pattern may end in $.
func (o Observation) lines() string { return strings.TrimRight(o.Head, "\r\n") }

func (o Observation) onlyHead() string {
	if !o.Truncated {
		return ""
	}
	return fmt.Sprintf(" in its first %d bytes, which is all that is looked at", len(o.Head))
}

func isManual(c *pack.Check) bool { return c.Kind == pack.Manual }

func containsText(text, want string) bool { return strings.Contains(text, want) }

// CommandRun is a command of a check, ready to run.
type CommandRun struct {
	Check   string // id; "" of a step
	Script  string // placeholders filled in
	Remote  bool   // it runs on another host, whatever On says
	On      string // that host
	Timeout time.Duration
	Poll    *pack.Poll
	Want    string // the text that a `contains` looks for; "" if none
	Problem string // why it can't be rendered, so that the check fails without it; "" if it can
}

// commandsOf renders the commands of checks with the run's values. Those that can't be rendered have their Problem
// said.
func commandsOf(rec *record.Record, checks []*pack.Check) []CommandRun {
	values := rec.Values()
	var runs []CommandRun
	for _, c := range checks {
		if c.Command == nil {
			continue
		}
		runs = append(runs, commandOf(c, values))
	}
	return runs
}

// commandOf renders the command of a check.
func commandOf(c *pack.Check, values value.Values) CommandRun {
	run := CommandRun{Check: c.ID, Timeout: c.Timeout, Poll: c.Poll, Remote: c.On != nil}
	var err error
	if run.Script, err = c.Command.Render(values); err == nil && c.On != nil {
		run.On, err = pack.RenderHost(c.On, values)
	}
	if err == nil && c.Contains != nil {
		run.Want, err = c.Contains.RenderVisible("contains", values)
	}
	if err == nil && c.Equals != nil {
		_, err = renderEquals(c, values)
	}
	if err != nil {
		run.Problem = err.Error()
	}
	return run
}

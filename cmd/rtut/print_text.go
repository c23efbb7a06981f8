package main

import (
	"errors"
	"fmt"
	"strings"

	"rtut/pack"
	"rtut/pack/draft"
	"rtut/run"
	"rtut/run/plain"
)

// text is an answer for a person, as it is put together. Everything that a pack, a record or a command says goes
// through line, block or code. As it is printed, what has escaped them is shown and takes nothing of ours with it.
type text struct {
	strings.Builder
	pastes [][2]int // where what is to be pasted begins and ends
}

// linef adds a line.
func (t *text) linef(format string, args ...any) {
	fmt.Fprintf(t, format, args...)
	t.WriteByte('\n')
}

// block adds foreign text of several lines, each set off by indent.
func (t *text) block(indent, foreign string) {
	foreign = strings.TrimRight(plain.Text(foreign), "\n")
	if foreign == "" {
		return
	}
	for line := range strings.SplitSeq(foreign, "\n") {
		t.WriteString(strings.TrimRight(indent+line, " ") + "\n")
	}
}

// code adds a command, each line set off by indent. Nothing of it is taken out: what an escape sequence would hide of it, were
// it a quote, is there to be read.
func (t *text) code(indent, command string) {
	command = strings.TrimRight(plain.Visible(command), "\n")
	if command == "" {
		return
	}
	for line := range strings.SplitSeq(command, "\n") {
		t.WriteString(indent + line + "\n")
	}
}

// paste adds a command to be pasted. A log gets it as it is, too.
func (t *text) paste(command string) {
	begin := t.Len()
	t.code("", command)
	t.pastes = append(t.pastes, [2]int{begin, t.Len()})
}

// inLog returns the answer as it is written to a log: what a runner of CI would obey is broken, except for what is to be pasted.
func (t *text) inLog() string {
	var b strings.Builder
	from := 0
	for _, p := range append(t.pastes, [2]int{t.Len(), t.Len()}) {
		b.WriteString(plain.Unmarked(t.String()[from:p[0]]))
		b.WriteString(t.String()[p[0]:p[1]])
		from = p[1]
	}
	return b.String()
}

// line makes foreign text harmless and fit for one line.
func line(foreign string) string { return plain.Line(foreign) }

// print writes an answer for a person to standard output.
func (a *app) print(t *text) error {
	answer := t.String()
	if a.inCI() {
		answer = t.inLog()
	}
	return a.write([]byte(plain.Visible(answer)))
}

// notef tells a person something beside the answer, on standard error. With --json nobody reads it. Lines of a file of actions say the
// same thing once.
func (a *app) notef(format string, args ...any) {
	note := "note: " + fmt.Sprintf(format, args...) + "\n"
	if a.json || a.noted[note] {
		return
	}
	if a.noted != nil {
		a.noted[note] = true
	}
	a.say(note)
}

// say writes to standard error, from the beginning of a line.
func (a *app) say(text string) {
	a.endLine()
	text = plain.Visible(text)
	if a.isLog() {
		text = plain.Unmarked(text)
	}
	fmt.Fprint(a.err, text)
}

// endLine ends a line that a prompt or a command has left open.
func (a *app) endLine() {
	if a.err.inLine {
		fmt.Fprintln(a.err)
	}
}

// errorText is an error as a person reads it: what, then the single things, then what to do.
func errorText(err error) string {
	var t text
	var (
		refusal *run.Refusal
		usage   *usageError
		invalid *invalidPackError
		plan    *draft.Refusal
		unfit   *draft.PublishError
	)
	switch {
	case judge(err).exit == exitInterrupted:
		t.linef("rtut: interrupted. Nothing was lost; continue with: rtut run status")
	case errors.As(err, &refusal):
		t.refusal(refusal)
	case errors.As(err, &plan):
		t.linef("rtut: %s", line(brief(plan.Error())))
	case errors.As(err, &unfit):
		t.WriteString(withoutSecrets(unfit.Found).String())
		t.linef("rtut: %s [%s]", line(brief(unfit.Message)), unfit.Code)
		t.list(unfit.Details)
	case errors.As(err, &usage):
		t.linef("rtut: %s", brief(strings.TrimPrefix(usage.message, "rtut ")))
		t.list(usage.details)
	case errors.As(err, &invalid):
		t.WriteString(withoutSecrets(invalid.diagnostics).String())
		t.linef("rtut: %s", err)
	default:
		t.linef("rtut: %s", brief(err.Error()))
	}
	return withheld(plain.Visible(t.String()))
}

// maxMessage bounds the sentence of an error, in characters. What it lists is told whole: commands to consent to, for one.
const maxMessage = 2000

// brief cuts the middle out of a sentence that is too long to be read.
func brief(sentence string) string { return pack.Shorten(sentence, maxMessage) }

func (t *text) refusal(r *run.Refusal) {
	what := line(brief(r.Message))
	if r.Item != "" {
		what = r.Item + ": " + what
	}
	if len(r.Details) > 0 {
		what += ":"
	}
	t.linef("rtut: %s", what)
	t.list(r.Details)
	if r.Satisfy != "" {
		t.linef("%s", line(r.Satisfy))
	}
}

// list adds the single things of an error, each set off.
func (t *text) list(details []string) {
	for _, d := range details {
		t.block("  ", d)
	}
}

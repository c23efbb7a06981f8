package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"

	"github.com/spf13/cobra"
)

// runDoOptions say which actions are carried out, and on which run.
type runDoOptions struct {
	app     *app
	flags   *runFlags
	packArg string
	file    string // "-" is standard input
}

func newRunDoCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runDoOptions{app: a, flags: flags}
	return &cobra.Command{
		Use:   "do [pack] <file>",
		Short: "Run a file of actions, one per line; stop at the first that fails",
		Long: "Run actions from a file, or from standard input (-). Each line is an rtut run command without these two words, such as\n" +
			"start measure, and is recorded in the same way. The first line that does not exit with 0 ends the run of the file, and\n" +
			"its exit code is that of the whole. The file is read and checked completely before its first line is run.\n\n" +
			"Words are separated by blanks. '...' keeps everything, \"...\" everything but \\\" and \\\\, and \\ keeps the next character.\n" +
			"Nothing is expanded. Lines that begin with # are comments. All lines act on the same run, and no line prompts.",
		Example: "  rtut run do actions.txt\n  printf '%s\\n' 'start look' 'verify look --yes' 'done look' | rtut run do -",
		Args:    between(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.file = args[len(args)-1]
			if len(args) == 2 {
				o.packArg = args[0]
			}
			return runDo(cmd.Context(), o)
		},
	}
}

// batch are the actions of a file as they are carried out, one after the other, on one run.
type batch struct {
	app     *app
	runID   string
	packArg string // that was named; "" for none
	noted   map[string]bool
}

func runDo(ctx context.Context, o *runDoOptions) error {
	lines, err := o.app.readActions(o.file)
	if err != nil {
		return err
	}
	t, err := o.app.findRecord(ctx, *o.flags, o.packArg, unfinishedOnly)
	if err != nil {
		return err
	}
	b := &batch{app: o.app, runID: t.rec.RunID, packArg: o.packArg, noted: map[string]bool{}}
	for i := range lines {
		exit, err := b.carryOut(ctx, &lines[i])
		if err != nil {
			return err
		}
		if exit != exitDone {
			o.app.notef("line %d of %s (%s) ended with exit code %d. Actions carried out before it: %d; not tried after it: %d",
				lines[i].number, actionsName(o.file), lines[i].words[0], exit, i, len(lines)-i-1)
			return resultError(exit)
		}
	}
	return nil
}

// lineDocument answers one line.
type lineDocument struct {
	Line   int             `json:"line"`
	Action string          `json:"action"`
	Exit   int             `json:"exit"`
	Answer json.RawMessage `json:"answer,omitempty"` // the document of the command, or a text where it has none
}

// carryOut carries out one line, and answers for it. The error is about the whole, such as an interrupt, or an answer that can't be written.
func (b *batch) carryOut(ctx context.Context, l *actionLine) (exit int, err error) {
	var answer bytes.Buffer
	child := b.child(l)
	if b.app.json {
		child.out = &sink{to: &answer}
	} else {
		var out text
		out.linef("line %d: %s", l.number, line(l.words[0]))
		if err := b.app.print(&out); err != nil {
			return 0, err
		}
	}
	failure := child.carryOut(ctx, l.tree(child), l.argv())
	if atomic.LoadInt32(&child.recorded) == 1 {
		atomic.StoreInt32(&b.app.recorded, 1)
	}
	exit = judge(failure).exit
	if ctx.Err() != nil && failure != nil {
		return exit, failure
	}
	if b.app.json {
		if err := b.app.lineDocument(lineDocument{l.number, l.words[0], exit, answerOf(answer.Bytes())}); err != nil {
			return exit, err
		}
	}
	if failure != nil {
		child.sayError(failure)
	}
	return exit, nil
}

// child is the app of one line: it reads nothing, asks nobody, and is of the run that was chosen.
func (b *batch) child(l *actionLine) *app {
	child := *b.app
	child.in, child.inTTY, child.noInput = noStandardInput{}, false, true
	child.line, child.packArg, child.noted = l.number, b.packArg, b.noted
	child.getenv = func(name string) string {
		if name == "RTUT_RUN" {
			return b.runID
		}
		return b.app.getenv(name)
	}
	return &child
}

// noStandardInput is the standard input of a line.
type noStandardInput struct{}

func (noStandardInput) Read([]byte) (int, error) {
	return 0, errors.New("a line of rtut run do has no standard input; name a file")
}

// answerOf is what a command has answered, as JSON on one line.
func answerOf(answer []byte) json.RawMessage {
	var out bytes.Buffer
	if len(answer) == 0 {
		return nil
	}
	if json.Compact(&out, answer) == nil {
		return out.Bytes()
	}
	text, err := json.Marshal(string(answer))
	if err != nil {
		return nil
	}
	return escape(text)
}

// lineDocument writes the document of a line, on one line.
func (a *app) lineDocument(doc lineDocument) error {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(doc); err != nil {
		return err
	}
	return a.write(out.Bytes())
}

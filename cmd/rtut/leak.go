package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"rtut/run/secret/canary"
)

// leakTest plants canaries through every input of every command, and searches what was written to disk.
type leakTest struct {
	app    *app
	root   string            // a temporary directory: repo, printed, and a repo per stage
	stages map[string]string // directories, by name
}

// leakAnswer is what came of a leak test.
type leakAnswer struct {
	Inputs    int    `json:"inputs"`
	Recorded  int    `json:"recorded"` // inputs whose text is in a file where it is harmless: that the search finds
	Disguises int    `json:"disguises"`
	Planted   int    `json:"planted"`
	Leaks     []leak `json:"leaks"`

	recorded []string // which they are
}

// leak is a canary that was found on disk.
type leak struct {
	Command  string `json:"command"`
	Disguise string `json:"disguise"`
	File     string `json:"file"`
}

// harmless is planted first, to know that what is planted there would be found.
const harmless = "harmlessMarker7"

// runLeakTest makes the directories, tries everything, and removes them.
func runLeakTest(ctx context.Context, a *app) (answer leakAnswer, err error) {
	parent, err := outsideRepos(os.TempDir(), "/tmp", "/var/tmp")
	if err != nil {
		return answer, err
	}
	t := &leakTest{app: a, stages: map[string]string{}}
	if t.root, err = os.MkdirTemp(parent, "rtut-leak-"); err != nil {
		return answer, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(t.root)) }()
	if err := t.prepare(ctx); err != nil {
		return answer, err
	}
	return t.tryAll(ctx)
}

// prepare makes a repo at each stage.
func (t *leakTest) prepare(ctx context.Context) error {
	repo := filepath.Join(t.root, "repo")
	if err := os.Mkdir(repo, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(repo, "pack.yaml"), []byte(leakPack), 0o600); err != nil {
		return err
	}
	for _, stage := range leakStages {
		for _, line := range stage.lines {
			if exit := t.operator(leakInput{}, "").execute(ctx, line); exit != exitDone {
				return misuse("leak_test", "the leak test could not be set up: rtut %s", strings.Join(line, " "))
			}
		}
		t.stages[stage.name] = filepath.Join(t.root, "stage-"+stage.name)
		if err := os.CopyFS(t.stages[stage.name], os.DirFS(repo)); err != nil {
			return err
		}
	}
	return nil
}

func (t *leakTest) tryAll(ctx context.Context) (leakAnswer, error) {
	c := canary.New()
	inputs := leakInputs(newRootCmd(t.app))
	answer := leakAnswer{Inputs: len(inputs), Disguises: len(c.Disguises), Leaks: []leak{}}
	for _, in := range inputs {
		file, err := t.try(ctx, in, harmless, []string{harmless})
		if err != nil {
			return answer, err
		}
		if file != "" {
			answer.Recorded++
			answer.recorded = append(answer.recorded, in.String())
		}
		for _, d := range c.Disguises {
			if !in.takes(d.Text) {
				continue
			}
			if file, err = t.try(ctx, in, d.Text, c.Needles(d.Text)); err != nil {
				return answer, err
			}
			if answer.Planted++; file != "" {
				answer.Leaks = append(answer.Leaks, leak{in.String(), d.Name, file})
			}
		}
	}
	return answer, nil
}

// try plants a text through an input in a fresh repo and returns the file that holds one of the needles then.
func (t *leakTest) try(ctx context.Context, in leakInput, text string, needles []string) (string, error) {
	repo := filepath.Join(t.root, "repo")
	if err := errors.Join(os.RemoveAll(repo), os.CopyFS(repo, os.DirFS(t.stages[in.stage]))); err != nil {
		return "", err
	}
	printed := filepath.Join(t.root, "printed")
	if err := os.WriteFile(printed, []byte("out="+text+"\n"), 0o600); err != nil {
		return "", err
	}
	args := make([]string, len(in.args))
	for i, arg := range in.args {
		args[i] = strings.ReplaceAll(arg, planted, text)
	}
	t.operator(in, text).execute(ctx, args) // whatever comes of it, nothing may be on disk
	if err := errors.Join(ctx.Err(), os.Remove(printed)); err != nil {
		return "", err
	}
	return leakedTo(t.root, needles)
}

// operator returns the app of somebody who works in the repo, whose answers nobody reads.
func (t *leakTest) operator(in leakInput, text string) *app {
	child := *t.app
	child.in = strings.NewReader("")
	if in.stdin {
		child.in = strings.NewReader("note: out=" + text + "\n")
	}
	if in.typed {
		child.in = strings.NewReader(strings.Repeat(text+"\ny\n", 8))
	}
	child.inTTY, child.errTTY, child.outTTY = in.typed, in.typed, false
	child.out, child.err = &sink{to: io.Discard}, &sink{to: io.Discard}
	child.getwd = func() (string, error) { return filepath.Join(t.root, "repo"), nil }
	child.getenv = func(name string) string {
		switch name {
		case in.variable:
			return text
		case "RTUT_OPERATOR":
			return "ana"
		}
		return ""
	}
	child.json, child.noInput, child.noColour, child.operator = false, false, false, ""
	return &child
}

// String is an input as a person would name it.
func (in leakInput) String() string {
	line := "rtut " + strings.ReplaceAll(strings.Join(in.args, " "), planted, "...")
	switch {
	case in.typed:
		return line + ", typed when asked"
	case in.stdin:
		return line + ", on standard input"
	case in.printed:
		return line + ", printed by the check"
	case in.variable != "":
		return in.variable + "=... " + line
	}
	return line
}

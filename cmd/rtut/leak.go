package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"rtut/run/secret/canary"
)

// leakTest plants canaries through every input of every command and of the terminal interface, and searches what was written to
// disk, and what the commands answered.
type leakTest struct {
	app    *app
	root   string            // a temporary directory: repo, printed, and a repo per stage
	stages map[string]string // directories, by name
	said   *bytes.Buffer     // what the last command answered, unless its check printed the text
}

// leakAnswer is the result of a leak test.
type leakAnswer struct {
	Inputs    int    `json:"inputs"`
	Recorded  int    `json:"recorded"` // inputs whose text is in a file where it is harmless: that the search finds
	Disguises int    `json:"disguises"`
	Planted   int    `json:"planted"`
	Leaks     []leak `json:"leaks"`

	inputs   []string // their names
	recorded []string // those that are recorded
}

// leakInput is one way for a text to come into rtut.
type leakInput interface {
	String() string         // as a person would name it
	at() string             // the stage that it is tried in
	takes(text string) bool // a text fits
	// plant hands text over; "printed" beside the repo holds what the check of the pack prints. Whether rtut refuses it is of no
	// account: an error says that it could not be tried.
	plant(ctx context.Context, t *leakTest, text string) error
}

// leak is a canary that was found on disk.
type leak struct {
	Command  string `json:"command"`
	Disguise string `json:"disguise"`
	File     string `json:"file"`
}

// answered is where a leak is that the answer of a command has.
const answered = "the answer of the command"

// harmless is planted first, to know that what is planted there would be found.
const harmless = "harmlessMarker7"

// runLeakTest makes the directories, tries everything, and removes them.
func runLeakTest(ctx context.Context, a *app) (answer leakAnswer, err error) {
	parent, err := outsideRepos(os.TempDir(), "/tmp", "/var/tmp")
	if err != nil {
		return answer, err
	}
	t := &leakTest{app: a, stages: map[string]string{}, said: &bytes.Buffer{}}
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
	for _, stage := range leakStages {
		if err := os.WriteFile(filepath.Join(repo, "pack.yaml"), []byte(stage.pack), 0o600); err != nil {
			return err
		}
		for _, line := range stage.lines {
			if exit := t.operator(commandInput{stdin: emptyPlan}, "").execute(ctx, line); exit != exitDone {
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
	answer := leakAnswer{Disguises: len(c.Disguises), Leaks: []leak{}}
	onScreen, err := screenInputs(ctx, t)
	if err != nil {
		return answer, err
	}
	inputs := slices.Concat(commandInputs(newRootCmd(t.app)), onScreen)
	tried := make([]leakAnswer, len(inputs))
	err = t.onBenches(ctx, len(inputs), func(ctx context.Context, bench *leakTest, i int) (err error) {
		tried[i], err = bench.tryOne(ctx, inputs[i], c)
		return err
	})
	for i, one := range tried {
		answer.add(inputs[i].String(), one)
	}
	return answer, err
}

// onBenches does something so many times, each on one of several benches with a repo of its own: as many as there are processors.
func (t *leakTest) onBenches(ctx context.Context, times int, do func(ctx context.Context, bench *leakTest, i int) error) error {
	n := runtime.GOMAXPROCS(0)
	benches := make(chan *leakTest, n)
	for i := range n {
		bench := &leakTest{app: t.app, root: filepath.Join(t.root, fmt.Sprintf("bench-%d", i)), stages: t.stages, said: &bytes.Buffer{}}
		if err := os.MkdirAll(bench.root, 0o700); err != nil {
			return err
		}
		benches <- bench
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(n)
	for i := range times {
		group.Go(func() error {
			bench := <-benches
			defer func() { benches <- bench }()
			return do(ctx, bench, i)
		})
	}
	return group.Wait()
}

// tryOne plants what is harmless and every disguise through one input.
func (t *leakTest) tryOne(ctx context.Context, in leakInput, c canary.Canary) (one leakAnswer, err error) {
	recorded, err := t.records(ctx, in)
	if recorded {
		one.Recorded = 1
	}
	for _, d := range c.Disguises {
		if err != nil {
			return one, err
		}
		if !in.takes(d.Text) {
			continue
		}
		var file string
		file, err = t.try(ctx, in, d.Text, c.Needles(d.Text))
		if one.Planted++; file != "" {
			one.Leaks = append(one.Leaks, leak{in.String(), d.Name, file})
		}
	}
	return one, err
}

// add counts the result of one input.
func (a *leakAnswer) add(input string, one leakAnswer) {
	a.Inputs++
	a.inputs = append(a.inputs, input)
	if a.Recorded += one.Recorded; one.Recorded > 0 {
		a.recorded = append(a.recorded, input)
	}
	a.Planted += one.Planted
	a.Leaks = append(a.Leaks, one.Leaks...)
}

// records reports whether what is harmless is in a file once it was planted through an input.
func (t *leakTest) records(ctx context.Context, in leakInput) (bool, error) {
	if err := t.plant(ctx, in, harmless); err != nil {
		return false, err
	}
	file, err := leakedTo(t.root, []string{harmless})
	return file != "", err
}

// try plants a text through an input in a fresh repo and returns the file that holds one of the needles then, or that the answer does.
func (t *leakTest) try(ctx context.Context, in leakInput, text string, needles []string) (string, error) {
	if err := t.plant(ctx, in, text); err != nil {
		return "", err
	}
	if holds(t.said.Bytes(), needles) {
		return answered, nil
	}
	return leakedTo(t.root, needles)
}

// plant plants a text through an input in a fresh repo.
func (t *leakTest) plant(ctx context.Context, in leakInput, text string) error {
	if err := t.refresh(in.at(), text); err != nil {
		return err
	}
	t.said.Reset()
	if err := in.plant(ctx, t, text); err != nil {
		return fmt.Errorf("the leak test could not try %s: %w", in, err)
	}
	return errors.Join(ctx.Err(), os.Remove(filepath.Join(t.root, "printed")))
}

// refresh makes the repo what it was at a stage, with a check that prints a text.
func (t *leakTest) refresh(stage, printed string) error {
	repo := filepath.Join(t.root, "repo")
	return errors.Join(
		os.RemoveAll(repo), os.CopyFS(repo, os.DirFS(t.stages[stage])),
		os.WriteFile(filepath.Join(t.root, "printed"), []byte("out="+printed+"\n"), 0o600),
	)
}

// operator returns the app of somebody who works in the repo. What it answers is kept to be searched.
func (t *leakTest) operator(in commandInput, text string) *app {
	child := *t.app
	child.in = strings.NewReader("")
	if in.stdin != "" {
		quoted, _ := json.Marshal(text) // a text always has a form in JSON
		child.in = strings.NewReader(strings.NewReplacer(plantedJSON, string(quoted), planted, text).Replace(in.stdin))
	}
	if in.typed {
		child.in = strings.NewReader(strings.Repeat(text+"\ny\n", 8))
	}
	child.inTTY, child.errTTY, child.outTTY = in.typed, in.typed, false
	child.out, child.err = &sink{to: t.said}, &sink{to: t.said}
	if in.printed {
		child.out, child.err = &sink{to: io.Discard}, &sink{to: io.Discard}
	}
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

package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"rtut/pack"
	"rtut/tui"
)

// screenInput is a text that the terminal interface asks for, by the way that leads to it.
type screenInput struct {
	stage string
	from  screen
	item  string   // that is looked at; "" for none
	keys  []string // pressed then
	forms int      // that are filled in on the way
	pick  int      // which of all choices is picked; the last, where there are fewer
	input string   // "" for none: what the check prints is it
}

// screen is where the terminal interface is opened.
type screen string

const (
	packsScreen screen = "the packs"
	packScreen  screen = "the pack"
	runScreen   screen = "the run"
)

// maxForms bounds how many forms are looked for one behind the other, maxPicks how many of each choice are tried.
const maxForms, maxPicks = 3, 3

func (in screenInput) at() string { return in.stage }

func (in screenInput) takes(string) bool { return true }

// plant goes to the input, hands the text in, and agrees to all that comes then.
func (in screenInput) plant(ctx context.Context, t *leakTest, text string) error {
	typist, err := in.reach(ctx, t)
	if err != nil {
		return err
	}
	defer typist.Close()
	if in.input == "" {
		return nil
	}
	form := typist.Title()
	err = typist.FillIn(in.pick, in.input, text)
	for range maxForms {
		if next := typist.Title(); next != form && len(typist.Inputs()) > 0 {
			form, err = next, errors.Join(err, typist.FillIn(in.pick, "", ""))
		} else {
			err = errors.Join(err, typist.Press("y", "enter"))
		}
	}
	return err
}

// reach opens the interface in the repo as it is, and goes to where the input is.
func (in screenInput) reach(ctx context.Context, t *leakTest) (*tui.Typist, error) {
	child := t.operator(commandInput{}, "")
	start := tui.Start{}
	if in.from != packsScreen {
		start.Pack = filepath.Join(t.root, "repo", pack.FileName)
	}
	if in.from == runScreen {
		found, err := child.findRun(ctx, runFlags{}, "", orLatest)
		if err != nil {
			return nil, err
		}
		start.Run = found.rec.RunID
	}
	typist, err := tui.NewTypist(ctx, child.world("."), start)
	if err != nil {
		return nil, err
	}
	if err := in.walk(typist); err != nil {
		typist.Close()
		return nil, err
	}
	return typist, nil
}

// walk presses the keys and fills in the forms on the way.
func (in screenInput) walk(typist *tui.Typist) error {
	if in.item != "" {
		if err := errors.Join(typist.Press("/"), typist.Write(in.item), typist.Press("enter")); err != nil {
			return err
		}
	}
	if err := typist.Press(in.keys...); err != nil {
		return err
	}
	for range in.forms {
		if err := typist.FillIn(in.pick, "", ""); err != nil {
			return err
		}
	}
	return nil
}

// String names the input by the keys that lead to it.
func (in screenInput) String() string {
	where := string(in.from)
	if in.item != "" {
		where = in.item
	}
	words := "rtut tui, " + strings.TrimSpace(strings.Join(in.keys, " ")+" at "+where)
	if in.forms > 0 {
		words += fmt.Sprintf(", form %d", in.forms+1)
	}
	if in.input == "" {
		return words + ", printed by the check"
	}
	return words + ", " + in.input
}

// screenAsks is a place at which the terminal interface asks for texts.
type screenAsks struct {
	at     screenInput
	inputs []string // their names
}

// screenInputs returns every input of the terminal interface once, from where what is harmless is recorded, if there is such a
// place; and the one that is not typed, what a check prints. It presses every key at every stage, those that act at every item, and
// sees what is asked for.
func screenInputs(ctx context.Context, t *leakTest) ([]leakInput, error) {
	var places []screenInput
	for _, stage := range leakStages {
		places = append(places, screenPlaces(stage.name)...)
	}
	found := make([][]screenAsks, len(places))
	err := t.onBenches(ctx, len(places), func(ctx context.Context, bench *leakTest, i int) (err error) {
		if found[i], err = bench.look(ctx, places[i]); err != nil {
			err = fmt.Errorf("the leak test could not see %s: %w", places[i], err)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	s := &screenSearch{test: t, best: map[string]int{}, kept: map[string]bool{}}
	for _, asks := range slices.Concat(found...) {
		if err := s.note(ctx, asks); err != nil {
			return nil, err
		}
	}
	all := []leakInput{screenInput{stage: "running", from: runScreen, item: "check", keys: []string{"v", "y", "esc", "d", "enter"}}}
	for _, in := range s.inputs {
		all = append(all, in)
	}
	return all, nil
}

// screenPlaces are the places of the interface at a stage: each key, those that act at each item.
func screenPlaces(stage string) []screenInput {
	places := []screenInput{{stage: stage, from: packsScreen}, {stage: stage, from: packScreen, keys: []string{"g", "enter"}}}
	if stage == leakStages[0].name { // there is no run
		return places
	}
	acting, others := tui.Keys()
	for _, key := range others {
		places = append(places, screenInput{stage: stage, from: runScreen, keys: []string{key}})
	}
	for _, item := range leakItems {
		for _, key := range acting {
			places = append(places, screenInput{stage: stage, from: runScreen, item: item, keys: []string{key}})
		}
	}
	places = append(places, screenInput{stage: stage, from: runScreen, item: leakItems[0], keys: []string{"b", "y"}}) // a form behind a list
	return places
}

// look sees what is asked for at a place, whichever choices are picked, and in the forms that come behind.
func (t *leakTest) look(ctx context.Context, in screenInput) ([]screenAsks, error) {
	var found []screenAsks
	for more := true; more && in.pick < maxPicks; in.pick++ {
		first, err := t.lookBehind(ctx, in, "", &found)
		if err != nil {
			return nil, err
		}
		more = in.pick+1 < first.choices
	}
	return found, nil
}

// lookBehind sees what is asked for at a place, and in the forms that come behind the one that is there. before is the form before:
// where it is asked still, it was refused.
func (t *leakTest) lookBehind(ctx context.Context, in screenInput, before string, found *[]screenAsks) (asked, error) {
	now, err := t.asked(ctx, in)
	if err != nil || len(now.inputs) == 0 || now.form == before && before != "" {
		return now, err
	}
	*found = append(*found, screenAsks{in, now.inputs})
	if in.forms++; in.forms < maxForms && now.form != "" {
		_, err = t.lookBehind(ctx, in, now.form, found)
	}
	return now, err
}

// asked is what the interface asks for.
type asked struct {
	form    string // its title; "" for none
	choices int    // of the field that has most
	inputs  []string
}

// asked returns what is asked for at a place once the choices are picked.
func (t *leakTest) asked(ctx context.Context, in screenInput) (asked, error) {
	if err := t.refresh(in.stage, ""); err != nil {
		return asked{}, err
	}
	typist, err := in.reach(ctx, t)
	if err != nil {
		return asked{}, err
	}
	defer typist.Close()
	if err := typist.Pick(in.pick); err != nil {
		return asked{}, err
	}
	return asked{typist.Title(), typist.Choices(), typist.Inputs()}, nil
}

// screenSearch keeps of all places that ask for the same the one that says most.
type screenSearch struct {
	test   *leakTest
	inputs []screenInput
	best   map[string]int  // where in inputs one is, by what tells it from others
	kept   map[string]bool // what is harmless is recorded from there
}

// note keeps the inputs of a place, except for those of which one with the same key and name among the same names is known from where
// more is recorded.
func (s *screenSearch) note(ctx context.Context, asks screenAsks) error {
	in := asks.at
	for _, in.input = range asks.inputs {
		same := fmt.Sprint(in.from, in.keys, in.forms, asks.inputs, in.input)
		if s.kept[same] {
			continue
		}
		recorded, err := s.test.records(ctx, in)
		if err != nil {
			return err
		}
		at, known := s.best[same]
		switch {
		case !known:
			s.best[same] = len(s.inputs)
			s.inputs = append(s.inputs, in)
		case recorded:
			s.inputs[at] = in
		}
		s.kept[same] = recorded
	}
	return nil
}

package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rtut/run/secret/canary"
)

// neverRecorded are lines of leakLines whose text no record takes, however harmless it is.
var neverRecorded = []string{
	"rtut run start choice --alternative ...", "rtut run start phrase --phrase ...", "rtut run rollback --done ...",
	"rtut run mode auto-confirm --preauthorize phrase=...",
}

// inputsOnScreen are all texts that the terminal interface asks for, by the keys that lead to them.
const inputsOnScreen = `
v y esc d enter at check, printed by the check: recorded
at the packs, filter: not recorded
g enter at the pack, param note: recorded
g enter at the pack, project: recorded
g enter at the pack, target: recorded
g enter at the pack, param note: recorded
g enter at the pack, project: recorded
g enter at the pack, target: recorded
g enter at the pack, preauth phrase: not recorded
g enter at the pack, by: recorded
/ at the run, find: not recorded
space at go, evidence lead: recorded
v at go, evidence lead: recorded
w at go, reason: recorded
e at go, value: recorded
e at go, reason: recorded
o at go, text: recorded
m at go, preauth phrase: not recorded
m at go, by: recorded
h at go, to: recorded
h at go, reason: recorded
x at go, reason: recorded
x at go, form 2, comment: recorded
K at first, reason: recorded
p at check, output: recorded
p at first, command: recorded
p at first, output: recorded
space at phrase, phrase: not recorded
s at phrase, phrase: not recorded
s at last, reason: recorded
space at first, evidence ticket: recorded
space at first, value figure: recorded
d at first, evidence ticket: recorded
d at first, value figure: recorded
f at first, reason: recorded
R at first, reason: recorded
b y at go, reason: recorded
P at go, reason: recorded
x at go, comment: recorded
`

func TestNothingThatLooksLikeASecretIsWritten(t *testing.T) {
	startsManyPrograms(t)
	if testing.Short() {
		t.Skip("about two thousand commands")
	}
	a, _ := testApp()
	answer, err := runLeakTest(context.Background(), a)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range answer.Leaks {
		t.Errorf("%+v", l)
	}
	if answer.Planted < 1500 || answer.Disguises != 10 {
		t.Errorf("only %d were planted", answer.Planted)
	}
	for _, l := range leakLines {
		in := commandInput{args: leakWords(l.line)}.String()
		if slices.Contains(answer.recorded, in) == slices.Contains(neverRecorded, in) {
			t.Errorf("what is harmless is recorded, or not, against what is expected: %s", in)
		}
	}
	var onScreen []string
	for _, in := range answer.inputs {
		if strings.HasPrefix(in, "rtut tui, ") {
			kept := map[bool]string{true: "recorded", false: "not recorded"}[slices.Contains(answer.recorded, in)]
			onScreen = append(onScreen, strings.TrimPrefix(in, "rtut tui, ")+": "+kept)
		}
	}
	if diff := cmp.Diff(strings.Split(strings.TrimSpace(inputsOnScreen), "\n"), onScreen); diff != "" {
		t.Errorf("the inputs of the terminal interface (-want +got):\n%s", diff)
	}
}

func TestLeakIsFoundInEveryDisguiseEvenInARecord(t *testing.T) {
	c := canary.New()
	for _, d := range c.Disguises {
		root := t.TempDir()
		asJSON, err := json.Marshal(map[string]string{"note": "it is " + d.Text + "."})
		if err != nil {
			t.Fatal(err)
		}
		for name, data := range map[string][]byte{"plain": []byte(d.Text), "record.json": asJSON} {
			path := filepath.Join(root, "deep", name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			if file, err := leakedTo(root, c.Needles(d.Text)); err != nil || file != filepath.Join("deep", name) {
				t.Errorf("%s in %s: found in %q, %v", d.Name, name, file, err)
			}
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
		if file, err := leakedTo(root, c.Needles(d.Text)); err != nil || file != "" {
			t.Errorf("%s: found where it is not: %q, %v", d.Name, file, err)
		}
	}
}

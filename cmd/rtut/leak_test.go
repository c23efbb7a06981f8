package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"rtut/run/secret/canary"
)

// neverRecorded are lines of leakLines whose text no record takes, however harmless it is.
var neverRecorded = []string{
	"rtut run start choice --alternative ...", "rtut run start phrase --phrase ...", "rtut run rollback --done ...",
}

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
		in := leakInput{args: leakWords(l.line)}.String()
		if slices.Contains(answer.recorded, in) == slices.Contains(neverRecorded, in) {
			t.Errorf("what is harmless is recorded, or not, against what is expected: %s", in)
		}
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

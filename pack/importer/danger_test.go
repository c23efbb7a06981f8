package importer_test

import (
	"os"
	"strings"
	"testing"

	"rtut/pack/importer"
)

func TestNoHarmfulCommandIsCalledReadOnly(t *testing.T) {
	text, err := os.ReadFile("testdata/commands.txt")
	if err != nil {
		t.Fatal(err)
	}
	harmful, harmless, overstated, unknown := 0, 0, 0, 0
	for line := range strings.Lines(string(text)) {
		label, command, found := strings.Cut(strings.TrimSpace(line), " ")
		if !found || label == "#" {
			continue
		}
		effect := importer.EffectOf(command)
		switch label {
		case "-":
			harmful++
			if effect == "read-only" {
				t.Errorf("%q is called read-only", command)
			}
		case "+":
			harmless++
			if effect == "irreversible" {
				overstated++
				t.Logf("%q is called irreversible", command)
			}
			if effect != "read-only" {
				unknown++
				t.Logf("%q is %q", command, effect)
			}
		}
	}
	if harmful < 100 || harmless < 100 {
		t.Errorf("%d harmful and %d harmless command lines. 100 of each were expected", harmful, harmless)
	}
	if overstated > 10 || unknown > 10 {
		t.Errorf("of %d harmless command lines %d are called irreversible and %d are not called read-only", harmless, overstated, unknown)
	}
}

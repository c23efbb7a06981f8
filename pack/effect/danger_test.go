package effect_test

import (
	"os"
	"strings"
	"testing"

	"rtut/pack/effect"
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
		got := effect.Of(effect.Filled(command))
		switch label {
		case "-":
			harmful++
			if got == "read-only" {
				t.Errorf("%q is called read-only", command)
			}
		case "+":
			harmless++
			if got == "irreversible" {
				overstated++
				t.Logf("%q is called irreversible", command)
			}
			if got != "read-only" {
				unknown++
				t.Logf("%q is %q", command, got)
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

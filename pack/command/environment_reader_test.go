package command

import "testing"

func TestACommandReadsWhatItNamesAndWhatItPassesOn(t *testing.T) {
	for command, want := range map[string]bool{
		`echo "$RTUT_PARAM_TEXT"`: true,
		"mv a b":                  false,
		"mv a b && wc -l < b":     false,
		`cd sub; for f in *; do [ -e "$f" ] || exit 1; done`: false,
		"./helper.sh":                 true,
		". ./lib.sh":                  true,
		"sh helper.sh":                true,
		"sudo mv a b":                 true,
		"make deploy":                 true,
		"printenv":                    true,
		"env | sort":                  true,
		"export -p":                   true,
		"export":                      true,
		"export A=1; mv a b":          false,
		"set | grep RTUT":             true,
		"echo $(./helper.sh)":         true,
		"if ./helper.sh; then ls; fi": true,
		`"$tool" x`:                   true,
		"ls | xargs ./helper.sh":      true,
	} {
		c, faults := ParseCommand(command, Sh, testScope())
		if faults != nil {
			t.Errorf("%s: %v", command, faults)
			continue
		}
		if got := c.Reads("RTUT_PARAM_TEXT"); got != want {
			t.Errorf("%s: got %t", command, got)
		}
	}
}

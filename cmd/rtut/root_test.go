package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func everyCommand(cmd *cobra.Command, visit func(*cobra.Command)) {
	visit(cmd)
	for _, c := range cmd.Commands() {
		everyCommand(c, visit)
	}
}

func testApp() (*app, *bytes.Buffer) {
	var out bytes.Buffer
	a := newApp()
	a.out, a.err = &sink{to: &out}, &sink{to: &out}
	return a, &out
}

func TestEveryCommandHelpsWithAnExample(t *testing.T) {
	a, _ := testApp()
	everyCommand(newRootCmd(a), func(cmd *cobra.Command) {
		if !strings.HasPrefix(cmd.Example, "  ") || !strings.Contains(cmd.Example, cmd.Root().Name()) {
			t.Errorf("%s has no example of itself: %q", cmd.CommandPath(), cmd.Example)
		}
		if cmd.Short == "" || strings.HasSuffix(cmd.Short, ".") {
			t.Errorf("%s has the short help %q", cmd.CommandPath(), cmd.Short)
		}
	})
}

func TestEveryCommandTakesTheCommonFlags(t *testing.T) {
	a, _ := testApp()
	everyCommand(newRootCmd(a), func(cmd *cobra.Command) {
		for _, flag := range []string{"json", "operator", "no-input", "no-color"} {
			if cmd.InheritedFlags().Lookup(flag) == nil && cmd.PersistentFlags().Lookup(flag) == nil {
				t.Errorf("%s has no --%s", cmd.CommandPath(), flag)
			}
		}
	})
}

func TestExamplesParse(t *testing.T) {
	a, _ := testApp()
	everyCommand(newRootCmd(a), func(cmd *cobra.Command) {
		for line := range strings.SplitSeq(cmd.Example, "\n") {
			at := strings.Index(line, "rtut ")
			if at < 0 {
				continue
			}
			root := newRootCmd(a)
			found, args, err := root.Find(strings.Fields(strings.TrimRight(line[at+len("rtut "):], ")"))) // of <(...)
			if err != nil || found == root {
				t.Errorf("%s: example names no command: %s", cmd.CommandPath(), line)
				continue
			}
			for _, arg := range args {
				name, isFlag := strings.CutPrefix(arg, "--")
				name, _, _ = strings.Cut(name, "=")
				if isFlag && found.Flag(name) == nil {
					t.Errorf("%s: example has a flag that is not there: %s", cmd.CommandPath(), line)
				}
			}
		}
	})
}

func TestLoginNameBecomesOneWord(t *testing.T) {
	for name, want := range map[string]string{
		"ana": "ana", `CORP\Ana Lee`: "Ana-Lee", "": "unknown", "-x": "x", "a/b;c": "abc", "é\x00\x1b[31m": "é31m", "...": "unknown",
	} {
		if got := oneWord(name); got != want {
			t.Errorf("oneWord(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestRunIDsSortAsTheyWereMade(t *testing.T) {
	a := newApp()
	first := newRunID(a.clock())
	if len(first) != len("20261130T004512.123456Z-9f2c4a") {
		t.Errorf("run id %q", first)
	}
}

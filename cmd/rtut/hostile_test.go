package main

import (
	"os/exec"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rtut/run/plain"
)

func TestNothingThatOthersWroteSteersTheTerminal(t *testing.T) {
	if underRace || testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	for i, text := range hostileTexts {
		w := newHostileWorld(t, text)
		w.colour = i%2 == 0
		w.night()
		if w.done < 4 && utf8.ValidString(text) { // the record of a run names its pack in UTF-8
			t.Errorf("%q: only %d commands were carried out", text, w.done)
		}
		w.looks()
		w.colour = !w.colour
		for _, line := range []string{
			"run finalize --outcome abandoned --reason @said@", "run finish", "run feedback --rating good --comment @said@", "run show", "run report --format markdown", "feedback @pack@",
		} {
			w.rtut(w.words(line)...)
		}
	}
}

func TestNothingInARecordOfAnotherHandSteersTheTerminal(t *testing.T) {
	if underRace || testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	const filler = "xFILLERx"
	for i, text := range hostileTexts {
		if !utf8.ValidString(text) {
			continue // the record of a run names its pack in UTF-8
		}
		w := newHostileWorld(t, text)
		w.said = filler
		w.night()
		if w.done < 12 {
			t.Fatalf("%q: only %d commands were carried out", text, w.done)
		}
		w.spoil(filler)
		w.looks()
		if i > 0 {
			continue
		}
		w.write(".local/runbook-runs/a.json", `{"schema":"runbook-run/`+inYAML(text)+`"}`)
		w.write(".local/runbook-runs/b.json", strings.ToValidUTF8(text, "?"))
		w.looks()
	}
}

// TestNoArgumentSteersTheTerminal gives every command a hostile text as each of its arguments and flags.
func TestNoArgumentSteersTheTerminal(t *testing.T) {
	if underRace || testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	a, _ := testApp()
	for _, text := range hostileTexts[:2] {
		w := newHostileWorld(t, text)
		w.rtut("run", "new", w.pack)
		var watches []func() // what goes on until the run has ended
		each := func(cmd *cobra.Command) {
			name := strings.Fields(cmd.CommandPath())[1:]
			lines := [][]string{{text}, {text, text}, {"--" + text}, {"-" + text}, {text, text, text}, {"--help"}}
			flag := func(f *pflag.Flag) {
				if f.Value.Type() != "bool" {
					lines = append(lines, []string{"--" + f.Name + "=" + text}, []string{"--" + f.Name, text, text})
				} else {
					lines = append(lines, []string{"--" + f.Name + "=" + text})
				}
			}
			cmd.LocalFlags().VisitAll(flag)
			cmd.InheritedFlags().VisitAll(flag)
			for _, line := range lines {
				w.rtut(append(append([]string{}, name...), line...)...)
				w.rtut(append(append([]string{"--json"}, name...), line...)...)
			}
		}
		everyCommand(newRootCmd(a), func(cmd *cobra.Command) {
			switch cmd.Name() {
			case "demo", "completion": // takes its time, or is a script
			case "watch":
				watches = append(watches, func() { each(cmd) })
			default:
				each(cmd)
			}
		})
		for _, variable := range []string{"RTUT_RUN", "RTUT_OPERATOR", "RTUT_SSH", "RTUT_RUNS_DIR", "LANG", "TERM", "HOME"} {
			was := w.env[variable]
			w.env[variable] = text
			w.rtut("run", "status")
			w.rtut("run", "note", "all quiet")
			w.rtut("doctor")
			w.env[variable] = was
		}
		w.rtut("run", "finalize", "--outcome", "abandoned")
		for _, watch := range watches {
			watch()
		}
	}
}

// TestWhatEscapesIsShownAsItIsPrinted: a text that nobody made harmless before it came to be printed, and all of it.
func TestWhatEscapesIsShownAsItIsPrinted(t *testing.T) {
	for _, text := range hostileTexts {
		for name, say := range map[string]func(a *app){
			"print": func(a *app) { _ = a.print(newText("before " + text + " behind\n")) },
			"notef": func(a *app) { a.notef("before %s behind", text) },
			"say":   func(a *app) { a.say("before " + text + " behind\n") },
			"error": func(a *app) { a.sayError(misuse("bad_flag", "before %s behind", text)) },
		} {
			a, out := testApp()
			a.outTTY, a.errTTY = true, true
			say(a)
			if fault := steers(out.String(), false); fault != "" || !strings.Contains(out.String(), "before ") || !strings.HasSuffix(out.String(), " behind\n") {
				t.Errorf("%s of %q: %s gets through, or is lost: %q", name, text, fault, out.String())
			}
		}
	}
}

func newText(s string) *text {
	var t text
	t.WriteString(s)
	return &t
}

// TestAWordOfACommandToTypeIsReadBackByTheShell, whatever it holds, and it passes a terminal.
func TestAWordOfACommandToTypeIsReadBackByTheShell(t *testing.T) {
	for _, text := range append(hostileTexts, "packs/drill", "it's", "", "-x", "a b", "a\nb", "$(id)") {
		written := word(text)
		out, err := exec.Command("sh", "-c", "printf %s "+written).Output()
		if err != nil || string(out) != text || plain.Line(written) != written {
			t.Errorf("%q is written %s and read %q: %v", text, written, out, err)
		}
	}
}

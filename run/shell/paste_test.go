package shell

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rtut/run/plain"
)

// hidden are texts that a terminal obeys or does not show; taken out of a command, some of them would take quotes with them.
var hidden = []string{
	"\x1b]", "\x1b[", "\x1b]0;t\a", "\x1b", "\x1b(", "\x1bP", "\a", "\r", "\r\n", "\b", "\x7f", "\u009b", "\u202e", "\u200b", "\u2028", "\ufeff", "\u00ad", "\xff", "\x80\x9b",
	"'", "; touch lured; echo ", "'; touch lured; '", "\n", " ", "  \n", "\t", "a", "é", "\\", "%s", "$(touch lured)", "-n",
}

func hiddenText(t *rapid.T, label string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(hidden), 0, 4).Draw(t, label), "")
}

func TestWhatIsPastedPassesTheTerminalAndMeansTheSame(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		a, b, c := hiddenText(rt, "a"), hiddenText(rt, "b"), hiddenText(rt, "c")
		cmd := Command{Script: "printf '%s|' " + Quote(a) + "\nprintf '%s|' " + Quote(b) + "\nprintf '%s|' \"$RTUT_C\"\nls", Env: []string{"RTUT_C=" + c}}
		paste, spelled, err := Paste(cmd)
		if err != nil || plain.Text(paste) != paste {
			rt.Fatalf("%q, %v", paste, err)
		}
		if spelled == strings.HasPrefix(paste, "export RTUT_C=") {
			rt.Fatalf("spelled is %t of %q", spelled, paste)
		}
		if got, want := output1(t, Command{Script: paste, Dir: t.TempDir()}), a+"|"+b+"|"+c+"|"; got != want {
			rt.Fatalf("%q\ngives %q, not %q", paste, got, want)
		}
	})
}

func TestWhatIsPastedForAnotherHostMeansTheSameThere(t *testing.T) {
	bin := t.TempDir()
	ssh := filepath.Join(bin, "ssh")
	write(t, ssh, "#!/bin/sh\nfor last; do :; done\nexec sh -c \"$last\"\n")
	if err := os.Chmod(ssh, 0o700); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		a, c := hiddenText(rt, "a"), hiddenText(rt, "c")
		paste, _, err := Paste(Command{Script: "printf '%s|' " + Quote(a) + ` "$RTUT_C"`, Env: []string{"RTUT_C=" + c}, On: "db3", SSH: []string{ssh}})
		if err != nil || plain.Text(paste) != paste {
			rt.Fatalf("%q, %v", paste, err)
		}
		if diff := cmp.Diff(a+"|"+c+"|", output1(t, Command{Script: paste, Dir: t.TempDir()})); diff != "" {
			rt.Fatalf("%q\n%s", paste, diff)
		}
	})
}

func TestAWordIsReadBackByEveryShell(t *testing.T) {
	for _, shell := range []string{"sh", "bash"} {
		for _, text := range hidden {
			if strings.HasSuffix(text, "\n") {
				continue
			}
			if got := output1(t, Command{Shell: shell, Script: "printf %s " + Word(text), Dir: t.TempDir()}); got != text {
				t.Errorf("%s: %q becomes %q", shell, text, got)
			}
		}
	}
}

package main

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestALineOfActionsIsWords(t *testing.T) {
	for line, want := range map[string][]string{
		"start look\n":                       {"start", "look"},
		"\t start  look \t\n":                {"start", "look"},
		"start look\r\n":                     {"start", "look"},
		"\n":                                 nil,
		"  # start look\n":                   nil,
		"# cut off":                          nil,
		"  ":                                 nil,
		"note see#4 #5\n":                    {"note", "see#4", "#5"},
		`note 'a "b" \c $d'` + "\n":          {"note", `a "b" \c $d`},
		`note "a 'b' \"c\" \\ \d $e"` + "\n": {"note", `a 'b' "c" \ \d $e`},
		`note a\ b\'c\\` + "\n":              {"note", `a b'c\`},
		`set v='1 2'"3"4 w=''` + "\n":        {"set", "v=1 234", "w="},
		"note '' \"\"\n":                     {"note", "", ""},
		"note grün ☃\n":                      {"note", "grün", "☃"},
	} {
		got, err := splitLine(line)
		if err != nil || !cmp.Equal(got, want) {
			t.Errorf("%q: %q, %v; want %q", line, got, err, want)
		}
	}
}

func TestALineOfActionsThatIsNoneIsRefused(t *testing.T) {
	long := "note " + strings.Repeat("a", maxActionLine-len("note "))
	if words, err := splitLine(long + "\n"); err != nil || len(words) != 2 {
		t.Errorf("the longest line: %d words, %v", len(words), err)
	}
	for line, want := range map[string]string{
		"note 'a\n":      "a quote ' is not closed",
		"note \"a\\\"\n": `a quote " is not closed`,
		"note a\\\n":     `it ends with a backslash; an action is one line, and a backslash is written \\`,
		"note 'a\\\n":    `it ends with a backslash; an action is one line, and a backslash is written \\`,
		"start look":     "the file ends before the line does, so it may have been cut off; end the line with a newline",
		"grün\x00\n":     "column 5 holds the control character U+0000",
		"a\rb\n":         "column 2 holds the control character U+000D",
		"\x1b[2J\n":      "column 1 holds the control character U+001B",
		"ü\xff\n":        "column 2 holds the byte 0xff, which is not UTF-8",
		long + "a\n":     "it has 131073 bytes; at most 131072 are allowed",
	} {
		if words, err := splitLine(line); err == nil || err.Error() != want {
			t.Errorf("%.20q: %q, %v; want %s", line, words, err, want)
		}
	}
}

// actionsOfDrill take a run of the pack drill to its last step.
const actionsOfDrill = `start measure
verify measure --yes
done measure
note 'the lead is on the bridge'
start warn --operator ben
done warn --confirm
verify go-no-go --pass said --evidence 'lead=Ana Lee'
start promote --phrase "promote db3 at 512"
verify promote --confirm
done promote
`

func TestAFileOfActionsRecordsWhatItsCommandsRecord(t *testing.T) {
	drill, err := filepath.Abs("testdata/packs/drill")
	if err != nil {
		t.Fatal(err)
	}
	byItself := playedDrill(t, drill, func(a *app) {
		for line := range strings.Lines(actionsOfDrill) {
			words, err := splitLine(line)
			if err != nil {
				t.Fatal(err)
			}
			a.operator = ""
			if exit := a.execute(t.Context(), append([]string{"run"}, words...)); exit != exitDone {
				t.Fatalf("%s: exit code %d", line, exit)
			}
		}
	})
	together := playedDrill(t, drill, func(a *app) {
		a.in, a.inTTY = strings.NewReader(actionsOfDrill), false
		if exit := a.execute(t.Context(), []string{"run", "do", "-"}); exit != exitDone {
			t.Fatalf("exit code %d\n", exit)
		}
	})
	if diff := cmp.Diff(byItself, together); diff != "" {
		t.Error(diff)
	}
}

// playedDrill returns the record of a run of the pack drill that was played in a repo of its own.
func playedDrill(t *testing.T, drill string, play func(*app)) string {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := errors.Join(os.Mkdir(".git", 0o755), os.CopyFS("drill", os.DirFS(drill))); err != nil {
		t.Fatal(err)
	}
	a, _ := testApp()
	a.clock = func() time.Time { return time.Date(2026, 11, 30, 0, 45, 12, 0, time.UTC) }
	a.newID = func(time.Time) string { return "20261130T004512.000000Z-9f2c4a" }
	a.login = func() string { return "ana" }
	a.getenv = func(string) string { return "" }
	if exit := a.execute(t.Context(), []string{"run", "new", "drill"}); exit != exitDone {
		t.Fatalf("run new: exit code %d", exit)
	}
	play(a)
	data, err := os.ReadFile(".local/runbook-runs/20261130T004512.000000Z-9f2c4a.json")
	if err != nil {
		t.Fatal(err)
	}
	return measured.ReplaceAllString(string(data), "")
}

// measured are how long a command took, and the digests over that.
var measured = regexp.MustCompile(`"(seconds|rest|prev|hash)": .*`)

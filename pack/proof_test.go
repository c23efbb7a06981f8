package pack

import (
	"slices"
	"strings"
	"testing"

	"rtut/pack/command"
	"rtut/pack/value"
)

const proven = `
schema: runbook-pack/v0.2
id: proven
title: Proven
params: [{ id: p, title: P, type: string, default: x }]
datapoints:
  - { id: host, title: Host, type: hostname, initial: db1 }
  - { id: size, title: Size, type: int, initial: 1 }
  - { id: made, title: Made, type: int }
  - { id: more, title: More, type: int, initial: 1 }
steps:
  - { id: one, title: 'On {{ size }}', command: 'cut {{ p }}', on: '{{ host }}', produces: [made], accept: [{ id: a, expr: made < more }],
      timeout: 5m, verify: { kind: exit-code, command: ./check.sh, timeout: 5s } }
  - { id: two, title: Two, when: size > 3 }
gates:
  - { id: go, title: Go, uses: [more], checks: [{ id: said, kind: manual, prompt: 'Is {{ size }} right' }] }
`

func loadProven(t *testing.T, replace ...string) *Pack {
	t.Helper()
	p, found := Parse(FileName, []byte(strings.NewReplacer(replace...).Replace(proven)))
	if p == nil {
		t.Fatal(found)
	}
	return p
}

func TestReadsAreWhatIsShownRunOrJudged(t *testing.T) {
	p := loadProven(t)
	for _, tc := range []struct {
		item, alternative string
		want              []string
	}{
		{"one", "", []string{"host", "more"}}, // not what it measures itself, and not its title
		{"two", NotNeeded, []string{"size"}},
		{"two", Needed, nil}, // the choice was made at the start
		{"go", "", []string{"more", "size"}},
		{"one", "gone", nil},
		{"gone", "", nil},
	} {
		if got := p.Reads(tc.item, tc.alternative); !slices.Equal(got, tc.want) {
			t.Errorf("%s %s reads %q, expected %q", tc.item, tc.alternative, got, tc.want)
		}
	}
}

func TestProofIsOfWhatIsDoneAndJudged(t *testing.T) {
	before := loadProven(t)
	for name, tc := range map[string]struct {
		replace []string
		item    string
		same    bool
	}{
		"title":           {[]string{"On {{ size }}", "Other"}, "one", true},
		"time limit":      {[]string{"timeout: 5s", "timeout: 6s"}, "one", true},
		"timeout":         {[]string{"timeout: 5m", "timeout: 6m"}, "one", true},
		"prompt":          {[]string{"Is {{ size }} right", "Is it"}, "go", true},
		"command":         {[]string{"cut {{ p }}", "cut -x {{ p }}"}, "one", false},
		"host":            {[]string{"'{{ host }}'", "db7"}, "one", false},
		"check":           {[]string{"./check.sh", "./check.sh -v"}, "one", false},
		"acceptance":      {[]string{"made < more", "made <= more"}, "one", false},
		"kind of a check": {[]string{"kind: manual, prompt: 'Is {{ size }} right'", "kind: expression, expr: more > 0"}, "go", false},
		"condition":       {[]string{"when: size > 3", "when: size > 4"}, "two", false},
		"shell":           {[]string{"title: Proven", "title: Proven\nshell: bash"}, "one", false},
	} {
		alternative := map[string]string{"two": NotNeeded}[tc.item]
		if same := before.Proof(tc.item, alternative) == loadProven(t, tc.replace...).Proof(tc.item, alternative); same != tc.same {
			t.Errorf("%s: the proof of %s is the same: %t, expected %t", name, tc.item, same, tc.same)
		}
	}
	if p := before.Proof("one", "gone"); p != "" {
		t.Errorf("an alternative that is not there has the proof %s", p)
	}
}

func TestACommandNamesAFile(t *testing.T) {
	for _, tc := range []struct {
		command, file string
		want          bool
	}{
		{"./check.sh", "check.sh", true},
		{`sh "$RTUT_PACK_DIR/check.sh" -v`, "check.sh", true},
		{"./check.sh.", "check.sh", true},
		{"./check.sh.bak", "check.sh", false},
		{"./precheck.sh", "check.sh", false},
		{"./check.shx", "check.sh", false},
		{"lib/run now", "lib/run", true},
		{"run now", "lib/run", false},
		{"sh lib/run.sh", "lib/run.sh", true},
		{"cd lib; sh run.sh", "lib/run.sh", true},
		{"make -f Makefile", "Makefile", true},
		{"true", "check.sh", false},
	} {
		c, faults := command.ParseCommand(tc.command, command.Sh, value.Scope{})
		if faults != nil {
			t.Fatal(faults)
		}
		if got := c.NamesFile(tc.file); got != tc.want {
			t.Errorf("%q names %s: %t, expected %t", tc.command, tc.file, got, tc.want)
		}
	}
}

func TestAllFilesCountWhereACommandNamesOne(t *testing.T) {
	files := []string{"check.sh", "lib.sh", "pack.yaml", "README.md"}
	if got, want := loadProven(t).Named(files), []string{"check.sh", "lib.sh"}; !slices.Equal(got, want) {
		t.Errorf("files %q, expected %q", got, want)
	}
	if got := loadProven(t, "./check.sh", "true").Named(files); got != nil {
		t.Errorf("files %q of a pack that names none", got)
	}
}

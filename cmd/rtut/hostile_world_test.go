package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"rtut/run/plain"
)

// hostileTexts are what somebody may write who wants to steer the terminal of whoever reads it. The first is all of one line.
var hostileTexts = []string{
	"a\x1b[2J\x1b[31mb\u009b2Jc\u009d0;t\u009cd\x1b]0;t\ae\x1b]52;c;ZXZpbA==\x1b\\f\x1b]8;;http://x\x1b\\g\x1bPq\x1b\\h\x1b[6n\bi\x7fj\x05k\u202el\u2066m\u200fn\u200bo\u2060p\ufeffq\u00adr\U000E0041s\U000E0100t\ufe00u\u3164v\u061cw\u2028x\u2029y",
	"\x1b[31mred\x1b]0;never ends", "b\rFAILED\r\npassed\n\x1b[1A", "\xff\x9b31m\xc0\x80\xed\xa0\x80", strings.Repeat("\u0301\u0489", 30) + "\x1b#8", "\x1b[", "' \x1b[31;8;40m",
}

// hostileMark stands where a hostile text goes.
const hostileMark = "@hostile@"

// hostilePack has such a text wherever a pack may have one, and values bring it into a phrase and an address.
const hostilePack = `schema: runbook-pack/v0.2
id: hostile
title: "@hostile@"
summary: "@hostile@"
owner: "@hostile@"
order: parallel
params:
  - { id: note, title: "@hostile@", help: "@hostile@", type: string, default: none }
  - { id: phrase, default: "do @hostile@" }
  - { id: address, default: "https://x/@hostile@" }
datapoints: [{ id: seen, title: "@hostile@", unit: "@hostile@", type: string }]
artefacts: [{ id: thing, title: "@hostile@", kind: "@hostile@", location: "@hostile@" }]
stages:
  - id: all
    title: "@hostile@"
    steps:
      - id: first
        title: "@hostile@"
        instruction: "@hostile@\n\n    @hostile@\n\n- @hostile@"
        performer: "@hostile@"
        links: [{ title: "@hostile@", url: "{{ address }}" }]
        evidence: [{ id: ticket, title: "@hostile@" }]
        one_of: [{ id: here, title: "@hostile@", instruction: "@hostile@", command: "echo {{ note }}" }, { id: there, title: "@hostile@" }]
        rollback: { instruction: "@hostile@", command: "echo {{ note }}" }
        produces: [seen]
      - { id: second, title: "@hostile@", effect: read-only }
      - id: third
        title: "@hostile@"
        effect: irreversible
        confirm: "{{ phrase }}"
        command: 'echo "$RTUT_PARAM_NOTE"'
        verify: { kind: output-contains, command: "echo {{ note }}; false", contains: "@hostile@" }
    gates:
      - { id: go, title: "@hostile@", waivable: true, evidence: [{ id: lead, title: "@hostile@" }], checks: [{ id: said, kind: manual, prompt: "@hostile@" }] }
`

// inYAML writes a text as YAML has it within double quotes, and bytes that are no UTF-8 not at all.
func inYAML(text string) string {
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(text, "") {
		if r < ' ' || r > '~' || r == '"' || r == '\\' {
			b.WriteString(`\U` + strings.ToUpper(hex8(r)))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hex8(r rune) string {
	const digits = "0123456789abcdef"
	out := make([]byte, 8)
	for i := 7; i >= 0; i, r = i-1, r>>4 {
		out[i] = digits[r&15]
	}
	return string(out)
}

// hostileWorld is a repo in which everything has a hostile text.
type hostileWorld struct {
	t        *testing.T
	dir      string
	text     string // that is hostile
	said     string // what a person says: the same, or a word to be replaced by it
	pack     string // the path of the pack, with that text
	colour   bool   // the streams are a terminal
	env      map[string]string
	now      time.Time
	reported int
	done     int // commands of the night that were carried out
}

func newHostileWorld(t *testing.T, text string) *hostileWorld {
	t.Helper()
	w := &hostileWorld{t: t, dir: t.TempDir(), text: text, said: text, now: time.Date(2026, 11, 30, 0, 45, 12, 0, time.UTC)}
	w.env = map[string]string{"LANG": "C.UTF-8", "RTUT_OPERATOR": "ana", "HOME": w.dir, "PATH": os.Getenv("PATH"), "RTUT_SSH": "false"}
	git := exec.Command("git", "init", "--quiet", w.dir)
	git.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null")
	if out, err := git.CombinedOutput(); err != nil {
		t.Skipf("%v: %s", err, out)
	}
	w.pack = "packs/" + strings.ReplaceAll(text, "/", "|")
	w.write(filepath.Join(w.pack, "pack.yaml"), strings.ReplaceAll(hostilePack, hostileMark, inYAML(text)))
	w.write("packs/broken/pack.yaml", "schema: runbook-pack/v0.2\nid: broken\ntitle: \""+inYAML(text)+"\"\nsteps: [{ id: \""+inYAML(text)+"\", \""+inYAML(text)+"\": 1 }]\n")
	w.write("hostile.txt", text)
	return w
}

func (w *hostileWorld) write(name, text string) {
	w.t.Helper()
	path := filepath.Join(w.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		w.t.Skipf("this file system takes no such name: %v", err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		w.t.Skipf("this file system takes no such name: %v", err)
	}
}

// rtut runs one command line in this process, fails if what it says could steer a terminal, and returns its exit code.
func (w *hostileWorld) rtut(args ...string) int {
	w.t.Helper()
	var out, err bytes.Buffer
	a := newApp()
	a.in, a.inTTY, a.out, a.err = strings.NewReader(w.text+"\n"), false, &sink{to: &out}, &sink{to: &err}
	a.outTTY, a.errTTY, a.width = w.colour, w.colour, func() int { return 80 }
	a.clock = func() time.Time { w.now = w.now.Add(time.Second); return w.now }
	a.getwd = func() (string, error) { return w.dir, nil }
	a.getenv = func(name string) string { return w.env[name] }
	code := a.execute(context.Background(), args)
	for name, said := range map[string]string{"standard output": out.String(), "standard error": err.String()} {
		if slices.Contains(args, "markdown") || slices.Contains(args, "page") { // as Markdown
			said = strings.ReplaceAll(said, "\u2060", "") // it stands behind what a tracker would take for a name
		}
		if fault := steers(said, w.colour); fault != "" {
			if w.reported++; w.reported <= 10 {
				w.t.Errorf("rtut %q: %s gets to %s:\n%q", args, fault, name, said)
			}
		}
	}
	return code
}

var sgrSequence = regexp.MustCompile("\x1b\\[[0-9;:]*m")

// steers names what in a text a terminal would obey, or not show; "" for nothing.
func steers(said string, colour bool) string {
	if !utf8.ValidString(said) {
		return "a byte that is no UTF-8"
	}
	if colour {
		said = sgrSequence.ReplaceAllString(said, "")
	}
	for _, r := range said {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || plain.Name(r) != "") {
			return string([]rune("U+")) + strings.ToUpper(hex8(r))
		}
	}
	return ""
}

// hostileNight are commands of a run of the hostile pack, with a hostile text in everything that a person says. Some of it is
// refused.
var hostileNight = []string{
	"run note @said@", "run start first --alternative @said@", "run start first --alternative here", "run capture first --command @said@ --output hostile.txt",
	"run done first --confirm --evidence ticket=@said@ --set seen=@said@", "run start third --phrase @said@", "run start third --phrase do_@hostile@ --authorized-by ben",
	"run verify third --yes", "run verify third --pasted hostile.txt", "run fail third --reason @said@", "run retry third --acknowledge-partial", "run set seen=@said@ --reason @said@",
	"run skip second --reason @said@", "run verify go --confirm --evidence lead=@said@", "run verify go --reject said --override --acknowledge-risk --reason @said@",
	"run waive go --reason @said@", "run redo first --reason @said@", "run start first --alternative here", "run capture first --command @said@ --output hostile.txt",
	"run start third --phrase do_@hostile@", "run verify third --yes", "run handover --to ben --reason @said@",
}

// hostileLooks are commands that show something of it.
var hostileLooks = []string{
	"run status", "run next", "run show", "run show @pack@", "run log", "run log --format interchange", "run data", "run artefacts", "run list", "run cmd third", "run cmd @pack@ first --alternative here",
	"run rollback", "run audit", "run audit @pack@", "run report --format markdown", "run report --format json", "run report --format html", "run report --format interchange",
	"run tick", "go", "go @pack@ third", "list", "score .", "score . --pack hostile", "score . --html", "maturity .", "projects .", "feedback @pack@", "doctor", "version",
	"pack show @pack@", "pack graph @pack@", "pack graph @pack@ --format mermaid", "pack graph @pack@ --format boxes", "pack graph @pack@ --format json", "pack lint @pack@", "pack lint packs/broken", "pack validate @pack@", "pack validate packs/broken", "pack validate hostile.txt",
	"pack diff @pack@ packs/broken", "pack diff @pack@ @pack@/pack.yaml", "pack digest @pack@", "pack digest packs/broken", "report check hostile.txt", "run audit hostile.txt",
}

// hostileCompletions are what a shell asks for.
var hostileCompletions = []string{"run new_", "run start_", "pack show_", "go_", "run cmd @pack@_", "@hostile@", "--@hostile@", "run start --alternative_"}

// words are those of a line of the tables above; an underscore is a blank, or an empty word at the end.
func (w *hostileWorld) words(line string) []string {
	var words []string
	for _, word := range strings.Fields(line) {
		if begun, open := strings.CutSuffix(word, "_"); open {
			words = append(words, begun, "")
			continue
		}
		words = append(words, word)
	}
	for i, word := range words {
		words[i] = strings.NewReplacer("@pack@", w.pack, "@said@", w.said, hostileMark, w.text, "do_", "do ").Replace(word)
	}
	return words
}

// night begins a run and carries it on.
func (w *hostileWorld) night() {
	for _, more := range []string{"--project @said@ --target @said@ --param note=@said@", "--param note=@said@", ""} {
		if w.rtut(w.words("run new @pack@ "+more)...) == exitDone {
			break // less of it is refused
		}
	}
	for _, line := range hostileNight {
		if w.rtut(w.words(line)...) == exitDone {
			w.done++
		}
	}
}

// looks reads all that there is to be read.
func (w *hostileWorld) looks() {
	for _, line := range hostileLooks {
		if code := w.rtut(w.words(line)...); code == exitUsage && w.text == hostileTexts[0] {
			w.t.Errorf("rtut %s is wrong usage", line)
		}
		w.rtut(append(w.words(line), "--json")...)
	}
	for _, line := range hostileCompletions {
		w.rtut(append([]string{"__complete"}, w.words(line)...)...)
	}
}

// spoil writes the text into the record where a text of its own stands, as another hand may do: nothing has looked at it.
func (w *hostileWorld) spoil(filler string) {
	w.t.Helper()
	records, err := filepath.Glob(filepath.Join(w.dir, ".local", "runbook-runs", "*.json"))
	if err != nil || len(records) == 0 {
		w.t.Fatalf("no records: %v", err)
	}
	inner, err := json.Marshal(w.text)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, path := range records {
		data, err := os.ReadFile(path)
		if err != nil {
			w.t.Fatal(err)
		}
		spoiled := bytes.ReplaceAll(data, []byte(filler), append(inner[1:len(inner)-1:len(inner)-1], `\ud800`...))
		if bytes.Equal(spoiled, data) {
			w.t.Fatal("nothing in the record was ours")
		}
		if err := os.WriteFile(path, spoiled, 0o666); err != nil {
			w.t.Fatal(err)
		}
	}
}

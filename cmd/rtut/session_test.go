package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const readme = "../../README.md"

// scratch is a directory for commands out of documents, and the environment in which they run.
type scratch struct {
	dir string
	env []string
}

// raceWait keeps rtut, where it is built with the race detector, from sleeping a second as it ends.
const raceWait = "GORACE=atexit_sleep_ms=0"

// newScratch returns an empty directory. rtut is on PATH with a fixed clock and fixed ids, ana is the operator.
func newScratch(t *testing.T) scratch {
	t.Helper()
	s := scratch{dir: t.TempDir()}
	s.env = append(os.Environ(),
		testNow+"=2026-11-30T00:45:12.123456Z", testIDs+"=9f2c4a,0b1c2d,a1b2c3", "RTUT_OPERATOR=ana", "RTUT_RUN=", "LANG=C.UTF-8", "LC_ALL=",
		raceWait, "HOME="+filepath.Join(s.dir, "home"), "TMPDIR="+t.TempDir(), "GIT_CONFIG_GLOBAL=/dev/null",
		"PATH="+filepath.Join(s.dir, "bin")+string(filepath.ListSeparator)+os.Getenv("PATH"))
	return s
}

// run gives a line to bash, wants its exit code, and returns what it printed on both streams.
func (s scratch) run(t *testing.T, exit int, line string) string {
	t.Helper()
	cmd := exec.Command("bash", "-o", "pipefail", "-c", line)
	cmd.Dir, cmd.Env = s.dir, s.env
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	if got := cmd.ProcessState.ExitCode(); got != exit {
		t.Fatalf("%s\nexit code %d, not %d:\n%s", line, got, exit, out)
	}
	return string(out)
}

// played are the documents whose sessions are run.
var played = []string{"../../docs/tutorial.md", "../../docs/reports.md"}

// TestDocumentShowsWhatCommandsAnswer runs every `$ line` of a document's sessions in one repo, one after the other, and holds
// the document to the answers. A block of YAML that begins with a comment `# some/file.yaml` is written into that file first.
// A line after which a comment says `# exit 3` has to end with that.
func TestDocumentShowsWhatCommandsAnswer(t *testing.T) {
	startsManyPrograms(t)
	for _, document := range played {
		t.Run(filepath.Base(document), func(t *testing.T) { playDocument(t, document) })
	}
}

func playDocument(t *testing.T, document string) {
	t.Helper()
	s := newScratch(t)
	s.run(t, 0, "git init --quiet .")
	lines := readLines(t, document)
	var out []string
	copied := 0
	for _, b := range blocksOf(lines) {
		if name, isFile := strings.CutPrefix(append(b.lines, "")[0], "# "); isFile && b.language == "yaml" {
			s.write(t, name, strings.Join(b.lines, "\n")+"\n")
		}
		if b.language != "console" {
			continue
		}
		out = append(out, lines[copied:b.first]...)
		out = append(out, s.play(t, b.lines)...)
		copied = b.first + len(b.lines)
	}
	if copied == 0 {
		t.Fatalf("%s has no session", document)
	}
	holdTo(t, document, strings.Join(append(out, lines[copied:]...), "\n"))
}

func (s scratch) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// play returns the commands of a session with what they answer now.
func (s scratch) play(t *testing.T, lines []string) []string {
	t.Helper()
	var out []string
	for _, l := range lines {
		command, isCommand := strings.CutPrefix(l, "$ ")
		if !isCommand {
			continue
		}
		exit := 0
		if strings.HasSuffix(command, "# exit 3") {
			exit = exitRefused
		}
		out = append(out, l)
		if answer := strings.TrimSuffix(s.run(t, exit, command), "\n"); answer != "" {
			out = append(out, strings.Split(answer, "\n")...)
		}
	}
	return out
}

// The marks around the picture in the README.
const (
	picture    = "<!-- what rtut demo prints, in parts: make docs-update -->"
	pictureEnd = "<!-- end of the picture -->"
)

// pictured are the commands of the demo that the picture shows.
var pictured = []string{"rtut run verify go-no-go --confirm", "rtut run start promote --phrase 'promote db1'", "rtut run status"}

func TestDocumentPicturesTheDemo(t *testing.T) {
	var played demoDocument
	if err := json.Unmarshal([]byte(newScratch(t).run(t, 0, "rtut demo --json 2>/dev/null")), &played); err != nil {
		t.Fatal(err)
	}
	text := "```text\n"
	for _, command := range pictured {
		shown := len(text)
		for _, p := range played.Commands {
			if p.Command == command {
				text += "$ " + p.Command + "\n" + p.Output
			}
		}
		if len(text) == shown {
			t.Fatalf("the demo does not play %s", command)
		}
	}
	was := strings.Join(readLines(t, readme), "\n")
	holdTo(t, readme, inMarks(t, was, picture, pictureEnd, text+"```\n"))
}

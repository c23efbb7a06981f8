package rtut_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what is generated in documents anew")

const architecture = "docs/architecture.md"

// The marks around the table of packages.
const (
	generated    = "<!-- from here on generated: make docs-update -->\n"
	generatedEnd = "<!-- end of what is generated -->\n"
)

func TestDocumentHasTheRoomsAsTheyAre(t *testing.T) {
	text := readDocument(t, architecture)
	before, rest, found := strings.Cut(text, generated)
	_, after, closed := strings.Cut(rest, generatedEnd)
	if !found || !closed {
		t.Fatalf("%s has no marks for the table of packages", architecture)
	}
	want := before + generated + roomTable(t) + generatedEnd + after
	switch {
	case text == want:
	case *update:
		if err := os.WriteFile(architecture, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("the table of packages in %s is out of date; make docs-update writes it:\n%s", architecture, roomTable(t))
	}
}

// roomTable lists the rooms that there are, from the ground up, and what they may import.
func roomTable(t *testing.T) string {
	t.Helper()
	there := goDirectories(t)
	var names []string
	for name := range rooms {
		if there[name] != nil {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return slices.Index(ground, strings.Split(a, "/")[0])*1000 - slices.Index(ground, strings.Split(b, "/")[0])*1000 + strings.Compare(a, b)
	})
	table := "| package | may import, besides the standard library | and not, of that |\n| --- | --- | --- |\n"
	for _, name := range names {
		table += "| `" + name + "` | " + quoteAll(rooms[name].may) + " | " + quoteAll(rooms[name].mayNot) + " |\n"
	}
	return table
}

// ground has the first parts of rooms, in the order in which they are built on one another.
var ground = []string{"flow", "pack", "run", "tui", "cmd"}

func quoteAll(paths []string) string {
	if len(paths) == 0 {
		return "nothing"
	}
	return "`" + strings.Join(paths, "` `") + "`"
}

// inCode is what a document sets in code.
var inCode = regexp.MustCompile("`([^`\n]+)`")

// named is how a document names a file of this repo.
var named = regexp.MustCompile(`^(flow|pack|run|tui|cmd|docs|examples|\.ci)/[A-Za-z0-9_./*-]+$|^[A-Za-z0-9_.-]+\.(go|md|yml|mod)$`)

func TestDocumentsNameFilesThatExist(t *testing.T) {
	for _, document := range []string{architecture, "docs/decisions.md", "docs/security.md"} {
		seen := 0
		for _, m := range inCode.FindAllStringSubmatch(readDocument(t, document), -1) {
			if !named.MatchString(m[1]) {
				continue
			}
			seen++
			if found, err := filepath.Glob(m[1]); err != nil || len(found) == 0 {
				t.Errorf("%s names %s, which is not there", document, m[1])
			}
		}
		if seen == 0 {
			t.Errorf("%s names no file", document)
		}
	}
}

// decided is how a decision begins: with its day.
var decided = regexp.MustCompile(`^20\d\d-\d\d-\d\d: \*\*`)

func TestDocumentDatesEveryDecision(t *testing.T) {
	decisions := 0
	_, sections, _ := strings.Cut(readDocument(t, "docs/decisions.md"), "\n## ")
	for _, section := range strings.Split(sections, "\n## ") {
		title, body, _ := strings.Cut(section, "\n")
		if title == "Dependencies" {
			continue
		}
		for _, paragraph := range strings.Split(strings.TrimSpace(body), "\n\n") {
			first, _, _ := strings.Cut(paragraph, "\n")
			switch {
			case decided.MatchString(first):
				decisions++
			case strings.HasPrefix(first, "**"):
				t.Errorf("%s: a decision without a day: %s", title, first)
			}
		}
	}
	if decisions < 150 {
		t.Errorf("only %d decisions", decisions)
	}
}

// stateWord is how a state is declared.
var stateWord = regexp.MustCompile(`State\s+= "(\w+)"`)

func TestDocumentHasEveryState(t *testing.T) {
	_, states, _ := strings.Cut(readDocument(t, architecture), "\n## States\n")
	for _, file := range []string{"run/record/state.go", "run/record/progress.go"} {
		declared := stateWord.FindAllStringSubmatch(readDocument(t, file), -1)
		if declared == nil {
			t.Errorf("%s declares no state", file)
		}
		for _, m := range declared {
			if !strings.Contains(states, m[1]) {
				t.Errorf("%s has no state %s", architecture, m[1])
			}
		}
	}
}

func readDocument(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// columns separates the cells of the golden table of transitions.
var columns = regexp.MustCompile(`\s{2,}`)

// TestDocumentHasEveryTransition holds the tables of states to the golden table, which the engine is held to.
func TestDocumentHasEveryTransition(t *testing.T) {
	_, states, _ := strings.Cut(readDocument(t, architecture), "\n## States\n")
	var header []string
	moves := 0
	for line := range strings.Lines(readDocument(t, "run/testdata/transitions.golden")) {
		cells := columns.Split(strings.TrimSpace(line), -1)
		if cells[0] == "state" || len(cells) < 3 {
			header = cells
			continue
		}
		from, _, _ := strings.Cut(cells[0], ",")
		for i, cell := range cells[1:] {
			verb, _, _ := strings.Cut(header[i+1], " ")
			to, _, _ := strings.Cut(cell, " ")
			if verb = strings.Trim(verb, ","); to == "-" || to == from || verb == "begin" {
				continue
			}
			moves++
			row := regexp.MustCompile("(?m)^\\|[^|]*`" + from + "`[^|]*\\|[^|]*`" + verb + "`[^|]*\\|[^|]*`" + to + "`")
			if !row.MatchString(states) {
				t.Errorf("%s has no %s that leads from %s to %s", architecture, verb, from, to)
			}
		}
	}
	if moves < 10 {
		t.Errorf("only %d moves in the golden table", moves)
	}
}

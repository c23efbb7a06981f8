package rtut_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// tried is a command that a document gives: go test, rooms, and what is run of them.
var tried = regexp.MustCompile("go test ((?:-tags \\w+ )?(?:\\./[\\w./]+ ?)+)(?:-run ('[^']+'|[^\\s`)]+))?")

// alone is a -run that follows another command of its room: (`-run WhatIsSaid`).
var alone = regexp.MustCompile("\\(`-run ('[^']+'|[^\\s`]+)`\\)")

// TestTestsThatADocumentNamesAreThere: who tries a claim by the command beside it must not be told that no tests are to be run.
func TestTestsThatADocumentNamesAreThere(t *testing.T) {
	found := 0
	for _, document := range documents(t) {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		found += len(tried.FindAll(text, -1))
		for _, fault := range untried(t, string(text)) {
			t.Errorf("%s: %s", document, fault)
		}
	}
	if found < 15 {
		t.Errorf("only %d commands were found", found)
	}
}

// TestEveryPromiseSaysHowItIsTried, and what is not promised.
func TestEveryPromiseSaysHowItIsTried(t *testing.T) {
	text, err := os.ReadFile("docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	contents, promises, _ := strings.Cut(string(text), "\n## ")
	sections := strings.Split(promises, "\n## ")
	if len(sections) < 9 {
		t.Errorf("only %d promises", len(sections))
	}
	for _, section := range sections {
		title, body, _ := strings.Cut(section, "\n")
		_, how, says := strings.Cut(body, "**How it is tried.**")
		if !says || !tried.MatchString(how) {
			t.Errorf("%s: no test is named that tries it", title)
		}
		if !strings.Contains(body, "\nIt cannot\n\n- ") {
			t.Errorf("%s: what is not promised is not said", title)
		}
		if anchor := strings.ReplaceAll(strings.ToLower(title), " ", "-"); !strings.Contains(contents, "(#"+anchor+")") {
			t.Errorf("%s: it is not among the promises at the beginning", title)
		}
	}
}

func TestATestThatIsNotThereIsSeen(t *testing.T) {
	for text, faults := range map[string]int{
		"`go test ./pack/command -run NoPlace`":                   0,
		"`go test ./pack/command -run NoSuchPlace`":               1,
		"`go test ./pack/command -run 'NoPlace|NoSuchPlace'`":     1,
		"`go test ./pack/command` (`-run NoPlace`) (`-run Gone`)": 1,
		"`go test ./gone`": 1,
		"`go test ./cmd/rtut -run 'TestScripts/(run_audit|long_gone)'`":          1,
		"`go test ./run -run TestRunSpec/R98`, `go test ./run -run TestRunSpec`": 0,
		"`go test ./run -run TestRunSpec/R998`":                                  1,
	} {
		if got := untried(t, text); len(got) != faults {
			t.Errorf("%s: %q", text, got)
		}
	}
}

// untried says of which commands in a text there is nothing to run.
func untried(t *testing.T, text string) (faults []string) {
	t.Helper()
	rooms := []string{}
	for _, at := range slices.SortedFunc(slices.Values(append(tried.FindAllStringSubmatchIndex(text, -1), alone.FindAllStringSubmatchIndex(text, -1)...)), byPlace) {
		run := at[2:4]
		if len(at) == 6 {
			rooms, run = strings.Fields(text[at[2]:at[3]]), at[4:6]
			rooms = slices.DeleteFunc(rooms, func(word string) bool { return !strings.HasPrefix(word, "./") })
		}
		pattern := ""
		if run[0] >= 0 {
			pattern = strings.Trim(text[run[0]:run[1]], "'")
		}
		faults = append(faults, missingTests(t, rooms, pattern, text)...)
	}
	return faults
}

func byPlace(a, b []int) int { return a[0] - b[0] }

// missingTests says which alternatives of a pattern no test of the packages has, nor a change that is shown in the document itself.
func missingTests(t *testing.T, rooms []string, pattern, document string) (faults []string) {
	t.Helper()
	var sources strings.Builder
	sources.WriteString(document)
	for _, room := range rooms {
		files := testFiles(t, room)
		if len(files) == 0 {
			faults = append(faults, "there are no tests in "+room)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			sources.WriteString(string(text) + "\n" + filepath.Base(file) + "\n")
		}
	}
	if len(faults) > 0 {
		return faults
	}
	top, sub, _ := strings.Cut(pattern, "/")
	for one := range strings.SplitSeq(strings.ReplaceAll(top, `\|`, "|"), "|") {
		if is := regexp.MustCompile(`(?m)^\+?func (Test|Fuzz)\w*` + strings.TrimPrefix(one, "Test")); one != "XXX" && !is.MatchString(sources.String()) {
			faults = append(faults, fmt.Sprintf("no test in %s has the name %s", strings.Join(rooms, " "), one))
		}
	}
	for one := range strings.SplitSeq(strings.Trim(sub, "()"), "|") {
		if one != "" && !strings.Contains(sources.String(), `"`+one) && !isScript(rooms, one) {
			faults = append(faults, fmt.Sprintf("no part of %s has the name %s", top, one))
		}
	}
	return faults
}

func testFiles(t *testing.T, room string) []string {
	t.Helper()
	pattern := filepath.Join(strings.TrimSuffix(room, "..."), "*_test.go")
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(room, "...") {
		deeper, _ := filepath.Glob(filepath.Join(strings.TrimSuffix(room, "..."), "*", "*_test.go"))
		files = append(files, deeper...)
	}
	return files
}

// isScript reports whether one of the rooms has a transcript of that name.
func isScript(rooms []string, name string) bool {
	return slices.ContainsFunc(rooms, func(room string) bool {
		_, err := os.Stat(filepath.Join(room, "testdata", "script", name+".txtar"))
		return err == nil
	})
}

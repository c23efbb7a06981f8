package rtut_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// toured is a name in the tour, and the file that it is said to be in.
var toured = regexp.MustCompile("`(\\w+)` in `([\\w/]+\\.go)`")

// TestTheTourNamesWhatIsThere: twelve stops, and every name is declared in the file beside it.
func TestTheTourNamesWhatIsThere(t *testing.T) {
	text := readTour(t)
	if stops := regexp.MustCompile(`(?m)^## \d+\. `).FindAllString(text, -1); len(stops) != 12 {
		t.Errorf("there are %d stops", len(stops))
	}
	names := toured.FindAllStringSubmatch(strings.Join(strings.Fields(text), " "), -1)
	if len(names) < 20 {
		t.Errorf("only %d names were found", len(names))
	}
	for _, name := range names {
		source, err := os.ReadFile(filepath.FromSlash(name[2]))
		if err != nil {
			t.Error(err)
			continue
		}
		declared := regexp.MustCompile(`(?m)^(func (\([^)]*\) )?|type |var )` + name[1] + `\b`)
		if !declared.Match(source) {
			t.Errorf("%s does not declare %s", name[2], name[1])
		}
	}
}

// TestTheChangeOfTheTourWorks applies the change at the end of the tour to copies of the files, and runs its test.
func TestTheChangeOfTheTourWorks(t *testing.T) {
	_, rest, _ := strings.Cut(readTour(t), "```diff\n")
	change, _, _ := strings.Cut(rest, "\n```")
	files, err := patched(change)
	if err != nil {
		t.Fatal(err)
	}
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir, replace := t.TempDir(), map[string]string{}
	for name, text := range files {
		copied := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(copied, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(root, filepath.FromSlash(name))] = copied
	}
	overlay := filepath.Join(dir, "overlay.json")
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err == nil {
		err = os.WriteFile(overlay, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "go", "test", "-overlay", overlay, "-v", "./run", "-run", "AnOutputThatHolds").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestAnOutputThatHoldsTheTextDoesNotPass") {
		t.Errorf("%v\n%s", err, out)
	}
	out, err = exec.CommandContext(t.Context(), "go", "test", "-overlay", overlay, "./pack", "-run", "Schema").CombinedOutput()
	if err == nil {
		t.Errorf("the generated schema is said to be out of date, and is not\n%s", out)
	}
}

func TestAChangeThatDoesNotFitIsRefused(t *testing.T) {
	for _, change := range []string{
		"--- go.mod\n+++ go.mod\n@@ -1 +1 @@\n-module another\n+module rtut",
		"--- gone.go\n+++ gone.go\n@@ -1 +1 @@\n-a\n+b",
	} {
		if files, err := patched(change); err == nil {
			t.Errorf("%q gave %v", change, files)
		}
	}
}

func readTour(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("docs/tour.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// patched returns the files that a unified diff changes, as they are with it.
func patched(change string) (map[string]string, error) {
	files := map[string]string{}
	name := ""
	for _, hunk := range strings.Split("\n"+change, "\n@@ ") {
		lines := strings.Split(hunk, "\n")
		var old, changed strings.Builder
		for _, line := range lines[1:] {
			switch {
			case strings.HasPrefix(line, "--- "), strings.HasPrefix(line, "+++ "): // of the next file
			case strings.HasPrefix(line, "-"):
				old.WriteString(line[1:] + "\n")
			case strings.HasPrefix(line, "+"):
				changed.WriteString(line[1:] + "\n")
			default:
				line = strings.TrimPrefix(line, " ")
				old.WriteString(line + "\n")
				changed.WriteString(line + "\n")
			}
		}
		switch {
		case name == "":
		case old.Len() == 0:
			files[name] = changed.String()
		case strings.Count(files[name], old.String()) != 1:
			return nil, fmt.Errorf("%s does not contain once:\n%s", name, old.String())
		default:
			files[name] = strings.Replace(files[name], old.String(), changed.String(), 1)
		}
		if at := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "+++ ") }); at >= 0 {
			name = strings.TrimPrefix(lines[at], "+++ ")
			if lines[at-1] == "--- /dev/null" {
				continue
			}
			text, err := os.ReadFile(filepath.FromSlash(name))
			if err != nil {
				return nil, err
			}
			files[name] = string(text)
		}
	}
	return files, nil
}

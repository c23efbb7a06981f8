package rtut_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// untrue are sentences about what rtut does that were true once.
var untrue = []*regexp.Regexp{
	regexp.MustCompile(`(?i)(rtut|engine|it|and) (never runs|does not run) (the|a) (step's own command|command of a step|step's command)`),
	regexp.MustCompile(`(?i)never a step's own command`),
	regexp.MustCompile(`(?i)rtut running the command of a step[.*]`),
	regexp.MustCompile(`(?i)shows it \(.rtut run cmd.\) and never runs it`),
}

// TestNothingSaysThatCommandsNeverRun: no document, message or comment says any more that rtut does not run the command of a step.
func TestNothingSaysThatCommandsNeverRun(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == ".local"):
			return filepath.SkipDir
		case d.IsDir() || strings.HasSuffix(path, "_test.go") || !strings.Contains(" .md .go .txtar .yaml .html ", " "+filepath.Ext(path)+" "):
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		text := strings.Join(strings.Fields(string(data)), " ")
		for _, claim := range untrue {
			if found := claim.FindString(text); found != "" {
				t.Errorf("%s says %q, which is not true since packs may say `execute`", path, found)
			}
		}
		return nil
	})
	if err != nil || files < 300 {
		t.Fatal("looked at few files: ", files, err)
	}
	for _, old := range []string{
		"rtut never runs the command of a step.", "The engine never runs a step's own command.", "rtut shows it (`rtut run cmd`) and never runs it",
		"since rtut runs checks and never a step's own command", "rtut does not run the command of a step", "**rtut running the command of a step.** The operator",
	} {
		found := false
		for _, claim := range untrue {
			found = found || claim.MatchString(old)
		}
		if !found {
			t.Errorf("%q would not be found", old)
		}
	}
}

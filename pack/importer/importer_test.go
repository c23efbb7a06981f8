package importer_test

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"rtut/pack"
	"rtut/pack/effect"
	"rtut/pack/importer"
)

var update = flag.Bool("update", false, "write what is expected anew")

// outcome imports a page and writes down what became of it: the pack, and what was said.
func outcome(t *testing.T, name string, page []byte, opts importer.Options) (text, said string) {
	t.Helper()
	result, err := importer.Import(name, page, opts)
	var refusal *importer.Refusal
	switch {
	case errors.As(err, &refusal):
		said := refusal.Message + " [" + refusal.Code + "]\n"
		for _, detail := range refusal.Details {
			said += "  " + detail + "\n"
		}
		return "", said
	case err != nil:
		t.Fatalf("%s: %v", name, err)
	}
	holdPromises(t, name, page, result)
	var out strings.Builder
	for _, r := range result.Remarks {
		out.WriteString(strings.Join([]string{name, number(r.Line), " " + r.Message + " [" + r.Kind + "]\n"}, ":"))
	}
	return string(result.Pack), out.String()
}

func number(n int) string {
	digits := ""
	for ; n > 0; n /= 10 {
		digits = string(rune('0'+n%10)) + digits
	}
	return digits
}

// holdPromises checks what holds for every page: the pack loads, it says that nobody has read it, no word is lost, and no check
// runs a command that is not known to read.
func holdPromises(t interface{ Fatalf(string, ...any) }, name string, page []byte, result *importer.Result) {
	p, found := pack.Parse("pack.yaml", result.Pack)
	if found.Failed() {
		t.Fatalf("%s: the pack does not load:\n%s\nin\n%s", name, found, result.Pack)
	}
	if !p.Unreviewed {
		t.Fatalf("%s: the pack does not say that it is unreviewed", name)
	}
	for _, s := range steps(&p.Root) {
		for _, a := range s.Alternatives {
			if a.Verify.Command != nil && effect.Of(effect.Filled(a.Verify.Command.Raw())) != "read-only" {
				t.Fatalf("%s: the check of %s runs %q", name, s.ID, a.Verify.Command.Raw())
			}
			if a.Effect == pack.ReadOnly && a.Command != nil && effect.Of(effect.Filled(a.Command.Raw())) != "read-only" {
				t.Fatalf("%s: %s is called read-only and runs %q", name, s.ID, a.Command.Raw())
			}
		}
	}
	if strings.HasSuffix(name, ".json") || strings.HasPrefix(strings.TrimSpace(string(page)), "{") {
		return
	}
	has := map[string]bool{}
	for _, word := range wordsIn(string(result.Pack)) {
		has[word] = true
	}
	for number, line := range strings.Split(withoutFences(strings.ReplaceAll(string(page), "hunter2", "REMOVED")), "\n") {
		for _, word := range wordsIn(line) {
			if !has[word] && !hasMarkBefore(line, word) {
				t.Fatalf("%s: line %d: the word %q is lost: %s\nin\n%s", name, number+1, word, line, result.Pack)
			}
		}
	}
}

func steps(s *pack.Stage) []*pack.Step {
	all := s.Steps
	for _, below := range s.Stages {
		all = append(all[:len(all):len(all)], steps(below)...)
	}
	return all
}

func wordsIn(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
}

// withoutFences takes the languages of blocks away, which are markup.
func withoutFences(page string) string {
	lines := strings.Split(strings.TrimPrefix(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(page), "\ufeff"), "\n")
	for i, line := range lines {
		if bare := strings.TrimLeft(line, " \t>-*+0123456789.)"); strings.HasPrefix(bare, "```") || strings.HasPrefix(bare, "~~~") {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}

// hasMarkBefore reports whether a word is the number of an item, or the box of a task.
func hasMarkBefore(line, word string) bool {
	bare := strings.TrimLeft(line, " \t>-*+")
	return strings.HasPrefix(bare, word+".") || strings.HasPrefix(bare, word+")") || strings.Contains(line, "["+word+"]") && len(word) == 1 ||
		strings.Contains(line, " "+word+". ") || strings.Contains(line, " "+word+") ")
}

func TestPlaybooks(t *testing.T) {
	books, err := filepath.Glob("testdata/playbooks/*.json")
	if err != nil || len(books) < 5 {
		t.Fatalf("%d playbooks: %v", len(books), err)
	}
	for _, path := range books {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".json"), func(t *testing.T) {
			book, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			text, said := outcome(t, "book.json", book, importer.Options{Secret: fakeGuard})
			again, _ := outcome(t, "book.json", book, importer.Options{Secret: fakeGuard})
			if again != text {
				t.Error("the same bytes give another pack")
			}
			hold(t, strings.TrimSuffix(path, ".json")+".yaml", text)
			hold(t, strings.TrimSuffix(path, ".json")+".out", said)
		})
	}
}

func TestRules(t *testing.T) {
	pages, err := filepath.Glob("testdata/rules/*.md")
	if err != nil || len(pages) < 20 {
		t.Fatalf("%d pages: %v", len(pages), err)
	}
	for _, path := range pages {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".md"), func(t *testing.T) {
			page, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			text, said := outcome(t, "page.md", page, importer.Options{Secret: fakeGuard})
			hold(t, strings.TrimSuffix(path, ".md")+".yaml", text)
			hold(t, strings.TrimSuffix(path, ".md")+".out", said)
		})
	}
}

// fakeGuard takes `hunter2` for a password: the real guard is handed in by the command.
func fakeGuard(text string) (kind string, found bool) {
	return "a password", strings.Contains(text, "hunter2")
}

func hold(t *testing.T, path, got string) {
	t.Helper()
	want, err := os.ReadFile(path)
	if *update && got == "" {
		_ = os.Remove(path)
		return
	}
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err != nil && got != "" {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-is +should be):\n%s", path, diff)
	}
}

func TestCorpus(t *testing.T) {
	pages, err := filepath.Glob("../../../shared/corpus/markdown/*.md")
	if err != nil || len(pages) == 0 {
		t.Skip("../shared/corpus/markdown is not there: pages that nobody here wrote")
	}
	for _, path := range pages {
		t.Run(filepath.Base(path), func(t *testing.T) {
			page, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			text, said := outcome(t, filepath.Base(path), page, importer.Options{})
			if text == "" {
				t.Fatal(said)
			}
			again, _ := outcome(t, filepath.Base(path), page, importer.Options{})
			if again != text {
				t.Error("the same bytes give another pack")
			}
			holdLinks(t, string(page), text)
		})
	}
}

// holdLinks checks that each address of the page stands in the pack.
func holdLinks(t *testing.T, page, text string) {
	t.Helper()
	for _, word := range strings.FieldsFunc(page, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("()<>[]\"'`", r) }) {
		if (strings.HasPrefix(word, "https://") || strings.HasPrefix(word, "http://")) && !strings.Contains(text, word) {
			t.Errorf("the address %s is lost", word)
		}
	}
}

func TestCorpusKeepsBlocks(t *testing.T) {
	pages, err := filepath.Glob("../../../shared/corpus/markdown/*.md")
	if err != nil || len(pages) == 0 {
		t.Skip("../shared/corpus/markdown is not there: pages that nobody here wrote")
	}
	for _, path := range pages {
		page, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		result, err := importer.Import(filepath.Base(path), page, importer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		kept := flat(everyText(t, result.Pack))
		for _, line := range importer.BlockLines(filepath.Base(path), page) {
			if !strings.Contains(kept, flat(line)) {
				t.Errorf("%s: the line %q of a block is in no command and no instruction", filepath.Base(path), line)
			}
		}
	}
}

// flat takes away what may differ: blanks, and how what has to be filled in is written.
func flat(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("<>{}$\\\"_-", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, strings.ReplaceAll(text, "RTUT_PARAM_", ""))
}

func everyText(t *testing.T, text []byte) string {
	t.Helper()
	p, found := pack.Parse("pack.yaml", text)
	if found.Failed() {
		t.Fatal(found)
	}
	all := p.Summary.Raw() + "\n"
	for _, s := range steps(&p.Root) {
		all += s.Instruction.Raw() + "\n"
		for _, a := range s.Alternatives {
			all += a.Verify.Prompt.Raw() + "\n"
			if a.Command != nil {
				all += a.Command.Raw() + "\n"
			}
			if a.Rollback != nil {
				all += a.Rollback.Instruction.Raw() + "\n"
			}
		}
	}
	return all
}

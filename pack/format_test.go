package pack

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// formatted formats a text that has to be a pack.
func formatted(t rapid.TB, text string) string {
	t.Helper()
	result, found, err := Format("pack.yaml", []byte(text))
	if err != nil || found.Failed() {
		t.Fatalf("%v\n%s\nof\n%s", err, found, text)
	}
	return string(result)
}

func TestFormatIsExact(t *testing.T) {
	each(t, "fmt", func(t *testing.T, file string) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		golden(t, goldenOf(file, ".out"), formatted(t, string(text)))
	})
}

// formattable are the packs that are there already.
func formattable(t testing.TB) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range []string{"../examples/*/pack.yaml", "testdata/ok/*.yaml", "testdata/lint/*.yaml", "testdata/fmt/*.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if p, _ := loadText(file, text); p != nil {
				texts[file] = string(text)
			}
		}
	}
	return texts
}

func TestFormatIsIdempotentAndSaysTheSame(t *testing.T) {
	for file, text := range formattable(t) {
		once := formatted(t, text)
		if again := formatted(t, once); again != once {
			t.Errorf("%s changes again:\n%s", file, again)
		}
	}
}

func TestExamplesAreFormatted(t *testing.T) {
	for file, text := range formattable(t) {
		if strings.HasPrefix(file, "../examples") && formatted(t, text) != text {
			t.Errorf("%s is not formatted: rtut pack fmt %s", file, file)
		}
	}
}

// disturbed puts comments and blank lines into a text, wherever it stays a pack.
func disturbed(t *rapid.T, text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i := range rapid.IntRange(0, 8).Draw(t, "changes") {
		at := rapid.IntRange(0, len(lines)-1).Draw(t, "line")
		added := rapid.SampledFrom([]string{"\n", "\n\n", "# a comment\n", "  # two\n", "    # four\n", "      # six\n", "          # ten\n", "   # odd\n"}).Draw(t, "added")
		next := strings.Join(lines[:at], "") + added + strings.Join(lines[at:], "")
		if i%2 == 0 {
			next = strings.Join(lines[:at], "") + strings.TrimRight(lines[at], "\n") + "  # behind\n" + strings.Join(lines[at+1:], "")
		}
		if p, _ := loadText("pack.yaml", []byte(next)); p != nil {
			lines = strings.SplitAfter(next, "\n")
		}
	}
	return strings.Join(lines, "")
}

func TestFormatKeepsCommentsWhereverTheyAre(t *testing.T) {
	texts := formattable(t)
	maps.DeleteFunc(texts, func(_, text string) bool { return len(text) > 4000 }) // the others take longer, and are formatted above
	files := slices.Sorted(maps.Keys(texts))
	rapid.Check(t, func(t *rapid.T) {
		text := disturbed(t, texts[rapid.SampledFrom(files).Draw(t, "file")])
		if rapid.Bool().Draw(t, "windows") {
			text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
		}
		if rapid.Bool().Draw(t, "mark") && !strings.HasPrefix(text, "\ufeff") {
			text = "\ufeff" + text
		}
		if p, _ := loadText("pack.yaml", []byte(text)); p == nil {
			t.Skip("no pack")
		}
		once := formatted(t, text)
		if strings.HasPrefix(text, "\ufeff") != strings.HasPrefix(once, "\ufeff") || strings.Count(text, "#") != strings.Count(once, "#") {
			t.Fatalf("a mark or a comment is lost:\n%s\nof\n%s", once, text)
		}
		if again := formatted(t, once); again != once {
			t.Fatalf("it changes again:\n%s\nof\n%s", again, once)
		}
	})
}

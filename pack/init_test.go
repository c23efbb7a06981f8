package pack

import (
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestStarterLoadsClean(t *testing.T) {
	text, err := Starter("new-pack", "")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "starter.txt", string(text))
	p := loadString(t, string(text))
	if p.ID != "new-pack" || p.Title.Raw() != "New pack" || !p.Root.Sequential {
		t.Errorf("id %s, title %s, sequential %v", p.ID, p.Title.Raw(), p.Root.Sequential)
	}
}

func TestStarterTakesAnyTitleOrRefusesIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		title := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"a: b # \"c\" 'd'", "\\", "{{ name }}", "{{ nope }}", "ID", "TITLE", "\x00\x1b\x7f\u0085\u2028"})).Draw(t, "title")
		text, err := Starter("p", title)
		if err != nil {
			return
		}
		p, found := loadText(FileName, text)
		if len(found) > 0 {
			t.Fatalf("%s", found)
		}
		if strings.TrimSpace(title) != "" && p.Title.Raw() != strings.ToValidUTF8(title, "\uFFFD") {
			t.Fatalf("title %q became %q", title, p.Title.Raw())
		}
	})
}

func TestStarterRefusesABadID(t *testing.T) {
	for _, id := range []string{"", "A", "a_b", "a--b", "a\n", "9a", strings.Repeat("x", 65)} {
		if _, err := Starter(id, ""); err == nil {
			t.Errorf("%q was taken", id)
		}
	}
}

func TestExampleOfThePackageDocumentationLoadsClean(t *testing.T) {
	data, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for line := range strings.Lines(string(data)) {
		if code, found := strings.CutPrefix(line, "//\t"); found {
			b.WriteString(code)
		}
	}
	if p := loadString(t, b.String()); len(p.Graph().Items()) != 4 {
		t.Errorf("items %v", p.Graph().Items())
	}
}

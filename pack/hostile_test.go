package pack

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"
)

func TestLoadTakesAFileOrItsDirectory(t *testing.T) {
	text, err := Starter("p", "")
	if err != nil {
		t.Fatal(err)
	}
	fsys := fstest.MapFS{"a/pack.yaml": {Data: text}, "pack.yaml": {Data: []byte("hello")}, "empty/x": {}}
	for name, file := range map[string]string{"a": "a/pack.yaml", "a/": "a/pack.yaml", "a/pack.yaml": "a/pack.yaml", ".": "pack.yaml"} {
		p, found, err := Load(fsys, name)
		if err != nil || (p == nil) != (file == "pack.yaml") {
			t.Errorf("%s: %v %v %v", name, p, found, err)
		}
		for _, d := range found {
			if d.File != file {
				t.Errorf("%s: diagnostic of %s", name, d.File)
			}
		}
	}
	for _, name := range []string{"nope", "empty", "../a"} {
		if p, found, err := Load(fsys, name); err == nil || p != nil || found != nil {
			t.Errorf("%s: %v %v %v", name, p, found, err)
		}
	}
	if _, _, err := Load(fsys, "nope"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestLoadRefusesMoreThanOneMebibyte(t *testing.T) {
	text, err := Starter("p", "")
	if err != nil {
		t.Fatal(err)
	}
	full := append(text, "#"+strings.Repeat("x", MaxSize-len(text)-2)+"\n"...)
	if p, found := loadText(FileName, full); p == nil {
		t.Errorf("%d bytes: %s", len(full), found)
	}
	p, found := loadText(FileName, append(full, '\n'))
	if p != nil || len(found) != 1 || found[0].Rule != "size" {
		t.Errorf("%d bytes: %s", len(full)+1, found)
	}
}

// big are inputs that are small to write and could be large to work on. Each must end, in bounded memory.
func TestLoadEndsOnHostileInput(t *testing.T) {
	if underRace || testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	many := func(text string) string { return strings.Repeat(text, MaxSize/len(text)/2) }
	head := "schema: runbook-pack/v0.2\nid: p\ntitle: P\n"
	for name, text := range map[string]string{
		"deep lists":         head + "tags: " + many("["),
		"deep mappings":      head + "tags: " + many("{a: "),
		"deep indentation":   deepIndentation(),
		"deep stages":        head + "stages: " + strings.Repeat("[{ id: a, stages: ", 2000) + "[]" + strings.Repeat("}]", 2000),
		"unknown keys":       head + unique("k%d: 1\n", 60000),
		"one long line":      head + "tags: [" + many("{}, ") + "]",
		"items":              head + "tags: [" + many("a, ") + "]",
		"steps":              head + "steps:\n" + unique("- { id: s%d, title: x, requires: [s1] }\n", 10000),
		"sequential":         head + "order: sequential\nsteps:\n" + unique("- { id: s%d, title: x }\n", 10000),
		"own gate":           head + "steps:\n" + unique("- { id: s%d, title: x, requires: [g] }\n", 10000) + "gates: [{ id: g, title: G, checks: [{ id: c, kind: manual, prompt: x }] }]\n",
		"unknown references": head + "steps:\n" + unique("- { id: s%d, title: x, requires: [t] }\n", 10000),
		"tags":               many("!a "),
		"anchors":            many("&a "),
		"quotes":             many("'"),
		"questions":          many("? "),
		"dashes":             many("- "),
		"directives":         many("%TAG ! x\n"),
		"comments":           many("#\n"),
		"documents":          many("---\n"),
		"long text":          head + "summary: |\n" + many("  {{ x }}\n"),
		"merges of one":      head + "x-a: &a {" + unique("k%d: 1, ", 2000) + "}\nx-b:\n" + strings.Repeat("- <<: *a\n", 5000),
	} {
		t.Run(name, func(t *testing.T) {
			p, found := loadText(FileName, []byte(text))
			if (p == nil) != found.Failed() {
				t.Errorf("pack %v with %d diagnostics", p != nil, len(found))
			}
			if len(found) > maxDiagnostics+1 {
				t.Errorf("%d diagnostics", len(found))
			}
		})
	}
}

func unique(format string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Replace(format, "%d", itoa(i), 1))
	}
	return b.String()
}

func deepIndentation() string {
	var b strings.Builder
	for i := range 1000 {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

// TestScalarsAreLocated: whatever the style, each character of a value that is no white space is found where it stands.
func TestScalarsAreLocated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "é", "'", "\"", "\\", "\n", " ", "  ", "\t", "日", "#", ":", "- ", "{{ x }}", "\u2028", "\u0085"}), 1, 20).Draw(t, "words")
		value := strings.Join(words, "")
		style := rapid.SampledFrom([]yaml.Style{0, yaml.SingleQuotedStyle, yaml.DoubleQuotedStyle, yaml.LiteralStyle, yaml.FoldedStyle}).Draw(t, "style")
		out, err := yaml.Marshal(&yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{
			{Kind: yaml.ScalarNode, Value: "key"}, {Kind: yaml.ScalarNode, Value: value, Style: style},
		}})
		if err != nil {
			return
		}
		text := string(out)
		if rapid.Bool().Draw(t, "crlf") {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		document, _, fault := decode(text)
		if fault != nil {
			return
		}
		source, n := newSource(FileName, text), scalarOf(document.Content[1])
		for i, r := range n.value {
			if spaceWidth(n.value[i:]) > 0 {
				continue
			}
			at := source.locate(n, i)
			got, _ := utf8.DecodeRuneInString(text[at:])
			if escaped := n.doubleQuoted() && got == '\\'; got != r && !escaped {
				t.Fatalf("%q of %q is at %q in\n%s", r, n.value, got, text)
			}
		}
	})
}

func FuzzLoad(f *testing.F) {
	for _, pattern := range []string{"testdata/ok/*.yaml", "testdata/err/*.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, found := loadText(FileName, data)
		if (p == nil) != found.Failed() {
			t.Fatalf("pack %v with\n%s", p != nil, found)
		}
		for _, d := range found {
			if d.Line < 1 || d.Column < 1 || d.Message == "" || d.Rule == "" {
				t.Fatalf("%+v", d)
			}
			if strings.ContainsFunc(d.String(), func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f }) {
				t.Fatalf("control characters in %q", d.String())
			}
		}
		if p == nil {
			return
		}
		p.ItemDigests()
		p.WordsDigests()
		if p.Graph() == nil {
			t.Fatal("no graph")
		}
		if result, err := SetExerciseStatus(data, newStatus); err == nil {
			again, found := loadText(FileName, result)
			if again == nil || again.ExerciseStatus != newStatus {
				t.Fatalf("%q\n%s", result, found)
			}
		}
	})
}

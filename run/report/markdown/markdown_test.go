package markdown

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"rtut/pack/value"
	"rtut/run/report"
)

var update = flag.Bool("update", false, "rewrite the expected documents")

// sample reads a report that package report keeps.
func sample(t interface{ Fatal(...any) }, name string) report.Report {
	data, err := os.ReadFile(filepath.Join("..", "testdata", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var r report.Report
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func written(t interface{ Fatal(...any) }, r report.Report) string {
	var out strings.Builder
	if err := Write(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestMarkdown(t *testing.T) {
	for _, name := range []string{"night", "unfinished", "old"} {
		t.Run(name, func(t *testing.T) {
			got, path := written(t, sample(t, name)), filepath.Join("testdata", name+".md")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", path, diff)
			}
		})
	}
}

// gfm is Markdown as GitHub has it.
var gfm = goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote))

// structure lists the nodes of a document but for its text. Code in a line counts as text: either is shown as it is.
func structure(document string) []string {
	var found []string
	root := gfm.Parser().Parse(text.NewReader([]byte(document)))
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch kind := n.Kind(); kind {
		case ast.KindText, ast.KindString, ast.KindCodeSpan:
			if line, is := n.(*ast.Text); is && (line.SoftLineBreak() || line.HardLineBreak()) {
				found = append(found, "line break")
			}
		default:
			if entering {
				found = append(found, kind.String())
			} else {
				found = append(found, "end of "+kind.String())
			}
		}
		return ast.WalkContinue, nil
	})
	return found
}

// shown is what a reader sees of a document: its text, with code left out where prose alone is asked for.
func shown(t interface{ Fatal(...any) }, document string, prose bool) string {
	var rendered, out strings.Builder
	if err := gfm.Convert([]byte(document), &rendered); err != nil {
		t.Fatal(err)
	}
	inCode := false
	for z := html.NewTokenizer(strings.NewReader(rendered.String())); ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			return out.String()
		}
		token := z.Token()
		switch {
		case token.Data == "code":
			inCode = kind == html.StartTagToken
			out.WriteByte('\n')
		case kind == html.TextToken && (!prose || !inCode):
			out.WriteString(token.Data)
		}
	}
}

// callers are what GitHub and GitLab make links and pictures of, in text that Markdown is done with.
var callers = regexp.MustCompile(`(?i)[@#!$%&~^*][\pL\pN_"]|[\[{][^\s\x{2060}]|https?://|ftp://|www\.|gh-\d|:[a-z][a-z0-9_+-]*:|:[+-]1:`)

// filled gives every text of a report, whatever is in it now, the same new one. What is empty stays so.
func filled(v reflect.Value, with string) {
	switch v.Kind() {
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() && v.String() != "" {
			v.SetString(with)
		}
	case reflect.Slice:
		for i := range v.Len() {
			filled(v.Index(i), with)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			filled(v.Elem(), with)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[value.Value]() {
			quoted, _ := json.Marshal(with) // a string
			if !v.Interface().(value.Value).IsZero() {
				_ = json.Unmarshal(quoted, v.Addr().Interface())
			}
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				filled(v.Field(i), with)
			}
		}
	}
}

// hostile draws texts that would be something else than text if they were let.
func hostile() *rapid.Generator[string] {
	word := rapid.OneOf(rapid.SampledFrom([]string{
		"# head", "\n# head\n", "\n---\n", "===", "> quote", "- item", "\n- item", "1. one", "- [ ] task", "\n```\n", "~~~", "`", "``", "```", "````", "`a` ``b",
		"[a](https://x.example)", "![a](https://x.example/a.png)", "[a]: https://x.example", "[^1]", "[[page]]", "{+ added +}", "[- gone -]", "<b>", "</td>", "<!--", "-->",
		"<script>alert(1)</script>", "&lt;", "&#64;ana", "|", "\\|", "\\", "\\\\|", "||", "*b*", "**", "__", "_", "~~s~~", "@ana", "@ops/db", "#12", "ops/db#12", "!34", "$5", "%\"9.1\"",
		"~bug", "&7", "^", "*iteration:1", "GH-12", "gh-9", "https://x.example", "www.x.example", "HTTP://X", "ana@x.example", "mailto:ana@x.example", ":smile:", ":+1:", ":A", "$`x`$", "$$", "$a$",
		"/close", "\n/close\n", "  \n", "\t", "\u202e", "\u2066", "\u2028", "\x00", "\x1b[31m", "\x1b]0;", "\u200b", "\xff", " ", "  ", "x", "0", "", "\r\n", "1", "{{.}}", "::include{file=x}",
	}), rapid.String())
	return rapid.Map(rapid.SliceOfN(word, 0, 7), func(words []string) string { return strings.Join(words, "") })
}

func TestNoTextChangesTheStructure(t *testing.T) {
	harmless := sample(t, "night")
	filled(reflect.ValueOf(&harmless).Elem(), "x")
	want := structure(written(t, harmless))
	rapid.Check(t, func(t *rapid.T) {
		text := hostile().Draw(t, "text")
		r := sample(t, "night")
		filled(reflect.ValueOf(&r).Elem(), text)
		document := written(t, r)
		if diff := cmp.Diff(want, structure(document)); diff != "" {
			t.Fatalf("%q (-want +got):\n%s\n%s", text, diff, document)
		}
		if found := callers.FindString(shown(t, document, true)); found != "" {
			t.Fatalf("%q: %q would be made more of\n%s", text, found, document)
		}
		if strings.ContainsAny(document, "\x00\x1b\u202e\u2066\u2028\u200b\r") {
			t.Fatalf("%q: something that is not seen is still there", text)
		}
	})
}

func TestInertTextIsShownAsItIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := hostile().Draw(t, "text")
		want := oneLine(text)
		for name, line := range map[string]string{"inert": "a: " + Text(text), "code": "a: " + Code(text), "cell": "| a |\n| --- |\n| a: " + cell(text) + " |"} {
			got := strings.ReplaceAll(shown(t, line, false), joiner, "")
			got = strings.TrimSpace(strings.ReplaceAll(got[strings.Index(got, "a: ")+3:], "\n", ""))
			if got != want {
				t.Fatalf("%s of %q is shown as %q; expected %q\n%s", name, text, got, want, line)
			}
		}
	})
}

func TestAFenceIsLongerThanAnyInIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := hostile().Draw(t, "text")
		if got, want := structure(Fence(text)), structure(Fence("x")); !cmp.Equal(got, want) {
			t.Fatalf("%q: %v, not %v", text, got, want)
		}
	})
}

func TestALongCaptureIsCutBetweenLines(t *testing.T) {
	lines := strings.Repeat("0123456789 0123456789\n", 1000)
	for name, output := range map[string]string{"lines": lines, "one line": strings.Repeat("ü", 9000), "short": "ok\n"} {
		got, cut := beginning(output)
		if got+output[len(output)-cut:] != output || len(got) > maxShown || !strings.HasSuffix("\n"+got, "\n") && name == "lines" {
			t.Errorf("%s: %d bytes shown, %d cut, %q", name, len(got), cut, got[max(0, len(got)-20):])
		}
		if strings.ContainsRune(got, '\ufffd') || strings.ToValidUTF8(got, "?") != got {
			t.Errorf("%s is cut within a character", name)
		}
	}
}

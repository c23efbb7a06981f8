package page

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"flag"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "rewrite the expected documents")

// sheet is a document with a text in every kind of place that there is.
const sheet = `{{define "masthead"}}<h1 title="{{.}}">{{.}}</h1>{{end}}
{{- define "main"}}<p class="muted">{{.}}</p><svg viewBox="0 0 1 1"><title>{{.}}</title><text x="{{.}}">{{.}}</text></svg>{{end}}
{{- define "colophon"}}<a href="{{.}}">{{.}}</a>{{end}}`

func rendered(t interface{ Fatal(...any) }, text string) string {
	var out strings.Builder
	if err := New(nil, sheet, "").Render(&out, text, text); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// unstyled takes the style out of a document, and what the policy says of it: it is looked at in a browser.
func unstyled(document string) string {
	before, rest, _ := strings.Cut(document, "<style>")
	_, after, _ := strings.Cut(rest, "</style>")
	return regexp.MustCompile(`sha256-[^']*`).ReplaceAllString(before+"<style></style>"+after, "sha256-...")
}

func TestPage(t *testing.T) {
	got := unstyled(rendered(t, "promote & switch"))
	if *update {
		if err := os.WriteFile("testdata/page.html", []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/page.html")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestThePolicyAllowsTheStyleAndNothingElse(t *testing.T) {
	got := rendered(t, "x")
	_, rest, _ := strings.Cut(got, "<style>")
	style, _, _ := strings.Cut(rest, "</style>")
	sum := sha256.Sum256([]byte(style))
	want := `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-` +
		base64.StdEncoding.EncodeToString(sum[:]) + `'; base-uri 'none'; form-action 'none'">`
	if !strings.Contains(got, want) {
		t.Errorf("the page has not %s", want)
	}
	if strings.Contains(got, ` style="`) {
		t.Error("an element has a style of its own, which the policy forbids")
	}
}

// tags lists the structure of a document: elements and the names of their attributes.
func tags(document string) []string {
	var found []string
	z := html.NewTokenizer(strings.NewReader(document))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			if !errors.Is(z.Err(), io.EOF) {
				found = append(found, z.Err().Error())
			}
			return found
		}
		if kind == html.TextToken {
			continue
		}
		token := z.Token()
		tag := kind.String() + " " + token.Data
		for _, a := range token.Attr {
			tag += " " + a.Key
		}
		found = append(found, tag)
	}
}

// hostile draws texts that would be something else than text if they were let.
func hostile() *rapid.Generator[string] {
	word := rapid.OneOf(rapid.SampledFrom([]string{
		"</script>", "<script>alert(1)</script>", "</title>", "</style>", "</svg>", "<!--", "-->", "]]>", "<![CDATA[", "\"", "'", "`", " onload=x ",
		"javascript:alert(1)", "&lt;", "&#x3c;", "\u2028", "\u202e", "\u2066", "\x00", "\x1b]0;", "\x1b[31m", "\ufeff", "\xff", "<", ">", "&", "=", "/", "{{.}}", "\n", "\r",
	}), rapid.String())
	return rapid.Map(rapid.SliceOfN(word, 0, 6), func(words []string) string { return strings.Join(words, "") })
}

func TestNoTextChangesTheStructure(t *testing.T) {
	want := tags(rendered(t, "x"))
	rapid.Check(t, func(t *rapid.T) {
		text := hostile().Draw(t, "text")
		got := rendered(t, text)
		if diff := cmp.Diff(want, tags(got)); diff != "" {
			t.Fatalf("%q (-want +got):\n%s", text, diff)
		}
		if strings.ContainsAny(got, "\x00\x1b\u202e\u2028\u2066\ufeff\r") {
			t.Fatalf("%q: something that is not seen is still there", text)
		}
	})
}

func TestWhatIsNotSeenIsNamed(t *testing.T) {
	for text, want := range map[string]string{
		"a\u202eb\u2028c": "<p class=\"muted\">a&lt;U+202E&gt;b&lt;U+2028&gt;c</p>",
		"a\x1b[31mb\x07":  "<p class=\"muted\">a^[[31mb^G</p>",
		"می\u200cخواهم":   "<p class=\"muted\">می\u200cخواهم</p>",
		"two\n\tlines":    "<p class=\"muted\">two\n\tlines</p>",
		"\xff":            "<p class=\"muted\">\ufffd</p>",
	} {
		if got := rendered(t, text); !strings.Contains(got, want) {
			t.Errorf("%q: the page has not %s", text, want)
		}
	}
}

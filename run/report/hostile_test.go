package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run"
	"rtut/run/record"
)

// hostileTexts are what somebody may write who wants the page to be his.
var hostileTexts = []string{
	"</script><script>window.pwned=1;alert(1)</script>", "<img src=x onerror=window.pwned=2>", `" onmouseover="window.pwned=3" x="`,
	"' autofocus onfocus='window.pwned=4", "</title><svg onload=window.pwned=5>", "</style><style>body{display:none}</style>",
	"<!--", "-->", "]]>", "<![CDATA[", "&lt;script&gt;", "<a href=javascript:window.pwned=6>x</a>", "\u2028window.pwned=7\u2029", "\u202egnp.exe",
	"\u2066x\u2069", "<iframe srcdoc='<script>parent.pwned=8</script>'>", "<base href=//evil.example>", "<meta http-equiv=refresh content=0;url=//evil.example>",
	"</textarea></details></table></svg></math>", "<template><table><plaintext>", "\u00ad\u200b\ufeff", "`${window.pwned=9}`", "x\ty\nz", "😀́",
}

// hostileLinks are what nobody should be sent to.
var hostileLinks = []string{
	"javascript:window.pwned=10", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:x", "//evil.example",
	"https:evil", "file:///etc/passwd", "https://", "\u0001javascript:alert(1)", "x",
}

// quoted writes a text as YAML has it in double quotes.
func quoted(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r < ' ' || r > '~' || r == '"' || r == '\\' {
			fmt.Fprintf(&b, `\U%08X`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return `"` + b.String() + `"`
}

// filler stands in the record of a run where a text is to stand.
const filler = "xFILLERx"

// everywhere is the report of a run in which a text stands wherever a pack or a person may write one, with a link to an
// address. The record is as another hand may have written it: nothing has looked at the text.
func everywhere(t testing.TB, text, link string) Report {
	t.Helper()
	p, diagnostics := pack.Parse(pack.FileName, []byte(hostilePack(text)))
	if p == nil {
		t.Fatal(diagnostics)
	}
	inner, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	filled.Do(func() { fill(t) })
	rec, err := record.Decode(bytes.ReplaceAll(filled.record, []byte(filler), inner[1:len(inner)-1]))
	if err != nil {
		t.Fatal(err)
	}
	rec.Params["link"] = value.StringValue(link) // a literal one is looked at by the loader
	return Of(p, rec, dawn)
}

func hostilePack(text string) string {
	return strings.NewReplacer("TEXT", quoted(text), "LINK", address).Replace(`schema: runbook-pack/v0.2
id: hostile
title: TEXT
summary: TEXT
owner: TEXT
params: [{ id: note, title: TEXT, type: string }, { id: link, title: TEXT, type: string, default: 'LINK' }]
datapoints: [{ id: seen, title: TEXT, unit: TEXT, type: string }]
artefacts: [{ id: thing, title: TEXT, kind: TEXT, location: TEXT }]
stages:
  - id: all
    title: TEXT
    steps:
      - id: first
        title: TEXT
        instruction: TEXT
        performer: TEXT
        links: [{ title: TEXT, url: '{{ link }}' }]
        evidence: [{ id: ticket, title: TEXT }]
        one_of: [{ id: here, title: TEXT, instruction: TEXT }, { id: there, title: TEXT }]
        verify: { kind: manual, prompt: TEXT }
        produces: [seen]
      - { id: second, title: TEXT, effect: read-only }
    gates:
      - { id: go, title: TEXT, waivable: true, checks: [{ id: said, kind: manual, prompt: TEXT }] }
`)
}

// filled is the record of a run with the filler in all its texts, made once: what is recorded is looked at for long.
var filled struct {
	sync.Once
	record []byte
}

func fill(t testing.TB) {
	t.Helper()
	text := filler
	p := beginText(t, hostilePack(text), map[string]string{"note": text}, func(n *run.New) { n.Context = record.Context{Project: text, Target: text} })
	p.after(time.Minute).does(run.Note{Text: text}, run.Start{Item: "first"}, run.AddCapture{Item: "first", Command: text, Output: text})
	p.after(time.Minute).does(run.Fail{Item: "first", Reason: text}, run.RetryStep{Item: "first", AcknowledgePartial: true}, run.Start{Item: "first"})
	p.after(time.Minute).does(run.Complete{
		Item: "first", Answers: run.Answers{Confirm: true}, Evidence: map[string]string{"ticket": text}, Set: map[string]string{"seen": text},
	})
	p.does(run.Skip{Item: "second", Reason: text}, run.Verify{Item: "go", Answers: run.Answers{RejectAll: true}}, run.Waive{Item: "go", Reason: text})
	p.does(run.SetValues{Values: map[string]string{"seen": text}, Reason: text}, run.HandOver{To: "ben", Reason: text})
	p.does(run.Finalize{Outcome: record.Abandoned, Reason: text}, run.AddFeedback{Rating: record.Poor, Comment: text})
	var err error
	if filled.record, err = p.rec.Encode(); err != nil {
		t.Fatal(err)
	}
}

// structure lists the elements of a page with their attributes; of attributes that hold texts, the names alone.
func structure(t testing.TB, page []byte) []string {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for n := range root.Descendants() {
		if n.Type == html.TextNode || n.Type == html.DoctypeNode {
			continue
		}
		line := fmt.Sprint(n.Type, " ", n.Data)
		for _, a := range n.Attr {
			if a.Key == "aria-label" {
				a.Val = ""
			}
			line += fmt.Sprintf(" %s=%q", a.Key, a.Val)
		}
		all = append(all, line)
	}
	return all
}

// address is a link that may be one.
const address = "https://status.example.org/"

func TestHostileTextNeverBecomesMarkup(t *testing.T) {
	want := structure(t, htmlOf(t, everywhere(t, "x", address)))
	for _, text := range hostileTexts {
		if diff := cmp.Diff(want, structure(t, htmlOf(t, everywhere(t, text, address)))); diff != "" {
			t.Errorf("%q changes the page:\n%s", text, diff)
		}
	}
}

func TestNoTextEverBecomesMarkup(t *testing.T) {
	want := structure(t, htmlOf(t, everywhere(t, "x", address)))
	part := rapid.OneOf(rapid.SampledFrom(hostileTexts), rapid.StringN(1, 12, -1), rapid.StringOfN(rapid.SampledFrom([]rune(`<>&"'=/-! {}`)), 1, 8, -1))
	rapid.Check(t, func(rt *rapid.T) {
		text := strings.Join(rapid.SliceOfN(part, 1, 4).Draw(rt, "text"), "")
		if strings.TrimSpace(text) == "" || strings.Contains(text, "{{") {
			rt.Skip("nothing that a pack may hold")
		}
		if diff := cmp.Diff(want, structure(t, htmlOf(t, everywhere(t, text, address)))); diff != "" {
			rt.Fatalf("%q changes the page:\n%s", text, diff)
		}
	})
}

func TestHostileAddressIsNoLink(t *testing.T) {
	want := structure(t, htmlOf(t, everywhere(t, "x", "plain words")))
	for _, link := range hostileLinks {
		if diff := cmp.Diff(want, structure(t, htmlOf(t, everywhere(t, "x", link)))); diff != "" {
			t.Errorf("%q changes the page:\n%s", link, diff)
		}
	}
}

func TestPageShowsWhatReordersOrHides(t *testing.T) {
	page := string(htmlOf(t, everywhere(t, "a\u202eb\u2028c\u0007d", address)))
	for _, r := range "\u202e\u2028\u0007" {
		if strings.ContainsRune(page, r) {
			t.Errorf("the page holds %U", r)
		}
	}
	if !strings.Contains(page, "a&lt;U+202E&gt;b&lt;U+2028&gt;c^Gd") {
		t.Error("the page does not name them")
	}
}

func TestPageHasNoScriptAndNoHandler(t *testing.T) {
	for _, line := range structure(t, htmlOf(t, night(t).report())) {
		if strings.Contains(line, " script") || strings.Contains(line, " on") || strings.Contains(line, " style=") || strings.Contains(line, " src=") {
			t.Error(line)
		}
	}
}

func TestIDsOnThePageAreItsOwn(t *testing.T) {
	for name, sample := range samples {
		root, err := html.Parse(bytes.NewReader(htmlOf(t, sample(t).report())))
		if err != nil {
			t.Fatal(err)
		}
		var ids, wanted []string
		for n := range root.Descendants() {
			for _, a := range n.Attr {
				switch a.Key {
				case "id":
					if slices.Contains(ids, a.Val) {
						t.Errorf("%s: the id %s is there twice", name, a.Val)
					}
					ids = append(ids, a.Val)
				case "aria-labelledby":
					wanted = append(wanted, strings.Fields(a.Val)...)
				case "href":
					if target, inside := strings.CutPrefix(a.Val, "#"); inside {
						wanted = append(wanted, target)
					}
				}
			}
		}
		for _, id := range wanted {
			if !slices.Contains(ids, id) {
				t.Errorf("%s: nothing has the id %s", name, id)
			}
		}
	}
}

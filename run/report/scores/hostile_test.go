package scores

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"rtut/run/score"
)

// filled gives every text of what is told, whatever is in it now, the same new one, and changes nothing that others hold.
// What is empty stays so; outcomes and levels are words of ours.
func filled(v reflect.Value, with string) {
	switch v.Kind() {
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() && v.String() != "" {
			v.SetString(with)
		}
	case reflect.Slice:
		copied := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(copied, v)
		v.Set(copied)
		for i := range v.Len() {
			filled(v.Index(i), with)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			copied := reflect.New(v.Type().Elem())
			copied.Elem().Set(v.Elem())
			v.Set(copied)
			filled(v.Elem(), with)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				filled(v.Field(i), with)
			}
		}
	}
}

// everywhere is a page in which a text stands wherever a pack, an operator or a project may have one.
func everywhere(t interface{ Fatal(...any) }, text string) string {
	c := house()
	figures := *failover().Figures
	figures.Unknown = "2 packs have this id"
	c.Figures, c.Pack = &figures, "x"
	filled(reflect.ValueOf(&c).Elem(), text)
	return written(t, c)
}

// structure lists the elements of a page with their attributes.
func structure(t interface{ Fatal(...any) }, document string) []string {
	root, err := html.Parse(strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for n := range root.Descendants() {
		if n.Type != html.TextNode {
			all = append(all, fmt.Sprint(n.Type, " ", n.Data, " ", n.Attr))
		}
	}
	return all
}

func TestNoTextEverBecomesMarkup(t *testing.T) {
	want := structure(t, everywhere(t, "x"))
	word := rapid.OneOf(rapid.SampledFrom([]string{
		"</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", `" onmouseover="alert(1)`, "' onfocus='x", "</title>", "</style>", "</svg>", "</table>", "<!--", "-->",
		"]]>", "javascript:alert(1)", "&lt;", "\u2028", "\u202e", "\x00", "\x1b[31m", "\ufeff", "\xff", "<plaintext>", "url(#hatch)", "{{.}}", "\r\n",
	}), rapid.String())
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(word, 1, 4).Draw(t, "words"), "")
		if text == "" {
			return
		}
		document := everywhere(t, text)
		if diff := cmp.Diff(want, structure(t, document)); diff != "" {
			t.Fatalf("%q (-want +got):\n%s", text, diff)
		}
		if strings.ContainsAny(document, "\x00\x1b\u202e\u2028\ufeff\r") {
			t.Fatalf("%q: something that is not seen is still there", text)
		}
	})
}

// TestPageRunsAndLoadsNothing: what could, an element or an attribute, is not on it.
func TestPageRunsAndLoadsNothing(t *testing.T) {
	for name, c := range samples {
		root, err := html.Parse(strings.NewReader(written(t, c)))
		if err != nil {
			t.Fatal(err)
		}
		for n := range root.Descendants() {
			switch n.Data {
			case "script", "img", "image", "iframe", "object", "embed", "link", "form", "input", "button", "base", "use", "foreignObject", "animate", "set":
				t.Errorf("%s has an element %s", name, n.Data)
			}
			for _, a := range n.Attr {
				if strings.HasPrefix(a.Key, "on") || a.Key == "src" || a.Key == "style" || a.Key == "href" && !strings.HasPrefix(a.Val, "#") {
					t.Errorf("%s: %s has %s=%q", name, n.Data, a.Key, a.Val)
				}
			}
		}
	}
}

// TestChartsAreOnScale: whatever the counts, everything that is drawn lies within its chart, in its order.
func TestChartsAreOnScale(t *testing.T) {
	count := rapid.IntRange(0, 5000)
	rapid.Check(t, func(t *rapid.T) {
		c := score.Counts{Succeeded: count.Draw(t, "succeeded"), Failed: count.Draw(t, "failed"), Abandoned: count.Draw(t, "abandoned"), Stalled: count.Draw(t, "stalled")}
		c.Gated = rapid.IntRange(0, c.Abandoned).Draw(t, "gated")
		c.Tried = c.Succeeded + c.Failed + c.Abandoned + c.Stalled
		r := rateOf(c)
		if r.Known && !(place100(t, r.Low) <= place100(t, r.At) && place100(t, r.At) <= place100(t, r.High)) {
			t.Fatalf("%+v: %s is not within %s to %s", c, r.At, r.Low, r.High)
		}
		end := 0.0
		for _, p := range partsOf(c, max(1, c.Tried)) {
			if x := place100(t, p.X); x < end-0.02 || x > end+0.02 {
				t.Fatalf("%+v: %s begins at %s, and the part before it ends at %.2f", c, p.Kind, p.X, end)
			}
			end = place100(t, p.X) + place100(t, p.Width)
		}
		if end > 100.02 || c.Tried > 0 && end < 99.9 {
			t.Fatalf("%+v: the parts end at %.2f", c, end)
		}
	})
}

// place100 reads a place of a chart, in percent.
func place100(t *rapid.T, text string) float64 {
	var n float64
	if _, err := fmt.Sscanf(text, "%g%%", &n); err != nil || n < 0 || n > 100 {
		t.Fatalf("%q is no place in a chart: %v", text, err)
	}
	return n
}

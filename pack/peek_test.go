package pack

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func peek(text string) (Header, error) {
	return Peek(fstest.MapFS{"x/pack.yaml": &fstest.MapFile{Data: []byte(text)}}, "x")
}

func TestPeekReadsPacksWithFaults(t *testing.T) {
	for text, want := range map[string]Header{
		"id: a\n":                                    {ID: "a", Title: "a", Kind: Native},
		"\ufeffid: a\r\ntitle: 'T {{ x }}'\r\n":      {ID: "a", Title: "T {{ x }}", Kind: Native},
		"id: a\nid: b\ntitle: T\nowner: dba\n":       {ID: "a", Title: "T", Owner: "dba", Kind: Native},
		"id: a\nkind: reference\nnonsense: {x: [1]}": {ID: "a", Title: "a", Kind: Reference},
		"x-a: {id: inner}\nid: outer\nsteps: 7\n":    {ID: "outer", Title: "outer", Kind: Native},
		"id: a\ntitle: [no, text]\n---\nid: second":  {ID: "a", Title: "a", Kind: Native},
	} {
		got, err := peek(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestPeekSaysWhyThereIsNoId(t *testing.T) {
	for text, why := range map[string]string{
		"":                                   "gives no id",
		"- a\n":                              "gives no id",
		"id: [a]\n":                          "gives no id",
		"id: Not-A-Slug\n":                   "gives no id",
		"id: \"a\\e[2J\"\n":                  "gives no id",
		"id: " + strings.Repeat("a", 65):     "gives no id",
		"id: a\n b: [\n":                     "line 2: ",
		"\xff\xfe":                           "this is UTF-16",
		strings.Repeat("#", MaxSize) + "\nx": "larger than 1 MiB",
	} {
		_, err := peek(text)
		if err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%.20q: %v, want %q", text, err, why)
		}
	}
}

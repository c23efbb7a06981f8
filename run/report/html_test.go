package report

import (
	"bytes"
	"regexp"
	"testing"
)

// htmlOf is the page of a report.
func htmlOf(t testing.TB, r Report) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := WriteHTML(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// styled is what changes on every page with the style.
var styled = regexp.MustCompile(`(?s)<style>.*</style>|sha256-[^']*`)

// unstyled is a page without its style, for people to read.
func unstyled(page []byte) []byte { return styled.ReplaceAll(page, []byte("...")) }

func TestPageOfARun(t *testing.T) {
	for name, sample := range samples {
		t.Run(name, func(t *testing.T) { golden(t, name+".html", unstyled(htmlOf(t, sample(t).report()))) })
	}
	t.Run("without its pack", func(t *testing.T) {
		p := night(t)
		golden(t, "packless.html", unstyled(htmlOf(t, Of(nil, p.rec, p.now))))
	})
}

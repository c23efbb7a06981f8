package scores

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the expected pages")

func written(t interface{ Fatal(...any) }, c Counted) string {
	var out strings.Builder
	if err := Write(&out, c); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// unstyled takes the style out of a page, and what the policy says of it: it is looked at in a browser.
func unstyled(document string) string {
	before, rest, _ := strings.Cut(document, "<style>")
	_, after, _ := strings.Cut(rest, "</style>")
	return regexp.MustCompile(`sha256-[^']*`).ReplaceAllString(before+"<style></style>"+after, "sha256-...")
}

func TestPage(t *testing.T) {
	for name, c := range samples {
		t.Run(name, func(t *testing.T) {
			got, path := unstyled(written(t, c)), filepath.Join("testdata", name+".html")
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

package command

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write golden files anew")

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

// braced generates texts in which braces, backslashes and names are frequent.
func braced(t *rapid.T) string {
	pieces := rapid.SliceOfN(rapid.SampledFrom([]string{"{{", "}}", "{", "}", `\`, " ", "host", "end", ".Names", "|", "a", "\n", "é", "range .x", "json ."}), 0, 12)
	text := ""
	for _, piece := range pieces.Draw(t, "pieces") {
		text += piece
	}
	return text
}

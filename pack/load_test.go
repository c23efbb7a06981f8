package pack

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// each runs a test for every YAML file of a directory.
func each(t *testing.T, dir string, test func(t *testing.T, file string)) {
	files, err := filepath.Glob(filepath.Join("testdata", dir, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s: %v", dir, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) { test(t, file) })
	}
}

// goldenOf names the golden file beside a file of testdata.
func goldenOf(file, suffix string) string {
	return strings.TrimSuffix(strings.TrimPrefix(file, "testdata/"), ".yaml") + suffix
}

func TestDiagnosticsAreExact(t *testing.T) {
	each(t, "err", func(t *testing.T, file string) {
		p, found, err := Load(os.DirFS(filepath.Dir(file)), filepath.Base(file))
		if err != nil {
			t.Fatal(err)
		}
		if (p == nil) != found.Failed() {
			t.Errorf("pack %v with diagnostics\n%s", p != nil, found)
		}
		if len(found) == 0 {
			t.Error("no diagnostics")
		}
		golden(t, goldenOf(file, ".out"), found.String())
	})
}

func TestLoadedPackIsExact(t *testing.T) {
	each(t, "ok", func(t *testing.T, file string) {
		p, found, err := Load(os.DirFS(filepath.Dir(file)), filepath.Base(file))
		if err != nil || p == nil {
			t.Fatalf("%v\n%s", err, found)
		}
		if len(found) > 0 {
			t.Errorf("diagnostics:\n%s", found)
		}
		golden(t, goldenOf(file, ".json"), dump(t, p))
	})
}

// dump writes all of a pack down, with the order of its items and what they wait for.
func dump(t *testing.T, p *Pack) string {
	t.Helper()
	b, err := json.MarshalIndent(dumped(p), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b) + "\n"
}

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

var update = flag.Bool("update", false, "write golden files anew")

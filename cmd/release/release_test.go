package main

import (
	"debug/buildinfo"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// program is what a program would say that was built from two modules, one of which another stands in for.
func program(modules ...*debug.Module) *buildinfo.BuildInfo {
	return &buildinfo.BuildInfo{
		GoVersion: "go1.26.8", Main: debug.Module{Path: "rtut", Version: "v0.1.0"}, Deps: modules,
		Settings: []debug.BuildSetting{
			{Key: "GOOS", Value: "linux"},
			{Key: "GOARCH", Value: "arm64"},
			{Key: "vcs.revision", Value: "0123"},
			{Key: "vcs.time", Value: "2026-11-30T00:45:12Z"},
		},
	}
}

func TestBillOfMaterialsNamesEveryModule(t *testing.T) {
	first := &debug.Module{Path: "example.com/Old", Version: "v1.0.0", Replace: &debug.Module{Path: "example.com/New", Version: "v1.2.3", Sum: "h1:abc="}}
	text, err := sbom(program(first, &debug.Module{Path: "example.com/other", Version: "v0.1.0", Sum: "h1:def="}))
	if err != nil {
		t.Fatal(err)
	}
	var doc bom
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range doc.Components {
		names = append(names, c.URL)
	}
	want := []string{"pkg:golang/std@1.26.8", "pkg:golang/example.com/New@v1.2.3", "pkg:golang/example.com/other@v0.1.0"}
	if !slices.Equal(names, want) {
		t.Errorf("components: %q, not %q", names, want)
	}
	if got := doc.Metadata; got.Timestamp != "2026-11-30T00:45:12Z" || got.Component.URL != "pkg:golang/rtut@v0.1.0" {
		t.Errorf("metadata: %+v", got)
	}
	if again, _ := sbom(program(first, &debug.Module{Path: "example.com/other", Version: "v0.1.0", Sum: "h1:def="})); string(again) != string(text) {
		t.Error("a second bill of the same program is another")
	}
}

func TestNoticesHaveTheLicenceOfEveryModule(t *testing.T) {
	cache, root := t.TempDir(), t.TempDir()
	t.Setenv("GOMODCACHE", cache)
	t.Setenv("GOROOT", root)
	write(t, filepath.Join(root, "LICENSE"), "of Go\n")
	write(t, filepath.Join(cache, "example.com", "!new@v1.2.3", "LICENSE.txt"), "of New\n")
	write(t, filepath.Join(cache, "example.com", "!new@v1.2.3", "NOTICE"), "notice of New\n")
	module := &debug.Module{Path: "example.com/New", Version: "v1.2.3"}
	text, err := notices(program(module))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"the Go standard library, go1.26.8: LICENSE\n\nof Go\n", "example.com/New v1.2.3: LICENSE.txt\n\nof New\n", "example.com/New v1.2.3: NOTICE\n\nnotice of New\n"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the notices lack %q:\n%s", want, text)
		}
	}
	_, err = notices(program(module, &debug.Module{Path: "example.com/bare", Version: "v1.0.0"}))
	if err == nil || !strings.HasPrefix(err.Error(), "example.com/bare v1.0.0 has no license in ") {
		t.Errorf("a module without a licence: %v", err)
	}
}

func TestDocumentsAreReadFromAProgram(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "sbom.json")
	if err := run([]string{"sbom", self, file}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), `"name": "rtut"`) {
		t.Errorf("%v\n%s", err, text)
	}
	for _, args := range [][]string{nil, {"sbom", self}, {"other", self, file}, {"sbom", os.Args[0] + ".gone", file}} {
		if err := run(args); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

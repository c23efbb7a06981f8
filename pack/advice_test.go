package pack

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestAdviceIsExact(t *testing.T) {
	each(t, "lint", func(t *testing.T, file string) {
		_, found, err := Lint(os.DirFS(filepath.Dir(file)), filepath.Base(file))
		if err != nil {
			t.Fatal(err)
		}
		golden(t, goldenOf(file, ".out"), found.String())
	})
}

func TestAdviceDoesNotMakeAPackInvalid(t *testing.T) {
	dir := os.DirFS(filepath.Join("testdata", "lint"))
	advised, found, err := Lint(dir, "all.yaml")
	if err != nil || advised == nil || len(found) == 0 || found.Failed() {
		t.Errorf("Lint: pack %v, error %v\n%s", advised != nil, err, found)
	}
	loaded, found, err := Load(dir, "all.yaml")
	if err != nil || loaded == nil || len(found) > 0 {
		t.Errorf("Load: pack %v, error %v\n%s", loaded != nil, err, found)
	}
}

func TestGoodPackGetsNoAdvice(t *testing.T) {
	text := `schema: runbook-pack/v0.2
id: good
title: Good
order: sequential
stages:
  - id: before
    gates: [{ id: go, title: Go, checks: [{ id: free, kind: exit-code, command: ./free.sh }] }]
  - id: act
    steps:
      - id: cut
        title: Cut
        effect: irreversible
        confirm: cut
        verify: { kind: exit-code, command: ./check.sh }
        rollback: { instruction: There is no way back. Call Ana. }
      - id: either
        title: Either
        verify: { kind: exit-code, command: ./check.sh }
        one_of: [{ id: a, title: A }, { id: b, title: B }]
`
	if _, found := adviseText("pack.yaml", []byte(text)); len(found) > 0 {
		t.Error(found)
	}
}

func TestMuchAdviceIsNoFault(t *testing.T) {
	text := "schema: runbook-pack/v0.2\nid: long\ntitle: Long\nsteps:\n"
	for i := range maxDiagnostics + 2 {
		text += fmt.Sprintf("  - { id: s%d, title: S }\n", i)
	}
	p, found := adviseText("pack.yaml", []byte(text))
	if p == nil || found.Failed() || len(found) != maxDiagnostics {
		t.Errorf("pack %v, %d diagnostics", p != nil, len(found))
	}
}

// inLint are the names of the advice that Lint itself gives: the other kinds look at the repo, or for secrets.
func inLint() []string {
	return slices.DeleteFunc(slices.Clone(adviceNames), func(name string) bool { return name == "double-id" || name == "secret" })
}

// lintCase reads a pack of testdata/lint, and lints it.
func lintCase(t *testing.T, name, with string) Diagnostics {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "lint", name+".yaml"))
	if err != nil {
		t.Fatal(err)
	}
	loaded, found := adviseText("pack.yaml", []byte(string(text)+with))
	if loaded == nil {
		t.Fatal(found)
	}
	return found
}

func names(found Diagnostics) []string {
	var all []string
	for _, d := range found {
		all = append(all, d.Rule)
	}
	return all
}

func TestEachAdviceHasABadAndAGoodPack(t *testing.T) {
	for _, name := range inLint() {
		if found := names(lintCase(t, name, "")); !slices.Contains(found, name) || len(slices.Compact(found)) > 1 {
			t.Errorf("%s: %v", name, found)
		}
		if found := lintCase(t, name+"-good", ""); len(found) > 0 {
			t.Errorf("the good pack of %s: %s", name, found)
		}
	}
}

func TestAdviceCanBeSwitchedOff(t *testing.T) {
	for _, name := range inLint() {
		text, err := os.ReadFile(filepath.Join("testdata", "lint", name+".yaml"))
		if err != nil {
			t.Fatal(err)
		}
		off := "off: [" + name
		with := strings.Replace(string(text), "lint: { off: [", "lint: { "+off+", ", 1)
		if with == string(text) {
			with += "lint: { " + off + "] }\n"
		}
		if loaded, found := adviseText("pack.yaml", []byte(with)); loaded == nil || slices.Contains(names(found), name) {
			t.Errorf("%s: %s", name, found)
		}
	}
}

func TestEachAdviceIsDocumented(t *testing.T) {
	text, err := os.ReadFile(specification)
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## Advice\n")
	var documented []string
	for line := range strings.Lines(section) {
		if name, is := strings.CutPrefix(line, "| `"); is {
			name, _, _ = strings.Cut(name, "`")
			documented = append(documented, name)
		}
	}
	if !slices.Equal(documented, adviceNames) {
		t.Errorf("documented is %v\nthere is %v", documented, adviceNames)
	}
}

func TestSwitchingAdviceOffIsNoChangeOfAnItem(t *testing.T) {
	text := "schema: runbook-pack/v0.2\nid: a\ntitle: A\nsteps: [{ id: a, title: A }]\n"
	plain, _ := loadText("pack.yaml", []byte(text))
	off, found := loadText("pack.yaml", []byte(text+"lint: { off: [no-verify] }\n"))
	if plain == nil || off == nil {
		t.Fatal(found)
	}
	if !maps.Equal(plain.ItemDigests(), off.ItemDigests()) || !maps.Equal(plain.WordsDigests(), off.WordsDigests()) {
		t.Error("a digest has changed")
	}
}

package pack

import (
	"fmt"
	"os"
	"path/filepath"
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
steps:
  - id: cut
    title: Cut
    effect: irreversible
    confirm: cut
    verify: { kind: exit-code, command: 'true' }
    rollback: { instruction: There is no way back. Call Ana. }
  - id: either
    title: Either
    verify: { kind: exit-code, command: 'true' }
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

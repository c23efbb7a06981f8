package rtut_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a package may have without a reason. Constants of one type are one name, and methods none.
const (
	mostLines = 5000
	mostNames = 60
)

// TestALargePackageSaysWhy: a package that is over a bound has a section "Size" in its doc comment, and one that is not has none.
func TestALargePackageSaysWhy(t *testing.T) {
	packages := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if name := d.Name(); path != "." && (strings.HasPrefix(name, ".") || name == "testdata") {
			return fs.SkipDir
		}
		lines, names, doc := sizeOf(t, path)
		if lines == 0 {
			return nil
		}
		packages++
		_, reason, says := strings.Cut(doc, "\n# Size\n")
		switch large := lines > mostLines || names > mostNames; {
		case large && len(strings.Fields(reason)) < 8:
			t.Errorf("%s has %d lines and %d exported names; its doc comment does not say why under \"# Size\"", path, lines, names)
		case !large && says:
			t.Errorf("%s says why it is large, and has %d lines and %d exported names", path, lines, names)
		}
		return nil
	})
	if err != nil || packages < 40 {
		t.Errorf("%d packages: %v", packages, err)
	}
}

func TestConstantsOfOneTypeAreOneName(t *testing.T) {
	const source = "package a\n\ntype Kind string\n\nconst (\n\tOne Kind = \"1\"\n\tTwo Kind = \"2\"\n)\n\nconst Most = 3\n\nvar All, none []Kind\n\n" +
		"func New() Kind { return One }\n\nfunc (Kind) Method() {}\n\nfunc hidden() {}\n"
	file, err := parser.ParseFile(token.NewFileSet(), "a.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(exported(file)); got != 5 { // Kind, its constants, Most, All, New
		t.Errorf("%d names: %v", got, exported(file))
	}
}

// sizeOf counts the lines and exported names of the package in a directory, without its tests, and returns its doc comment.
func sizeOf(t *testing.T, dir string) (lines, names int, doc string) {
	t.Helper()
	all := map[string]bool{}
	for _, path := range programFiles(t, dir) {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, source, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		lines += strings.Count(string(source), "\n")
		for name := range exported(file) {
			all[name] = true
		}
		if file.Doc != nil {
			doc += file.Doc.Text()
		}
	}
	return lines, len(all), doc
}

// exported returns the exported names of a file: a constant with a type stands for all constants of that type.
func exported(file *ast.File) map[string]bool {
	names := map[string]bool{}
	add := func(ids ...*ast.Ident) {
		for _, id := range ids {
			if id.IsExported() {
				names[id.Name] = true
			}
		}
	}
	for _, decl := range file.Decls {
		if f, is := decl.(*ast.FuncDecl); is && f.Recv == nil {
			add(f.Name)
		}
		group, is := decl.(*ast.GenDecl)
		if !is {
			continue
		}
		var of string // the type of the constants before, which iota goes on with
		for _, spec := range group.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				add(s.Name)
			case *ast.ValueSpec:
				if named, is := s.Type.(*ast.Ident); is {
					of = named.Name
				} else if s.Values != nil {
					of = ""
				}
				if group.Tok == token.CONST && of != "" && s.Names[0].IsExported() {
					names["constants of "+of] = true
					continue
				}
				add(s.Names...)
			}
		}
	}
	return names
}

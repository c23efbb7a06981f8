package rtut_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	tag     = regexp.MustCompile(`\[(R\d{2,3})\]`)
	mapRow  = regexp.MustCompile(`(?m)^\| (R\d{2,3}) \| ([^|]+) \| (v0\.1|v0\.2|both) \| ([^|]+) \|$`)
	partRow = regexp.MustCompile(`(?m)^\| (\d+) \| [^|]+ \| ([^|]+) \|$`)
	mapTest = regexp.MustCompile("`([^` ]+) ([^`]+)`")
)

// TestRunSpecIsMapped keeps docs/conformance.md true: every sentence of docs/run-spec.md has its tests there, all of them
// are there to be run, and none is missing.
func TestRunSpecIsMapped(t *testing.T) {
	sentences := tag.FindAllStringSubmatch(read(t, "docs/run-spec.md"), -1)
	tests := map[string][]string{} // by tag, each "directory Test/subtest"
	for _, row := range mapRow.FindAllStringSubmatch(read(t, "docs/conformance.md"), -1) {
		if tests[row[1]] != nil {
			t.Errorf("%s has two rows", row[1])
		}
		for _, m := range mapTest.FindAllStringSubmatch(row[4], -1) {
			tests[row[1]] = append(tests[row[1]], m[1]+" "+m[2])
		}
	}
	declared := declaredTests(t)
	for _, fault := range mapFaults(sentences, tests, declared) {
		t.Error(fault)
	}
	if len(sentences) < 50 || len(declared) < 50 {
		t.Errorf("only %d sentences and %d tests were found", len(sentences), len(declared))
	}
}

// TestWhatAReviewReliesOnIsMapped keeps the second table of docs/conformance.md true: no part is without a test, and all of them are
// there to be run.
func TestWhatAReviewReliesOnIsMapped(t *testing.T) {
	declared := declaredTests(t)
	parts := partRow.FindAllStringSubmatch(read(t, "docs/conformance.md"), -1)
	for i, row := range parts {
		if row[1] != strconv.Itoa(i+1) {
			t.Errorf("row %d has the number %s", i+1, row[1])
		}
		tests := mapTest.FindAllStringSubmatch(row[2], -1)
		if len(tests) == 0 {
			t.Errorf("%s has no test", row[1])
		}
		for _, m := range tests {
			if !declared[m[1]+" "+m[2]] {
				t.Errorf("%s names %s %s, which is not there", row[1], m[1], m[2])
			}
		}
	}
	if len(parts) != 11 {
		t.Errorf("%d parts were found", len(parts))
	}
}

func TestFaultsOfTheMapAreSeen(t *testing.T) {
	sentences := [][]string{{"", "R01"}, {"", "R02"}, {"", "R02"}}
	tests := map[string][]string{"R01": {"run TestRunSpec/R01 a", "run TestGone"}, "R03": {"run TestRunSpec/R01 a"}}
	declared := map[string]bool{"run TestRunSpec/R01 a": true, "run TestRunSpec/R09 new": true}
	want := []string{
		"R02 is the tag of two sentences", "R02 has no test", "R03 has a row and no sentence", "R03 names run TestRunSpec/R01 a, which is of another tag",
		"R01 names run TestGone, which is not there", "run TestRunSpec/R09 new is in no row",
	}
	got := mapFaults(sentences, tests, declared)
	for _, fault := range want {
		if !slices.Contains(got, fault) {
			t.Errorf("not seen: %s\nin %q", fault, got)
		}
	}
}

// mapFaults says what is wrong with the map.
func mapFaults(sentences [][]string, tests map[string][]string, declared map[string]bool) []string {
	var faults []string
	tags, named := map[string]bool{}, map[string]bool{}
	for _, s := range sentences {
		if tags[s[1]] {
			faults = append(faults, s[1]+" is the tag of two sentences")
		}
		if tags[s[1]] = true; len(tests[s[1]]) == 0 {
			faults = append(faults, s[1]+" has no test")
		}
	}
	for _, id := range slices.Sorted(maps.Keys(tests)) {
		if !tags[id] {
			faults = append(faults, id+" has a row and no sentence")
		}
		for _, name := range tests[id] {
			named[name] = true
			_, subtest, _ := strings.Cut(name, "TestRunSpec/")
			if subtest != "" && strings.FieldsFunc(subtest, afterTag)[0] != id {
				faults = append(faults, id+" names "+name+", which is of another tag")
			}
			if !declared[name] {
				faults = append(faults, id+" names "+name+", which is not there")
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(declared)) {
		if strings.Contains(name, " TestRunSpec/") && !named[name] {
			faults = append(faults, name+" is in no row")
		}
	}
	return faults
}

// afterTag is what stands behind the tag in the name of a subtest.
func afterTag(r rune) bool { return r == ' ' || r == '_' }

// declaredTests returns the tests of the packages pack, run, tui and cmd/rtut: functions, the sentences that TestRunSpec of run goes
// through, and the scripts that tests of cmd/rtut play.
func declaredTests(t *testing.T) map[string]bool {
	t.Helper()
	declared := map[string]bool{}
	for _, pattern := range []string{"pack/*_test.go", "pack/*/*_test.go", "run/*_test.go", "run/*/*_test.go", "tui/*_test.go", "cmd/rtut/*_test.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			declareFunctions(t, file, declared)
		}
	}
	for _, sentence := range playedSentences(t) {
		declared["run TestRunSpec/"+sentence] = true
	}
	for dir, test := range map[string]string{"runspec": "TestRunSpec", "script": "TestScripts"} {
		scripts, err := filepath.Glob("cmd/rtut/testdata/" + dir + "/*.txtar")
		if err != nil {
			t.Fatal(err)
		}
		for _, script := range scripts {
			declared["cmd/rtut "+test+"/"+strings.TrimSuffix(filepath.Base(script), ".txtar")] = true
		}
	}
	return declared
}

func declareFunctions(t *testing.T, file string, declared map[string]bool) {
	t.Helper()
	for _, d := range parsed(t, file).Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") {
			declared[filepath.ToSlash(filepath.Dir(file))+" "+f.Name.Name] = true
		}
	}
}

// playedSentences returns the names in the lists of sentences that TestRunSpec of run goes through. A list that it leaves
// out is a fault.
func playedSentences(t *testing.T) []string {
	t.Helper()
	played := map[string]bool{}
	ast.Inspect(parsed(t, "run/runspec_test.go"), func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && strings.HasSuffix(id.Name, "Sentences") {
			played[id.Name] = true
		}
		return true
	})
	files, err := filepath.Glob("run/runspec*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range files {
		ast.Inspect(parsed(t, file), func(n ast.Node) bool {
			list, ok := n.(*ast.ValueSpec)
			if !ok || len(list.Values) != 1 || !isSentences(list.Values[0]) {
				return true
			}
			if !played[list.Names[0].Name] {
				t.Errorf("%s: TestRunSpec leaves %s out", file, list.Names[0].Name)
			}
			for _, sentence := range list.Values[0].(*ast.CompositeLit).Elts {
				name, err := strconv.Unquote(sentence.(*ast.CompositeLit).Elts[0].(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				names = append(names, name)
			}
			return false
		})
	}
	return names
}

func isSentences(e ast.Expr) bool {
	literal, ok := e.(*ast.CompositeLit)
	if !ok {
		return false
	}
	list, ok := literal.Type.(*ast.ArrayType)
	if !ok {
		return false
	}
	element, ok := list.Elt.(*ast.Ident)
	return ok && element.Name == "sentence"
}

func parsed(t *testing.T, file string) *ast.File {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

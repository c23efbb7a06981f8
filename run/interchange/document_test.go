package interchange

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const page = "../../docs/interchange.md"

// numbers are those of the rules of interchange: 59 and 60 are of something else.
func numbers() []string {
	var all []string
	for n := 41; n <= 83; n++ {
		if n != 59 && n != 60 {
			all = append(all, "CR-"+string(rune('0'+n/10))+string(rune('0'+n%10)))
		}
	}
	return all
}

// row is a row of the table of rules: its number, and what holds it.
var row = regexp.MustCompile(`(?m)^\| (CR-\d\d) \| [^|]+ \| ([^|]+) \|$`)

func TestDocumentSaysWhatHoldsEachRule(t *testing.T) {
	text, tests := read(t, page), allTests(t)
	held := map[string]string{}
	for _, m := range row.FindAllStringSubmatch(text, -1) {
		held[m[1]] = m[2]
		for _, name := range regexp.MustCompile("`(Test\\w+)`").FindAllStringSubmatch(m[2], -1) {
			if !strings.Contains(tests, "func "+name[1]+"(") {
				t.Errorf("%s names %s, which is not there", m[1], name[1])
			}
		}
	}
	for _, number := range numbers() {
		if !strings.Contains(held[number], "Test") && held[number] != "not to be seen in a document" {
			t.Errorf("%s does not say what holds %s", page, number)
		}
	}
}

func TestDocumentHasTheFieldsOfNotes(t *testing.T) {
	text := read(t, page)
	for is, fields := range fieldsOf {
		want := "| " + string(is) + " | `" + strings.Join(fields, "`, `") + "` |"
		if !strings.Contains(text, want) {
			t.Errorf("%s does not have the row %s", page, want)
		}
	}
}

func allTests(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		all.WriteString(read(t, file))
	}
	return all.String()
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

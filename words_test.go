package rtut_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const glossary = "docs/glossary.md"

// unchecked are documents that have to use words which the glossary does not allow: itself, and the sentences that other
// implementations quote.
var unchecked = []string{glossary, "docs/run-spec.md", "docs/conformance.md"}

// leftInMessages has the words that messages still use, and how often at most. It only shrinks. `mend the check` is a value of JSON
// and stays, and so do the words by which the secret guard finds license keys.
var leftInMessages = map[string]int{
	"deserves a look": 1, "licence": 1, "lies": 4, "mend": 1, "owed": 1,
	"stands behind": 1, "whoever": 1,
}

// leftInComments is the same of comments.
var leftInComments = map[string]int{}

func TestDocumentsUseTheWordsOfTheGlossary(t *testing.T) {
	never := neverSaid(t)
	for _, document := range documents(t) {
		if slices.Contains(unchecked, document) {
			continue
		}
		prose := proseOf(readDocument(t, document))
		for _, at := range never.FindAllStringIndex(prose, -1) {
			line := 1 + strings.Count(prose[:at[0]], "\n")
			t.Errorf("%s:%d: %q is a word that the glossary does not allow", document, line, prose[at[0]:at[1]])
		}
	}
}

func TestMessagesUseTheWordsOfTheGlossary(t *testing.T) {
	useTheWords(t, messages(t), leftInMessages)
}

func TestCommentsUseTheWordsOfTheGlossary(t *testing.T) {
	all := comments(t)
	if len(all) < 3000 {
		t.Errorf("only %d comments were found", len(all))
	}
	useTheWords(t, all, leftInComments)
}

// useTheWords fails the test for each word that the glossary does not allow and that some texts use more often than a table says.
func useTheWords(t *testing.T, texts map[string]string, left map[string]int) {
	t.Helper()
	never := neverSaid(t)
	where := map[string][]string{}
	for place, text := range texts {
		for _, word := range never.FindAllString(text, -1) {
			word = strings.Join(strings.Fields(strings.ToLower(word)), " ")
			where[word] = append(where[word], place)
		}
	}
	for word, places := range where {
		if most := left[word]; len(places) != most {
			slices.Sort(places)
			t.Errorf("the glossary does not allow %q, and it is used %d times, %d in the table of what is left: %s", word, len(places), most, strings.Join(places, " "))
		}
	}
	for word := range left {
		if where[word] == nil {
			t.Errorf("%q is not used any more: remove it from the table", word)
		}
	}
}

func TestWordThatIsNotAllowedIsSeen(t *testing.T) {
	text := "A Room.\nRoomy, `room`.\n```\nroom\n```\n<!-- generated -->\nroom\n<!-- end of it -->\nunder\nway\n"
	got := neverSaid(t).FindAllString(proseOf(text), -1)
	if !slices.Equal(got, []string{"Room", "under\nway"}) {
		t.Errorf("words seen: %q", got)
	}
}

// neverSaid matches every word of the column "never" in the tables of the glossary, whatever its capitals.
func neverSaid(t *testing.T) *regexp.Regexp {
	t.Helper()
	var words []string
	column := -1
	for line := range strings.Lines(readDocument(t, glossary)) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 {
			column = -1
			continue
		}
		if column < 0 {
			column = slices.IndexFunc(cells, func(cell string) bool { return strings.TrimSpace(cell) == "never" })
			continue
		}
		for _, m := range inCode.FindAllStringSubmatch(cells[column], -1) {
			words = append(words, strings.ReplaceAll(regexp.QuoteMeta(m[1]), " ", `\s+`))
		}
	}
	if len(words) < 50 {
		t.Fatalf("%s forbids only %d words", glossary, len(words))
	}
	return regexp.MustCompile(`(?i)\b(?:` + strings.Join(words, "|") + `)\b`)
}

// The marks around what is made from the code, which is checked there.
var (
	generatedMark = regexp.MustCompile(`^<!-- .*(?:generated|make docs-update)`)
	endMark       = regexp.MustCompile(`^<!-- (?:end of|/)`)
)

// proseOf returns a document without code and what is generated. Lines keep their numbers.
func proseOf(text string) string {
	var prose strings.Builder
	code, made := false, false
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
			code = !code
		case generatedMark.MatchString(line):
			made = true
		case endMark.MatchString(line):
			made = false
		case !code && !made:
			prose.WriteString(strings.TrimSuffix(inCode.ReplaceAllString(line, ""), "\n"))
		}
		prose.WriteByte('\n')
	}
	return prose.String()
}

// comments returns every comment of the program, by its place.
func comments(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for dir := range goDirectories(t) {
		for _, name := range programFiles(t, dir) {
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, name, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			for _, group := range file.Comments {
				all[name+":"+strconv.Itoa(set.Position(group.Pos()).Line)] = group.Text()
			}
		}
	}
	return all
}

// programFiles lists the Go files of a directory that are no tests.
func programFiles(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(files, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
}

// messages returns every text of two words or more in the program, by its place: help, errors, labels, templates of pages.
func messages(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for dir := range goDirectories(t) {
		for _, file := range programFiles(t, dir) {
			collectTexts(t, file, all)
		}
		pages, err := filepath.Glob(filepath.Join(dir, "*.html"))
		if err != nil {
			t.Fatal(err)
		}
		for _, page := range pages {
			all[page] = readDocument(t, page)
		}
	}
	if len(all) < 2000 {
		t.Fatalf("only %d texts were found", len(all))
	}
	return all
}

// collectTexts puts the texts of a file into all.
func collectTexts(t *testing.T, path string, all map[string]string) {
	t.Helper()
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	positions := token.NewFileSet()
	file, err := parser.ParseFile(positions, path, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		literal, ok := n.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return true
		}
		if text, err := strconv.Unquote(literal.Value); err == nil && strings.Contains(text, " ") {
			all[positions.Position(literal.Pos()).String()] = text
		}
		return true
	})
}

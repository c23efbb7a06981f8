package pack

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"rtut/pack/value"
)

const specification = "../docs/pack-spec.md"

// fenced is a block of the specification, without its fences.
type fenced struct {
	language, text string
	line           int // of its first line, from 1
}

func fencedBlocks(t *testing.T) (blocks []fenced, all string) {
	t.Helper()
	data, err := os.ReadFile(specification)
	if err != nil {
		t.Fatal(err)
	}
	open := false
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		language, fence := strings.CutPrefix(line, "```")
		switch {
		case fence && !open:
			blocks = append(blocks, fenced{language: strings.TrimSpace(language), line: number + 1})
		case open && !fence:
			blocks[len(blocks)-1].text += line
		}
		open = open != fence
	}
	return blocks, string(data)
}

// topKeys splits the text of a mapping at its keys, and returns them in their order with the lines that belong to each.
func topKeys(text string) (keys []string, lines map[string]string) {
	lines = map[string]string{}
	for line := range strings.Lines(text) {
		if key, _, found := strings.Cut(line, ":"); found && !strings.ContainsAny(line[:1], " #-") {
			keys = append(keys, key)
		}
		if len(keys) > 0 {
			lines[keys[len(keys)-1]] += line
		}
	}
	return keys, lines
}

// wrapped makes a pack of a part: the keys that it leaves out come from the pack around it.
func wrapped(part, around string) string {
	has, _ := topKeys(part)
	keys, lines := topKeys(around)
	whole := ""
	for _, key := range keys {
		if !slices.Contains(has, key) {
			whole += lines[key]
		}
	}
	return whole + part
}

func loadDocumented(t *testing.T, text string) (*Pack, Diagnostics) {
	t.Helper()
	p, found, err := Load(fstest.MapFS{FileName: {Data: []byte(text)}}, FileName)
	if err != nil {
		t.Fatal(err)
	}
	return p, found
}

func TestDocumentedPacksLoad(t *testing.T) {
	blocks, all := fencedBlocks(t)
	around, shown := "", map[int]string{}
	for i, b := range blocks {
		if b.language != "yaml" {
			continue
		}
		if strings.HasPrefix(b.text, "# refused\n") {
			_, found := loadDocumented(t, b.text)
			if !found.Failed() {
				t.Errorf("line %d: this loads", b.line)
			}
			shown[i+1] = found.String()
			continue
		}
		if around == "" {
			around = b.text
		}
		text := b.text
		if !strings.HasPrefix(text, "schema:") {
			text = wrapped(text, around)
		}
		if _, found := loadDocumented(t, text); len(found) > 0 {
			t.Errorf("line %d: %s\nin\n%s", b.line, found, text)
		}
	}
	if around == "" {
		t.Fatal("the specification has no YAML")
	}
	holdBlocks(t, blocks, all, shown)
}

// holdBlocks compares blocks, by their index, with what they should hold, or rewrites them with -update.
func holdBlocks(t *testing.T, blocks []fenced, all string, want map[int]string) {
	t.Helper()
	lines := strings.SplitAfter(all, "\n")
	for _, i := range slices.Backward(slices.Sorted(maps.Keys(want))) { // the last first: lines above keep their numbers
		b := blocks[i]
		if b.text != want[i] && !*update {
			t.Errorf("line %d of the specification (-is +should be):\n%s", b.line, cmp.Diff(b.text, want[i]))
		}
		lines = slices.Replace(lines, b.line-1, b.line-1+strings.Count(b.text, "\n"), want[i])
	}
	if *update {
		if err := os.WriteFile(specification, []byte(strings.Join(lines, "")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// headings say under which headings of the specification the keys of each layout are described.
var headings = map[string][]string{
	"pack":        {"## The top of a pack"},
	"lint":        {"## The top of a pack", "## Advice"},
	"needs":       {"## The top of a pack"},
	"limits":      {"### Limits"},
	"defaults":    {"## The top of a pack"},
	"param":       {"## Params", "### Values"},
	"evidence":    {"## Steps", "### Values"},
	"step":        {"## Steps", "### Execution", "### What items wait for"},
	"rollback":    {"## Steps"},
	"link":        {"## Steps"},
	"verify":      {"### Verify and checks"},
	"check":       {"### Verify and checks"},
	"poll":        {"### Verify and checks"},
	"stage":       {"## Stages"},
	"for_each":    {"## Loops"},
	"gate":        {"### Gates", "### What items wait for"},
	"produce":     {"### Produces and accept"},
	"extract":     {"### Extract"},
	"accept":      {"### Produces and accept"},
	"alternative": {"### Alternatives", "## Steps", "### Execution"},
	"dimension":   {"## Datapoints"},
	"datapoint":   {"## Datapoints", "### Values"},
	"artefact":    {"## Datapoints"},
}

func TestDocumentHasEveryKeyAndWord(t *testing.T) {
	_, all := fencedBlocks(t)
	for name, layout := range layouts {
		text := ""
		for _, heading := range headings[name] {
			text += section(t, all, heading)
		}
		for _, f := range layout {
			for _, word := range append([]string{f.key}, f.words...) {
				if !strings.Contains(text, "`"+word+"`") {
					t.Errorf("%s: `%s` of %s is not described under %q", specification, word, name, headings[name])
				}
			}
		}
	}
}

func TestDocumentHasEveryReservedName(t *testing.T) {
	_, all := fencedBlocks(t)
	text := section(t, all, "### Ids")
	for _, name := range slices.Concat(value.ReservedNames, value.ExpressionKeywords, value.TemplateKeywords, []string{Needed, NotNeeded}) {
		if !strings.Contains(text, "`"+name+"`") {
			t.Errorf("%s does not say that %s is reserved", specification, name)
		}
	}
}

// section returns what stands between a heading and the next one, of whatever depth.
func section(t *testing.T, all, heading string) string {
	t.Helper()
	_, rest, found := strings.Cut(all, "\n"+heading+"\n")
	if !found {
		t.Fatalf("%s has no heading %s", specification, heading)
	}
	text, _, _ := strings.Cut(rest, "\n#")
	return text
}

// listedElsewhere are layouts whose keys the specification has in prose, or behind a table that names some of them too.
var listedElsewhere = []string{"lint", "needs", "limits", "defaults", "rollback", "link", "poll", "produce", "accept", "evidence", "artefact", "check"}

func TestTablesListKeysInTheOrderOfTheLayouts(t *testing.T) {
	_, all := fencedBlocks(t)
	for name, layout := range layouts {
		if slices.Contains(listedElsewhere, name) {
			continue
		}
		var listed []string
		for _, heading := range headings[name] {
			for _, key := range tableKeys(section(t, all, heading)) {
				if layout.field(key) != nil && !slices.Contains(listed, key) {
					listed = append(listed, key)
				}
			}
		}
		if diff := cmp.Diff(listed, layout.keys(V02)); diff != "" {
			t.Errorf("%s: the tables below %q and the layout (-tables +layout):\n%s", name, headings[name], diff)
		}
	}
}

// tableKeys are the words in backquotes in the first cells of a table, one row after the other.
func tableKeys(text string) (keys []string) {
	for line := range strings.Lines(text) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 || strings.TrimSpace(cells[0]) != "" {
			continue
		}
		for i, word := range strings.Split(cells[1], "`") {
			if i%2 == 1 {
				keys = append(keys, word)
			}
		}
	}
	return keys
}

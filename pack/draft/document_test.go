package draft

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

const document = "../../docs/drafts.md"

// tables are what the document has of the tables of this package.
func tables() map[string]string {
	return map[string]string{"bounds": boundTable(), "limits": limitTable(), "fields": fieldTable(), "codes": codeTable()}
}

func TestDocumentHasTheTablesAsTheyAre(t *testing.T) {
	data, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	written := string(data)
	for name, table := range tables() {
		opening, closing := "<!-- "+name+", generated: make docs-update -->\n", "<!-- end of "+name+" -->\n"
		before, rest, found := strings.Cut(written, opening)
		_, after, closed := strings.Cut(rest, closing)
		if !found || !closed {
			t.Fatalf("%s has no marks for %s", document, name)
		}
		written = before + opening + table + closing + after
	}
	golden(t, document, written)
}

func mark(ours bool) string {
	if ours {
		return "ours"
	}
	return ""
}

func boundTable() string {
	table := "| name | of | least | most | unit | |\n| --- | --- | --- | --- | --- | --- |\n"
	for _, b := range bounds {
		table += fmt.Sprintf("| `%s` | %s | %d | %d | %s | %s |\n", b.of, b.what, b.min, b.max, b.unit, mark(b.ours))
	}
	return table
}

func limitTable() string {
	table := "| key | default | how much | |\n| --- | --- | --- | --- |\n"
	for _, d := range defaultLimits {
		table += fmt.Sprintf("| `%s` | %d | %s | %s |\n", d.key, d.value, d.means, mark(d.ours))
	}
	return table
}

func codeTable() string {
	table := "| code | what is wrong | |\n| --- | --- | --- |\n"
	for _, m := range codes {
		table += fmt.Sprintf("| `%s` | %s | %s |\n", m.code, m.means, mark(m.ours))
	}
	return table
}

// fieldTable lists the objects of a plan, from the plan down, each once.
func fieldTable() string {
	w := &fieldWriter{}
	w.layout("recipe", "a recipe", "", "")
	w.layout("batch", "a batch", "", "")
	for len(w.next) > 0 {
		s := w.next[0]
		w.next = w.next[1:]
		if s.form == formObject {
			w.layout(s.layout, s.layout, "", "")
			continue
		}
		u := unions[s.layout]
		for _, v := range u.variants {
			w.layout(v.layout, s.layout+" `"+v.kind+"`", u.by, v.kind)
		}
	}
	return "| object | field | value | |\n| --- | --- | --- | --- |\n" + w.table
}

type fieldWriter struct {
	table string
	seen  []string
	next  []shape
}

func (w *fieldWriter) layout(name, title, by, kind string) {
	if slices.Contains(w.seen, title) {
		return
	}
	w.seen = append(w.seen, title)
	if by != "" {
		w.row(title, by, "`"+kind+"`", "")
	}
	for _, f := range layouts[name] {
		note := ""
		switch {
		case f.optional:
			note = "optional"
		case f.preset != "" && strings.HasSuffix(name, " step"):
			note = "optional: `" + f.preset + "`"
		}
		w.row(title, f.key, w.value(f.shape), note)
	}
}

func (w *fieldWriter) row(title, key, value, note string) {
	w.table += fmt.Sprintf("| %s | `%s` | %s | %s |\n", title, key, value, note)
}

// value says what a field holds.
func (w *fieldWriter) value(s shape) string {
	said := w.bare(s)
	if s.nullable {
		said += ", or null"
	}
	return said
}

func (w *fieldWriter) bare(s shape) string {
	limited := ""
	if s.limit != "" {
		limited = " (`" + string(s.limit) + "`)"
	}
	switch s.form {
	case formWord:
		return "`" + strings.Join(s.words, "` `") + "`"
	case formConst:
		return "`" + s.constant + "`"
	case formReference:
		return "a reference"
	case formObject, formUnion:
		if !slices.ContainsFunc(w.next, func(other shape) bool { return other.layout == s.layout }) {
			w.next = append(w.next, s)
		}
		return s.layout
	case formList:
		return "a list" + limited + " of: " + w.value(*s.of)
	case formMap:
		return "names" + limited + ", each with: " + w.value(*s.of)
	}
	if s.format != nil {
		return s.format.says + limited
	}
	return string(s.form) + limited
}

// The plans that the document shows are taken.
func TestDocumentShowsPlansThatAreTaken(t *testing.T) {
	data, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(data), "```json\n")
	for _, block := range blocks[1:] {
		plan, _, _ := strings.Cut(block, "```")
		d := create(t, plan)
		if got, want := drawing(d.root), "count look(disk | web) judge"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if err := verdict(t, compileSchema(t), plan); err != nil {
			t.Error(err)
		}
	}
	if len(blocks) < 2 {
		t.Error("the document shows no plan")
	}
}

package tui

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"rtut/run"
	"rtut/run/record"
)

const (
	keysBegin = "<!-- keys: made from the key map by make docs-update -->\n"
	keysEnd   = "<!-- /keys -->\n"
)

// keyTable is every key as docs/tui.md lists it.
func keyTable() string {
	var b strings.Builder
	b.WriteString("| for | key | does |\n| --- | --- | --- |\n")
	for _, g := range newKeyMap().groups() {
		for _, k := range g.keys {
			fmt.Fprintf(&b, "| %s | `%s` | %s |\n", g.title, k.Help().Key, k.Help().Desc)
		}
	}
	return b.String()
}

func TestDocumentHasEveryKey(t *testing.T) {
	const path = "../docs/tui.md"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(data), keysBegin)
	was, after, ends := strings.Cut(rest, keysEnd)
	if !found || !ends {
		t.Fatal("docs/tui.md has no place for the keys")
	}
	if *update {
		if err := os.WriteFile(path, []byte(before+keysBegin+keyTable()+keysEnd+after), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if was != keyTable() {
		t.Errorf("the keys in docs/tui.md are out of date; make docs-update writes them:\n%s", keyTable())
	}
}

func TestDocumentHasEverySign(t *testing.T) {
	data, err := os.ReadFile("../docs/tui.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, state := range []record.State{
		record.Todo, record.Running, record.Done, record.Failed, record.Skipped, record.Pushed, record.Open, record.Passed, record.Waived,
	} {
		if row := fmt.Sprintf("| `%s` | `%s` | %s |", run.Sign(state, false), run.Sign(state, true), state); !strings.Contains(string(data), row) {
			t.Errorf("docs/tui.md lacks %s", row)
		}
	}
}

package main

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// block is a fenced block of a Markdown file: its language, its lines without the fences, and where they begin.
type block struct {
	language string
	lines    []string
	first    int // index of its first line in the file's
}

// blocksOf returns the fenced blocks among lines, in their order.
func blocksOf(lines []string) []block {
	var blocks []block
	open := false
	for i, l := range lines {
		language, fence := strings.CutPrefix(l, "```")
		switch {
		case fence && !open:
			blocks = append(blocks, block{language: language, first: i + 1})
		case open && !fence:
			last := &blocks[len(blocks)-1]
			last.lines = append(last.lines, l)
		}
		open = open != fence
	}
	return blocks
}

// readLines returns the lines of a document of this repo.
func readLines(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(text), "\n")
}

// holdTo compares a document with what it should be, or rewrites it with -update.
func holdTo(t *testing.T, path, want string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) == want {
		return
	}
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("%s is out of date; make docs-update writes it (-is +should be):\n%s", path, cmp.Diff(string(text), want))
}

// inMarks replaces what stands between two marks, each on a line of its own.
func inMarks(t *testing.T, text, begin, end, content string) string {
	t.Helper()
	before, rest, found := strings.Cut(text, begin+"\n")
	_, after, closed := strings.Cut(rest, end+"\n")
	if !found || !closed {
		t.Fatalf("there is no %s and %s", begin, end)
	}
	return before + begin + "\n" + content + end + "\n" + after
}

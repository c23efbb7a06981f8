package rtut_test

import (
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// link is a Markdown link or picture; its target stands in the group.
var link = regexp.MustCompile(`\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)`)

func TestLinksInDocumentsLeadToFiles(t *testing.T) {
	for _, document := range documents(t) {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, target := range brokenLinks(filepath.Dir(document), string(text)) {
			t.Errorf("%s: link to %s leads nowhere", document, target)
		}
	}
}

func TestBrokenLinkIsSeen(t *testing.T) {
	text := "[a](go.mod) [b](gone.md#part) [c](https://example.com/x) ![d](<go.sum>) [e](#here)\n```\n[f](gone.sh)\n```\n"
	if got := strings.Join(brokenLinks(".", text), " "); got != "gone.md#part" {
		t.Errorf("broken links: %q", got)
	}
}

// brokenLinks returns the targets of links to files that are not there, seen from dir. Code blocks hold no links.
func brokenLinks(dir, text string) []string {
	var broken []string
	code := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			code = !code
		}
		if code {
			continue
		}
		for _, m := range link.FindAllStringSubmatch(line, -1) {
			u, err := url.Parse(m[1])
			if err != nil || u.Scheme != "" || u.Path == "" {
				continue
			}
			if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(u.Path))); err != nil {
				broken = append(broken, m[1])
			}
		}
	}
	return broken
}

func documents(t *testing.T) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if hidden := path != "." && strings.HasPrefix(d.Name(), "."); d.IsDir() && (hidden || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if strings.HasSuffix(path, ".md") {
			found = append(found, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

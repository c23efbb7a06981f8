package store

import (
	"bytes"
	"crypto/sha256"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// poison has the cache remember something else of one run, as somebody would who knows how it is sealed.
func poison(t *testing.T, c *cache, from, to string) {
	t.Helper()
	path := filepath.Join(c.dir(), c.name())
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text, whole := unseal(data)
	changed := bytes.Replace(text, []byte(from), []byte(to), 1)
	if !whole || bytes.Equal(text, changed) {
		t.Fatal("there is nothing to change in the cache")
	}
	sum := sha256.Sum256(changed)
	if err := os.WriteFile(path, slices.Concat(writer(), sum[:], changed), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestACacheThatDiffersFromTheRecordsIsNoticedAndNotReliedOn(t *testing.T) {
	root := plantMany(t)
	tree, err := Find(root)
	if err != nil {
		t.Fatal(err)
	}
	ids := func() (all []string) {
		for s := range tree.Summaries() {
			all = append(all, s.PackID)
		}
		return all
	}
	c := cacheOf(tree.Runs[0].Dir)
	summaries(t, root, c) // an hour later, so that it is written
	path := filepath.Join(c.dir(), c.name())
	if differs := tree.CheckCache(); differs != nil {
		t.Errorf("an honest cache differs: %v", differs)
	}
	tree.Uncached = true
	want := ids()
	poison(t, c, want[0], strings.Repeat("z", len(want[0])))
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if differs := tree.CheckCache(); len(differs) != 1 || differs[0].Dir != tree.Runs[0].Dir || differs[0].RunID == "" {
		t.Errorf("%v", differs)
	}
	if diff := cmp.Diff(want, ids()); diff != "" {
		t.Errorf("the cache is relied on:\n%s", diff)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the cache was written: %v", err)
	}
	tree.Uncached = false
	if slices.Equal(ids(), want) {
		t.Error("the cache is not believed, so the test tells nothing")
	}
}

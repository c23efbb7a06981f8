package score

import (
	"path/filepath"

	"rtut/pack"
	"rtut/run/store"
)

// Revisions returns which revision of a pack is there now, given the absolute path of its file.
type Revisions func(file string) (pack.Revision, error)

// revisions are the present revisions of the packs of a tree, each worked out when it is first asked for.
type revisions struct {
	tree   *store.Tree
	now    Revisions
	known  map[string]pack.Revision // by path of the pack; without a digest where there is none to be had
	failed []store.Damaged
}

func newRevisions(tree *store.Tree, now Revisions) *revisions {
	return &revisions{tree: tree, now: now, known: map[string]pack.Revision{}}
}

// of returns the revision of a pack; false where it can't be worked out, which is noted.
func (r *revisions) of(p store.PackDir) (now pack.Revision, known bool) {
	now, asked := r.known[p.Path]
	if asked {
		return now, now.Digest != ""
	}
	file := filepath.Join(r.tree.Root, p.Path)
	now, err := r.now(file)
	if err != nil {
		r.failed = append(r.failed, store.Damaged{Path: file, Err: err})
		now = pack.Revision{}
	}
	r.known[p.Path] = now
	return now, now.Digest != ""
}

// place says what is there of a pack id: whether a pack has it, and whether one of those is at a digest.
func (r *revisions) place(packID, digest string) (there, current bool) {
	for _, p := range r.tree.Packs {
		if p.ID != packID {
			continue
		}
		there = true
		if now, known := r.of(p); known && now.Is(digest) {
			return true, true
		}
	}
	return there, false
}

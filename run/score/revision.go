package score

import (
	"path/filepath"

	"rtut/run/store"
)

// Digest returns the present digest of a pack's directory, an absolute path.
type Digest func(dir string) (string, error)

// revisions are the present digests of the packs of a tree, each worked out when it is first asked for.
type revisions struct {
	tree   *store.Tree
	digest Digest
	known  map[string]string // by path of the pack; "" where there is none to be had
	failed []store.Damaged
}

func newRevisions(tree *store.Tree, digest Digest) *revisions {
	return &revisions{tree: tree, digest: digest, known: map[string]string{}}
}

// of returns the digest of a pack; false where it can't be worked out, which is noted.
func (r *revisions) of(p store.PackDir) (digest string, known bool) {
	digest, asked := r.known[p.Path]
	if asked {
		return digest, digest != ""
	}
	file := filepath.Join(r.tree.Root, p.Path)
	digest, err := r.digest(filepath.Dir(file))
	if err != nil {
		r.failed = append(r.failed, store.Damaged{Path: file, Err: err})
		digest = ""
	}
	r.known[p.Path] = digest
	return digest, digest != ""
}

// place says what is there of a pack id: whether a pack has it, and whether one of those is at a digest.
func (r *revisions) place(packID, digest string) (there, current bool) {
	for _, p := range r.tree.Packs {
		if p.ID != packID {
			continue
		}
		there = true
		if now, known := r.of(p); known && now == digest {
			return true, true
		}
	}
	return there, false
}

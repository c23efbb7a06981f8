package store

import (
	"context"

	"rtut/run/record"
)

// Record returns the record of a run of the tree, of several copies the latest, and the pack.yaml that is kept with it; nil where there is
// none that can be read.
func (t *Tree) Record(ctx context.Context, id string) (rec *record.Record, packFile []byte) {
	for _, runs := range t.Runs {
		f := NewFile(runs.Dir)
		found, err := f.Load(ctx, id)
		if err != nil || !t.Holds(runs.Repo, found.PackPath) || rec != nil && found.Revision <= rec.Revision {
			continue
		}
		rec, packFile = found, f.KeptPack(found.PackText)
	}
	return rec, packFile
}

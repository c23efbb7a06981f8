package store

import (
	"context"
	"errors"
	"time"

	"rtut/run/record"
)

// Admit tells begin how many runs of a pack began after a moment, under a lock of the pack: of several who want to begin a run, each
// counts those of the others. A record that can't be read counts for none.
func (f *File) Admit(ctx context.Context, pack string, after time.Time, begin func(recent int) error) error {
	if err := f.make(); err != nil {
		return err
	}
	lock, err := f.lock(ctx, "new."+pack)
	if err != nil {
		if locked := (*LockedError)(nil); errors.As(err, &locked) {
			locked.What, locked.ID = "the beginning of a run of", pack
		}
		return err
	}
	defer lock.release()
	rows, _, err := f.Rows(ctx, func(*record.Summary) bool { return false })
	if err != nil {
		return err
	}
	recent := 0
	for _, row := range rows {
		if row.PackID == pack && row.Began.After(after) {
			recent++
		}
	}
	return begin(recent)
}

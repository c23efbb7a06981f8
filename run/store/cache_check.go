package store

import (
	"rtut/run/record"
)

// CacheDiffers says that what is remembered of a record is not what the record says, though it looks as if it had not been changed
// since. Somebody has written into the cache, or into the record in a way of which the file system keeps no time.
type CacheDiffers struct {
	Dir   string // of the records, absolute
	RunID string
}

// CheckCache compares what is remembered of the records of the tree with the records. Where nothing is remembered nothing differs.
func (t *Tree) CheckCache() []CacheDiffers {
	var differ []CacheDiffers
	for _, runs := range t.Runs {
		first := runs.cacheDiffers()
		if len(first) == 0 {
			continue
		}
		// A record that is changed between two looks has another stamp, and differs only once.
		second := runs.cacheDiffers()
		for id := range first {
			if second[id] {
				differ = append(differ, CacheDiffers{runs.Dir, id})
				break // one is enough: the cache is removed as a whole
			}
		}
	}
	return differ
}

// cacheDiffers returns the runs of which something else is remembered than their records say.
func (r Runs) cacheDiffers() map[string]bool {
	remembered := r.remembered()
	differ := map[string]bool{}
	for reading, damaged := range r.readings(nil, false) {
		was, had := remembered[reading.RunID]
		if damaged == nil && had && was != reading.Summary {
			differ[reading.RunID] = true
		}
	}
	return differ
}

// remembered returns what a scan would say of the records by way of the cache, which stays as it is.
func (r Runs) remembered() map[string]record.Summary {
	all := map[string]record.Summary{}
	dir, names, err := openRecords(r.Dir)
	if err != nil {
		return all
	}
	defer dir.close()
	if len(names) < worthRemembering || !dir.keepsTime() {
		return all
	}
	s := newScan(r.Dir, dir, names, nil)
	s.remember(lookedAt{cacheOf(r.Dir)})
	s.each(func(reading Reading, damaged *Damaged) bool {
		if damaged == nil {
			all[reading.RunID] = reading.Summary
		}
		return true
	})
	return all
}

// lookedAt is a cache that is not written.
type lookedAt struct{ *cache }

func (lookedAt) save(*memo) {}

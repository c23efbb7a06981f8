package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"rtut/pack"
	"rtut/run/record"
	"rtut/run/store"
)

// recordsOf is a directory of records, and which of the intact ones are meant. What is not intact is always meant: what it says
// of its pack is not to be relied on.
type recordsOf struct {
	store *store.File
	meant func(auditedRecord) bool
}

// records judges the records that the arguments choose. The error is for those that can't be read, and for wrong usage.
func (o *runAuditOptions) records() ([]auditedRecord, error) {
	if o.where != "" && o.app.isRecord(o.where) {
		if o.flags.run != "" {
			return nil, misuse("bad_flag", "--run is for the runs of a pack or below a directory, and %s is one record", o.where)
		}
		r, err := o.auditFile(o.app.abs(o.where), "", store.Read)
		if err != nil {
			return nil, err
		}
		return []auditedRecord{r}, nil
	}
	places, unseen, err := o.places()
	if err != nil {
		return nil, err
	}
	if wanted := o.wanted(); wanted != "" {
		return o.named(wanted, places)
	}
	found, err := o.judgeAll(places)
	if err = errors.Join(unseen, err); err == nil && len(found) == 0 {
		return nil, misuse("no_run", "no record to audit in %s", orElse(o.where, "."))
	}
	return found, err
}

// wanted is the run that was named; $RTUT_RUN counts where nothing else was.
func (o *runAuditOptions) wanted() string {
	if o.flags.run == "" && o.where == "" {
		return o.app.getenv("RTUT_RUN")
	}
	return o.flags.run
}

// places returns where the records are: of a pack, which may have faults, or of all repos at and below a directory; and what
// of that could not be looked at.
func (o *runAuditOptions) places() (places []recordsOf, unseen, err error) {
	if o.where != "" && o.app.isPack(o.where) {
		place, err := o.app.findPack(o.where)
		if err != nil {
			return nil, nil, err
		}
		header, err := pack.Peek(place.files(), filepath.Base(place.file))
		if err != nil {
			return nil, nil, misuse("unknown_pack", "%s: %s", o.app.shown(place.file), err)
		}
		return []recordsOf{{place.store(), func(r auditedRecord) bool { return r.PackID == header.ID }}}, nil, nil
	}
	tree, err := o.app.tree(orElse(o.where, "."))
	if err != nil {
		return nil, nil, err
	}
	for _, runs := range tree.Runs {
		places = append(places, recordsOf{store.NewFile(runs.Dir), func(r auditedRecord) bool { return tree.Holds(runs.Repo, r.PackPath) }})
	}
	for _, d := range tree.Skipped {
		if filepath.Base(d.Path) != pack.FileName {
			unseen = errors.Join(unseen, &os.PathError{Op: "read", Path: d.Path, Err: d.Err})
		}
	}
	return places, unseen, nil
}

// judgeAll judges all records that are meant.
func (o *runAuditOptions) judgeAll(places []recordsOf) (found []auditedRecord, unread error) {
	for _, p := range places {
		ids, err := p.store.IDs()
		unread = errors.Join(unread, err)
		for _, id := range ids {
			r, err := o.auditFile(p.store.Path(id), id, store.Read)
			if err == nil && (!r.Intact() || p.meant(r)) {
				found = append(found, r)
			}
			unread = errors.Join(unread, err)
		}
		for _, m := range p.store.Missing() {
			if r := o.missing(m); p.meant(r) {
				found = append(found, r)
			}
		}
	}
	return found, unread
}

// missing is what is found of a run whose record is gone: all its events are missing.
func (o *runAuditOptions) missing(m store.Missing) auditedRecord {
	return auditedRecord{o.app.shown(m.Path), record.Finding{
		RunID: m.RunID, PackID: m.PackID, PackPath: m.PackPath, Verdict: record.VerdictCut, Message: "the record is missing; the run was started here",
	}}
}

// named judges the one record whose id is wanted or, alone, begins with it.
func (o *runAuditOptions) named(wanted string, places []recordsOf) ([]auditedRecord, error) {
	var ids, paths []string
	for _, p := range places {
		all, err := p.store.IDs()
		if err != nil {
			return nil, err
		}
		for _, id := range all {
			switch {
			case id == wanted:
				return o.one(p.store.Path(id), id)
			case strings.HasPrefix(id, wanted):
				ids, paths = append(ids, id), append(paths, p.store.Path(id))
			}
		}
	}
	if len(ids) == 0 {
		for _, p := range places {
			for _, m := range p.store.Missing() {
				if strings.HasPrefix(m.RunID, wanted) {
					return []auditedRecord{o.missing(m)}, nil
				}
			}
		}
	}
	switch len(ids) {
	case 0:
		return nil, misuse("unknown_run", "no run %s in %s; see rtut run list", wanted, orElse(o.where, "."))
	case 1:
		return o.one(paths[0], ids[0])
	}
	return nil, &usageError{"ambiguous_run", "several runs match " + wanted + ":", ids}
}

func (o *runAuditOptions) one(path, id string) ([]auditedRecord, error) {
	r, err := o.auditFile(path, id, store.Read)
	if err != nil {
		return nil, err
	}
	return []auditedRecord{r}, nil
}

package main

import "context"

// findFollowed is findRun for what is told of a run: with the pack as the run followed it. Where that was not kept it is the
// pack as it is now, and where that is none either, which a note says, nil.
func (a *app) findFollowed(ctx context.Context, flags runFlags, packArg string) (*target, error) {
	t, err := a.findRecord(ctx, flags, packArg, orLatest)
	if err != nil {
		return nil, err
	}
	if t.problem != nil {
		t.pack = nil
	}
	if t.pack != nil {
		if err := t.isOf(t.pack); err != nil {
			return nil, err
		}
	}
	if kept := a.session(t.packPlace, t.pack).Before(t.rec); kept != nil && kept.ID == t.rec.PackID {
		t.pack = kept
	}
	if t.pack != nil {
		return t, nil
	}
	now, err := t.present()
	if err == nil {
		err = t.isOf(now)
	}
	if err != nil {
		a.notef("%s; the output is based only on the record", err)
		return t, nil
	}
	t.pack = now
	return t, nil
}

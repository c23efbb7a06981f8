package main

import (
	"context"
	"sync/atomic"

	"rtut/run"
	"rtut/run/record"
)

// recorder is a store that notes when something was recorded.
type recorder struct {
	run.Store
	app *app
}

func (r recorder) Create(ctx context.Context, rec *record.Record) error {
	err := r.Store.Create(ctx, rec)
	r.note(err == nil)
	return err
}

// Update notes what was stored, which may be so beside a refusal of the change.
func (r recorder) Update(ctx context.Context, id string, change func(*record.Record) (*record.Record, error)) error {
	var changed bool
	var refused error
	err := r.Store.Update(ctx, id, func(rec *record.Record) (*record.Record, error) {
		next, err := change(rec)
		changed, refused = next != nil, err
		return next, err
	})
	r.note(changed && (err == nil || err == refused)) //nolint:errorlint // the very error that change gave
	return err
}

func (r recorder) note(stored bool) {
	if stored {
		atomic.StoreInt32(&r.app.recorded, 1)
	}
}

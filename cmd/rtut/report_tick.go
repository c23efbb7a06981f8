package main

import (
	"context"
	"errors"
	"fmt"

	"rtut/run"
	"rtut/run/interchange"
	"rtut/run/record"
	"rtut/run/store"
)

// reported lets auto-confirm act once and writes the report of it, if one is wanted. That it could be written is made sure of
// before anything is done. A tick that broke off is reported if it had done something until then; the tick is nil.
func (o *runTickOptions) reported(ctx context.Context, t *target) (*run.Tick, error) {
	if o.report.path == "" {
		return t.tick(ctx)
	}
	if err := o.reportable(t); err != nil {
		return nil, err
	}
	seen := interchange.Tick{Began: record.At(o.app.clock())}
	t.session.Told = func(events []record.Event) { seen.Events = append(seen.Events, events...) }
	tick, err := t.tick(ctx)
	if seen.Err = err; err != nil && len(seen.Events) == 0 {
		return nil, err
	}
	return tick, errors.Join(err, o.writeReport(context.WithoutCancel(ctx), t, seen))
}

// reportable returns why a report of a tick could not be written.
func (o *runTickOptions) reportable(t *target) error {
	if _, err := interchange.OfTick(t.rec, interchange.Tick{}); err != nil {
		return err
	}
	if !o.report.toFile() {
		return nil
	}
	if err := store.Publishable(o.app.abs(o.report.path), o.report.force); err != nil {
		return o.report.notPublished(err)
	}
	return nil
}

// writeReport writes the report of a tick that has been done, whatever comes of it.
func (o *runTickOptions) writeReport(ctx context.Context, t *target, seen interchange.Tick) error {
	after, err := t.session.Store.Load(ctx, t.rec.RunID)
	if err != nil {
		return err
	}
	report, err := interchange.OfTick(after, seen)
	if err != nil {
		return err
	}
	data, err := encode(report)
	if err != nil {
		return err
	}
	if !o.report.toFile() {
		return o.app.write(data)
	}
	if err := store.Publish(o.app.abs(o.report.path), data, o.report.force); err != nil {
		return &outputError{fmt.Errorf("%w. The tick has been done; run log shows what it did", o.report.notPublished(err))}
	}
	return nil
}

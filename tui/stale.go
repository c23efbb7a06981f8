package tui

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"rtut/run"
	"rtut/run/record"
)

// StaleError says that the run or its pack is no longer what the screen showed, so that the person who acted had not seen it.
type StaleError struct {
	Last record.Event // of the record as it is now
	Mine bool         // it is by the person who acted
	Odd  bool         // the record was not continued but exchanged
	Pack bool         // it is the pack that is another
}

func (e *StaleError) Error() string {
	const look = "Nothing was done; look, and do it again"
	switch {
	case e.Pack:
		return "the pack has changed meanwhile. " + look
	case e.Odd:
		return "the record of the run has been replaced meanwhile. " + look
	case e.Mine:
		return fmt.Sprintf("the run has changed meanwhile: %s by you, elsewhere. %s", e.Last.Action, look)
	}
	return fmt.Sprintf("the run has changed meanwhile: %s by %s. %s", e.Last.Action, e.Last.By, look)
}

// isStale reports whether something was refused because it was not about what the screen showed: the record or the pack.
func isStale(err error) bool {
	var stale *StaleError
	var refusal *run.Refusal
	return errors.As(err, &stale) || errors.As(err, &refusal) && refusal.Code == run.PackStale
}

// seenStore refuses the first change of a record that is not, byte for byte, the one that was seen. It does so while nobody
// else can write.
type seenStore struct {
	run.Store
	seen   *snapshot
	by     string
	passed bool
}

func (s *seenStore) Update(ctx context.Context, id string, change func(*record.Record) (*record.Record, error)) error {
	return s.Store.Update(ctx, id, func(rec *record.Record) (*record.Record, error) {
		if !s.passed {
			if stale := s.seen.differs(rec, s.by); stale != nil {
				return nil, stale
			}
		}
		s.passed = true
		return change(rec)
	})
}

// differs returns a *StaleError unless a record is the one of the snapshot.
func (s *snapshot) differs(rec *record.Record, by string) *StaleError {
	if past := s.past.Load(); past != nil {
		return past // even if it has come back to what it was
	}
	was, err := s.rec.Encode()
	is, err2 := rec.Encode()
	if err == nil && err2 == nil && bytes.Equal(was, is) {
		return nil
	}
	stale := &StaleError{Odd: rec.Revision <= s.rec.Revision || len(rec.Events) <= len(s.rec.Events)}
	if n := len(rec.Events); n > 0 {
		stale.Last, stale.Mine = rec.Events[n-1], rec.Events[n-1].By == by
	}
	return stale
}

// session drives the run of a snapshot, and refuses where the record is no longer the one that was seen.
func (s *snapshot) session() *run.Session {
	session := *s.place.Session
	session.Pack = s.pack()
	session.Reads = true
	session.Store = &seenStore{Store: session.Store, seen: s, by: session.By}
	return &session
}

package tui

import (
	"context"
	"fmt"

	"rtut/run"
)

// StaleError says that the run has changed since the screen was drawn, so that whoever acted had not seen it.
type StaleError struct{ Last run.Event }

func (e *StaleError) Error() string {
	return fmt.Sprintf("the run has changed meanwhile: %s by %s. Nothing was done; look, and do it again", e.Last.Action, e.Last.By)
}

// seenStore refuses the first change of a record of which another revision was seen. It does so while nobody else can
// write.
type seenStore struct {
	run.Store
	revision int
	passed   bool
}

func (s *seenStore) Update(ctx context.Context, id string, change func(*run.Record) (*run.Record, error)) error {
	return s.Store.Update(ctx, id, func(rec *run.Record) (*run.Record, error) {
		if !s.passed && rec.Revision != s.revision {
			return nil, &StaleError{Last: rec.Events[len(rec.Events)-1]}
		}
		s.passed = true
		return change(rec)
	})
}

// session drives the run of a snapshot, and refuses where the record is no longer the one that was seen.
func (s *snapshot) session() *run.Session {
	session := *s.place.Session
	session.Store = &seenStore{Store: session.Store, revision: s.rec.Revision}
	return &session
}

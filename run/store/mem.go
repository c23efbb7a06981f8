package store

import (
	"context"
	"sync"
	"time"

	"rtut/run"
	"rtut/run/record"
)

// Mem keeps records in memory, for tests and rehearsals. The zero Mem is empty and ready.
type Mem struct {
	begins  sync.Mutex // held while somebody may begin a run
	mu      sync.Mutex
	records map[string][]byte
	packs   map[string][]byte // kept files of packs, by their digest
}

// Create stores a new record.
func (m *Mem) Create(_ context.Context, rec *record.Record) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.records[rec.RunID] != nil {
		return &ExistsError{ID: rec.RunID}
	}
	return m.put(rec)
}

// Load returns the record with this id.
func (m *Mem) Load(_ context.Context, id string) (*record.Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.get(id)
}

// Update hands the present record to change and stores what it returns, if it is not nil.
func (m *Mem) Update(_ context.Context, id string, change func(*record.Record) (*record.Record, error)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	rec, err := m.get(id)
	if err != nil {
		return err
	}
	next, refusal := change(rec)
	if next != nil {
		if err := m.put(next); err != nil {
			return err
		}
	}
	return refusal
}

// Admit tells begin how many runs of a pack began after a moment, while nobody else is told.
func (m *Mem) Admit(_ context.Context, pack string, after time.Time, begin func(recent int) error) error {
	m.begins.Lock()
	defer m.begins.Unlock()
	recent, err := m.recent(pack, after)
	if err != nil {
		return err
	}
	return begin(recent)
}

func (m *Mem) recent(pack string, after time.Time) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := 0
	for _, data := range m.records {
		rec, err := record.Decode(data)
		if err != nil {
			return 0, err
		}
		if rec.PackID == pack && rec.CreatedAt.After(after) {
			n++
		}
	}
	return n, nil
}

func (m *Mem) get(id string) (*record.Record, error) {
	if m.records[id] == nil {
		return nil, &NotFoundError{ID: id, Dir: "memory"}
	}
	return record.Decode(m.records[id])
}

func (m *Mem) put(rec *record.Record) error {
	data, err := run.Encode(rec)
	if err != nil {
		return err
	}
	if m.records == nil {
		m.records = map[string][]byte{}
	}
	m.records[rec.RunID] = data
	return nil
}

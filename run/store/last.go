package store

import (
	"bytes"
	"os"
	"sync"

	"rtut/run/record"
)

// last is the record that was read or written last, and its bytes. Who reads the same bytes again goes on with it, and need not decode
// them. The bytes are read and compared each time, so that it can't be out of date. Each reader gets a copy.
type last struct {
	mu    sync.Mutex
	data  []byte
	rec   *record.Record
	spare []byte // a buffer for the next read
}

// read reads a record from a file, and decodes it unless it is the last one.
func (l *last) read(path string, file *os.File, decode func([]byte) (*record.Record, error)) (*record.Record, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	data, err := readAll(path, file, l.spare)
	l.spare = nil
	if err != nil {
		return nil, err
	}
	if l.rec != nil && bytes.Equal(data, l.data) {
		l.spare = data
		return l.rec.Copy(), nil
	}
	rec, err := decode(data)
	if err != nil {
		return nil, err
	}
	l.data, l.rec = data, rec
	return rec.Copy(), nil
}

// wrote notes a record that has just been written as these bytes.
func (l *last) wrote(data []byte, rec *record.Record) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.data, l.rec = data, rec.AsWritten(data)
}

package run

import (
	"errors"

	"rtut/run/record"
)

// Encode returns the record as its file holds it: see Record.Encode. The error is a *Refusal where it would be too large.
func Encode(rec *record.Record) ([]byte, error) {
	data, err := rec.Encode()
	if long := new(record.TooLongError); errors.As(err, &long) {
		return nil, refuse(TooLong, "", "%s", long).with("Begin another run: rtut run new --like %s", rec.RunID)
	}
	return data, err
}

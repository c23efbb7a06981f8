package record

import (
	"encoding/json"
	"time"
)

// timeLayout is RFC 3339 in UTC with exactly six decimals, so that text sorts as time does.
const timeLayout = "2006-01-02T15:04:05.000000Z"

// Time is a moment as a record holds it: UTC, to the microsecond.
type Time struct{ time.Time }

// At returns t as a record holds it.
func At(t time.Time) Time { return Time{t.UTC().Truncate(time.Microsecond)} }

// String returns the moment as the record spells it.
func (t Time) String() string { return t.Format(timeLayout) }

// MarshalJSON writes RFC 3339 with six decimals.
func (t Time) MarshalJSON() ([]byte, error) { return json.Marshal(t.String()) }

// UnmarshalJSON reads any RFC 3339 time.
func (t *Time) UnmarshalJSON(data []byte) error {
	var parsed time.Time
	if err := parsed.UnmarshalJSON(data); err != nil {
		return err
	}
	*t = At(parsed)
	return nil
}

// Since returns how long ago t was, never negative: clocks step back.
func (t Time) Since(earlier Time) time.Duration {
	return max(0, t.Sub(earlier.Time))
}

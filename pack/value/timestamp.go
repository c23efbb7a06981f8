package value

import (
	"strings"
	"time"
)

// timestampLayouts are RFC 3339 and what psql prints (ISO date style; it leaves minutes of the offset out when they are
// zero), and then what openssl prints, with and without -dateopt iso_8601.
var timestampLayouts = []string{
	time.RFC3339,
	"2006-01-02 15:04:05Z07:00",
	"2006-01-02 15:04:05Z07",
	"2006-01-02 15:04:05Z0700",
	"2006-01-02 15:04:05Z07:00:00",
	"Jan _2 15:04:05 2006 GMT",
}

// parseTimestamp reads a point in time. One without an offset is refused: it would depend on who reads it.
func parseTimestamp(text string) (time.Time, error) {
	for _, label := range []string{"notAfter=", "notBefore="} {
		text = strings.TrimPrefix(text, label)
	}
	if len(text) > 10 && text[10] == 't' {
		text = strings.ToUpper(text)
	}
	if strings.HasSuffix(text, "z") {
		text = strings.ToUpper(text)
	}
	for _, layout := range timestampLayouts {
		t, err := time.Parse(layout, text)
		if err == nil && t.UTC().Year() >= 0 && t.UTC().Year() <= 9999 {
			return t.UTC(), nil
		}
	}
	return time.Time{}, errScalar
}

// formatTimestamp returns RFC 3339 in UTC, with as many digits of the second as there are.
func formatTimestamp(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

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

// offsetLayouts are what GNU date and stat, and git, print, with the name of UTC written as an offset: the C locale, the American one, -R, and
// stat and git log --date=iso.
var offsetLayouts = []string{
	"Mon Jan _2 15:04:05 -0700 2006",
	"Mon Jan _2 03:04:05 PM -0700 2006",
	"Mon _2 Jan 15:04:05 -0700 2006",
	"Mon, _2 Jan 2006 15:04:05 -0700",
	"Mon Jan _2 15:04:05 2006 -0700",
	"2006-01-02 15:04:05 -0700",
}

// utcNames writes the names of UTC as an offset. Other names of zones are not known everywhere, and some mean several.
var utcNames = strings.NewReplacer(" UTC ", " +0000 ", " GMT ", " +0000 ", " Z ", " +0000 ")

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
	if t, err := parseAny(timestampLayouts, text); err == nil {
		return t, nil
	}
	return parseAny(offsetLayouts, strings.TrimSpace(utcNames.Replace(text+" ")))
}

func parseAny(layouts []string, text string) (time.Time, error) {
	for _, layout := range layouts {
		t, err := time.Parse(layout, text)
		if err == nil && t.UTC().Year() >= 0 && t.UTC().Year() <= 9999 {
			return t.UTC(), nil
		}
	}
	return time.Time{}, errScalar
}

// formatTimestamp returns RFC 3339 in UTC, with as many digits of the second as there are.
func formatTimestamp(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

package value

import (
	"strings"
	"time"
)

// ShortDuration writes a duration as a pack does: 90s is 1m30s, an hour is 1h.
func ShortDuration(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

package record

import (
	"strings"
	"testing"
)

func TestDamageIsToldShortly(t *testing.T) {
	key := strings.Repeat("a", 300_000)
	for text, want := range map[string]string{
		`{"schema":"runbook-run/v0.1","steps":{"` + key + `":{"state":7}}}`: "record  is damaged at byte 300050, in steps." + strings.Repeat("a", 144) +
			"… 299812 characters …" + strings.Repeat("a", 44) + ".state: it is a number. It was not modified; restore a copy, or move it away",
		`{"schema":"` + key + `"}`: `record  has the unknown schema "` + strings.Repeat("a", 150) + "… 299800 characters …" + strings.Repeat("a", 50) +
			`" (known: runbook-run/v0.1 and runbook-run/v0.2). It was not modified`,
		strings.Repeat("[", 200_000): "record  is damaged at byte 10000",
	} {
		_, err := Decode([]byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), want) || len(err.Error()) > 700 {
			t.Errorf("%.60s: %.900v", text, err)
		}
	}
}

package draft

import (
	"testing"
	"time"

	"rtut/pack"
)

func TestATriggerIsPublishedInWords(t *testing.T) {
	c := risky(t)
	for trigger, want := range map[string]string{
		`{"kind": "manual"}`: "",
		`{"kind": "schedule", "schedule": {"kind": "timer", "delayMs": 90000}}`:                                       "once, after 1m30s",
		`{"kind": "schedule", "schedule": {"kind": "once", "at": "2030-01-01T09:00:00Z"}}`:                            "once, at 2030-01-01T09:00:00Z",
		`{"kind": "schedule", "schedule": {"kind": "interval", "everyMs": 7200000}}`:                                  "every 2h",
		`{"kind": "schedule", "schedule": {"kind": "interval", "everyMs": 1500, "anchorAt": "2030-01-01T09:00:00Z"}}`: "every 1.5s, counted from 2030-01-01T09:00:00Z",
		`{"kind": "schedule", "schedule": {"kind": "interval", "everyMs": 9007199254740991}}`:                         "every 9007199254740991 ms",
		`{"kind": "schedule", "schedule": {"kind": "daily", "at": "09:00"}}`:                                          "daily at 09:00",
		`{"kind": "schedule", "schedule": {"kind": "weekly", "at": "23:59", "weekdays": [1]}}`:                        "weekly on Monday at 23:59",
		`{"kind": "schedule", "schedule": {"kind": "weekly", "at": "00:00", "weekdays": [1, 3, 0]}}`:                  "weekly on Monday, Wednesday and Sunday at 00:00",
		`{"kind": "schedule", "schedule": {"kind": "monthly", "at": "09:00", "dayOfMonth": 31}}`:                      "monthly on day 31 at 09:00",
		`{"kind": "folder", "checkEveryMs": 60000, "minimumEligibleFiles": 3}`:                                        "when there are files to work on, at least 3; looked for every 1m",
	} {
		if got := publishedWith(t, c, `{"trigger": `+trigger+`}`).Trigger; got != want {
			t.Errorf("%s: got %q, want %q", trigger, got, want)
		}
	}
}

func TestTheWorkingDirectoryIsPublished(t *testing.T) {
	c := risky(t)
	for directory, want := range map[string]string{
		`"/srv/it's: here"`: "/srv/it's: here", `"//srv/./x/"`: "/srv/x", `"/"`: "/", `"/srv/~ é"`: "/srv/~ é", `null`: "",
	} {
		if got := publishedWith(t, c, `{"workingDirectory": `+directory+`}`).Dir; got != want {
			t.Errorf("%s: got %q, want %q", directory, got, want)
		}
	}
}

func TestLimitsArePublished(t *testing.T) {
	c := risky(t)
	if got := publishedWith(t, c, `{}`).Limits; got != (pack.Limits{}) {
		t.Errorf("without limits: %+v", got)
	}
	want := pack.Limits{
		Run: 90 * time.Second, Report: time.Minute, Parallel: 64, RunsPerDay: 1<<53 - 1, Starts: 1, Retries: 2, ResultBytes: 3,
	}
	got := publishedWith(t, c, `{"limits": {"maxRunDurationMs": 90000, "stopReportDeadlineMs": 60000, "maxConcurrentNodes": 64,
		"maxRunsPerDay": 9007199254740991, "maxNodeStarts": 1, "maxNodeRetries": 2, "maxResultBytes": 3}}`).Limits
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := publishedWith(t, c, `{"limits": {"maxRunDurationMs": 2147483646, "stopReportDeadlineMs": 1, "maxConcurrentNodes": 1,
		"maxRunsPerDay": 1, "maxNodeStarts": 1, "maxNodeRetries": 1, "maxResultBytes": 1}}`).Limits; got.Run != 2147483646*time.Millisecond || got.Report != time.Millisecond {
		t.Errorf("got %+v", got)
	}
}

// publishedWith is the pack of a draft of one step with some settings.
func publishedWith(t *testing.T, c *pack.Catalog, settings string) *pack.Pack {
	t.Helper()
	plan := `{"version": 1, "settings": ` + settings + `, "steps": [{"key": "ask", "kind": "agent", "title": "Ask", "modelProfileId": "dba", "prompt": "Ask."}]}`
	d, err := (Language{Catalog: CatalogOf(c)}).Create(draftID, "Ask", []byte(plan), stamp())
	if err != nil {
		t.Fatal(err)
	}
	data, err := d.Publish("ask", c)
	if err != nil {
		t.Fatal(err)
	}
	p, found := pack.Parse(pack.FileName, data)
	if p == nil {
		t.Fatal(found)
	}
	return p
}

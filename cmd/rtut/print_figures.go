package main

import (
	"fmt"
	"time"

	"github.com/mattn/go-runewidth"

	"rtut/run/record"
	"rtut/run/score"
)

// figuresDocument is where the runs of one pack deserve a look, for a program.
type figuresDocument struct {
	Runs        int              `json:"runs"`
	LastClean   *record.Time     `json:"last_clean_success"` // null: there is none
	LastRun     string           `json:"last_clean_run_id"`
	Days        *int             `json:"days_since_clean_success"`
	Busiest     busiestRow       `json:"busiest_operator"`
	Auto        sharedRuns       `json:"auto_confirm"`
	Items       []troubleRow     `json:"items"`
	Steps       []timesRow       `json:"steps"`
	Untaken     []untakenRow     `json:"never_taken"`
	Unknown     string           `json:"unknown"` // why never_taken and expected_seconds say nothing; "" where they do
	Suggestions []suggestionsRow `json:"suggestions"`
	Unread      []damagedRun     `json:"unread"` // runs that are counted, but whose records can't be read to the end
}

type sharedRuns struct {
	Runs  int      `json:"runs"`
	Share *float64 `json:"share"` // of all runs; null where there are none
}

type busiestRow struct {
	Operator string `json:"operator"`
	sharedRuns
}

type troubleRow struct {
	Item      string `json:"item"`
	Runs      int    `json:"runs"`    // in which any of this happened
	Reached   int    `json:"reached"` // in which anything happened to the item
	Failed    int    `json:"failed"`
	NotPassed int    `json:"not_passed"`
	Retried   int    `json:"retried"`
	Redone    int    `json:"redone"`
	Overrode  int    `json:"overridden"`
	Waived    int    `json:"waived"`
	Pushed    int    `json:"pushed"`
}

type timesRow struct {
	Step     string    `json:"step"`
	Spent    spreadRow `json:"in_step"`
	Waited   spreadRow `json:"before_step"`
	Expected *float64  `json:"expected_seconds"` // null: the pack does not say
}

type spreadRow struct {
	N      int      `json:"n"`
	Median *float64 `json:"median_seconds"` // null where n is 0
	P90    *float64 `json:"p90_seconds"`
}

type untakenRow struct {
	Step        string `json:"step"`
	Alternative string `json:"alternative"`
	Starts      int    `json:"starts"`
}

type suggestionsRow struct {
	Advice  score.Advice `json:"advice"`
	Item    string       `json:"item"`
	Because string       `json:"because"`
}

func figuresOf(f *score.Figures, now time.Time) *figuresDocument {
	doc := &figuresDocument{
		Runs: f.Runs, LastClean: f.LastClean, LastRun: f.LastRun, Busiest: busiestRow{f.Busiest.Operator, shared(f.Busiest.Runs, f.Runs)},
		Auto: shared(f.Auto, f.Runs), Items: []troubleRow{}, Steps: []timesRow{}, Untaken: []untakenRow{}, Suggestions: []suggestionsRow{}, Unknown: f.Unknown,
	}
	if f.LastClean != nil {
		days := score.Days(now, *f.LastClean)
		doc.Days = &days
	}
	for _, t := range f.Items {
		doc.Items = append(doc.Items, troubleRow{t.Item, t.Runs, t.Reached, t.Failures, t.Missed, t.Retries, t.Redone, t.Overrode, t.Waived, t.Pushed})
	}
	for _, t := range f.Times {
		row := timesRow{Step: t.Step, Spent: spreadOf(t.Spent), Waited: spreadOf(t.Waited)}
		if t.Expected > 0 {
			row.Expected = seconds(t.Expected)
		}
		doc.Steps = append(doc.Steps, row)
	}
	for _, u := range f.Untaken {
		doc.Untaken = append(doc.Untaken, untakenRow(u))
	}
	for _, s := range f.Suggestions {
		doc.Suggestions = append(doc.Suggestions, suggestionsRow(s))
	}
	return doc
}

func shared(runs, of int) sharedRuns {
	if of == 0 {
		return sharedRuns{Runs: runs}
	}
	share := float64(runs) / float64(of)
	return sharedRuns{runs, &share}
}

func spreadOf(s score.Spread) spreadRow {
	if s.N == 0 {
		return spreadRow{}
	}
	return spreadRow{s.N, seconds(s.Median), seconds(s.P90)}
}

func seconds(d time.Duration) *float64 {
	s := d.Seconds()
	return &s
}

// figures adds the figures of a pack for a person.
func (t *text) figures(f *score.Figures, now time.Time, ascii bool) {
	if f.Runs == 0 {
		t.linef("no runs")
	} else {
		t.ofRuns(f, now, ascii)
	}
	for _, u := range f.Untaken {
		t.linef("never taken: %s of %s, in %d starts", line(u.Alternative), line(u.Step), u.Starts)
	}
	if f.Unknown != "" {
		t.linef("not known, alternatives never taken and times expected: %s", line(f.Unknown))
	}
	for _, s := range f.Suggestions {
		about := string(s.Advice)
		if s.Item != "" {
			about += " " + s.Item
		}
		t.linef("suggestion: %s: %s", line(about), line(s.Because))
	}
}

// ofRuns adds what the runs say.
func (t *text) ofRuns(f *score.Figures, now time.Time, ascii bool) {
	t.linef("")
	if f.LastClean == nil {
		t.linef("last clean success  none")
	} else {
		t.linef("last clean success  %s  %d days ago  %s", f.LastClean.Format(time.DateOnly), score.Days(now, *f.LastClean), line(f.LastRun))
	}
	t.linef("busiest operator    %s  %s", line(f.Busiest.Operator), shareText(f.Busiest.Runs, f.Runs, ascii))
	t.linef("in auto-confirm     %s", shareText(f.Auto, f.Runs, ascii))
	t.troubles(f.Items)
	t.times(f.Times)
}

func shareText(runs, of int, ascii bool) string {
	share := float64(runs) / float64(of)
	return fmt.Sprintf("%s %s (%d of %d runs)", bar(share, ascii), score.Percent(share), runs, of)
}

func (t *text) troubles(items []score.Trouble) {
	if len(items) == 0 {
		return
	}
	rows := [][]string{{"item", "failed", "not passed", "retried", "redone", "overridden", "waived", "pushed", "runs"}}
	for _, i := range items {
		rows = append(rows, []string{
			i.Item, fmt.Sprint(i.Failures), fmt.Sprint(i.Missed), fmt.Sprint(i.Retries), fmt.Sprint(i.Redone), fmt.Sprint(i.Overrode),
			fmt.Sprint(i.Waived), fmt.Sprint(i.Pushed), fmt.Sprintf("%d of %d", i.Runs, i.Reached),
		})
	}
	t.table(rows)
}

func (t *text) times(steps []score.Times) {
	if len(steps) == 0 {
		return
	}
	rows := [][]string{{"step", "n", "median", "p90", "expected", "wait before: median", "p90"}}
	for _, s := range steps {
		row := []string{s.Step, fmt.Sprint(s.Spent.N), span(s.Spent.Median), span(s.Spent.P90), "-", "-", "-"}
		if s.Expected > 0 {
			row[4] = span(s.Expected)
		}
		if s.Waited.N > 0 {
			row[5], row[6] = span(s.Waited.Median), span(s.Waited.P90)
		}
		rows = append(rows, row)
	}
	t.table(rows)
}

// table adds rows below their header, the first column to the left and the others to the right, behind an empty line.
func (t *text) table(rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], runewidth.StringWidth(line(cell)))
		}
	}
	t.linef("")
	for _, row := range rows {
		out := runewidth.FillRight(line(row[0]), widths[0])
		for i, cell := range row[1:] {
			out += "  " + runewidth.FillLeft(line(cell), widths[i+1])
		}
		t.linef("%s", out)
	}
}

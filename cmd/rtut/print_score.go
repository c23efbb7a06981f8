package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/mattn/go-runewidth"

	"rtut/run/record"
	"rtut/run/score"
	"rtut/run/store"
)

// scoreAnswer is what `score` found.
type scoreAnswer struct {
	app   *app
	tree  *store.Tree
	score score.Score
	least *float64 // of --fail-under
	under []string // the packs that are lower

	figures *score.Figures // of the one pack that was asked for; nil if none was
}

// scoreDocument answers `score` for a program.
type scoreDocument struct {
	Packs      []scoreRow   `json:"packs"`
	Total      scoreCounts  `json:"total"`
	Damaged    []damagedRun `json:"damaged"`    // records that are counted nowhere
	Missing    []missingRun `json:"missing"`    // nor are those, whose records are gone
	Unreadable []damagedRun `json:"unreadable"` // directories and packs that could not be looked at
	FailUnder  *float64     `json:"fail_under,omitempty"`
	Under      []string     `json:"under,omitempty"`

	Figures *figuresDocument `json:"figures,omitempty"` // with --pack
}

type scoreRow struct {
	PackID    string   `json:"pack_id"`
	Title     string   `json:"title"`
	Paths     []string `json:"paths"`
	Gone      bool     `json:"gone"`      // there are runs, but no such pack
	Duplicate bool     `json:"duplicate"` // the id is not unique in its repo

	Latest string       `json:"latest_ended_run_id"` // "" for none
	Trust  record.Trust `json:"trust"`               // of that run; null where it is not known
	scoreCounts
}

type scoreCounts struct {
	score.Counts
	N        int         `json:"n"`            // runs that ended: what the rate is of
	Rate     *float64    `json:"success_rate"` // null where none has ended
	Interval *[2]float64 `json:"interval"`     // of the true rate, 95 %; null where none has ended
}

func countsOf(c score.Counts) scoreCounts {
	out := scoreCounts{Counts: c, N: c.Ended()}
	if rate, known := c.Rate(); known {
		low, high := c.Interval()
		out.Rate, out.Interval = &rate, &[2]float64{low, high}
	}
	return out
}

func (s scoreAnswer) say() error {
	if !s.app.json {
		return s.app.print(s.text())
	}
	doc := scoreDocument{
		Packs: []scoreRow{}, Total: countsOf(s.score.Total), Damaged: s.app.reported(s.score.Damaged),
		Missing: s.app.gone(s.score.Missing), Unreadable: s.app.reported(s.tree.Skipped), FailUnder: s.least, Under: s.under,
	}
	for _, r := range s.score.Packs {
		doc.Packs = append(doc.Packs, scoreRow{
			PackID: r.PackID, Title: r.Title, Paths: s.paths(r), Gone: r.Gone(), Duplicate: r.Doubled, Latest: r.Latest, Trust: r.Trust,
			scoreCounts: countsOf(r.Counts),
		})
	}
	if s.figures != nil {
		doc.Figures = figuresOf(s.figures, s.app.clock())
		doc.Figures.Unread = s.app.reported(s.figures.Unread)
	}
	return s.app.document(doc)
}

// text is the score for a person: a row a pack, the total where there are several, and what is wrong.
func (s scoreAnswer) text() *text {
	out := &text{}
	if len(s.score.Packs) == 0 {
		out.linef("no packs or runs in %s", line(s.tree.Root))
	} else {
		s.table(out, s.app.ascii())
	}
	for _, r := range s.score.Packs {
		if r.Gated > 0 {
			out.linef("stopped by a gate: %d of the %d abandoned runs of %s; they are in no rate", r.Gated, r.Abandoned, line(r.PackID))
		}
		if r.Trust != nil {
			out.linef("trust in the latest ended run of %s: %s", line(r.PackID), r.Trust)
		}
		switch {
		case r.Gone():
			out.linef("gone: no pack here has the id %s, of which there are runs", line(r.PackID))
		case r.Doubled:
			out.linef("double: the id %s is not unique: %s", line(r.PackID), line(strings.Join(s.paths(r), ", ")))
		}
	}
	s.wrong(out)
	if len(s.under) > 0 {
		out.linef("under %s: %s", score.Percent(*s.least), line(strings.Join(s.under, ", ")))
	}
	if s.figures != nil {
		out.damagedRest(s.app.reported(s.figures.Unread))
		out.figures(s.figures, s.app.clock(), s.app.ascii())
	}
	return out
}

func (s scoreAnswer) table(out *text, ascii bool) {
	width := len("total")
	for _, r := range s.score.Packs {
		width = max(width, runewidth.StringWidth(line(r.PackID)))
	}
	out.linef("%s  tried  succeeded  failed  abandoned  stalled  good/neutral/poor  success", runewidth.FillRight("pack", width))
	for _, r := range s.score.Packs {
		out.linef("%s  %s", runewidth.FillRight(line(r.PackID), width), countsText(r.Counts, ascii))
	}
	if len(s.score.Packs) > 1 {
		out.linef("%s  %s", runewidth.FillRight("total", width), countsText(s.score.Total, ascii))
	}
}

func countsText(c score.Counts, ascii bool) string {
	feedback := fmt.Sprintf("%d/%d/%d", c.Feedback.Good, c.Feedback.Neutral, c.Feedback.Poor)
	return fmt.Sprintf("%5d  %9d  %6d  %9d  %7d  %17s  %s",
		c.Tried, c.Succeeded, c.Failed, c.Abandoned, c.Stalled, feedback, rateText(c, ascii))
}

// rateText is a bar, the rate, and between which bounds the true one is.
func rateText(c score.Counts, ascii bool) string {
	rate, known := c.Rate()
	switch {
	case !known:
		return "-"
	case c.Ended() < score.Enough:
		return fmt.Sprintf("%d of %d: too few runs", c.Succeeded, c.Ended())
	}
	low, high := c.Interval()
	return fmt.Sprintf("%s %s (%s to %s, n=%d)", bar(rate, ascii), score.Percent(rate), score.Percent(low), score.Percent(high), c.Ended())
}

// barCells is how many cells a bar has.
const barCells = 10

// bar shows a share. A full bar is all of it, an empty one none: what is between never looks like either.
func bar(share float64, ascii bool) string {
	full, empty := "█", "░"
	if ascii {
		full, empty = "#", "."
	}
	cells := score.Filled(share, barCells)
	return strings.Repeat(full, cells) + strings.Repeat(empty, barCells-cells)
}

// wrong lists what could not be read.
func (s scoreAnswer) wrong(out *text) {
	out.damaged(s.app.reported(s.score.Damaged))
	if n := len(s.score.Damaged); n > 0 {
		out.linef("damaged records are not counted: %d", n)
	}
	for _, m := range s.app.gone(s.score.Missing) {
		out.linef("missing: run %s of %s was started here, but its record is gone: %s", line(m.RunID), line(m.PackID), line(m.Path))
	}
	out.unreadable(s.app.reported(s.tree.Skipped))
}

// missingRun is a run whose record is gone.
type missingRun struct {
	RunID  string `json:"run_id"`
	PackID string `json:"pack_id"`
	Path   string `json:"path"` // where it was
}

// gone gives runs whose records are gone, with paths as a person in the working directory names them.
func (a *app) gone(missing []store.Missing) []missingRun {
	out := []missingRun{}
	for _, m := range missing {
		out = append(out, missingRun{m.RunID, m.PackID, a.shown(m.Path)})
	}
	return out
}

// paths are where the packs of a row are.
func (s scoreAnswer) paths(r score.Row) []string {
	shown := []string{}
	for _, path := range r.Paths {
		shown = append(shown, s.app.shown(filepath.Join(s.tree.Root, path)))
	}
	return shown
}

// damaged lists records that could not be read, whose errors name them.
func (t *text) damaged(records []damagedRun) {
	for _, d := range records {
		if !strings.Contains(d.Error, d.Path) {
			d.Error = d.Path + ": " + d.Error
		}
		t.linef("damaged: %s", line(d.Error))
	}
}

// damagedRest lists records of which only the beginning could be made use of.
func (t *text) damagedRest(records []damagedRun) {
	t.damaged(records)
	if n := len(records); n > 0 {
		t.linef("damaged records that are counted above, but in no figure below: %d", n)
	}
}

// unreadable lists directories and packs that could not be read.
func (t *text) unreadable(places []damagedRun) {
	for _, d := range places {
		t.linef("unreadable: %s", line(d.Path+": "+d.Error))
	}
}

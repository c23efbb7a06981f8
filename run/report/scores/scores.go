package scores

import (
	"embed"
	"html/template"
	"io"
	"sync"
	"time"

	"rtut/run/report/page"
	"rtut/run/score"
)

// Counted is what there is to tell.
type Counted struct {
	Root    string         // the name of the directory
	At      time.Time      // the moment of the figures
	Since   time.Time      // runs made earlier are left out; zero: none
	Pack    string         // the id of the only pack that was asked for; "" for all
	Least   *float64       // the rate that every pack should have, from 0 to 1; nil: nothing was asked
	Unread  []Unread       // what could not be read, and counts nowhere
	Figures *score.Figures // of Pack; nil where all were asked for

	Score    score.Score
	Maturity score.Maturity
	Projects score.Projects
}

// Unread is a record, a pack or a directory that could not be read.
type Unread struct {
	Path string // as a person names it
	Why  string
}

//go:embed scores.html figures.html scores.css
var files embed.FS

// sheet is made when a page is first wanted.
var sheet = sync.OnceValue(func() *page.Page {
	text := func(name string) string {
		data, _ := files.ReadFile(name) // what is embedded is there
		return string(data)
	}
	return page.New(template.FuncMap{"moment": moment, "span": span}, text("scores.html")+text("figures.html"), text("scores.css"))
})

// Write writes the page.
func Write(w io.Writer, c Counted) error {
	b := bodyOf(c)
	return sheet().Render(w, b.Title, b)
}

// body is what the page shows, in words and in places of charts.
type body struct {
	Counted
	Title   string
	Rates   rates
	Ends    ends
	Trusted []trusted
	Ladder  ladder
	Places  []place
	Steps   *steps    // nil without Figures
	Items   []trouble // without Figures none
	Last    string    // in words, when the latest clean success was
}

func bodyOf(c Counted) body {
	b := body{
		Counted: c, Title: "What the runs in " + c.Root + " say", Rates: ratesOf(c), Ends: endsOf(c.Score), Trusted: trustedOf(c.Score),
		Ladder: ladderOf(c), Places: placesOf(c),
	}
	if c.Pack != "" {
		b.Title = "What the runs of " + c.Pack + " say"
	}
	if c.Figures != nil {
		b.Steps, b.Items, b.Last = stepsOf(c.Figures.Times), troublesOf(c.Figures.Items), lastOf(c)
	}
	return b
}

// moment is a point in time as the page shows it, in UTC.
func moment(at time.Time) string { return at.UTC().Format("2006-01-02 15:04") }

// lastOf says when the latest clean success was.
func lastOf(c Counted) string {
	if c.Figures.LastClean == nil {
		return "none"
	}
	return c.Figures.LastClean.UTC().Format(time.DateOnly) + ", " + ago(score.Days(c.At, *c.Figures.LastClean)) + ", run " + c.Figures.LastRun
}

func ago(days int) string {
	switch days {
	case 0:
		return "today"
	case 1:
		return "1 day ago"
	}
	return number(days) + " days ago"
}

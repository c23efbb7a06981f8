package tui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// nexts says what comes next in each of the runs that are open, by run.
func nexts(p *pack.Pack, runs []record.Row, now time.Time) map[string]string {
	said := map[string]string{}
	for i := range runs {
		if r := &runs[i]; r.Record != nil && !r.Finished() {
			said[r.RunID] = nextInList(run.NewView(p, r.Record, now))
		}
	}
	return said
}

// nextInList is what comes next in a run, in a few words.
func nextInList(v *run.View) string {
	next := v.Next()
	switch {
	case v.PackChanges() != nil:
		return "the pack has changed"
	case next.Recommended == nil && record.StateOf(v.Record()) != record.RunRunning:
		return string(record.StateOf(v.Record()))
	case next.Recommended == nil:
		return "blocked"
	}
	it := v.Item(*next.Recommended)
	loud := ""
	if loudly(&it) != "" {
		loud = "! "
	}
	if it.State == record.Running {
		return loud + it.ID + " is running"
	}
	return loud + it.ID + " is next"
}

// runAbout is what tells a run from others of its pack: its target, or else its params.
func runAbout(r *record.Row) string {
	if r.Context.Target != "" || r.Record == nil {
		return strings.TrimLeft(r.Context.Project+" / "+r.Context.Target, " /")
	}
	var words []string
	for _, id := range sortedKeys(r.Record.Params) {
		words = append(words, id+"="+r.Record.Params[id].Text())
	}
	if len(words) == 0 {
		return r.Context.Project
	}
	return strings.Join(words, " ")
}

// shortID is a run's id as far as it tells it from others: day and minute, and its end.
func shortID(id string) string {
	_, end, found := strings.Cut(id, "Z-")
	if !found || len(id) < 13 {
		return id
	}
	return id[4:13] + "-" + end
}

// matches reports whether every word of a filter is in what the list says of a run; of an open one its params count, too.
func (s *packScreen) matches(r *record.Row) bool {
	all := []string{r.RunID, r.Context.Target, r.Context.Project, string(r.Context.Environment), r.Operator, string(r.State())}
	if r.Record != nil {
		for _, id := range sortedKeys(r.Record.Params) {
			all = append(all, id+"="+r.Record.Params[id].Text())
		}
	}
	text := strings.ToLower(strings.Join(all, " "))
	return !slices.ContainsFunc(strings.Fields(strings.ToLower(s.filter.value())), func(word string) bool { return !strings.Contains(text, word) })
}

// typeFilter takes what is typed while the runs are filtered.
func (s *packScreen) typeFilter(msg tea.Msg) {
	switch {
	case isKey(msg, "enter", "ctrl+c"):
		s.filtering = false
	case isKey(msg, "esc"):
		s.filtering, s.filter = false, input{}
	case isKey(msg, "down", "up"):
		s.filtering = false
	default:
		s.filter.press(msg)
	}
	s.list.at = 0
}

// runRow is a run in the list.
func (s *packScreen) runRow(st *styles, r *record.Row, now time.Time) tableRow {
	sign, look := run.Sign(record.Running, st.ascii), st.plain
	if r.Finished() {
		sign, look = run.Sign(record.Done, st.ascii), st.dim
		if r.Outcome != record.Succeeded {
			sign = run.Sign(record.Failed, st.ascii)
		}
	}
	next := s.next[r.RunID]
	if r.Finished() {
		next = string(r.State())
	}
	return tableRow{key: r.RunID, look: look, cells: []string{
		sign, runAbout(r), fmt.Sprintf("%d/%d", r.Progress.Done, r.Progress.Total), next, r.Operator, string(r.Context.Environment),
		span(now.Sub(r.Written().Time)), shortID(r.RunID),
	}}
}

package tui

import (
	"slices"
	"strings"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// readRun reads the record of a run of a list.
type readRun func(*record.Row) (*record.Record, error)

// likeField chooses an earlier run, the latest first, and fills in what the new one takes over of it, where nothing else
// was filled in.
func likeField(p *pack.Pack, runs []record.Row, read readRun, form *fields) *field {
	like := &field{name: "like", label: "Like an earlier run", choices: []string{""}}
	for _, r := range slices.Backward(runs) {
		like.choices = append(like.choices, r.RunID)
	}
	var unread error // why the run that is picked can't be read
	picked := func() *record.Row {
		if like.pick == 0 {
			return nil
		}
		return &runs[len(runs)-like.pick]
	}
	like.changed = func() {
		wanted := run.New{Mode: record.ManualMode}
		unread = nil
		if r := picked(); r != nil {
			var rec *record.Record
			if rec, unread = read(r); unread == nil {
				wanted = run.New{}.Like(p, rec)
			}
		}
		form.take(wanted)
	}
	like.about = func() string {
		r := picked()
		switch {
		case unread != nil:
			return unread.Error()
		case r != nil:
			return runText(r)
		}
		return "its params, context and mode are filled in below"
	}
	return like
}

// runText tells an earlier run from others.
func runText(r *record.Row) string {
	words := []string{string(r.State()), clockTime(r.Began.Time) + " by " + r.Operator}
	for _, w := range []string{string(r.Context.Environment), r.Context.Project, r.Context.Target} {
		if w != "" {
			words = append(words, w)
		}
	}
	return strings.Join(words, "  ")
}

// refill fills in what was filled into other fields of the same names.
func (fs *fields) refill(was *fields) {
	for _, f := range fs.list {
		for _, other := range was.list {
			if other.name == f.name {
				f.set(other.text())
				f.on = other.on
			}
		}
	}
}

// take fills in what a run takes over of an earlier one.
func (fs *fields) take(wanted run.New) {
	for _, f := range fs.list {
		id, isParam := strings.CutPrefix(f.name, "param ")
		switch {
		case isParam:
			f.take(wanted.Params[id])
		case f.name == "environment":
			f.take(string(wanted.Context.Environment))
		case f.name == "project":
			f.take(wanted.Context.Project)
		case f.name == "target":
			f.take(wanted.Context.Target)
		case f.name == "mode" && wanted.Mode != "":
			f.take(string(wanted.Mode))
		}
	}
}

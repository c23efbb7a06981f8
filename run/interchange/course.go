package interchange

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// turn is an event of a run and the notes that it changed.
type turn struct {
	event record.Event
	about note // the note of its item as the event left it, or of the pack
	notes []change
}

// change is a note before an event and after it.
type change struct{ before, after note }

func (t turn) changes() []Change {
	changes := []Change{}
	for _, c := range t.notes {
		changes = append(changes, changesBetween(c.before, c.after)...)
	}
	return changes
}

// turns are the events of a run in order, each with what it changed. What the event that begins the run sets up is no
// change: it is what the notes were before. p is the pack that the run followed, nil if that is lost.
func turns(p *pack.Pack, rec *record.Record) iter.Seq[turn] {
	return func(yield func(turn) bool) {
		known := map[string]fields{packPath(rec.PackID): markedBefore(p, rec)}
		for e, now := range run.History(rec) {
			t := turn{event: e}
			for _, n := range touched(e, now) {
				if n.is == packNote && now.ExerciseWrite == "" {
					continue
				}
				before := note{n.is, n.path, known[n.path]}
				known[n.path] = n.fields
				if e.Detail.New == nil && len(changesBetween(before, n)) > 0 {
					t.notes = append(t.notes, change{before, n})
				}
			}
			t.about = about(e, now, known)
			if !yield(t) {
				return
			}
		}
	}
}

// about is the note that an event is about, whether it changed a field of it or not.
func about(e record.Event, now *record.Record, known map[string]fields) note {
	if n, has := noteOf(now, e.Item); has {
		return n
	}
	path := packPath(now.PackID)
	return note{packNote, path, known[path]}
}

// markedBefore is the note of the pack before the run marks it as exercised. A pack that has that mark already was not kept as
// the run followed it, so what it had before is not known.
func markedBefore(p *pack.Pack, rec *record.Record) fields {
	f := fields{}
	if p != nil && p.ExerciseStatus != rec.ExerciseWrite {
		f.text("exercise_status", p.ExerciseStatus)
	}
	return f
}

// touched are the notes that an event may have changed: of its item first, then of other items, of datapoints, of the pack.
func touched(e record.Event, now *record.Record) []note {
	items, datapoints := []string{e.Item}, slices.Sorted(maps.Keys(e.Detail.Datapoints))
	if b := e.Detail.New; b != nil {
		items = append(append(items, b.Steps...), b.Gates...)
		datapoints = slices.Sorted(maps.Keys(b.Datapoints))
	}
	if c := e.Detail.PackChange; c != nil {
		items = append(append(append(items, c.Steps...), c.Gates...), c.Unverified...)
		datapoints = append(datapoints, c.Datapoints...)
	}
	var notes []note
	for _, id := range items {
		if n, has := noteOf(now, id); has {
			notes = append(notes, n)
		}
	}
	for _, id := range datapoints {
		if n, has := noteOfDatapoint(now, id); has {
			notes = append(notes, n)
		}
	}
	return append(notes, noteOfPack(now))
}

// eventID is the id of an event in documents.
func eventID(rec *record.Record, e record.Event) string {
	return fmt.Sprintf("evt-%s-%d", rec.RunID, e.Seq)
}

// noteEventID is the id of the document that tells of one of the notes that an event changed: of the first that of the event, of the others
// that with the name of the note behind it. No datapoint has a dot in its name, so no two are alike.
func noteEventID(rec *record.Record, e record.Event, n note, first bool) string {
	id := eventID(rec, e)
	name := strings.TrimSuffix(n.path[strings.LastIndexByte(n.path, '/')+1:], ".md")
	switch {
	case first:
		return id
	case n.is == datapointNote:
		return id + "." + name
	case n.is == packNote:
		return id + ".md"
	}
	return id + "." + name + ".md"
}

// byOperator reports whether an event came from outside, and not of auto-confirm.
func byOperator(e record.Event) bool { return e.By != record.AutoConfirmName }

// automations are the items that an event acted on: one, or none.
func automations(e record.Event) []string {
	if !slug().MatchString(e.Item) { // the item of a record that was edited may be one that it does not have
		return []string{}
	}
	return []string{e.Item}
}

// tellable returns a *run.Refusal with code NotReportable where a record can't be told of in documents of this kind: it is not as rtut
// wrote it, has no events, or has ids that no pack may have.
func tellable(rec *record.Record) error {
	if len(rec.Events) == 0 {
		return notReportable("the record has no events, so it does not say in which order things happened")
	}
	if found := rec.Audit(); !found.Intact() {
		return notReportable("the record is not intact (%s), so it is not reported to other tools; see rtut run audit", found)
	}
	for _, id := range slices.Concat([]string{rec.PackID}, slices.Sorted(maps.Keys(rec.Steps)), slices.Sorted(maps.Keys(rec.Gates))) {
		if !slug().MatchString(id) {
			return notReportable("the record has the id %q, which no pack and no item may have", id)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(rec.Datapoints)) {
		if !name().MatchString(id) {
			return notReportable("the record has the datapoint %q, and none may be called so", id)
		}
	}
	return nil
}

func notReportable(format string, args ...any) error {
	return &run.Refusal{Code: run.NotReportable, Message: fmt.Sprintf(format, args...)}
}

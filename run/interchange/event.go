package interchange

import (
	"encoding/json"

	"rtut/pack"
	"rtut/run/record"
)

// Event tells that a note was updated.
type Event struct {
	SpecificationVersion string                 `json:"specification_version"`
	EventID              string                 `json:"event_id"`
	Kind                 string                 `json:"kind"` // always "note.updated"
	OccurredAt           record.Time            `json:"occurred_at"`
	Origin               Origin                 `json:"origin"`
	Before               Snapshot               `json:"before"`
	After                Snapshot               `json:"after"`
	Changes              map[string]FieldChange `json:"changes,omitempty"`      // by field
	BodyChanged          bool                   `json:"body_changed,omitempty"` // no field changed: something happened about the note
	CausedBy             *Cause                 `json:"caused_by,omitempty"`
}

// Origin says where an event came from.
type Origin string

// The origins that rtut's events have.
const (
	User       Origin = "user"       // an operator
	Automation Origin = "automation" // auto-confirm
)

// Snapshot is a note at one moment. A field without a value is not there.
type Snapshot struct {
	Path        string `json:"path"`
	NoteType    string `json:"note_type"`
	Frontmatter fields `json:"frontmatter"`
}

// FieldChange is a field before and after; null where it had or has no value.
type FieldChange struct {
	Before json.RawMessage `json:"before"`
	After  json.RawMessage `json:"after"`
}

// Cause names what made auto-confirm act.
type Cause struct {
	RunID      string `json:"run_id"`
	EventID    string `json:"event_id"`   // with which an operator handed the run over
	Automation string `json:"automation"` // the item that auto-confirm acted on
}

// Events returns the events of a run, oldest first. A document of this kind tells of one note, so an event that changed several has one
// for each: the first, which is its item's if that changed, has the id of the event. Of an event that changed no field it says that the
// body of its item's note, or of the pack's, has changed. So every change of a report is in some document, and every event that
// a report names has one. The run may be unfinished. p is the pack that it followed, nil if that is lost. A record that does not say enough
// is a *run.Refusal with code NotReportable.
func Events(p *pack.Pack, rec *record.Record) ([]Event, error) {
	if err := tellable(rec); err != nil {
		return nil, err
	}
	var events []Event
	cause := Cause{RunID: rec.RunID}
	for t := range turns(p, rec) {
		if t.event.Seq == 1 || byOperator(t.event) && t.event.Action == record.VerbMode {
			cause.EventID = eventID(rec, t.event)
		}
		if len(t.notes) == 0 {
			t.notes = []change{{t.about, t.about}}
		}
		for i, n := range t.notes {
			e := updated(n)
			e.EventID, e.OccurredAt, e.BodyChanged = noteEventID(rec, t.event, n.after, i == 0), t.event.At, len(e.Changes) == 0
			if !byOperator(t.event) {
				by := cause
				by.Automation = append(automations(t.event), record.AutoConfirmName)[0]
				e.Origin, e.CausedBy = Automation, &by
			}
			events = append(events, e)
		}
	}
	return events, nil
}

// updated is an operator's event about one note.
func updated(c change) Event {
	e := Event{
		SpecificationVersion: Version, Kind: "note.updated", Origin: User, Before: snapshot(c.before), After: snapshot(c.after),
		Changes: map[string]FieldChange{},
	}
	for _, field := range changesBetween(c.before, c.after) {
		e.Changes[field.Field] = FieldChange{Before: field.Before, After: field.After}
	}
	return e
}

func snapshot(n note) Snapshot {
	s := Snapshot{Path: n.path, NoteType: string(n.is), Frontmatter: n.fields}
	if s.Frontmatter == nil {
		s.Frontmatter = fields{} // there was none before an accepted change of the pack
	}
	return s
}

// Package interchange tells other tools of a run in the documents of a public specification: automation events and run
// reports. It also judges such documents, no matter who made them.
//
// To other tools a run is a collection of notes. A step or gate is a note, a datapoint is one, and the pack's own file is
// one; what a run does be changes of their fields. docs/interchange.md has the whole mapping.
//
//	Of      the report of a finished run: a wave for every event
//	OfTick  the report of one tick of auto-confirm: one wave
//	Events  the events that changed a field
//	Check   whether documents hold to the shape and to the rules (CR-41 to CR-83)
//
// The report of a run needs nothing but its record, and its pack to know what was ready as it ended. The same record gives
// the same bytes.
package interchange

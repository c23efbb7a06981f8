// Package report makes of a run the document that others read: for the review after an incident, a ticket, an audit.
//
// Of gathers everything from the pack and the record, once, in a Report; each format writes that and knows nothing else. A
// Report is stable: docs/report.schema.json describes every key of it, and a test holds the two together. For a finished
// run it depends on pack and record alone, so that anyone who makes it again gets the same bytes. It holds no secret that the
// record does not hold, and the record is guarded (see package secret).
//
// Nothing here writes to a record or reads a file.
package report

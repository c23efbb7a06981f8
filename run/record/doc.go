// Package record is what is known of one run: its record, and the events that it follows from.
//
// A Record changes only by applying an Event, so that Replay derives its state again from the events alone. Which events come
// about is decided above, in package run. Encode and Decode spell a record as its file holds it. Its events are a chain: each
// has the hash of the one before, and the last of a write has the digest of all else in the record. Audit says whether a file is
// as rtut wrote it, and what in it is not.
//
// A scan over many records reads a Head or a Summary, which are made without decoding the whole.
//
// # Size
//
// A record has many kinds of entries, and each is a type with exported fields, since the encoding of a record is their JSON. The encoding and
// the audit know each field, too.
package record

// Package store keeps the records of runs, one JSON file each, in `.local/runbook-runs` of the repo that owns the pack, and drafts
// in `.local/runbook-drafts`.
//
// A write is atomic and durable: a temporary file beside the record is written and synced, renamed over it, and the
// directory synced. Writers take an advisory lock on a file beside the record, which dies with its process.
package store

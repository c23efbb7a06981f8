// Package scores makes one HTML page of what the runs below a directory say of their packs: how they ended, what they prove
// and where, and of one pack where it needs attention. It counts nothing: package score does.
//
// Every chart is a column of a table that has the same figures in words, so that nobody needs to see it.
package scores

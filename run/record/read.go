package record

import (
	"slices"
	"sync"
)

// asRead is what a record was read from. What can be known from it is found out when it is first asked for, and once: the record,
// and all that are made of it, share it.
type asRead struct {
	data    []byte
	rec     *Record
	listed  []ChainHead // see Listed
	finding func() Finding
	unknown func() *tree // what this rtut does not know; nil for nothing
}

func newAsRead(data []byte, rec *Record) *asRead {
	unknown := sync.OnceValue(func() *tree { return unknownIn(data) })
	return &asRead{
		data: data, rec: rec, unknown: unknown,
		finding: sync.OnceValue(func() Finding { return judge(data, rec, unknown(), "", false) }),
	}
}

// Listed returns the record compared with the heads that the list of its directory has of it. lacks reports that it does not hold one of
// them: then something is wrong with it.
func (r *Record) Listed(heads []ChainHead) (compared *Record, lacks bool) {
	wrong := lacksListed(r, heads)
	if wrong == nil || r.read == nil {
		return r, false
	}
	c, read := r.Clone(), *r.read
	read.listed = heads
	read.finding = sync.OnceValue(func() Finding {
		f := r.read.finding()
		if f.Intact() {
			f.Verdict, f.Seq, f.Message = wrong.Verdict, wrong.Seq, wrong.Message
		}
		return f
	})
	c.read = &read
	return c, true
}

// LacksListed reports whether the record was found not to hold a head that is listed of it.
func (r *Record) LacksListed() bool { return r.read != nil && r.read.listed != nil }

// AsWritten returns a copy of a record that has just been written as these bytes: the one that reading them gives, at less cost. What was
// written on a record in which nothing was wrong is not looked into again.
func (r *Record) AsWritten(data []byte) *Record {
	c := r.Clone()
	if r.unknown() != nil || !r.Integrity().Intact() {
		c.read = newAsRead(data, c)
		if r.read != nil {
			c, _ = c.Listed(r.read.listed)
		}
		return c
	}
	c.read = &asRead{data: data, rec: c, finding: func() Finding { return intact(c) }, unknown: func() *tree { return nil }}
	return c
}

// Integrity is what an audit finds of the record as it was read, except that of the digests of earlier writes only the first is
// compared: what it costs grows with the events, and not with their number times the size of the record. A record that was
// not read but made is intact.
func (r *Record) Integrity() Finding {
	if r.read == nil {
		return intact(r)
	}
	return r.read.finding()
}

// Audit is what an audit finds of the record as it was read; one that was not read but made is intact.
func (r *Record) Audit() Finding {
	if r.read == nil {
		return intact(r)
	}
	return Audit(r.read.data, "", r.read.listed...)
}

// unknown returns what was read and is not known to this rtut; nil for nothing.
func (r *Record) unknown() *tree {
	if r.read == nil {
		return nil
	}
	return r.read.unknown()
}

// Untouched reports whether the record that was read is as its last write left it, whatever happened before that.
func (r *Record) Untouched() bool { return r.read.untouched() }

// untouched reports whether the record that was read is as its last write left it, whatever happened before that.
func (a *asRead) untouched() bool {
	if sealed(a.data) {
		return true
	}
	whole, err := parseTree(a.data)
	last := len(a.rec.Events) - 1
	if err != nil || last < 0 || a.rec.Head == nil {
		return false
	}
	e := a.rec.Events[last]
	return *a.rec.Head == ChainHead{e.Seq, e.Hash} && eventHash(whole.at("events", last)) == e.Hash && restHash(whole) == e.Rest
}

// FoundBefore reports whether an event says that something was found, and whether one does that was added since the record was read.
func (r *Record) FoundBefore() (ever, since bool) {
	says := func(e Event) bool { return e.Found != "" }
	return slices.ContainsFunc(r.Events, says), slices.ContainsFunc(r.Events[len(r.read.rec.Events):], says)
}

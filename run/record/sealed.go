package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"sync"
)

// sealed reports whether the text of a record is as its last write left it: spelled as rtut spells it, its events a chain of
// which none is missing and whose end head names, all else what the last of them has the digest of, and none of them saying
// that the record was found to be otherwise. It is what an audit looks at first: where it is false the audit says why.
//
// That the state is what the events lead to it does not see: anyone who hashes a record again can make it false in that.
func sealed(data []byte) bool { return look(data, span{}) }

// skimmed is sealed, but of the events, which stand at a place, only the last is compared with its hash: all else in the record is what that
// has the digest of. Of the others it sees whether one says that something was found. It takes a fraction of the time. It may be false for
// what is sealed, if it is not indented as rtut does.
func skimmed(data []byte, events span) bool { return events.to > events.from && look(data, events) }

// look is sealed; given where the events stand it is skimmed.
func look(data []byte, events span) bool {
	s := sealings.Get().(*sealing)
	defer s.release()
	s.data, s.skim = data, events
	at := blanks(data, 0)
	if at >= len(data) || data[at] != '{' {
		return false
	}
	end := eachField(data, at, 0, s.field)
	if end < 0 || blanks(data, end) != len(data) || s.seq == 0 || !s.headed() {
		return false
	}
	return s.sort(0, 0) && s.hashes(s.out, s.rest)
}

// sealing is the look at the text of one record.
type sealing struct {
	canonicalizer
	skim              span   // where the events stand of which only the last is looked at; none where all are
	events, heads     int    // how many there are of these keys
	seq               int    // of the event looked at last
	hash, rest        []byte // of that, quoted; nil if it has none
	headSeq, headHash []byte // what head says
	spelled           []byte // a hash or a number as a record has it
}

// sealings keeps the buffers of one look for the next one.
var sealings = sync.Pool{New: func() any { return new(sealing) }}

func (s *sealing) release() {
	*s = sealing{canonicalizer: canonicalizer{out: s.out[:0], members: s.members[:0], spare: s.spare[:0]}, spelled: s.spelled}
	sealings.Put(s)
}

// field looks at a field of the record.
func (s *sealing) field(key []byte, at, depth int) int {
	opening := byte(0)
	if at < len(s.data) {
		opening = s.data[at]
	}
	switch {
	case spelledEnd(key, 0) < 0:
		return -1
	case string(key) == `"events"`:
		if s.events++; s.events > 1 || opening != '[' {
			return -1
		}
		switch s.skim {
		case span{}:
			return eachItem(s.data, at, depth, s.event)
		case span{at, s.skim.to}:
			return s.last(depth)
		}
		return -1
	case string(key) == `"head"`:
		if s.heads++; s.heads > 1 || opening != '{' {
			return -1
		}
		return s.head(at, depth)
	}
	return s.canonicalizer.field(key, at, depth)
}

// last looks at the last event, and at the others as far as skimmed says.
func (s *sealing) last(depth int) int {
	events := s.data[s.skim.from:s.skim.to]
	at := bytes.LastIndex(events, []byte("\n    {\n")) // in a text a line break is an escape
	if at < 0 || hasFound(events) {
		return -1
	}
	end := s.event(s.skim.from+at+len("\n    "), depth+1)
	if end < 0 || blanks(s.data, end) != s.skim.to-len("]") {
		return -1
	}
	return s.skim.to
}

// hasFound reports whether there is a key "found" somewhere. A search for all of it would stop at every quote.
func hasFound(events []byte) bool {
	for {
		at := bytes.Index(events, []byte(`und":`))
		if at < 0 {
			return false
		}
		if bytes.HasSuffix(events[:at], []byte(`"fo`)) {
			return true
		}
		events = events[at+1:]
	}
}

// event looks at an event. Of its form nothing stays.
func (s *sealing) event(at, depth int) int {
	first, base := len(s.out), len(s.members)
	if at >= len(s.data) || s.data[at] != '{' {
		return -1
	}
	end := s.fields(at, depth)
	if end < 0 {
		return -1
	}
	var seq, prev, hash, rest []byte
	for _, m := range s.members[base:] {
		switch string(m.key) {
		case "seq":
			seq = s.text(m)
		case "prev":
			prev = s.text(m)
		case "hash":
			hash = s.text(m)
		case "rest":
			rest = s.text(m)
		case "found":
			return -1
		}
	}
	follows := s.seq == 0 && string(prev) == `""` || s.seq > 0 && bytes.Equal(prev, s.hash)
	if s.seq++; s.skim != (span{}) { // of the one before nothing is known
		s.seq, _ = strconv.Atoi(string(seq))
		follows = true
	}
	if !follows || !s.numbered(seq) || !s.sort(first, base, "hash") || !s.hashes(s.out[first:], hash) {
		return -1
	}
	s.hash, s.rest, s.out = hash, rest, s.out[:first]
	return end
}

// head looks at the head, which has a seq and a hash and nothing else.
func (s *sealing) head(at, depth int) int {
	first, base := len(s.out), len(s.members)
	end := s.fields(at, depth)
	if end < 0 || len(s.members) != base+2 {
		return -1
	}
	for _, m := range s.members[base:] {
		switch string(m.key) {
		case "seq":
			s.headSeq = s.text(m)
		case "hash":
			s.headHash = s.text(m)
		}
	}
	s.out, s.members = s.out[:first], s.members[:base]
	return end
}

// headed reports whether head names the last event.
func (s *sealing) headed() bool { return s.numbered(s.headSeq) && bytes.Equal(s.headHash, s.hash) }

// numbered reports whether a number is that of the event looked at last.
func (s *sealing) numbered(number []byte) bool {
	s.spelled = strconv.AppendInt(s.spelled[:0], int64(s.seq), 10)
	return bytes.Equal(number, s.spelled)
}

// hashes reports whether a quoted hash is that of a form.
func (s *sealing) hashes(form, quoted []byte) bool {
	sum := sha256.Sum256(form)
	s.spelled = append(hex.AppendEncode(append(s.spelled[:0], `"sha256:`...), sum[:]), '"')
	return bytes.Equal(s.spelled, quoted)
}

package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"
)

// ChainHead names the last event of a record, so that events missing at the end are noticed.
type ChainHead struct {
	Seq  int    `json:"seq"`
	Hash string `json:"hash"`
}

// The chain. The hash of an event is SHA-256 over its canonical form, which holds the hash of the event before it (`prev`)
// and, in the last event of a write, the digest of all else in the record (`rest`). So nothing in a record can change
// without a hash that no longer fits. What is rewritten whole fits again: that only a hash kept elsewhere can tell.
//
// The canonical form of a JSON value has no white space outside strings; objects have their keys in byte order; strings
// are escaped as little as JSON allows, except for U+2028 and U+2029; numbers, true, false and null stand as they are.

// hashOf gives the hash of a canonical form as the record spells it.
func hashOf(canonical []byte) string {
	sum := sha256.Sum256(canonical)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// canonical appends the canonical form of t, leaving out some keys of the outermost object.
func (t *tree) canonical(out []byte, without ...string) []byte {
	if t.below == nil {
		return append(out, t.scalar...)
	}
	keys, open, shut := t.keys, byte('{'), byte('}')
	if t.array {
		open, shut = '[', ']'
	} else {
		keys = slices.Sorted(slices.Values(keys))
	}
	out = append(out, open)
	first := true
	for _, key := range keys {
		if slices.Contains(without, key) {
			continue
		}
		if !first {
			out = append(out, ',')
		}
		first = false
		if !t.array {
			name, _ := marshal(key)
			out = append(append(out, bytes.TrimSpace(name)...), ':')
		}
		out = t.below[key].canonical(out)
	}
	return append(out, shut)
}

// eventHash is the hash of an event.
func eventHash(event *tree) string { return hashOf(event.canonical(nil, "hash")) }

// restHash is the digest of all of a record but its events and head.
func restHash(record *tree) string { return hashOf(record.canonical(nil, "events", "head")) }

// seal gives the events that were added since the record was read or made their place in the chain, and names the last
// one. What was read is never sealed again: that would hide what was done to it. now is how the record is spelled; nil: that is not known.
func (r *Record) seal(now *written) error {
	if r.sealed == len(r.Events) {
		return nil
	}
	rest, err := r.restDigest(now)
	if err != nil {
		return err
	}
	r.ownEvents() // others may have the events that are new
	last := len(r.Events) - 1
	r.Events[last].Rest = rest
	for i := r.sealed; i <= last; i++ {
		if i > 0 {
			r.Events[i].Prev = r.Events[i-1].Hash
		}
		data, err := marshal(r.Events[i])
		if err != nil {
			return err
		}
		if r.Events[i].Hash, err = hashWithout(data, "hash"); err != nil {
			return err
		}
	}
	r.Head, r.sealed = &ChainHead{Seq: r.Events[last].Seq, Hash: r.Events[last].Hash}, len(r.Events)
	return nil
}

// restDigest is the digest of all of the record but its events and head. What it costs does not grow with the events.
func (r *Record) restDigest(now *written) (string, error) {
	if now != nil {
		few, err := r.few()
		if err != nil {
			return "", err
		}
		if rest := now.rest(few); rest != "" {
			return rest, nil
		}
	}
	c := *r
	c.Events, c.Head = nil, nil
	data, err := c.compact()
	if err != nil {
		return "", err
	}
	return hashWithout(data, "events", "head")
}

// hashWithout is the hash of the canonical form of an object without some of its keys.
func hashWithout(object []byte, keys ...string) (string, error) {
	if hash, usual := canonicalHash(object, keys...); usual {
		return hash, nil
	}
	t, err := parseTree(object)
	if err != nil {
		return "", err
	}
	return hashOf(t.canonical(nil, keys...)), nil
}

// IsEarlierThan reports whether the record is one that another was at some time: the other holds its last event, and with it all
// that came before. So it is if both are the same.
func (r *Record) IsEarlierThan(other *Record) bool {
	return r.Head != nil && slices.ContainsFunc(other.Events, func(e Event) bool { return e.Hash == r.Head.Hash })
}

// tree is the record as JSON, with what was read and is not known.
func (r *Record) tree() (*tree, error) {
	data, err := marshal(r)
	if err != nil {
		return nil, err
	}
	now, err := parseTree(data)
	if err != nil {
		return nil, err
	}
	if unknown := r.unknown(); unknown != nil {
		now.graft(unknown)
	}
	return now, nil
}

// rest is the record as JSON without its events and head. It does not grow with the events.
func (r *Record) rest() (*tree, error) {
	c := *r
	c.Events, c.Head = nil, nil
	t, err := c.tree()
	if err != nil {
		return nil, err
	}
	return t.but("events", "head"), nil
}

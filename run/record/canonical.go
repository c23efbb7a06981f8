package record

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// canonicalizer makes the canonical form (see chain.go) of JSON text that is spelled as rtut spells it. It looks at every
// byte once and makes no tree of the text, since every write and every scan hashes whole records.
type canonicalizer struct {
	data    []byte
	out     []byte   // the form, as far as it is made
	members []member // of the objects that are open, the outermost first
	spare   []byte   // for members that change places
}

// member is a member of an object.
type member struct {
	order            uint64 // of the first bytes of the key
	key              []byte // without quotes and escapes
	from, value, end int    // where it, and its value, stand in out
	at               int    // where its value stands in data
}

// value appends the canonical form of the value that begins at a place, and returns where that ends; -1 where it is not valid, or
// not spelled as rtut does.
func (c *canonicalizer) value(at, depth int) int {
	if at >= len(c.data) {
		return -1
	}
	var end int
	switch c.data[at] {
	case '{':
		return c.object(at, depth)
	case '[':
		return c.list(at, depth)
	case '"':
		end = spelledEnd(c.data, at)
	default:
		end = valueEnd(c.data, at, depth)
	}
	if end < 0 {
		return -1
	}
	c.out = append(c.out, c.data[at:end]...)
	return end
}

// list is value for a list.
func (c *canonicalizer) list(at, depth int) int {
	first := len(c.out) + 1
	c.out = append(c.out, '[')
	end := eachItem(c.data, at, depth, func(at, depth int) int {
		if len(c.out) > first {
			c.out = append(c.out, ',')
		}
		return c.value(at, depth)
	})
	c.out = append(c.out, ']')
	return end
}

// object is value for an object.
func (c *canonicalizer) object(at, depth int) int {
	first, base := len(c.out), len(c.members)
	end := c.fields(at, depth)
	if end < 0 || !c.sort(first, base) {
		return -1
	}
	return end
}

// fields appends the members of an object in the order of the text, and leaves them on the stack for sort.
func (c *canonicalizer) fields(at, depth int) int {
	if depth++; depth > maxDepth {
		return -1
	}
	at = blanks(c.data, at+1)
	if at < len(c.data) && c.data[at] == '}' {
		return at + 1
	}
	for at < len(c.data) && c.data[at] == '"' {
		keyEnd := spelledEnd(c.data, at)
		if keyEnd < 0 {
			return -1
		}
		colon := blanks(c.data, keyEnd)
		if colon >= len(c.data) || c.data[colon] != ':' {
			return -1
		}
		end := c.field(c.data[at:keyEnd], blanks(c.data, colon+1), depth)
		if end < 0 {
			return -1
		}
		var last bool
		if at, last = next(c.data, end, '}'); last {
			return at
		}
	}
	return -1
}

// field appends the member with a quoted key whose value begins at a place.
func (c *canonicalizer) field(key []byte, at, depth int) int {
	m := member{key: key[1 : len(key)-1], from: len(c.out), at: at}
	if bytes.IndexByte(m.key, '\\') >= 0 {
		m.key = []byte(unquoted(key))
	}
	m.order = firstBytes(m.key)
	c.out = append(append(c.out, key...), ':')
	m.value = len(c.out)
	end := c.value(at, depth)
	m.end = len(c.out)
	c.members = append(c.members, m)
	return end
}

// sort makes an object of the members that stand in out from first on, and are on the stack from base on, leaving out those that are
// named. It is false where a key is there twice.
func (c *canonicalizer) sort(first, base int, without ...string) bool {
	members := c.members[base:]
	c.members = c.members[:base]
	for i := 1; i < len(members); i++ {
		for j := i; j > 0 && members[j].before(&members[j-1]); j-- {
			members[j], members[j-1] = members[j-1], members[j]
		}
	}
	c.spare = append(c.spare[:0], c.out[first:]...)
	out := append(c.out[:first], '{')
	for i := range members {
		m := &members[i]
		if i > 0 && !members[i-1].before(m) {
			return false
		}
		if slices.Contains(without, string(m.key)) {
			continue
		}
		if len(out) > first+1 {
			out = append(out, ',')
		}
		out = append(out, c.spare[m.from-first:m.end-first]...)
	}
	c.out = append(out, '}')
	return true
}

// text is the value of a member as it stands in data, where that is neither an object nor a list.
func (c *canonicalizer) text(m member) []byte { return c.data[m.at : m.at+m.end-m.value] }

// before reports whether the key of a member comes before that of another.
func (m *member) before(other *member) bool {
	if m.order != other.order {
		return m.order < other.order
	}
	return bytes.Compare(m.key, other.key) < 0
}

// firstBytes are the first eight bytes of a key as a number that has their order.
func firstBytes(key []byte) uint64 {
	if len(key) >= 8 {
		return binary.BigEndian.Uint64(key)
	}
	var first uint64
	for i, b := range key {
		first |= uint64(b) << (56 - 8*i)
	}
	return first
}

// canonicalHash is the hash of the canonical form of an object without some of its keys; false where that is not spelled as
// rtut does.
func canonicalHash(object []byte, without ...string) (string, bool) {
	c := canonicalizer{data: object}
	at := blanks(object, 0)
	if at >= len(object) || object[at] != '{' || c.fields(at, 0) < 0 || !c.sort(0, 0, without...) {
		return "", false
	}
	return hashOf(c.out), true
}

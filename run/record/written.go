package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// written is how a record was spelled when it was encoded last. A write changes an item or two and adds some events; all else is copied
// from here, so that it costs what has changed, and not what there is, except for copying and hashing. Nothing in it is changed once it is
// there: a record and those that are made of it share it.
type written struct {
	groups [len(groupKeys)]group
	events []byte // as they stand in the file, without the brackets of the list
	n      int    // how many they are
}

// groupKeys are the fields that grow with the pack.
var groupKeys = [...]string{"items", "steps", "gates", "datapoints"}

// group is a field that holds many members, in the order of their keys.
type group []memberText

// memberText is how a member is spelled.
type memberText struct {
	id   string
	of   any    // what it is the spelling of: a text, or a pointer to what is replaced where it changes
	text []byte // key and value, as they stand in the file
	form []byte // key and value in the canonical form
}

// fewFields is a record without what grows with the pack or with the run.
type fewFields struct {
	*Record
	Items      *struct{} `json:"items,omitempty"`
	Steps      *struct{} `json:"steps,omitempty"`
	Gates      *struct{} `json:"gates,omitempty"`
	Datapoints *struct{} `json:"datapoints,omitempty"`
	Events     *struct{} `json:"events,omitempty"`
	Head       *struct{} `json:"head,omitempty"`
}

// recordKeys are the keys of a record in the order of its file.
var recordKeys = sync.OnceValue(func() (keys []string) {
	for field := range reflect.TypeFor[Record]().Fields() {
		if key, _, _ := strings.Cut(field.Tag.Get("json"), ","); key != "" {
			keys = append(keys, key)
		}
	}
	return keys
})

// spell returns how the groups of the record are spelled, given how they were; nil where a text in it is not spelled as rtut does.
func (r *Record) spell(was *written) *written {
	if was == nil {
		was = &written{}
	}
	w := &written{}
	var usual [len(groupKeys)]bool
	w.groups[0], usual[0] = spellGroup(r.Items, was.groups[0])
	w.groups[1], usual[1] = spellGroup(r.Steps, was.groups[1])
	w.groups[2], usual[2] = spellGroup(r.Gates, was.groups[2])
	w.groups[3], usual[3] = spellGroup(r.Datapoints, was.groups[3])
	if slices.Contains(usual[:], false) {
		return nil
	}
	return w
}

// spellGroup spells those members of a group that are not what they were.
func spellGroup[V comparable](members map[string]V, was group) (group, bool) {
	if now, usual, same := spellChanged(members, was); same {
		return now, usual
	}
	now := make(group, 0, len(members))
	for _, id := range slices.Sorted(maps.Keys(members)) {
		m, usual := spellMember(id, members[id])
		if !usual {
			return nil, false
		}
		now = append(now, m)
	}
	return now, true
}

// spellChanged is spellGroup of a group that has the keys that it had, which same reports.
func spellChanged[V comparable](members map[string]V, was group) (now group, usual, same bool) {
	if len(was) != len(members) {
		return nil, false, false
	}
	now = was
	for i := range was {
		v, still := members[was[i].id]
		switch {
		case !still:
			return nil, false, false
		case was[i].of == any(v):
			continue
		case &now[0] == &was[0]:
			now = slices.Clone(was) // others share it
		}
		if now[i], usual = spellMember(was[i].id, v); !usual {
			return nil, false, true
		}
	}
	return now, true, true
}

func spellMember(id string, of any) (memberText, bool) {
	key, keyErr := marshal(id)
	value, valueErr := marshal(of)
	if keyErr != nil || valueErr != nil {
		return memberText{}, false
	}
	key, value = bytes.TrimSpace(key), bytes.TrimSpace(value)
	c := canonicalizer{data: value, out: append(slices.Clone(key), ':')}
	if spelledEnd(key, 0) < 0 || c.value(0, 1) < 0 {
		return memberText{}, false
	}
	return memberText{id, of, indentAt(append(slices.Clone(key), ':', ' '), value, 2), c.out}, true
}

// few is the compact JSON of the fields that do not grow.
func (r *Record) few() ([]byte, error) {
	data, err := marshal(fewFields{Record: r})
	return bytes.TrimSpace(data), err
}

// rests keeps the buffers of a digest for the next one.
var rests = sync.Pool{New: func() any { return new(canonicalizer) }}

// rest is the digest of all of a record but its events and head, of which few has the other fields; "" where a text in it is not
// spelled as rtut does.
func (w *written) rest(few []byte) string {
	c := rests.Get().(*canonicalizer)
	defer rests.Put(c)
	*c = canonicalizer{data: few, out: c.out[:0], members: c.members[:0], spare: c.spare[:0]}
	if c.fields(0, 0) < 0 {
		return ""
	}
	for i, key := range groupKeys {
		if g := w.groups[i]; len(g) > 0 || key == "steps" {
			c.group(key, g)
		}
	}
	if !c.sort(0, 0) {
		return ""
	}
	sum := sha256.Sum256(c.out)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// group appends a group as a member.
func (c *canonicalizer) group(key string, g group) {
	m := member{key: []byte(key), from: len(c.out), order: firstBytes([]byte(key))}
	c.out = append(append(append(c.out, '"'), key...), '"', ':')
	m.value = len(c.out)
	c.out = append(c.out, '{')
	for i := range g {
		if i > 0 {
			c.out = append(c.out, ',')
		}
		c.out = append(c.out, g[i].form...)
	}
	c.out = append(c.out, '}')
	m.end = len(c.out)
	c.members = append(c.members, m)
}

// file is the text of a record whose events are in their places in the chain. was is how the record was spelled that it was made of.
func (w *written) file(r *Record, few []byte, was *written) ([]byte, error) {
	head, err := marshal(r.Head)
	if err != nil {
		return nil, err
	}
	fields := map[string][]byte{"head": bytes.TrimSpace(head)}
	if r.Head == nil {
		delete(fields, "head")
	}
	eachField(few, 0, 0, func(key []byte, at, depth int) int {
		end := valueEnd(few, at, depth)
		fields[string(key[1:len(key)-1])] = few[at:end]
		return end
	})
	if was == nil || was.n > len(r.Events) {
		was = &written{}
	}
	out := make([]byte, 0, len(was.events)+w.size()+2*len(few)+len(r.Events[was.n:])*usualEvent)
	for _, key := range recordKeys() {
		if key == "events" {
			if out, err = w.addEvents(out, r.Events, was); err != nil {
				return nil, err
			}
			continue
		}
		out = w.field(out, key, fields[key])
	}
	return append(out, "\n}\n"...), nil
}

// usualEvent is how many bytes an event has in a file, or a few more.
const usualEvent = 1024

// size is about how long the text of the groups is.
func (w *written) size() int {
	n := 0
	for _, g := range w.groups {
		for i := range g {
			n += len(g[i].text) + len(",\n    ")
		}
	}
	return n
}

// field appends a field to the text of a file, if it is there.
func (w *written) field(out []byte, key string, value []byte) []byte {
	which := slices.Index(groupKeys[:], key)
	if value == nil && (which < 0 || len(w.groups[which]) == 0 && key != "steps") {
		return out
	}
	out = fieldKey(out, key)
	switch {
	case which >= 0 && len(w.groups[which]) == 0:
		return append(out, "{}"...)
	case which < 0:
		return indentAt(out, value, 1)
	}
	separator := "{\n    "
	for i := range w.groups[which] {
		out = append(append(out, separator...), w.groups[which][i].text...)
		separator = ",\n    "
	}
	return append(out, "\n  }"...)
}

// fieldKey appends what stands before the value of a field.
func fieldKey(out []byte, key string) []byte {
	separator := byte(',')
	if len(out) == 0 {
		separator = '{'
	}
	return append(append(append(append(out, separator), "\n  \""...), key...), `": `...)
}

// addEvents appends the events, of which those that are not new are spelled already.
func (w *written) addEvents(out []byte, events []Event, was *written) ([]byte, error) {
	out = append(fieldKey(out, "events"), '[')
	from := len(out)
	out = append(out, was.events...)
	for i := was.n; i < len(events); i++ {
		data, err := marshal(&events[i])
		if err != nil {
			return nil, err
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = indentAt(append(out, "\n    "...), bytes.TrimSpace(data), 2)
	}
	w.events, w.n = out[from:len(out):len(out)], len(events)
	return append(out, "\n  ]"...), nil
}

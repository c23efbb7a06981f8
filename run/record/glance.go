package record

import (
	"bytes"
	"encoding/json"
	"slices"
	"unicode/utf8"
)

// glance reads the summary of a record in one pass and without a decoder; false for one that is in any way unusual: not
// valid, with a key twice or in another spelling, with items out of order, with a value of another type, with something
// missing or unknown.
func glance(data []byte) (Summary, bool) {
	g := glancer{data: data}
	return g.glance()
}

func (g *glancer) glance() (Summary, bool) {
	data := g.data
	at := blanks(data, 0)
	if at >= len(data) || data[at] != '{' {
		return Summary{}, false
	}
	end := eachField(data, at, 0, g.field)
	if end < 0 || blanks(data, end) != len(data) || g.head.Schema != V01 && g.head.Schema != V02 || g.head.lacks() != nil {
		return Summary{}, false
	}
	s := g.head.Summary()
	s.Progress = g.progress
	s.StoppedByGate = !g.spoiled && judgedByRules(g.failedGates, g.head.Deviations)
	spotless := s.Clean && !g.stained
	nobody := spotless && tellsOfNobody(data)
	s.Clean, s.ByNobody = spotless && !nobody, nobody
	return s, true
}

// glancer is a glance that goes on. Its head has all but the items.
type glancer struct {
	data        []byte
	head        Head
	seen        uint32 // which of headNames
	stained     bool   // an item is in a state that no clean success has
	spoiled     bool   // something else than a gate failed, or was pushed through
	failedGates []string
	events      span // where they stand; not looked into
	progress    Progress
	followed    [][]byte // the quoted ids of the items that the pack still has, in their order
	counted     bool     // progress has been begun: what follows of followed would come too late
}

// span is where a value stands in a text.
type span struct{ from, to int }

// The methods that read a value say where it ends, or this.
const unusual = -1

// field reads a field of the record.
func (g *glancer) field(key []byte, at, depth int) int {
	name := plainKey(key)
	which := slices.IndexFunc(headNames, func(n string) bool { return n == string(name) })
	switch {
	case name == nil || which >= 0 && g.seen&(1<<which) != 0:
		return unusual
	case which < 0:
		end := valueEnd(g.data, at, depth)
		if string(name) == "events" {
			g.events = span{at, end}
		}
		return end
	}
	g.seen |= 1 << which
	switch h := &g.head; headNames[which] {
	case "schema":
		return text(g.data, at, &h.Schema)
	case "run_id":
		return text(g.data, at, &h.RunID)
	case "pack_id":
		return text(g.data, at, &h.PackID)
	case "pack_path":
		return text(g.data, at, &h.PackPath)
	case "pack_digest":
		return text(g.data, at, &h.PackDigest)
	case "operator":
		return text(g.data, at, &h.Operator)
	case "exercise_status":
		return text(g.data, at, &h.ExerciseWrite)
	case "mode":
		return text(g.data, at, &h.Mode)
	case "created_at":
		return moment(g.data, at, &h.CreatedAt)
	case "updated_at":
		return moment(g.data, at, &h.UpdatedAt)
	case "finished_at":
		return orNull(g.data, at, &h.FinishedAt, moment)
	case "outcome":
		return orNull(g.data, at, &h.Outcome, text)
	}
	return g.nested(headNames[which], at, depth)
}

// nested is field of those that hold more than one value.
func (g *glancer) nested(name string, at, depth int) int {
	switch name {
	case "context":
		return g.object(at, depth, g.context)
	case "feedback":
		return g.list(at, depth, g.feedback)
	case "items":
		return g.object(at, depth, g.follow)
	case "steps":
		return g.items(at, depth, stepStates)
	case "gates":
		return g.items(at, depth, gateStates)
	case "datapoints":
		return g.items(at, depth, datapointStates)
	}
	end := valueEnd(g.data, at, depth) // deviations, of which most records have none
	if end < 0 || json.Unmarshal(g.data[at:end], &g.head.Deviations) != nil {
		return unusual
	}
	return end
}

// plainKey gives a key without its quotes; nil where encoding/json might take it for another one.
func plainKey(key []byte) []byte {
	key = key[1 : len(key)-1]
	for _, c := range key {
		if c == '\\' || c >= utf8.RuneSelf || c >= 'A' && c <= 'Z' {
			return nil
		}
	}
	return key
}

// object reads an object.
func (g *glancer) object(at, depth int, read func(key []byte, at, depth int) int) int {
	if at >= len(g.data) || g.data[at] != '{' {
		return unusual
	}
	return eachField(g.data, at, depth, read)
}

// list reads a list of objects.
func (g *glancer) list(at, depth int, read func(at, depth int) int) int {
	if at >= len(g.data) || g.data[at] != '[' {
		return unusual
	}
	return eachItem(g.data, at, depth, read)
}

// plainText gives a string without escapes and its quotes, and where it ends.
func plainText(data []byte, at int) (inner []byte, end int) {
	if at >= len(data) || data[at] != '"' {
		return nil, unusual
	}
	if end = stringEnd(data, at); end < 0 {
		return nil, unusual
	}
	inner = data[at+1 : end-1]
	if bytes.IndexByte(inner, '\\') >= 0 || !utf8.Valid(inner) {
		return nil, unusual
	}
	return inner, end
}

// text reads a string without escapes.
func text[T ~string](data []byte, at int, into *T) int {
	inner, end := plainText(data, at)
	*into = T(inner)
	return end
}

// moment reads a time.
func moment(data []byte, at int, into *Time) int {
	if at >= len(data) || data[at] != '"' {
		return unusual
	}
	end := stringEnd(data, at)
	if end < 0 || into.UnmarshalJSON(data[at:end]) != nil {
		return unusual
	}
	return end
}

// orNull reads what may be missing.
func orNull[T any](data []byte, at int, into **T, read func([]byte, int, *T) int) int {
	if end := valueEnd(data, at, 0); end == at+len("null") && data[at] == 'n' {
		return end
	}
	*into = new(T)
	return read(data, at, *into)
}

// context reads a field of the context.
func (g *glancer) context(key []byte, at, depth int) int {
	switch name, c := plainKey(key), &g.head.Context; {
	case name == nil:
		return unusual
	case string(name) == "project":
		return text(g.data, at, &c.Project)
	case string(name) == "target":
		return text(g.data, at, &c.Target)
	case string(name) == "environment":
		return text(g.data, at, &c.Environment)
	}
	return valueEnd(g.data, at, depth)
}

// feedback reads one feedback, without its words.
func (g *glancer) feedback(at, depth int) int {
	var f Feedback
	end := g.object(at, depth, func(key []byte, at, _ int) int {
		switch name := plainKey(key); {
		case name == nil:
			return unusual
		case string(name) == "rating":
			return text(g.data, at, &f.Rating)
		case string(name) == "at":
			return moment(g.data, at, &f.At)
		case at < len(g.data) && g.data[at] == '"':
			return stringEnd(g.data, at)
		}
		return unusual
	})
	g.head.Feedback = append(g.head.Feedback, f)
	return end
}

// follow reads one of the items that the pack still has, whose ids must ascend.
func (g *glancer) follow(id []byte, at, _ int) int {
	var last []byte
	if n := len(g.followed); n > 0 {
		last = g.followed[n-1]
	}
	if g.counted || !ascends(last, id) {
		return unusual
	}
	g.followed = append(g.followed, id)
	_, end := plainText(g.data, at)
	return end
}

// ascends reports whether a quoted id comes behind another, and is spelled without escapes.
func ascends(last, id []byte) bool {
	return bytes.Compare(last, id) < 0 && bytes.IndexByte(id, '\\') < 0 && utf8.Valid(id)
}

// items looks at the states of a kind of items, whose ids must ascend: then none is there twice.
func (g *glancer) items(at, depth int, known map[State]bool) int {
	g.counted = true
	var last []byte
	followed, isDatapoint := g.followed, known[Set]
	return g.object(at, depth, func(id []byte, at, depth int) int {
		if !ascends(last, id) {
			return unusual
		}
		last = id
		for len(followed) > 0 && bytes.Compare(followed[0], id) < 0 {
			followed = followed[1:]
		}
		follows := len(g.followed) == 0 || len(followed) > 0 && bytes.Equal(followed[0], id)
		return g.item(id, at, depth, known, follows && !isDatapoint)
	})
}

// item looks at the state of one item, which may count for the progress.
func (g *glancer) item(id []byte, at, depth int, known map[State]bool, counts bool) int {
	var state []byte
	end := g.object(at, depth, func(key []byte, at, depth int) int {
		switch name := plainKey(key); {
		case name == nil || state != nil && string(name) == "state":
			return unusual
		case string(name) == "state":
			state, at = plainText(g.data, at)
			return at
		}
		return valueEnd(g.data, at, depth)
	})
	switch isGate := known[Passed]; State(state) { // only a gate passes
	case Pushed:
		g.stained, g.spoiled = true, true
	case Skipped, Waived:
		g.stained = true
	case Failed:
		if g.spoiled = g.spoiled || !isGate; isGate {
			g.failedGates = append(g.failedGates, string(id[1:len(id)-1]))
		}
	}
	if !known[State(state)] {
		return unusual
	}
	if counts {
		g.progress.count(State(state))
	}
	return end
}

package run

import (
	"slices"

	"rtut/flow"
	"rtut/pack"
	"rtut/run/record"
)

// validity says for every item of a run whether what was said of it still stands. It is the one rule by which anything is
// decided that rests on what was proved before; docs/run-spec.md tells it under "When a verdict holds".
//
// An item is current while nothing has changed that its own proof rests on. It holds while it is current and everything
// upstream is finished and current. Both are judged by the log alone, and the pack's files; no clock is read.
type validity struct {
	pack *pack.Pack
	rec  *record.Record
	past *past
	topo *flow.Topology

	causes  [][]record.Cause // by node: why an item is out of date; nil: it is not
	wrong   []int            // by node: when an unfinished item last moved, or a finished one went out of date; else right
	work    []int            // by node: the node upstream of it that worked last; -1 for none
	carried [][]fault        // by node: what is wrong upstream of it
	covers  []uint64         // by node: the overrides that speak for it

	firstWork []int                     // see workBegan; nil until it is asked for
	upstreams map[int][]bool            // see upstream
	met       map[uint64]*flow.Progress // by overrides: what is waited for
}

// right is the place of an item with which nothing is wrong.
const right = -1

// fault is something wrong upstream of an item: the item that it comes from, and the overrides that named it.
type fault struct {
	node  int
	named uint64
}

// afterAll is the place of what the log does not tell: it is behind every event.
const afterAll = 1 << 60

// judgeValidity judges a run by the pack as it is now, its files included.
func judgeValidity(p *pack.Pack, rec *record.Record) *validity {
	return judgeByPast(p, rec, pastOf(p, rec))
}

// judgeByPast is judgeValidity for who has read the log.
func judgeByPast(p *pack.Pack, rec *record.Record, h *past) *validity {
	topo := p.Graph().Topology()
	n := len(topo.Items)
	v := &validity{
		pack: p, rec: rec, past: h, topo: topo, causes: make([][]record.Cause, n), wrong: make([]int, n), work: make([]int, n),
		carried: make([][]fault, n), covers: make([]uint64, n), met: map[uint64]*flow.Progress{},
	}
	for _, n := range topo.Order {
		v.judge(n)
	}
	v.override()
	for _, n := range topo.Order {
		v.carry(n)
	}
	return v
}

// judge finds the youngest work upstream of a node and, of an item, what is wrong with it.
func (v *validity) judge(n int) {
	v.work[n], v.wrong[n] = -1, right
	for _, link := range v.topo.Waits[n] {
		if v.rests(n, link) {
			v.youngest(n, v.work[link.To])
			v.youngest(n, link.To)
		}
	}
	id := v.topo.Items[n]
	if id == "" {
		return
	}
	if !v.rec.State(id).Finished() {
		v.wrong[n] = v.past.item(id).moved
		if v.claims(id) {
			v.causes[n] = v.outOfDate(id, n)
		}
		return
	}
	if !v.claims(id) {
		return
	}
	v.causes[n] = v.outOfDate(id, n)
	for _, c := range v.causes[n] {
		v.wrong[n] = max(v.wrong[n], c.Place)
	}
}

// youngest keeps the later work of two nodes as that of n.
func (v *validity) youngest(n, other int) {
	if other >= 0 && v.workOf(other) > 0 && (v.work[n] < 0 || v.workOf(other) > v.workOf(v.work[n])) {
		v.work[n] = other
	}
}

func (v *validity) workOf(n int) int {
	if it := v.past.items[v.topo.Items[n]]; it != nil && v.topo.Items[n] != "" {
		return it.work
	}
	return 0
}

// claims reports whether an item says something that can go out of date: a step that is done, a gate that has passed, and a
// running step whose verification has passed. What was skipped, waived or pushed says nothing.
func (v *validity) claims(id string) bool {
	switch v.rec.State(id) {
	case record.Done, record.Passed:
		return true
	case record.Running:
		s := v.rec.Steps[id]
		return s.Verification != nil && s.Verification.Passed
	}
	return false
}

// rests reports whether what a node waits for by a link is upstream of it. The producer of a value does where the value
// that was read, or would be read now, came from it.
func (v *validity) rests(n int, link flow.Link) bool {
	if link.Via == "" {
		return true
	}
	id, producer := v.topo.Items[n], v.topo.Items[link.To]
	if v.claims(id) {
		if read, was := v.past.item(id).reads[link.Via]; was {
			return read.from == producer
		}
	}
	value := v.past.values[link.Via]
	return value != nil && value.now.from == producer
}

// override notes for whom the overrides of the run speak: what was wrong when one was given no longer counts for the item
// that it was given for, and for what is downstream of that.
func (v *validity) override() {
	given := v.past.overrides
	if extra := len(given) - 64; extra > 0 {
		given = given[extra:] // an older one no longer speaks, which bars and never opens
	}
	for i, o := range given {
		n, known := v.topo.Number[o.item]
		if !known {
			continue
		}
		mark := uint64(1) << i
		for at, is := range v.reach(n, v.topo.Waiters, false) {
			if is && (at != n || v.rec.State(o.item) != record.Todo && v.rec.State(o.item) != record.Open) {
				v.covers[at] |= mark
			}
		}
	}
	v.past.overrides = given
}

// named returns the overrides that named what is wrong with a node.
func (v *validity) named(n int) uint64 {
	var marks uint64
	for i, o := range v.past.overrides {
		if at, known := v.topo.Number[o.item]; known && v.wrong[n] <= o.place && at != n && v.upstream(at)[n] {
			marks |= 1 << i
		}
	}
	return marks
}

// upstream returns which nodes are upstream of one.
func (v *validity) upstream(n int) []bool {
	if v.upstreams == nil {
		v.upstreams = map[int][]bool{}
	}
	if v.upstreams[n] == nil {
		v.upstreams[n] = v.reach(n, v.topo.Waits, true)
	}
	return v.upstreams[n]
}

// reach returns which nodes are reached from one, itself included, along what they wait for, or against it.
func (v *validity) reach(from int, links [][]flow.Link, up bool) []bool {
	reached := make([]bool, len(links))
	reached[from] = true
	stack := []int{from}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, link := range links[n] {
			rests := up && v.rests(n, link) || !up && v.rests(link.To, flow.Link{To: n, Via: link.Via})
			if rests && !reached[link.To] {
				reached[link.To] = true
				stack = append(stack, link.To)
			}
		}
	}
	return reached
}

// carry gathers what is wrong upstream of a node, of several faults that the same overrides named the first.
func (v *validity) carry(n int) {
	for _, link := range v.topo.Waits[n] {
		if !v.rests(n, link) {
			continue
		}
		for _, f := range v.carried[link.To] {
			v.carried[n] = addFault(v.carried[n], f)
		}
		if v.wrong[link.To] != right {
			v.carried[n] = addFault(v.carried[n], fault{link.To, v.named(link.To)})
		}
	}
}

func addFault(faults []fault, f fault) []fault {
	if slices.ContainsFunc(faults, func(had fault) bool { return had.named == f.named }) {
		return faults
	}
	return append(slices.Clip(faults), f)
}

// breach returns the item that keeps another one from holding: unfinished or out of date, upstream of it, and named by no
// override that speaks for it. "" where there is none.
func (v *validity) breach(id string) string {
	return v.breachFor(id, id)
}

// breachFor is breach of an item as another one sees it that waits for it.
func (v *validity) breachFor(id, waiting string) string {
	for _, f := range v.carried[v.topo.Number[id]] {
		if f.named&v.covers[v.topo.Number[waiting]] == 0 {
			return v.topo.Items[f.node]
		}
	}
	return ""
}

// spokenFor reports whether an override that speaks for a node was given behind a place, and for what is downstream of
// another node.
func (v *validity) spokenFor(n, other int, since int) bool {
	for i, o := range v.past.overrides {
		if at, known := v.topo.Number[o.item]; known && v.covers[n]&(1<<i) != 0 && o.place > since && v.upstream(at)[other] {
			return true
		}
	}
	return false
}

// meets reports whether an item no longer holds up another one for which some overrides speak.
func (v *validity) meets(id string, covers uint64) bool {
	n := v.topo.Number[id]
	if v.wrong[n] != right && v.named(n)&covers == 0 {
		return false
	}
	for _, f := range v.carried[n] {
		if f.named&covers == 0 {
			return false
		}
	}
	return true
}

// waits returns what an item waits for by the graph.
func (v *validity) waits(id string) []flow.Wait {
	covers := v.covers[v.topo.Number[id]]
	if v.met[covers] == nil {
		v.met[covers] = v.pack.Graph().Progress(func(item string) bool { return v.meets(item, covers) })
	}
	return v.met[covers].Unmet(id)
}

// wrongUpstream lists all that is wrong upstream of an item and that no override named for it, in canonical order.
func (v *validity) wrongUpstream(id string) []string {
	n := v.topo.Number[id]
	if v.breach(id) == "" {
		return nil
	}
	var all []string
	up := v.upstream(n)
	for _, item := range v.pack.Graph().Items() {
		at := v.topo.Number[item]
		if at != n && up[at] && v.wrong[at] != right && v.named(at)&v.covers[n] == 0 {
			all = append(all, item)
		}
	}
	return all
}

// own returns why an item is out of date by itself; nil where it is current, or claims nothing.
func (v *validity) own(id string) []record.Cause { return v.causes[v.topo.Number[id]] }

// because returns why an item is out of date or, where it is not, what it rests on that is wrong; nil where it holds.
func (v *validity) because(id string) []record.Cause {
	if own := v.own(id); len(own) > 0 {
		return own
	}
	if root := v.breach(id); root != "" && v.claims(id) {
		return []record.Cause{{Code: record.CauseUpstream, On: root, Text: "it rests on " + root + ", which " + v.state(root)}}
	}
	return nil
}

// outOfDateItems lists the finished items that are out of date and that no override has named since, in canonical order.
func (v *validity) outOfDateItems() []string {
	var all []string
	for _, id := range v.pack.Graph().Items() {
		if n := v.topo.Number[id]; v.rec.State(id).Finished() && v.wrong[n] != right && v.named(n) == 0 {
			all = append(all, id)
		}
	}
	return all
}

// outOfDateWords says of each item why it is out of date.
func (v *validity) outOfDateWords(items []string) []string {
	var words []string
	for _, id := range items {
		words = append(words, id+" "+v.state(id))
	}
	return words
}

// state says what is wrong with an item: "has failed", "is out of date: ...".
func (v *validity) state(id string) string {
	switch state := v.rec.State(id); {
	case state == record.Failed:
		return "has failed"
	case state.Finished():
		if causes := v.causes[v.topo.Number[id]]; len(causes) > 0 {
			return "is out of date: " + causes[0].Text
		}
		return "is " + string(state)
	case state == record.Running:
		return "is running"
	default:
		return "is " + string(state)
	}
}

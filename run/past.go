package run

import (
	"maps"
	"slices"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/record"
)

// past is what the log says of a run as far as verdicts rest on it. Where something stands in it is the number of its event, 0
// for nowhere: what happened later has the greater one, whatever the clock said.
type past struct {
	items     map[string]*itemPast
	room      []itemPast // for more of items, made some at a time
	values    map[string]*valuePast
	overrides []overrideGiven
	files     []map[string]string // digests of the watched files, as they were one after the other
	filesAt   []int               // when each was first seen
	watched   map[string]string   // as they were at the beginning; nil: not known
}

// itemPast is what the log says of a step or gate.
type itemPast struct {
	alternative string
	attempt     int // where its present attempt began: the start of a step; where a gate was opened again
	verified    int // its latest passing verification of the present attempt; 0: none
	failing     int // a later verification that did not pass; 0: none
	begun       int // later commands that have no result; 0: none
	finished    int // when it entered the state in which it is finished; 0: it is not
	moved       int // when it last went from one state to another; 0: never
	work        int // its latest start, redo or rollback, unless it only reads
	workVerb    record.Verb
	altered     int                // an accepted change of the pack that altered what it does or how that is judged
	reads       map[string]reading // at verified
	clocks      map[string]int     // at verified: when each item that an elapsed check counts from had finished
	files       int                // of past.files, how many there were when what verified it began
	seen        int                // the same of the commands that were begun last
	begunOn     map[string]reading // the values as of reads, when they were
}

// reading is a value as an item read it.
type reading struct {
	value value.Value
	from  string // the item that had produced it; "" where it was typed or there from the beginning
}

// valuePast is what the log says of a datapoint.
type valuePast struct {
	now     reading
	at      record.Time
	set     int // when it was last measured or given; 0: at the beginning
	changes []change
	after   *record.Time // the earliest moment that an event behind set is dated; nil: there is none
}

// change is one time that a datapoint was given, lost or measured.
type change struct {
	place int
	at    record.Time
	value value.Value
	from  string // as of reading
	cause string // the item whose action it was; "" for none
}

// overrideGiven is one override of an item.
type overrideGiven struct {
	item  string
	place int
}

// pastOf reads the log of a run once, by the pack as it is now.
func pastOf(p *pack.Pack, rec *record.Record) *past {
	h := newPast()
	for i := range rec.Events {
		h.take(p, &rec.Events[i], i+1)
	}
	h.dates(rec)
	return h
}

func newPast() *past { return &past{items: map[string]*itemPast{}, values: map[string]*valuePast{}} }

// item returns what is known of an item.
func (h *past) item(id string) *itemPast {
	it := h.items[id]
	if it == nil {
		if len(h.room) == 0 {
			h.room = make([]itemPast, 64)
		}
		it, h.room = &h.room[0], h.room[1:]
		h.items[id] = it
	}
	return it
}

// take reads one event.
func (h *past) take(p *pack.Pack, e *record.Event, at int) {
	d := &e.Detail
	if d.New != nil && d.New.Files != nil {
		h.watched = d.New.Files
		h.files, h.filesAt = append(h.files, d.New.Files), append(h.filesAt, at)
	}
	if d.Files != nil && len(h.files) > 0 {
		next := maps.Clone(h.files[len(h.files)-1])
		maps.Copy(next, d.Files)
		h.files, h.filesAt = append(h.files, next), append(h.filesAt, at)
	}
	if d.Deviation != nil && d.Deviation.Kind == record.OverrideDeviation && e.Item != "" {
		h.overrides = append(h.overrides, overrideGiven{e.Item, at})
	}
	if e.Item != "" {
		h.takeItem(p, e, at)
	}
	if d.New != nil {
		h.takeValues(d.New.Datapoints, e, 0)
	}
	h.takeValues(d.Datapoints, e, at)
	if d.PackChange != nil {
		h.takePack(d.PackChange, at)
	}
}

// takeItem reads what an event says of its item.
func (h *past) takeItem(p *pack.Pack, e *record.Event, at int) {
	it, d := h.item(e.Item), &e.Detail
	switch e.Action {
	case record.VerbStart:
		*it = itemPast{altered: it.altered, work: it.work, workVerb: it.workVerb}
		it.alternative, it.attempt = d.Alternative, at
		h.worked(p, it, e, at)
	case record.VerbRedo, record.VerbRollback:
		h.worked(p, it, e, at)
	}
	anew := d.Confirmation != nil || d.Execution != nil || d.Executed != nil && it.finished == 0
	if e.From.Finished() && e.To != "" && !e.To.Finished() || anew || e.To == record.Todo || e.Action == record.VerbReopen {
		it.verified, it.failing, it.begun = 0, 0, 0
	}
	if e.To != "" && e.To != e.From {
		if it.moved = at; e.To == record.Open {
			it.attempt = at
		}
		if it.finished = 0; e.To.Finished() {
			it.finished = at
		}
	}
	h.takeVerdict(p, it, e, at)
}

// takeVerdict reads what an event says of the verification of its item.
func (h *past) takeVerdict(p *pack.Pack, it *itemPast, e *record.Event, at int) {
	d := &e.Detail
	switch {
	case d.Intent != nil:
		it.begun, it.seen, it.begunOn = at, len(h.files), h.readings(p, e.Item, it.alternative)
	case d.Verification != nil && d.Verification.Passed, record.PassedAll(d.Results) && (e.To == record.Passed || e.To == ""):
		if it.begun == 0 {
			it.seen = len(h.files)
		}
		it.verified, it.failing, it.begun = at, 0, 0
		it.reads, it.clocks, it.files = h.readings(p, e.Item, it.alternative), h.clocks(p, e.Item), it.seen
	case d.Verification != nil, d.Results != nil:
		it.failing, it.begun = at, 0
	case d.Interrupted != nil:
		it.begun = 0
	}
}

// asBegun reports whether the values that an item reads are those with which its commands began.
func (h *past) asBegun(id string) bool {
	for name, read := range h.item(id).begunOn {
		if h.values[name].now.value != read.value {
			return false
		}
	}
	return true
}

// worked notes work: a start, redo or rollback of a step that does more than read.
func (h *past) worked(p *pack.Pack, it *itemPast, e *record.Event, at int) {
	step := p.Step(e.Item)
	if step == nil {
		return
	}
	effect := step.Effect
	if alt := step.Alternative(it.alternative); alt != nil {
		effect = alt.Effect
	}
	if effect != pack.ReadOnly && it.alternative != pack.NotNeeded {
		it.work, it.workVerb = at, e.Action
	}
}

// readings are the values that the proof of an item rests on, as they are at this place of the log.
func (h *past) readings(p *pack.Pack, id, alternative string) map[string]reading {
	names := p.Reads(id, alternative)
	if len(names) == 0 {
		return nil
	}
	read := make(map[string]reading, len(names))
	for _, name := range names {
		if v := h.values[name]; v != nil {
			read[name] = v.now
		}
	}
	return read
}

// clocks are the places at which the items finished that elapsed checks of a gate count from.
func (h *past) clocks(p *pack.Pack, id string) map[string]int {
	gate := p.Gate(id)
	if gate == nil {
		return nil
	}
	var clocks map[string]int
	for i := range gate.Checks {
		if since := gate.Checks[i].Since; since != "" {
			if clocks == nil {
				clocks = map[string]int{}
			}
			clocks[since] = h.item(since).finished
		}
	}
	return clocks
}

// takeValues reads what an event says of datapoints. That one was confirmed, or no longer is, changes nothing of its value.
func (h *past) takeValues(datapoints map[string]*record.Datapoint, e *record.Event, at int) {
	for id, d := range datapoints {
		v := h.values[id]
		if v == nil {
			v = &valuePast{}
			h.values[id] = v
		}
		if d.At != nil && v.at == *d.At && v.now.value == d.Value && !d.Value.IsZero() {
			continue
		}
		from := ""
		if d.How == record.Produced || d.Given == record.Produced {
			from = e.Item
		}
		v.now, v.set = reading{d.Value, from}, at
		if d.At != nil {
			v.at = *d.At
		}
		v.changes = append(v.changes, change{at, e.At, d.Value, from, e.Item})
	}
}

// takePack notes which items an accepted change of the pack altered. A record of an earlier rtut says only which ones are
// defined differently.
func (h *past) takePack(c *record.PackChange, at int) {
	var altered []string
	switch {
	case c.Altered != nil:
		altered = *c.Altered
	default:
		for id, was := range c.Before {
			if now, still := c.Items[id]; still && now != was {
				altered = append(altered, id)
			}
		}
	}
	for _, id := range altered {
		if it := h.items[id]; it != nil {
			it.altered = at
		}
	}
	for _, id := range c.Unverified {
		if it := h.items[id]; it != nil {
			it.verified, it.failing, it.begun = 0, 0, 0
		}
	}
}

// dates finds for each datapoint the earliest moment that an event behind its last change is dated.
func (h *past) dates(rec *record.Record) {
	if len(h.values) == 0 {
		return
	}
	sets := map[int][]*valuePast{}
	for _, v := range h.values {
		sets[v.set] = append(sets[v.set], v)
	}
	var earliest *record.Time
	for at := len(rec.Events); at >= 0; at-- {
		for _, v := range sets[at] {
			v.after = earliest
		}
		if at > 0 && (earliest == nil || rec.Events[at-1].At.Before(earliest.Time)) {
			earliest = &rec.Events[at-1].At
		}
	}
}

// since returns the changes of a datapoint behind a place.
func (v *valuePast) since(at int) []change {
	i, _ := slices.BinarySearchFunc(v.changes, at+1, func(c change, want int) int { return c.place - want })
	return v.changes[i:]
}

// firstWork returns the place of the first work of each item.
func (h *past) firstWork(p *pack.Pack, rec *record.Record) map[string]int {
	first := map[string]int{}
	for i := range rec.Events {
		e := &rec.Events[i]
		if e.Item == "" || first[e.Item] > 0 || e.Action != record.VerbStart && e.Action != record.VerbRedo && e.Action != record.VerbRollback {
			continue
		}
		it := &itemPast{alternative: e.Detail.Alternative}
		if h.worked(p, it, e, i+1); it.work > 0 {
			first[e.Item] = it.work
		}
	}
	return first
}

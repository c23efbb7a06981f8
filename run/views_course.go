package run

import (
	"slices"

	"rtut/pack"
	"rtut/run/record"
)

// Course tells how a run went: when somebody was at which item, and when an item waited for somebody.
type Course struct {
	Spells      []Spell           // in the order in which they began; waiting that took no time is none
	Recommended map[string]string // by step: the alternative that was recommended when it was started last
}

// Spell is a stretch of time of one item. It was either worked on (a step was running, the commands of a gate were), or
// it waited for a person alone: nothing else held it up, or it had failed.
type Spell struct {
	Item    string
	Working bool
	From    record.Time
	To      *record.Time // nil: it goes on

	// The places of the events with which it began and ended, from 0: they tell how long it took, whatever the clock said. They are
	// -1 where the record has no events, and Until is where it goes on.
	Since, Until int
}

// CourseOf replays the events of a run. Without its pack (nil), what waited for whom is not known, so there is work alone. A
// record that has no events tells of the last attempt at each step.
func CourseOf(p *pack.Pack, rec *record.Record) Course {
	if followed, err := Follow(p, rec); err == nil {
		p = followed
	}
	c := &course{pack: p, rec: record.BeginAgain(rec), past: newPast(), open: map[string]int{}, told: Course{Recommended: map[string]string{}}}
	if len(rec.Events) == 0 {
		c.attempts(rec)
		return c.told
	}
	for i, e := range rec.Events {
		c.place = i
		c.take(e)
	}
	elapsed := Elapsed(rec)
	c.told.Spells = slices.DeleteFunc(c.told.Spells, func(s Spell) bool {
		return !s.Working && s.To != nil && elapsed[s.Since] == elapsed[s.Until]
	})
	return c.told
}

// course is a run that is being replayed.
type course struct {
	pack  *pack.Pack
	rec   *record.Record
	past  *past          // what the log says up to there
	ids   []string       // of the items, see items
	open  map[string]int // by item: the place of the spell that goes on
	told  Course
	place int // of the event that is carried out
}

// take carries out an event, and ends and begins the spells that it ends and begins.
func (c *course) take(e record.Event) {
	if e.Action == record.VerbStart && c.pack != nil && c.pack.Step(e.Item) != nil {
		if alt, _ := recommended(c.rec, c.pack.Step(e.Item)); alt != nil {
			c.told.Recommended[e.Item] = alt.ID
		}
	}
	c.rec.Apply(e)
	if c.pack != nil {
		c.past.take(c.pack, &e, c.place+1)
	}
	if !e.Moves() {
		return
	}
	var ready *readiness
	if c.pack != nil {
		c.past.dates(c.rec)
		ready = &readiness{pack: c.pack, rec: c.rec, now: e.At, validity: judgeByPast(c.pack, c.rec, c.past)}
	}
	if c.ids == nil || e.Detail.New != nil || e.Detail.PackChange != nil {
		c.ids = c.items()
	}
	for _, id := range c.ids {
		c.note(id, e.At, ready)
	}
}

// items are those of the pack in canonical order, and behind them those that it does not have or that are not known for it.
func (c *course) items() []string {
	var ids []string
	if c.pack != nil {
		ids = slices.Clone(c.pack.Graph().Items())
	}
	for _, id := range append(record.SortedKeys(c.rec.Steps), record.SortedKeys(c.rec.Gates)...) {
		if c.pack == nil || c.pack.Item(id) == nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// note ends the spell of an item that something else has taken the place of, and begins that.
func (c *course) note(id string, at record.Time, ready *readiness) {
	is, working := c.spell(id, ready)
	place, was := c.open[id]
	if was && is && c.told.Spells[place].Working == working {
		return
	}
	if was {
		c.told.Spells[place].To, c.told.Spells[place].Until = new(at), c.place
		delete(c.open, id)
	}
	if is {
		c.open[id] = len(c.told.Spells)
		c.told.Spells = append(c.told.Spells, Spell{Item: id, Working: working, From: at, Since: c.place, Until: -1})
	}
}

// spell says whether an item is in a spell as things are, and in which.
func (c *course) spell(id string, ready *readiness) (is, working bool) {
	state := c.rec.State(id)
	switch {
	case c.rec.Finished() || state == "" || state.Finished():
		return false, false
	case state == record.Running || c.rec.Gates[id] != nil && c.rec.Intent(id) != nil:
		return true, true
	case ready == nil || c.pack.Item(id) == nil:
		return false, false
	case c.rec.Steps[id] != nil && state == record.Failed:
		return true, false
	}
	return len(ready.unmet(id)) == 0, false
}

// attempts is the course by what the steps say of themselves.
func (c *course) attempts(rec *record.Record) {
	for _, id := range record.SortedKeys(rec.Steps) {
		s := rec.Steps[id]
		if s.StartedAt == nil {
			continue
		}
		to := s.FinishedAt
		if to == nil {
			to = rec.FinishedAt
		}
		c.told.Spells = append(c.told.Spells, Spell{Item: id, Working: true, From: *s.StartedAt, To: to, Since: -1, Until: -1})
	}
	slices.SortStableFunc(c.told.Spells, func(a, b Spell) int { return a.From.Compare(b.From.Time) })
}

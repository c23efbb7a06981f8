package score

import (
	"cmp"
	"slices"
	"time"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// Times says how long a step took, and how long nobody was at any step before it.
type Times struct {
	Step     string
	Spent    Spread
	Waited   Spread        // from the end of the steps before it (of the first: from the making of the run) to its start
	Expected time.Duration // zero: the pack does not say, or is not known
}

// Spread says how durations are. Median and P90 are values that occurred: half of them, nine in ten, are no longer.
type Spread struct {
	N           int
	Median, P90 time.Duration
}

func spreadOf(durations []time.Duration) Spread {
	if len(durations) == 0 {
		return Spread{}
	}
	slices.Sort(durations)
	rank := func(percent int) time.Duration { return durations[(len(durations)*percent+99)/100-1] }
	return Spread{N: len(durations), Median: rank(50), P90: rank(90)}
}

// span is one attempt at a step.
type span struct {
	step        string
	alternative string
	from        record.Time
	to          *record.Time // nil: it is still running
	done        bool
}

// spans returns the attempts of a run in the order in which they began. A record without events tells of the last ones
// alone.
func spans(rec *record.Record) []span {
	if len(rec.Events) == 0 {
		return lastSpans(rec)
	}
	var all []span
	running, elapsed := map[string]int{}, run.Elapsed(rec)
	for i, e := range rec.Events {
		e.At = record.At(rec.Events[0].At.Add(elapsed[i])) // whatever the clock said: what comes later is no earlier
		at, isRunning := running[e.Item]
		switch {
		case e.To == record.Running && !isRunning:
			running[e.Item] = len(all)
			all = append(all, span{step: e.Item, alternative: e.Detail.Alternative, from: e.At})
		case isRunning && e.To != "" && e.To != record.Running:
			delete(running, e.Item)
			all[at].to, all[at].done = &e.At, e.To == record.Done
		}
	}
	return all
}

// lastSpans is spans by what the steps say of themselves.
func lastSpans(rec *record.Record) []span {
	var all []span
	for id, s := range rec.Steps {
		if s.StartedAt != nil {
			all = append(all, span{id, s.Alternative, *s.StartedAt, s.FinishedAt, s.State == record.Done})
		}
	}
	slices.SortFunc(all, func(a, b span) int { return cmp.Or(a.from.Compare(b.from.Time), cmp.Compare(a.step, b.step)) })
	return all
}

// takeTimes counts how long the steps of a run took, and the waiting between them. A step that was not needed takes no
// time and ends no waiting.
func (s *study) takeTimes(rec *record.Record) {
	free := &rec.CreatedAt // since when nobody is at any step; nil while somebody is, and for good
	for _, a := range spans(rec) {
		if s.taken[a.step] == nil {
			s.taken[a.step] = map[string]int{}
		}
		s.taken[a.step][a.alternative]++
		if a.alternative == pack.NotNeeded {
			continue
		}
		if free != nil && !a.from.Before(free.Time) {
			s.waited[a.step] = append(s.waited[a.step], a.from.Sub(free.Time))
		}
		if a.done && a.to != nil {
			s.spent[a.step] = append(s.spent[a.step], max(0, a.to.Sub(a.from.Time)))
		}
		switch {
		case a.to == nil:
			free = nil
		case free != nil && a.to.After(free.Time):
			free = a.to
		}
	}
}

// times returns what is known of the steps that were done, in the order of the pack, those that it does not have behind.
func (s *study) times(p *pack.Pack) []Times {
	order := itemsOf(p)
	var all []Times
	for id, spent := range s.spent {
		t := Times{Step: id, Spent: spreadOf(spent), Waited: spreadOf(s.waited[id])}
		if p != nil && p.Step(id) != nil {
			t.Expected = p.Step(id).Expected
		}
		all = append(all, t)
	}
	rank := func(t Times) int {
		if at := slices.Index(order, t.Step); at >= 0 {
			return at
		}
		return len(order)
	}
	slices.SortFunc(all, func(a, b Times) int { return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Step, b.Step)) })
	return all
}

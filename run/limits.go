package run

import (
	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/record"
)

// Limits of a pack are never overridden: they are there for the case that nobody looks.

// withinRun refuses what auto-confirm would begin once the time is over that the pack gives it.
func (t *transition) withinRun(item string) error {
	if !t.by.Auto {
		return nil
	}
	if why := overTime(t.pack, t.rec, t.now); why != nil {
		why.Item = item
		return why
	}
	return nil
}

// overTime says that the time is over that the pack gives auto-confirm; nil where it is not.
func overTime(p *pack.Pack, rec *record.Record, now record.Time) *Refusal {
	if limit := p.Limits.Run; limit > 0 && now.Since(rec.CreatedAt) > limit {
		return refuse(LimitReached, "", "the run began more than %s ago (limits.run), and auto-confirm begins nothing after that", value.ShortDuration(limit)).
			with("Take the run over: mode manual")
	}
	return nil
}

// mayRun refuses the start of one more step: so many are running, or have been started.
func (t *transition) mayRun(item string) error {
	if limit := t.pack.Limits.Parallel; limit > 0 {
		var running []string
		for _, id := range t.pack.Graph().Items() {
			if s := t.rec.Steps[id]; s != nil && s.State == record.Running {
				running = append(running, id)
			}
		}
		if len(running) >= limit {
			return refuse(LimitReached, item, "%d of at most %d steps are running (limits.parallel)", len(running), limit).
				listing(running...).with("Complete or fail one first")
		}
	}
	if limit := t.pack.Limits.Starts; limit > 0 {
		if n := t.count(record.VerbStart, ""); n >= limit {
			return refuse(LimitReached, item, "%d of at most %d starts of steps are used (limits.starts)", n, limit).
				with("End the run")
		}
	}
	return nil
}

// mayRetry refuses one more retry of a step.
func (t *transition) mayRetry(item string) error {
	limit := t.pack.Limits.Retries
	if limit == 0 {
		return nil
	}
	if n := t.count(record.VerbRetry, item); n >= limit {
		return refuse(LimitReached, item, "%d of at most %d retries are used (limits.retries)", n, limit).
			with("Skip it, or end the run")
	}
	return nil
}

// count is how often something was done to an item, or to any where item is "". A step that was not needed was not started.
func (t *transition) count(verb record.Verb, item string) int {
	n := 0
	for i := range t.rec.Events {
		if e := &t.rec.Events[i]; e.Action == verb && (item == "" || e.Item == item) && e.Detail.Alternative != pack.NotNeeded {
			n++
		}
	}
	return n
}

// withinBytes refuses values of a step that are too long together.
func (t *transition) withinBytes(def *pack.Step, produced map[string]*record.Datapoint) *Refusal {
	limit, bytes := t.pack.Limits.ResultBytes, 0
	for _, d := range produced {
		bytes += len(d.Value.Text())
	}
	if limit == 0 || bytes <= limit {
		return nil
	}
	return refuse(LimitReached, def.ID, "its values have %d bytes together, and at most %d are allowed (limits.result_bytes)", bytes, limit).
		listing(record.SortedKeys(produced)...).with("Put what is long into a file, and give its path")
}

// mayBegin refuses one more run of the pack within 24 hours. recent is how many began in them.
func (t *transition) mayBegin(recent int) error {
	limit := t.pack.Limits.RunsPerDay
	if limit == 0 || recent < limit {
		return nil
	}
	return refuse(LimitReached, "", "%d of at most %d runs of this pack began in the last 24 hours (limits.runs_per_day)", recent, limit).
		with("Wait, or raise the limit in the pack")
}

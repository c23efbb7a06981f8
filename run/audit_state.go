package run

// derived replays the events and names the first field that is not what they lead to.
func (a *audit) derived() *Finding {
	again, err := Replay(a.rec).rest()
	if err != nil {
		return altered(0, "%s", err)
	}
	all, err := known(a.rec).tree()
	if err != nil {
		return altered(0, "%s", err)
	}
	a.again, a.newer = again.but("events", "head"), a.whole.without(all) != nil
	is := all.but("events", "head")
	a.unknown = a.whole.but("events", "head").without(is)
	if field := a.again.differsFrom(is, ""); field != "" {
		return alteredField(field, "%s is not what the events lead to", field)
	}
	return nil
}

// known is a copy of a record without what only a newer rtut knows.
func known(r *Record) *Record {
	c := r.clone()
	c.source, c.unknown = nil, nil
	return c
}

// writes compares the number of writes with how many events carry the digest that the last one of each write does.
func (a *audit) writes() *Finding {
	if len(a.rec.Events) == 0 {
		return altered(0, "the record has no events")
	}
	writes := 0
	for _, e := range a.rec.Events {
		if e.Rest != "" {
			writes++
		}
	}
	if writes != a.rec.Revision {
		return alteredField("revision", "revision is %d, and the events are of %d writes", a.rec.Revision, writes)
	}
	return nil
}

// fixed are the fields that do not follow from events but for the digests that these carry.
const fixed = "one of schema, run_id, pack_id, pack_path, context, params, items"

// outside compares all that is outside the events with the digests in them.
func (a *audit) outside() *Finding {
	earlier := a.earlier()
	last := a.rec.Events[len(a.rec.Events)-1]
	if last.Rest == restHash(a.whole) {
		return earlier
	}
	if field := a.added(last.Rest); field != "" {
		return alteredField(field, "%s was not there when event %d was written", field, last.Seq)
	}
	if field := a.spelledElse(); field != "" {
		return alteredField(field, "%s is not as rtut writes what the events lead to", field)
	}
	if earlier != nil {
		return earlier
	}
	return altered(last.Seq, "something outside the events is not what was written with event %d: %s, or the keys that only a newer rtut knows", last.Seq, fixed)
}

// added names the first key that this rtut does not know if all that it knows fits a digest; "" else.
func (a *audit) added(digest string) string {
	if a.unknown == nil || restHash(a.again) != digest {
		return ""
	}
	return a.unknown.first()
}

// spelledElse names the first field that says what the events lead to, but not as this rtut writes it; "" for none.
func (a *audit) spelledElse() string {
	if a.unknown != nil {
		a.again.graft(a.unknown)
	}
	return a.again.differsFrom(a.whole.but("events", "head"), "")
}

// earlier compares the digests that the events carry with what the events up to there lead to. Those were taken with what a
// newer rtut wrote, if it did, and are passed over then. If the first does not fit, it is something that no event tells.
func (a *audit) earlier() *Finding {
	if a.newer {
		return nil
	}
	again := beginAgain(a.rec)
	for _, e := range a.rec.Events {
		again.apply(e)
		if e.Rest == "" {
			continue
		}
		again.Revision++
		then, err := again.rest()
		switch fits := err == nil && e.Rest == restHash(then); {
		case !fits && again.Revision == 1:
			return altered(e.Seq, "something outside the events is not what was written with event %d: %s", e.Seq, fixed)
		case !fits:
			return altered(e.Seq, "what was written with event %d is not what the events up to it lead to", e.Seq)
		}
	}
	return nil
}

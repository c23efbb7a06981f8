package record

// derived replays the events and names the first field that is not what they lead to.
func (a *audit) derived() *Finding {
	if !a.sealed || a.unknown != nil {
		return a.field()
	}
	if Replay(a.rec).fits(a.last().Rest, nil) {
		return nil
	}
	if f := a.field(); f != nil {
		return f
	}
	return unled(a.last())
}

// last is the last event.
func (a *audit) last() Event {
	if n := len(a.rec.Events); n > 0 {
		return a.rec.Events[n-1]
	}
	return Event{}
}

// field is derived by a look at each field.
func (a *audit) field() *Finding {
	again, err := Replay(a.rec).rest()
	if err != nil {
		return altered(0, "%s", err)
	}
	is, err := known(a.rec).rest()
	if err != nil {
		return altered(0, "%s", err)
	}
	a.again = again
	if field := again.differsFrom(is, ""); field != "" {
		return alteredField(field, "%s is not what the events lead to", field)
	}
	return nil
}

// known is a copy of a record without what only a newer rtut knows.
func known(r *Record) *Record {
	c := r.Clone()
	c.read = nil
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

// fixed are the fields that do not follow from events except for the digests that these carry.
const fixed = "one of schema, run_id, pack_id, pack_path, context, params, items"

// outside compares all that is outside the events with the digests in them.
func (a *audit) outside() *Finding {
	earlier := a.earlier()
	last := a.last()
	if a.sealed || last.Rest == restHash(a.whole) {
		return earlier
	}
	unknown := a.unknown.outside()
	if unknown != nil && restHash(a.again) == last.Rest {
		field := unknown.first()
		return alteredField(field, "%s was not there when event %d was written", field, last.Seq)
	}
	if field := a.spelledElse(unknown); field != "" {
		return alteredField(field, "%s is not as rtut writes what the events lead to", field)
	}
	if earlier != nil {
		return earlier
	}
	return altered(last.Seq, "something outside the events is not what was written with event %d: %s, or the keys that only a newer version of rtut knows", last.Seq, fixed)
}

// outside is what is not known of what is neither an event nor the head; nil for nothing.
func (t *tree) outside() *tree {
	if t == nil {
		return nil
	}
	if rest := t.but("events", "head"); len(rest.keys) > 0 {
		return rest
	}
	return nil
}

// spelledElse names the first field that says what the events lead to, but not as this rtut writes it; "" for none.
func (a *audit) spelledElse(unknown *tree) string {
	if unknown != nil {
		a.again.graft(unknown)
	}
	return a.again.differsFrom(a.whole.but("events", "head"), "")
}

// earlier compares the digests that the events carry, or the first of them, with what the events up to there lead to. Those that a
// newer rtut has written are of more than that: they are compared with what it left, and where that does not fit either they can't
// be compared. If the first does not fit, it is something that no event tells.
func (a *audit) earlier() *Finding {
	unknown := a.unknown.outside()
	again := BeginAgain(a.rec)
	var spelled *written
	for _, e := range a.rec.Events {
		again.Apply(e)
		if e.Rest == "" {
			continue
		}
		again.Revision++
		spelled = again.spell(spelled)
		switch fits := again.fitsAs(spelled, e.Rest) || unknown != nil && again.fits(e.Rest, unknown); {
		case !fits && unknown != nil:
			a.incomparable = true
		case !fits && again.Revision == 1:
			return altered(e.Seq, "something outside the events is not what was written with event %d: %s", e.Seq, fixed)
		case !fits:
			return unled(e)
		}
		if !a.every {
			return nil
		}
	}
	return nil
}

// unled is the finding that the digest in an event is of something else than the events lead to.
func unled(e Event) *Finding {
	return altered(e.Seq, "what was written with event %d is not what the events up to it lead to", e.Seq)
}

// fits reports whether a digest is that of the record, with what is not known of it.
func (r *Record) fits(digest string, unknown *tree) bool {
	if unknown == nil {
		return r.fitsAs(nil, digest)
	}
	is, err := r.rest()
	if err != nil {
		return false
	}
	is.graft(unknown)
	return restHash(is) == digest
}

// fitsAs is fits of a record with nothing unknown, given how it is spelled; nil: that is not known.
func (r *Record) fitsAs(now *written, digest string) bool {
	is, err := r.restDigest(now)
	return err == nil && is == digest
}

package pack

import (
	"slices"
	"strings"
)

// Change is one thing in which a pack differs from what it was.
type Change struct {
	Item     string `json:"item"`     // under its key in ItemDigests
	Enforced bool   `json:"enforced"` // false: it is words alone, and no run depends on it
	Text     string `json:"text"`     // for an operator: "promote: command was `a`, is `b`"

	// Where the words that differ must not be repeated: all of them, and what to say in place of Text, with digests for the words.
	Words []string `json:"-"`
	Terse string   `json:"-"`

	// Of one value that was replaced by another: what it is ("ok: check rows prompt"), and both. What is "" of other changes; Was or Is is,
	// where there was or is no value.
	What, Was, Is string `json:"-"`
}

// Difference lists in what a pack differs from what it was: what is enforced first, then the words; of each the pack's
// head, its params, datapoints and items in their order, and what is gone last. There is a change that is enforced for
// exactly the keys under which ItemDigests differ, and for words the same holds of WordsDigests, except for items that came
// or went: those are listed once.
func Difference(old, now *Pack) []Change {
	changes := []Change{}
	for _, enforced := range []bool{true, false} {
		side := sides{enforced: enforced, old: old.definitions(definition{enforced}), now: now.definitions(definition{enforced})}
		for _, key := range now.keys() {
			changes = append(changes, side.changes(key, old, now)...)
		}
		for _, key := range old.keys() {
			if _, still := side.now[key]; !still && enforced {
				changes = append(changes, Change{Item: key, Enforced: true, Text: keyName(key) + " was removed"})
			}
		}
	}
	return changes
}

// sides are what two packs say, of what is enforced or in words.
type sides struct {
	enforced bool
	old, now map[string]facts
}

// changes lists what differs under a key that the pack has now.
func (s sides) changes(key string, old, now *Pack) []Change {
	was, had := s.old[key]
	switch {
	case !had && s.enforced:
		return []Change{{Item: key, Enforced: true, Text: now.arrival(key)}}
	case !had, digestOf(was) == digestOf(s.now[key]):
		return nil
	}
	c := comparison{name: keyName(key), all: s.enforced}
	if kind := now.kindOf(key); kind != old.kindOf(key) {
		c.line(" was a " + old.kindOf(key) + ", is a " + kind)
	}
	c.facts("", was, s.now[key])
	if len(c.lines) == 0 && s.enforced {
		c.line(" is defined differently")
	}
	var changes []Change
	for i, l := range c.lines {
		if slices.ContainsFunc(c.lines[:i], func(earlier Change) bool { return earlier.Text == l.Text }) {
			continue // the one way to carry a step out has the step's title
		}
		l.Item, l.Enforced = key, s.enforced
		changes = append(changes, l)
	}
	return changes
}

// keys are the keys of ItemDigests: the pack's head, params and datapoints as they stand in the file, items in canonical order.
func (p *Pack) keys() []string {
	keys := []string{packKey}
	for _, param := range p.Params {
		keys = append(keys, paramKey+param.ID)
	}
	for _, d := range p.Datapoints {
		keys = append(keys, datapointKey+d.ID)
	}
	return append(keys, p.Graph().Items()...)
}

// keyName is what stands under a key, as a person calls it.
func keyName(key string) string {
	if key == packKey {
		return "the pack"
	}
	return strings.Replace(key, ":", " ", 1)
}

// kindOf is "step" or "gate" of an item, and "" of anything else.
func (p *Pack) kindOf(key string) string {
	switch {
	case p.Step(key) != nil:
		return "step"
	case p.Gate(key) != nil:
		return "gate"
	}
	return ""
}

// arrival says of something new where it stands: "new step verify-app, after promote".
func (p *Pack) arrival(key string) string {
	kind := p.kindOf(key)
	if kind == "" {
		return "new " + keyName(key)
	}
	items := p.Graph().Items()
	if i := slices.Index(items, key); i > 0 {
		return "new " + kind + " " + key + ", after " + items[i-1]
	}
	return "new " + kind + " " + key + ", before all others"
}

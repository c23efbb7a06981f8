package pack

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// comparison collects in what one definition differs from what it was.
type comparison struct {
	name  string // of what is compared
	all   bool   // say what came and went; of two sides of one definition only one does
	lines []Change

	required []string // what the item requires itself, before and now, if that has changed
}

// waitsOn is the item of one entry of `waits`.
func waitsOn(entry string) string {
	_, item, _ := strings.Cut(entry, " ")
	return item
}

// facts compares two sets of facts. label says what they are facts of, "" for the whole.
func (c *comparison) facts(label string, was, is facts) {
	keys := maps.Clone(was)
	if keys == nil {
		keys = facts{}
	}
	maps.Copy(keys, is)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if key != "id" && !sameFact(was[key], is[key]) {
			c.fact(label, key, was[key], is[key])
		}
	}
}

// sameFact compares as a digest does.
func sameFact(a, b any) bool { return digestOf(facts{"": a}) == digestOf(facts{"": b}) }

// fact compares what is said under one key.
func (c *comparison) fact(label, key string, was, is any) {
	switch {
	case key == "waits" || key == "requires" || key == "uses":
		c.waits(key, wordsIn(was), wordsIn(is))
		return
	case key == "on" && strings.HasSuffix(label, "verify"):
		return // a copy of the step's own
	}
	label = strings.TrimSpace(label + " " + keyLabel(key))
	switch was, is := nested(was), nested(is); {
	case isList(was) || isList(is):
		a, _ := was.([]facts)
		b, _ := is.([]facts)
		c.list(label, a, b)
	case key != "window" && (isFacts(was) || isFacts(is)):
		a, _ := was.(facts)
		b, _ := is.(facts)
		c.facts(label, a, b)
	default:
		c.value(label, was, is)
	}
}

// nested turns what has parts into facts.
func nested(v any) any {
	switch v := v.(type) {
	case Needs:
		return facts{"tools": v.Tools, "env": v.Env}
	case [][]string:
		list := make([]facts, len(v))
		for i, pair := range v {
			list[i] = facts{"id": pair[0], "": pair[1]}
		}
		return list
	}
	return v
}

func isList(v any) bool { _, is := v.([]facts); return is }

func isFacts(v any) bool { _, is := v.(facts); return is }

// list compares things that have ids.
func (c *comparison) list(label string, was, is []facts) {
	all := c.all || label == "link"
	var stayed []string
	for _, f := range is {
		id := factsID(f)
		if i := indexOfFacts(was, id); i >= 0 {
			stayed = append(stayed, id)
			c.facts(entryLabel(label, id), was[i], f)
		} else if all {
			c.say("new %s", strings.TrimSpace(label+" "+id))
		}
	}
	var left []string
	for _, f := range was {
		id := factsID(f)
		if indexOfFacts(is, id) >= 0 {
			left = append(left, id)
		} else if all {
			c.say("%s was removed", strings.TrimSpace(label+" "+id))
		}
	}
	if all && !slices.Equal(left, stayed) {
		c.say("each %s in another order: %s", label, strings.Join(stayed, ", "))
	}
}

// entryLabel names an entry of a list. The one way to carry a step out is the step itself.
func entryLabel(label, id string) string {
	if id == "" {
		return ""
	}
	return label + " " + id
}

// factsID is the id of facts in a list. The way in which a step is carried out if its `when` holds is the one way that it
// had before it had a `when`.
func factsID(f facts) string {
	id, _ := f["id"].(string)
	if _, isWay := f["effect"]; isWay && id == Needed {
		return ""
	}
	if _, isWay := f["instruction"]; isWay && id == Needed {
		return ""
	}
	return id
}

func indexOfFacts(list []facts, id string) int {
	return slices.IndexFunc(list, func(f facts) bool { return factsID(f) == id })
}

// waits compares what an item requires, uses and comes after. What it waits for only for another reason, or because it
// requires it itself, is not told again.
func (c *comparison) waits(key string, was, is []string) {
	known := func(list []string, entry string) bool {
		return slices.Contains(list, entry) || key == "waits" && slices.ContainsFunc(list, func(other string) bool {
			return waitsOn(other) == waitsOn(entry)
		}) || key == "waits" && slices.Contains(c.required, waitsOn(entry))
	}
	for _, id := range is {
		if !known(was, id) {
			c.line(" now " + waitsWords(key, id, true))
		}
	}
	for _, id := range was {
		if !known(is, id) {
			c.line(" no longer " + waitsWords(key, id, false))
		}
	}
	if key == "requires" {
		c.required = append(slices.Clone(was), is...)
	}
	if len(was) == len(is) && !slices.ContainsFunc(is, func(id string) bool { return !slices.Contains(was, id) }) {
		c.say("what it %s stands in another order", key)
	}
}

// waitsWords says what one entry of requires, uses or waits means.
func waitsWords(key, id string, also bool) string {
	verb, on := key, id
	if key == "waits" {
		verb, on = "waits for", waitsOn(id)
		if strings.HasPrefix(id, "order ") {
			verb = "comes after"
		}
	}
	if also && key != "waits" {
		verb = "also " + verb
	}
	return verb + " " + on
}

// wordsIn is a list of words, nil where there is none.
func wordsIn(v any) []string {
	list, _ := v.([]string)
	return list
}

// keyLabel is a key of a definition as a person calls it; "" where what stands under it speaks for itself.
func keyLabel(key string) string {
	if label, known := keyLabels[key]; known {
		return label
	}
	return strings.ReplaceAll(key, "_", " ")
}

var keyLabels = map[string]string{
	"spec": "", "expr": "", "alternatives": "alternative", "checks": "check", "links": "link", "accept": "acceptance rule",
	"produces": "produced value", "on": "host", "execute": "execution by rtut", "dir": "directory of commands", "confirm": "phrase to type", "contains": "text to find", "equals": "output to find",
	"matches": "pattern to match", "expected": "expected time", "performer": "who performs it", "needs": "", "tools": "tools it needs",
	"env": "variables it needs", "manual_only": "only for an operator", "when": "condition",
	"loops": "loop over", "for_each": "loop over",
}

// jsonText writes down a value of which nothing more is known.
func jsonText(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic("pack: difference: " + err.Error())
	}
	return string(text)
}

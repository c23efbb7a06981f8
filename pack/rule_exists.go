package pack

import (
	"maps"
	"slices"

	"rtut/pack/value"
)

// ruleExists: what `requires`, `uses`, `produces`, `confirmed_by`, `since`, `produced_by` and `used_by` name is there,
// and is of the kind that they ask for.
func ruleExists(l *loader) {
	known := map[target][]string{}
	for _, to := range []target{toItem, toDone, toStep, toDatapoint} {
		known[to] = l.known(to)
	}
	for _, r := range l.references {
		kind := l.kindOf(r.id.value)
		if r.to.admits(kind) || l.report.full() {
			continue
		}
		message := "`" + r.key + "` of " + r.who + " names " + value.Quoted(r.id.value)
		expected := ". " + article(string(r.to)) + " was expected"
		switch {
		case kind == "":
			l.report.at(r.id.place, "unknown-id", message+", which does not exist"+expected, suggest(r.id.value, known[r.to], ""))
		case r.key == "uses" && kind == "param":
			l.report.at(r.id.place, "wrong-kind", message+", which is a param"+expected, "a param has its value from the beginning: leave it out")
		default:
			l.report.at(r.id.place, "wrong-kind", message+", which is "+article(kind)+expected, "")
		}
	}
}

// admits reports whether a reference may name a thing of this kind.
func (to target) admits(kind string) bool {
	switch kind {
	case "step":
		return to != toDatapoint
	case "gate":
		return to == toItem || to == toDone
	case "stage":
		return to == toItem
	case "datapoint":
		return to == toDatapoint
	}
	return false
}

// known returns the ids that a reference may name, in alphabetical order.
func (l *loader) known(to target) []string {
	known := l.idsFor(to)
	slices.Sort(known)
	return known
}

func (l *loader) idsFor(to target) []string {
	ix := l.pack.index
	if to == toDatapoint {
		return slices.Collect(maps.Keys(ix.datapoints))
	}
	known := slices.Collect(maps.Keys(ix.steps))
	if to == toStep {
		return known
	}
	known = slices.AppendSeq(known, maps.Keys(ix.gates))
	if to == toDone {
		return known
	}
	for id := range ix.stages {
		if id != "" {
			known = append(known, id)
		}
	}
	return known
}

// kindOf names what has an id, "" for nothing.
func (l *loader) kindOf(id string) string {
	ix := l.pack.index
	switch {
	case id == "":
		return ""
	case ix.steps[id] != nil:
		return "step"
	case ix.gates[id] != nil:
		return "gate"
	case ix.stages[id] != nil:
		return "stage"
	case ix.params[id] != nil:
		return "param"
	case ix.datapoints[id] != nil:
		return "datapoint"
	}
	return ""
}

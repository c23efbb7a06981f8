package procedure

import (
	"strings"

	"rtut/run"
	"rtut/run/record"
)

// NowOf is where a run is.
func NowOf(v *run.View) *Now {
	rec, status := v.Record(), v.Status()
	blocks := []Block{heading(2, "section.the-run", words("The run")...)}
	blocks = append(blocks, labeled("Run", literal(rec.RunID))...)
	blocks = append(blocks, labeled("Operator", words(rec.Operator)...)...)
	var where []string
	for _, part := range []string{string(rec.Context.Environment), rec.Context.Project, rec.Context.Target} {
		if part != "" {
			where = append(where, part)
		}
	}
	if where != nil {
		blocks = append(blocks, labeled("For", words(strings.Join(where, " / "))...)...)
	}
	state := string(status.State)
	if rec.Outcome != nil {
		state = string(*rec.Outcome)
	}
	blocks = append(blocks, labeled("State at "+v.At().UTC().Format("2006-01-02 15:04")+" UTC", words(state)...)...)
	return &Now{About: blocks, Of: func(id string) string { return stateOf(v, id) }}
}

// stateOf says where an item of the page is, in words; of one in a loop, where each of its elements is.
func stateOf(v *run.View, id string) string {
	if v.Pack().Item(id) != nil {
		return itemState(v, id)
	}
	elements := map[string][]string{}
	var states []string
	for _, item := range v.Pack().WrittenFrom(id) {
		state := itemState(v, item)
		if elements[state] == nil {
			states = append(states, state)
		}
		elements[state] = append(elements[state], v.Pack().Element(item).Text)
	}
	for i, state := range states {
		states[i] = strings.Join(elements[state], ", ") + ": " + state
	}
	return strings.Join(states, "; ")
}

// itemState says where an item of the run is.
func itemState(v *run.View, id string) string {
	it := v.Item(id)
	text := string(it.State)
	switch {
	case it.State == "":
		return ""
	case it.Holds != nil && !*it.Holds && len(it.Because) > 0:
		text += ", out of date: " + it.Because[0].Text
	case it.State == record.Todo && it.Ready:
		text += ", ready"
	}
	return text
}

package report

import (
	"maps"
	"slices"
	"strings"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/record"
)

// Context says what a run was applied to, and by whom.
type Context struct {
	// the project, "" where none was named
	Project string `json:"project"`
	// what the run was applied to, "" where it was not named
	Target string `json:"target"`
	// rehearsal, staging, production, or "" where it was not named
	Environment pack.Environment `json:"environment"`
	// manual or auto-confirm; "" in a run of v0.1, which is manual
	Mode record.Mode `json:"mode"`
	// the operators, in the order in which they took the run over
	Operators []string `json:"operators"`
	// everybody who acted, by when they did so first
	People []Person `json:"people"`
	// steps with a phrase that auto-confirm was allowed to start, each once
	Preauthorized []string `json:"preauthorized"`
	// who stands for that, "" for nobody
	PreauthorizedBy string `json:"preauthorized_by"`
	// each time that it was allowed, oldest first; those of an earlier rtut, which says no more, are not among them
	Preauthorizations []Preauthorization `json:"preauthorizations"`
	// the values that the run was made with, in the order of the pack
	Params []Param `json:"params"`
}

// Preauthorization is one time that auto-confirm was allowed to start a step once, as it read then.
type Preauthorization struct {
	// the step
	Step string `json:"step"`
	// by which alternative, "" where there is one alone
	Alternative string `json:"alternative"`
	// the phrase that was typed
	Phrase string `json:"phrase"`
	// the host of its command, "" for the one where rtut runs
	Host string `json:"host"`
	// values that its command did not have then
	Lacks []string `json:"lacks"`
	// who stands for it
	AuthorizedBy string `json:"authorized_by"`
	// who typed the phrase
	By string `json:"by"`
	// when
	At record.Time `json:"at"`
	// why it leads to no start any more: used, withdrawn, replaced, values, handover, pack-change; "" where one still might
	Ended record.EndReason `json:"ended"`
	// when that was
	EndedAt *record.Time `json:"ended_at"`
}

// Person is somebody who acted in a run, or auto-confirm.
type Person struct {
	// one word
	Name string `json:"name"`
	// how many events are by this person
	Events int `json:"events"`
	// when the first of them was
	FirstAt record.Time `json:"first_at"`
	// when the last of them was
	LastAt record.Time `json:"last_at"`
}

// Param is a value that was given when the run was made.
type Param struct {
	// its id in the pack
	ID string `json:"id"`
	// its title in the pack; the id where it has none
	Title string `json:"title"`
	// the value
	Value value.Value `json:"value"`
	// the value is the pack's default
	Default bool `json:"default"`
}

func (m *maker) context() Context {
	c := Context{
		Project: m.rec.Context.Project, Target: m.rec.Context.Target, Environment: m.rec.Context.Environment, Mode: m.rec.Mode,
		Operators: m.operators(), People: m.people(), Preauthorized: []string{}, Params: m.params(),
	}
	if auto := m.rec.AutoConfirm; auto != nil && len(auto.Preauthorized) > 0 {
		c.Preauthorized, c.PreauthorizedBy = auto.Preauthorized, auto.AuthorizedBy
	}
	if c.Preauthorizations = m.preauthorizations(); len(c.Preauthorizations) > 0 {
		c.Preauthorized, c.PreauthorizedBy = authority(c.Preauthorizations)
	}
	return c
}

func (m *maker) preauthorizations() []Preauthorization {
	all := []Preauthorization{}
	for _, a := range m.rec.Authority {
		told := Preauthorization{
			Step: a.Step, Alternative: a.Alternative, Phrase: a.Phrase, Host: a.Host, Lacks: list(a.Lacks), AuthorizedBy: a.AuthorizedBy, By: a.By, At: a.At,
		}
		if a.Ended != nil {
			told.Ended, told.EndedAt = a.Ended.Why, &a.Ended.At
		}
		all = append(all, told)
	}
	return all
}

// authority is of what was allowed which steps that was, and by whom, each once.
func authority(all []Preauthorization) (steps []string, by string) {
	var names []string
	for _, a := range all {
		if !slices.Contains(steps, a.Step) {
			steps = append(steps, a.Step)
		}
		if !slices.Contains(names, a.AuthorizedBy) {
			names = append(names, a.AuthorizedBy)
		}
	}
	return steps, strings.Join(names, ", ")
}

func (m *maker) operators() []string {
	if len(m.rec.Handovers) == 0 {
		return []string{m.rec.Operator}
	}
	names := []string{m.rec.Handovers[0].From}
	for _, h := range m.rec.Handovers {
		names = append(names, h.To)
	}
	return names
}

func (m *maker) people() []Person {
	people := []Person{}
	for _, e := range m.rec.Events {
		at := slices.IndexFunc(people, func(p Person) bool { return p.Name == e.By })
		if at < 0 {
			at = len(people)
			people = append(people, Person{Name: e.By, FirstAt: e.At})
		}
		people[at].Events++
		people[at].LastAt = e.At
	}
	return people
}

// params are those of the pack in its order, and behind them those that it does not have.
func (m *maker) params() []Param {
	params, known := []Param{}, map[string]bool{}
	if m.pack != nil {
		for _, def := range m.pack.Params {
			value, given := m.rec.Params[def.ID]
			if known[def.ID] = true; given {
				params = append(params, Param{def.ID, titled(def.Title, def.ID), value, value == def.Default})
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(m.rec.Params)) {
		if !known[id] {
			params = append(params, Param{ID: id, Title: id, Value: m.rec.Params[id]})
		}
	}
	return params
}

// titled returns a title, or the id where there is none.
func titled(title, id string) string {
	if title == "" {
		return id
	}
	return title
}

package report

import (
	"maps"
	"slices"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run"
	"rtut/run/record"
)

// Item is a step or a gate: what it asked for, and what was done about it. Texts have the values filled in that the run
// had at the end.
type Item struct {
	// its id
	ID string `json:"id"`
	// step or gate
	Kind run.Kind `json:"kind"`
	// its title, the id where the pack does not have it
	Title string `json:"title"`
	// the stage that holds it, "" for the one that holds everything
	Stage string `json:"stage"`
	// its state; "" where it is new in the pack and the run has not taken that over
	State record.State `json:"state"`
	// an accepted change has removed it from the pack, or the pack is not known
	Gone bool `json:"gone"`
	// read-only, reversible or irreversible; "" of a gate
	Effect pack.Effect `json:"effect"`
	// who carries it out, in the pack's words
	Performer string `json:"performer"`
	// why it failed, was skipped, waived or pushed through
	Reason string `json:"reason"`
	// commands were about to run, and no result came
	Interrupted bool `json:"interrupted"`
	// who did the work of a step, and how: "by ana, by hand", or the result of its command where rtut ran it; "" where nobody has
	Work string `json:"work"`
	// what the pack says to do, in Markdown
	Instruction string `json:"instruction"`
	// what is worth opening beside it
	Links []Link `json:"links"`
	// the command of a step, "" for none
	Command string `json:"command"`
	// the host to run it on; "" for the one where rtut runs
	Host string `json:"host"`
	// the ways to carry a step out; empty where there is one alone
	Alternatives []Alternative `json:"alternatives"`
	// what it is judged by
	Checks []Check `json:"checks"`
	// every time that it was judged, oldest first
	Verifications []Verification `json:"verifications"`
	// every time that a step was started, oldest first
	Attempts []Attempt `json:"attempts"`
	// the phrase that was typed to start it as it is; null where none was
	Confirmation *Confirmation `json:"confirmation"`
	// who stood for the start of a step that needs authority, "" for nobody
	AuthorizedBy string `json:"authorized_by"`
	// the facts that were supplied, in the order of the pack
	Evidence []Evidence `json:"evidence"`
	// evidence that is declared and was not supplied
	Owed []string `json:"owed"`
	// commands that were run and what came back, as people documented them
	Captures []Capture `json:"captures"`
	// under what it counts in the trust line; "" where the pack is not known
	Standing record.Standing `json:"standing"`
	// every time that its check was run before its start, oldest first
	Probes []Probe `json:"probes"`
	// who brought it into its state, "" where nobody has, or the record does not say
	By string `json:"by"`
	// when it began as it is now: a step its last attempt, a gate its first evaluation since it was opened
	StartedAt *record.Time `json:"started_at"`
	// when it came into its state, of one that is finished or failed
	FinishedAt *record.Time `json:"finished_at"`
	// when it was rolled back
	RolledBackAt *record.Time `json:"rolled_back_at"`
	// how long it was worked on, all attempts together
	WorkingSeconds float64 `json:"working_seconds"`
	// how long it waited for a person, with nothing else holding it up
	WaitingSeconds float64 `json:"waiting_seconds"`
}

// Link is something worth opening.
type Link struct {
	// what it is
	Title string `json:"title"`
	// where it is, as the pack has it: not to be trusted
	URL string `json:"url"`
}

// Alternative is one way to carry a step out.
type Alternative struct {
	// its id
	ID string `json:"id"`
	// its title
	Title string `json:"title"`
	// it was recommended when the step was started last; of a step that was not, it is now
	Recommended bool `json:"recommended"`
	// it was taken
	Chosen bool `json:"chosen"`
}

// Confirmation is the phrase that was typed to start a step.
type Confirmation struct {
	// as typed; "" where auto-confirm had a pre-authorization
	Phrase string `json:"phrase"`
	// the digest of the phrase and the command as they were shown
	CommandDigest string `json:"command_digest"`
	// what was on the screen, its title first; null where the record does not say
	Words *Words `json:"words"`
	// who typed it
	By string `json:"by"`
	// when
	At record.Time `json:"at"`
}

// Evidence is a fact that somebody supplied.
type Evidence struct {
	// its id
	ID string `json:"id"`
	// its title in the pack, the id where it has none
	Title string `json:"title"`
	// the fact
	Value value.Value `json:"value"`
	// who supplied it, "" where the record does not say
	By string `json:"by"`
	// when
	At *record.Time `json:"at"`
}

// Capture documents a command that was run and what came back.
type Capture struct {
	// the command, "" where it was not given
	Command string `json:"command"`
	// what it printed, as somebody gave it
	Output string `json:"output"`
	// operator, or pasted-for-verification
	Source record.Source `json:"source"`
	// who gave it, "" where the record does not say
	By string `json:"by"`
	// when
	At record.Time `json:"at"`
}

// items are those of the pack in its order, and behind them those that it does not have.
func (m *maker) items() []Item {
	items, known := []Item{}, map[string]bool{}
	if m.pack != nil {
		for _, id := range m.pack.Graph().Items() {
			known[id] = true
			items = append(items, m.item(m.view.Detail(id, "")))
		}
	}
	for _, id := range slices.Concat(slices.Sorted(maps.Keys(m.rec.Steps)), slices.Sorted(maps.Keys(m.rec.Gates))) {
		if !known[id] {
			items = append(items, m.gone(id))
		}
	}
	return items
}

// item tells of an item of the pack.
func (m *maker) item(d run.StepDetail) Item {
	it := Item{
		ID: d.ID, Kind: d.Kind, Title: titled(d.Title, d.ID), Stage: d.Stage, State: d.State, Effect: d.Effect, Performer: d.Performer,
		Reason: d.Reason, Interrupted: d.Interrupted, Instruction: d.Instruction, Links: []Link{}, Command: d.Command, Host: d.Host,
		Alternatives: m.alternatives(d), Checks: checks(d), Owed: list(d.Owes), StartedAt: d.StartedAt, FinishedAt: d.FinishedAt,
		Standing: m.view.Standing(d.ID),
	}
	for _, l := range d.Links {
		it.Links = append(it.Links, Link(l))
	}
	m.complete(&it)
	return it
}

// gone tells of an item that the record alone has.
func (m *maker) gone(id string) Item {
	it := Item{ID: id, Kind: run.StepKind, Title: id, Gone: true, Links: []Link{}, Alternatives: []Alternative{}, Checks: []Check{}, Owed: []string{}}
	if s := m.rec.Steps[id]; s != nil {
		it.State, it.Reason, it.Interrupted, it.StartedAt, it.FinishedAt = s.State, s.Reason, s.Intent != nil, s.StartedAt, s.FinishedAt
		if s.Pushed != nil {
			it.Reason = s.Pushed.Reason
		}
	}
	if g := m.rec.Gates[id]; g != nil {
		it.Kind, it.State, it.Interrupted, it.StartedAt, it.FinishedAt = run.GateKind, g.State, g.Intent != nil, g.StartedAt, g.FinishedAt
		if g.Waiver != nil {
			it.Reason = g.Waiver.Reason
		}
		if g.Pushed != nil {
			it.Reason = g.Pushed.Reason
		}
	}
	m.complete(&it)
	return it
}

// complete adds what the record knows of an item.
func (m *maker) complete(it *Item) {
	it.Verifications, it.Attempts, it.Evidence = m.verifications(it.ID), m.attempts(it.ID), m.evidence(it.ID)
	it.Captures, it.By, it.Probes = []Capture{}, m.broughtBy(it.ID), m.probes(it.ID)
	it.WorkingSeconds, it.WaitingSeconds = m.spent(it.ID, true), m.spent(it.ID, false)
	s := m.rec.Steps[it.ID]
	if s == nil {
		return
	}
	if work := run.WorkOf(m.rec, it.ID, m.starters); work != nil {
		it.Work = work.Text()
	}
	it.AuthorizedBy, it.RolledBackAt = s.AuthorizedBy, s.RolledBack
	if c := s.Confirmation; c != nil {
		it.Confirmation = &Confirmation{c.Phrase, c.CommandDigest, m.wordsOf(c.Words, it.Title), c.By, c.At}
	}
	for _, c := range s.Captures {
		it.Captures = append(it.Captures, Capture{c.Command, c.Output, c.Source, c.By, c.At})
	}
}

// broughtBy says who brought an item into the state in which it is.
func (m *maker) broughtBy(id string) string {
	by := ""
	for _, e := range m.eventsOf(id) {
		if e.To != "" {
			by = e.By
		}
	}
	return by
}

// alternatives are the ways to carry a step out. What was recommended is judged by the moment of the start.
func (m *maker) alternatives(d run.StepDetail) []Alternative {
	alternatives := []Alternative{}
	then, started := m.course.Recommended[d.ID]
	for _, a := range d.Alternatives {
		one := Alternative{ID: a.ID, Title: titled(a.Title, a.ID), Recommended: a.Recommended, Chosen: d.Alternative == a.ID}
		if started {
			one.Recommended = then == a.ID
		}
		alternatives = append(alternatives, one)
	}
	return alternatives
}

// evidence are the facts that an item has, in the order of the pack.
func (m *maker) evidence(id string) []Evidence {
	var have map[string]value.Value
	if s := m.rec.Steps[id]; s != nil {
		have = s.Evidence
	}
	if g := m.rec.Gates[id]; g != nil {
		have = g.Evidence
	}
	facts := []Evidence{}
	for _, fact := range m.facts(id, have) {
		one := Evidence{ID: fact.ID, Title: titled(fact.Title, fact.ID), Value: have[fact.ID]}
		for _, e := range m.eventsOf(id) {
			if _, given := e.Detail.Evidence[fact.ID]; given {
				one.By, one.At = e.By, &e.At
			}
		}
		facts = append(facts, one)
	}
	return facts
}

// facts are the declarations of the facts that are there; of those that the pack does not declare, the ids.
func (m *maker) facts(id string, have map[string]value.Value) []pack.Fact {
	var declared, facts []pack.Fact
	if m.pack != nil && m.pack.Item(id) != nil {
		declared = m.pack.Item(id).Evidence
	}
	if m.pack != nil && m.pack.Step(id) != nil {
		declared = m.view.Alternative(m.pack.Step(id), "").Evidence
	}
	for _, fact := range declared {
		if _, given := have[fact.ID]; given {
			facts = append(facts, fact)
		}
	}
	for _, fact := range slices.Sorted(maps.Keys(have)) {
		if !slices.ContainsFunc(facts, func(f pack.Fact) bool { return f.ID == fact }) {
			facts = append(facts, pack.Fact{ID: fact})
		}
	}
	return facts
}

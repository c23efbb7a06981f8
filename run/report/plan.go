package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"rtut/run"
	"rtut/run/record"
)

// PlanRow puts what was planned for an item beside what was done.
type PlanRow struct {
	// the step or gate
	Item string `json:"item"`
	// what the pack plans; null where the pack does not have it, or is not known
	Planned *Planned `json:"planned"`
	// what was done; null where nothing was
	Done *Done `json:"done"`
	// in what the two differ, in a person's words; empty where they do not
	Differences []string `json:"differences"`
}

// Planned is what the pack plans for an item.
type Planned struct {
	// its place in the order of the pack, from 1
	Position int `json:"position"`
	// how long a step is expected to take; null where the pack does not say
	ExpectedSeconds *float64 `json:"expected_seconds"`
	// the alternative that was recommended when the step was started last, else now; "" where there is one way alone, or none is
	Alternative string `json:"alternative"`
}

// Done is what was done about an item.
type Done struct {
	// its place in the order in which items were begun for the first time, from 1
	Position int `json:"position"`
	// when it was begun for the first time: a step started, a gate evaluated, either left out
	At record.Time `json:"at"`
	// how long it was worked on, all attempts together
	Seconds float64 `json:"seconds"`
	// the alternative that was taken last, "" where there is one way alone
	Alternative string `json:"alternative"`
	// the state in which it ended
	State record.State `json:"state"`
	// how often it was carried out: a step started, a gate evaluated
	Times int `json:"times"`
}

// plan puts what was planned and what was done side by side.
func (m *maker) plan(items []Item) []PlanRow {
	rows, places := []PlanRow{}, map[*Done]float64{}
	for i, it := range items {
		done, place := m.done(it)
		places[done] = place
		rows = append(rows, PlanRow{Item: it.ID, Planned: m.planned(i, it), Done: done, Differences: []string{}})
	}
	rank(rows, places)
	for i := range rows {
		rows[i].Differences = append(rows[i].Differences, m.differences(rows, rows[i], items[i])...)
	}
	return rows
}

func (m *maker) planned(place int, it Item) *Planned {
	if it.Gone {
		return nil
	}
	p := &Planned{Position: place + 1}
	if step := m.pack.Step(it.ID); step != nil && step.Expected > 0 {
		expected := step.Expected.Seconds()
		p.ExpectedSeconds = &expected
	}
	for _, a := range it.Alternatives {
		if a.Recommended {
			p.Alternative = a.ID
		}
	}
	return p
}

// done says what was done about an item, and its place in the order in which things happened; its position is given by rank.
func (m *maker) done(it Item) (*Done, float64) {
	begun, place, times := m.begun(it)
	if begun == nil {
		return nil, 0
	}
	d := &Done{At: *begun, Seconds: it.WorkingSeconds, State: it.State, Times: times}
	if n := len(it.Attempts); n > 0 {
		d.Alternative = it.Attempts[n-1].Alternative
	}
	return d, place
}

// begun returns when an item was begun for the first time, nil if it was not, its place in the order in which things happened, and how often
// it was carried out.
func (m *maker) begun(it Item) (first *record.Time, place float64, times int) {
	for i, e := range m.eventsOf(it.ID) {
		carried := e.Action == record.VerbStart || it.Kind == run.GateKind && e.Detail.Results != nil
		passedOver := e.Action == record.VerbSkip || e.Action == record.VerbWaive || e.Detail.Pushed != nil
		if !carried && !passedOver && e.Detail.Intent == nil {
			continue
		}
		if first == nil {
			first, place = &e.At, float64(i)
		}
		if carried {
			times++
		}
	}
	if len(m.rec.Events) > 0 {
		return first, place, times
	}
	if first = it.StartedAt; first == nil {
		first = it.FinishedAt
	}
	if first != nil {
		place = seconds(m.head.Began(), *first)
	}
	return first, place, len(it.Attempts)
}

// rank gives what was done its place in the order of the events, whatever the clock said.
func rank(rows []PlanRow, places map[*Done]float64) {
	var done []*Done
	for _, row := range rows {
		if row.Done != nil {
			done = append(done, row.Done)
		}
	}
	slices.SortStableFunc(done, func(a, b *Done) int { return cmp.Compare(places[a], places[b]) })
	for i, d := range done {
		d.Position = i + 1
	}
}

// differences says in what an item did not go as planned.
func (m *maker) differences(rows []PlanRow, row PlanRow, it Item) []string {
	var all []string
	switch {
	case row.Planned == nil:
		all = append(all, "is not in the pack")
	case row.Done == nil:
		return append(all, "was not started")
	default:
		all = append(all, m.overridden(row.Item)...)
		all = append(all, earlier(rows, row)...)
		all = append(all, otherwise(row)...)
	}
	if row.Done == nil {
		return all
	}
	switch it.State {
	case record.Skipped, record.Waived, record.Failed:
		all = append(all, "was "+map[record.State]string{record.Skipped: "skipped", record.Waived: "waived", record.Failed: "left as failed"}[it.State])
	case record.Pushed:
		all = append(all, "was pushed through")
	case record.Running, record.Todo, record.Open:
		all = append(all, "was not finished")
	}
	if row.Done.Times > 1 {
		all = append(all, fmt.Sprintf("%s %d times", map[run.Kind]string{run.StepKind: "started", run.GateKind: "evaluated"}[it.Kind], row.Done.Times))
	}
	return all
}

// overridden names what an item was begun without, against the procedure.
func (m *maker) overridden(item string) []string {
	var all []string
	for _, d := range m.rec.Deviations {
		if d.Kind != record.OverrideDeviation || d.Item != item {
			continue
		}
		if waited := slices.DeleteFunc(slices.Clone(d.Unmet), func(id string) bool { return m.rec.Datapoints[id] != nil }); len(waited) > 0 {
			all = append(all, "was started without waiting for "+strings.Join(waited, ", "))
		}
	}
	return all
}

// earlier names the nearest item that was planned before this one and begun after it.
func earlier(rows []PlanRow, row PlanRow) []string {
	for _, other := range slices.Backward(rows[:row.Planned.Position-1]) {
		if other.Done != nil && other.Done.Position > row.Done.Position {
			return []string{"was started before " + other.Item}
		}
	}
	return nil
}

// otherwise says where another way was taken than the recommended one, or much more or less time than expected.
func otherwise(row PlanRow) []string {
	var all []string
	if row.Planned.Alternative != row.Done.Alternative && row.Done.Times > 0 {
		all = append(all, fmt.Sprintf("took %s, not the recommended %s", cmp.Or(row.Done.Alternative, "no alternative"), cmp.Or(row.Planned.Alternative, "(none)")))
	}
	if expected := row.Planned.ExpectedSeconds; expected != nil && row.Done.Times > 0 {
		switch {
		case row.Done.Seconds > 2**expected:
			all = append(all, "took more than twice the expected time")
		case row.Done.State == record.Done && row.Done.Seconds > 1.25**expected:
			all = append(all, "took longer than expected")
		}
	}
	return all
}

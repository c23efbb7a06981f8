package record

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
)

// Head is what a list over many runs needs to know of each: a record without its events, and of its items the states
// alone.
type Head struct {
	Schema        Schema               `json:"schema"`
	RunID         string               `json:"run_id"`
	PackID        string               `json:"pack_id"`
	PackPath      string               `json:"pack_path"` // of pack.yaml, relative to the owning repo, with slashes
	PackDigest    string               `json:"pack_digest"`
	Operator      string               `json:"operator"`
	Context       Context              `json:"context"`
	CreatedAt     Time                 `json:"created_at"`
	UpdatedAt     Time                 `json:"updated_at"`
	Outcome       *Outcome             `json:"outcome"` // nil: unfinished
	FinishedAt    *Time                `json:"finished_at"`
	Mode          Mode                 `json:"mode"`
	Items         map[string]string    `json:"items"` // those that the pack still has, as in the record
	Steps         map[string]*HeadItem `json:"steps"`
	Gates         map[string]*HeadItem `json:"gates"`
	Datapoints    map[string]*HeadItem `json:"datapoints"`
	Deviations    []Deviation          `json:"deviations"`
	ExerciseWrite string               `json:"exercise_status"` // what the pack was to be marked with
	Feedback      []Feedback           `json:"feedback"`        // in the order in which it was given

	AnsweredByNobody bool `json:"-"` // auto-confirm answered a check at some time, see AnsweredByNobody
}

// HeadItem is a step, a gate or a datapoint as a Head has it.
type HeadItem struct {
	State State `json:"state"`
}

// HeadOf returns the head of a record that has been read.
func HeadOf(r *Record) Head {
	h := Head{
		Schema: r.Schema, RunID: r.RunID, PackID: r.PackID, PackPath: r.PackPath, PackDigest: r.PackDigest, Operator: r.Operator,
		Context: r.Context, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt, Outcome: r.Outcome, FinishedAt: r.FinishedAt,
		Mode: r.Mode, Items: r.Items, Steps: map[string]*HeadItem{}, Gates: map[string]*HeadItem{}, Datapoints: map[string]*HeadItem{},
		Deviations: r.Deviations, ExerciseWrite: r.ExerciseWrite, Feedback: r.Feedback,
		AnsweredByNobody: len(AnsweredByNobody(r)) > 0,
	}
	for id, step := range r.Steps {
		h.Steps[id] = &HeadItem{State: step.State}
	}
	for id, gate := range r.Gates {
		h.Gates[id] = &HeadItem{State: gate.State}
	}
	for id, datapoint := range r.Datapoints {
		h.Datapoints[id] = &HeadItem{State: datapoint.State}
	}
	return h
}

// headNames are the keys of the fields of a Head.
var headNames = []string{
	"schema", "run_id", "pack_id", "pack_path", "pack_digest", "operator", "context", "created_at", "updated_at", "outcome",
	"finished_at", "mode", "items", "steps", "gates", "datapoints", "deviations", "exercise_status", "feedback",
}

// itemFields are those of the fields of an item that a Head has.
var itemFields = []string{"state"}

// itemNames are those of the fields that hold items.
var itemNames = []string{"steps", "gates", "datapoints"}

// DecodeHead reads the head of a record. It refuses what Decode refuses, as far as the head shows it, at a fraction of
// the cost: nothing is made of events. The error is a *DamagedError or a *SchemaError.
func DecodeHead(data []byte) (Head, error) {
	var h Head
	if len(bytes.TrimSpace(data)) == 0 {
		return h, &DamagedError{Why: "the file is empty"}
	}
	short, valid := excerpt(data, headNames, itemNames, itemFields)
	if !valid {
		return h, damaged(data, json.Unmarshal(data, &h))
	}
	err := json.Unmarshal(short, &h)
	switch {
	case h.Schema != V01 && h.Schema != V02:
		return h, &SchemaError{Schema: h.Schema}
	case err != nil:
		return h, damaged(data, json.Unmarshal(data, &h)) // once more, for the place
	}
	if l := h.lacks(); l != nil {
		return h, l.damage(data)
	}
	h.AnsweredByNobody = tellsOfNobody(data)
	return h, nil
}

// lacks says what keeps a head from being counted; nil for nothing.
func (h *Head) lacks() *lack {
	if l := headLacks(h.RunID, h.PackID, h.Outcome); l != nil {
		return l
	}
	if h.UpdatedAt.IsZero() && h.CreatedAt.IsZero() {
		return &lack{why: "it has neither updated_at nor created_at"}
	}
	return cmp.Or(itemsLack("steps", h.Steps, stepStates), itemsLack("gates", h.Gates, gateStates),
		itemsLack("datapoints", h.Datapoints, datapointStates))
}

// itemsLack names the first item without a state that may be; nil if all have one.
func itemsLack(kind string, items map[string]*HeadItem, known map[State]bool) *lack {
	for _, id := range SortedKeys(items) {
		if items[id] == nil || !known[items[id].State] {
			return stateless(kind, id, items[id] != nil)
		}
	}
	return nil
}

// Clean reports whether the run is a clean success: it succeeded, without a deviation, with no step skipped, nothing pushed
// through, and no check answered by auto-confirm. Such a run exercises its pack, see MayExercise.
func (h *Head) Clean() bool { return h.spotless() && !h.AnsweredByNobody }

// ByNobody reports whether the run would be a clean success if auto-confirm had not answered a check of it.
func (h *Head) ByNobody() bool { return h.spotless() && h.AnsweredByNobody }

// progress counts the items as ProgressOf does.
func (h *Head) progress() Progress {
	p := Progress{}
	for _, items := range []map[string]*HeadItem{h.Steps, h.Gates} {
		for id, item := range items {
			if _, follows := h.Items[id]; follows || len(h.Items) == 0 {
				p.count(item.State)
			}
		}
	}
	return p
}

func (h *Head) spotless() bool {
	return h.Outcome != nil && *h.Outcome == Succeeded && len(h.Deviations) == 0 &&
		!h.any(Skipped, h.Steps) && !h.any(Waived, h.Gates) && !h.any(Pushed, h.Steps, h.Gates, h.Datapoints)
}

// StoppedByGate reports whether a gate has stopped the run and nothing else has: it stands as failed, judged by the rules and not
// against its preconditions, no step stands as failed, and nothing was pushed through.
func (h *Head) StoppedByGate() bool {
	var failed []string
	for id, gate := range h.Gates {
		if gate.State == Failed {
			failed = append(failed, id)
		}
	}
	return !h.any(Failed, h.Steps) && !h.any(Pushed, h.Steps, h.Gates, h.Datapoints) && judgedByRules(failed, h.Deviations)
}

// judgedByRules reports whether there are gates, and one at least was never judged under an override.
func judgedByRules(gates []string, deviations []Deviation) bool {
	return slices.ContainsFunc(gates, func(id string) bool {
		return !slices.ContainsFunc(deviations, func(d Deviation) bool { return d.Kind == OverrideDeviation && d.Item == id })
	})
}

func (h *Head) any(state State, kinds ...map[string]*HeadItem) bool {
	for _, items := range kinds {
		for _, item := range items {
			if item.State == state {
				return true
			}
		}
	}
	return false
}

// Ended returns when the run was finished; where the record does not say so, when it was last written.
func (h *Head) Ended() Time {
	if h.FinishedAt != nil {
		return *h.FinishedAt
	}
	return h.Touched()
}

// Touched returns when the run was last written.
func (h *Head) Touched() Time {
	if h.UpdatedAt.IsZero() {
		return h.CreatedAt
	}
	return h.UpdatedAt
}

// Began returns when the run was made.
func (h *Head) Began() Time {
	if h.CreatedAt.IsZero() {
		return h.UpdatedAt
	}
	return h.CreatedAt
}

// Rating returns the latest rating of the run, "" where nobody has rated it, and before it has ended: then it does not count yet. The
// latest is the one that was given last, whatever the clock said then.
func (h *Head) Rating() Rating {
	if len(h.Feedback) == 0 || h.Outcome == nil {
		return ""
	}
	return h.Feedback[len(h.Feedback)-1].Rating
}

// ExerciseStatus returns what a pack is marked with by this run, once it is finished.
func (h *Head) ExerciseStatus() string { return ExercisedBy(h.Ended(), h.Operator) }

// ExercisedBy is the text in a pack that says who exercised it, and when.
func ExercisedBy(day Time, operator string) string {
	return "exercised " + day.Format("2006-01-02") + " by " + operator
}

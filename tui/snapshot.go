package tui

import (
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run"
	"rtut/run/record"
)

// snapshot is a run at one moment, with all that is costly to find out of it. It is made by commands, and never changed.
type snapshot struct {
	place  *Place                      // with the pack as it was read
	age    int64                       // counts snapshots: of two the greater was read later
	past   *atomic.Pointer[StaleError] // why the screen shows another one by now; nil where it does not
	rec    *record.Record
	view   *run.View
	status run.Status
	rows   []flowRow
	at     map[string]int // item to its row
	marked *run.Unproven  // see run.Session.Unproven
	left   time.Duration  // expected of the steps that are not finished; 0 where nothing is said
}

// flowRow is a line of the flow: a stage's heading, or an item.
type flowRow struct {
	item  *run.ItemView   // nil: a heading
	stage string          // id, of a heading
	title string          // of a heading
	done  record.Progress // of a heading: the items below it
}

// refused returns the rule that an action would meet as things are; nil for none.
func (s *snapshot) refused(act run.Action) *run.Refusal {
	_, _, err := run.Transition(s.view.Pack(), s.rec, run.Actor{Name: s.session().By}, act, s.view.At().Time)
	var refusal *run.Refusal
	errors.As(err, &refusal)
	return refusal
}

// hopeless returns the rule that an action would meet whatever its reason, phrase or values were; nil for none.
func (s *snapshot) hopeless(act run.Action) *run.Refusal {
	refusal := s.refused(act)
	if refusal == nil {
		return nil
	}
	switch refusal.Code {
	case run.RunFinished, run.WrongState, run.WrongKind, run.UnknownItem, run.NotSkippable, run.NotWaivable, run.NotInV01:
		return refusal
	}
	return nil
}

// where says where a command of the run is run.
func (s *snapshot) where(host string) string { return s.place.Session.Where(s.rec, host) }

// newSnapshot looks at a run of a place.
func newSnapshot(place *Place, age int64, rec *record.Record, now time.Time) *snapshot {
	s := &snapshot{place: place, age: age, past: &atomic.Pointer[StaleError]{}, rec: rec, at: map[string]int{}}
	s.view = run.NewView(place.Session.Pack, rec, now).In(place.Session.Dir)
	if withFiles, err := place.Session.ViewAt(rec, now); err == nil { // where they can't be read the engine says so
		s.view = withFiles
	}
	s.status, s.marked = s.view.Status(), place.Session.Unproven(rec)
	s.layRows()
	for _, it := range s.status.Items {
		if step := s.pack().Step(it.ID); step != nil && !finished(&it) {
			s.left += step.Expected
		}
	}
	return s
}

func (s *snapshot) pack() *pack.Pack { return s.view.Pack() }

// layRows puts a heading before the items of each stage.
func (s *snapshot) layRows() {
	heading, stage := -1, ""
	for i := range s.status.Items {
		it := &s.status.Items[i]
		if it.Stage != stage || i == 0 && it.Stage != "" {
			stage, heading = it.Stage, -1
			if st := s.pack().Stage(stage); st != nil && stage != "" {
				heading = len(s.rows)
				s.rows = append(s.rows, flowRow{stage: stage, title: st.Title.Display(s.params())})
			}
		}
		s.at[it.ID] = len(s.rows)
		s.rows = append(s.rows, flowRow{item: it})
		if heading >= 0 {
			s.rows[heading].done.Total++
			if finished(it) {
				s.rows[heading].done.Done++
			}
		}
	}
}

// params gives the values of the params and datapoints, for titles.
func (s *snapshot) params() value.Values {
	return func(name string) value.Value {
		if v, found := s.rec.Params[name]; found {
			return v
		}
		if d := s.rec.Datapoints[name]; d != nil {
			return d.Value
		}
		return value.Value{}
	}
}

// recommended is the item that comes next; "" for none.
func (s *snapshot) recommended() string {
	if s.status.Next.Recommended == nil {
		return ""
	}
	return *s.status.Next.Recommended
}

// item returns an item as it stands, nil if there is none of this name.
func (s *snapshot) item(id string) *run.ItemView {
	at, found := s.at[id]
	if !found {
		return nil
	}
	return s.rows[at].item
}

// justMoved reports whether what was done last has brought an item into another state. (What was shown before does not
// tell: the run may have been read again between the action and the answer.)
func (s *snapshot) justMoved(item string) bool {
	events := s.rec.Events
	for i := len(events) - 1; i >= 0 && events[i].At == events[len(events)-1].At; i-- {
		if e := events[i]; e.Item == item && e.To != "" && e.From != e.To {
			return true
		}
	}
	return false
}

// detail is all that is shown of an item, which must be there.
func (s *snapshot) detail(id, alternative string) run.StepDetail {
	return s.view.DetailOf(*s.item(id), alternative)
}

// phrase is what starting an item requires to be typed, by the alternative that would be taken; "" for nothing.
func (s *snapshot) phrase(item, alternative string) string {
	if s.pack().Step(item) == nil {
		return ""
	}
	return s.detail(item, alternative).Phrase
}

// ages reports whether what is shown may become another while the record stays as it is: values grow old, files change, and
// processes end.
func (s *snapshot) ages() bool {
	checked := func(it run.ItemView) bool { return it.Checking != nil }
	return len(s.pack().Datapoints)+len(s.rec.Files) > 0 || slices.ContainsFunc(s.status.Items, checked)
}

// tooOld returns the datapoints that a step has produced and that are too old by now.
func (s *snapshot) tooOld(item string) []string {
	step := s.pack().Step(item)
	if step == nil {
		return nil
	}
	var ids []string
	for _, d := range s.status.Datapoints {
		if d.TooOld && slices.ContainsFunc(step.Produces, func(p pack.Produce) bool { return p.Datapoint == d.ID }) {
			ids = append(ids, d.ID)
		}
	}
	return ids
}

// actor says who acts, and whose run it is where that is somebody else.
func (s *snapshot) actor() string {
	by := s.place.Session.By
	if by == s.rec.Operator {
		return by
	}
	return by + ", in the run of " + s.rec.Operator
}

// hasRollback reports whether a step, carried out by an alternative, declares a way back.
func (s *snapshot) hasRollback(item, alternative string) bool {
	step := s.pack().Step(item)
	return step != nil && s.view.Alternative(step, alternative).Rollback != nil
}

// facts returns the facts that an item declares and that are not supplied yet.
func (s *snapshot) facts(item string) []pack.Fact {
	d := s.detail(item, "")
	var declared []pack.Fact
	if step := s.pack().Step(item); step != nil {
		declared = s.view.Alternative(step, "").Evidence
	} else if gate := s.pack().Gate(item); gate != nil {
		declared = gate.Evidence
	}
	return slices.DeleteFunc(slices.Clone(declared), func(f pack.Fact) bool { return !slices.Contains(d.Owes, f.ID) })
}

package operate

import (
	"slices"

	"rtut/run"
	"rtut/run/record"
)

// NextAction returns what comes next in a run: what is running first, else the first item that is ready, else what gets the run going
// again. Directly after a failure it is the way back from that.
func NextAction(v *run.View) Action {
	p := &planner{view: v, rec: v.Record()}
	if a, first := p.ofRun(); first {
		return a
	}
	status := v.Status()
	return p.besides(p.lead(status), status)
}

// Of returns what comes next for one item, whatever other items there are.
func Of(v *run.View, item string) Action {
	p := &planner{view: v, rec: v.Record()}
	if a, first := p.ofRun(); first {
		return a
	}
	return p.item(item)
}

// ByHand returns what an operator does next to an item, also where auto-confirm would go on by itself.
func ByHand(v *run.View, item string) Action {
	return (&planner{view: v, rec: v.Record()}).byHand(item)
}

// planner works out what comes next in a run.
type planner struct {
	view *run.View
	rec  *record.Record
}

// ofRun returns what is done to the run before any item can go on; it reports whether there is such a thing.
func (p *planner) ofRun() (Action, bool) {
	switch {
	case !p.rec.Integrity().Intact():
		return act(Anew, ""), true
	case p.rec.Finished() && len(p.rec.Feedback) == 0:
		return act(Feedback, ""), true
	case p.rec.Finished():
		return act(Nothing, ""), true
	case len(p.view.PackChanges()) > 0:
		return act(Accept, "").needing(Need{Kind: NeedReason}), true
	case record.StateOf(p.rec) == record.RunStopped:
		return act(TakeOver, ""), true
	}
	return Action{}, false
}

// lead chooses the item that comes first, or what is done where none can go on.
func (p *planner) lead(s run.Status) Action {
	first := s.Next.Recommended
	running := len(s.Next.Running) > 0
	if failed := p.failedJustNow(); failed != "" && !running {
		return p.item(failed)
	}
	switch {
	case first != nil && (running || !finished(s, *first)):
		return p.item(*first)
	case len(s.OutOfDate) > 0:
		return p.prove(s.OutOfDate)
	case s.State == record.RunComplete:
		return p.close(s)
	}
	return p.stuck(s)
}

// finished reports whether an item claims that it is done or has passed.
func finished(s run.Status, id string) bool {
	return slices.ContainsFunc(s.Items, func(i run.ItemView) bool { return i.ID == id && i.Holds != nil })
}

// failedJustNow returns the step whose failure, or rollback, was the latest thing that happened to an item; "" for none.
func (p *planner) failedJustNow() string {
	for _, e := range slices.Backward(p.rec.Events) {
		if e.Item == "" || e.Action == record.VerbNote || e.Action == record.VerbCapture {
			continue
		}
		if s := p.rec.Steps[e.Item]; s != nil && s.State == record.Failed && p.view.Pack().Step(e.Item) != nil {
			return e.Item
		}
		return ""
	}
	return ""
}

// mostBeside is how many failures are named beside what comes next.
const mostBeside = 3

// besides adds the ways out of failures that nobody has seen to.
func (p *planner) besides(a Action, s run.Status) Action {
	for _, i := range s.Items {
		if i.Kind == run.StepKind && i.State == record.Failed && i.ID != a.Item && len(a.Beside) < mostBeside {
			a.Beside = append(a.Beside, alone(p.item(i.ID)))
		}
	}
	return a
}

// alone is an action without what stands beside it.
func alone(a Action) Action {
	a.Beside = nil
	return a
}

// prove verifies again what is out of date: all at once, where commands alone do.
func (p *planner) prove(items []string) Action {
	first := p.item(items[0])
	if len(items) == 1 || first.Kind == Tick {
		return first
	}
	all := act(Prove, "")
	for _, id := range items {
		one := p.byHand(id)
		if one.Kind != Check || one.has(NeedEvidence) || p.asks(id) {
			return first
		}
		for _, c := range one.Runs {
			c.Check = id
			all.Runs = append(all.Runs, c)
		}
	}
	if len(all.Runs) > 0 {
		all = all.needing(Need{Kind: NeedConsent})
	}
	return all
}

// close ends a run of which every item is finished. What was skipped is started after all where that alone keeps the run from
// succeeding.
func (p *planner) close(s run.Status) Action {
	end := p.ending(s.Closing())
	if end.Outcome != record.Abandoned {
		return end
	}
	for _, i := range s.Items {
		if i.State != record.Skipped {
			continue
		}
		if start := p.item(i.ID); start.Kind == Start {
			start.Beside = append(start.Beside, end)
			return start
		}
	}
	return end
}

// ending is the end of the run with an outcome, or with the next that its state allows.
func (p *planner) ending(wanted record.Outcome) Action {
	for _, outcome := range []record.Outcome{wanted, record.FailedRun} {
		if p.refused(run.Finalize{Outcome: outcome}) == nil {
			return Action{Kind: Close, Outcome: outcome}.whole()
		}
	}
	return Action{Kind: Close, Outcome: record.Abandoned}.whole()
}

// stuck gets a run going in which no item can go on: something has failed, or a value is missing.
func (p *planner) stuck(s run.Status) Action {
	for _, i := range s.Items {
		if i.Kind == run.StepKind && i.State == record.Failed {
			return p.item(i.ID)
		}
	}
	for _, i := range s.Items {
		if i.Holds != nil && *i.Holds {
			continue
		}
		if a := p.values(p.view.Pack().Item(i.ID).Uses); a.Kind != Look {
			return a
		}
	}
	for _, d := range s.Datapoints {
		if d.TooOld {
			return p.measure(d.ID)
		}
	}
	return act(Look, "")
}

// act makes an action without anything besides.
func act(kind Kind, item string) Action { return Action{Kind: kind, Item: item}.whole() }

// whole has lists where JSON requires lists.
func (a Action) whole() Action {
	if a.Runs == nil {
		a.Runs = []Command{}
	}
	if a.Needs == nil {
		a.Needs = []Need{}
	}
	return a
}

// needing adds what an action needs.
func (a Action) needing(needs ...Need) Action {
	a.Needs = append(slices.Clip(a.Needs), needs...)
	return a.whole()
}

// refused returns the rule that the run's operator would meet with an action as things are; nil for none.
func (p *planner) refused(wanted run.Action) *run.Refusal {
	return p.refusedTo(run.Actor{Name: p.rec.Operator}, wanted)
}

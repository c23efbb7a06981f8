package run

import (
	"cmp"
	"slices"
	"time"

	"rtut/pack"
	"rtut/run/record"
)

// ToExecute is the own command of a running step as rtut would run it now.
type ToExecute struct {
	Item    string        `json:"item"`
	Command string        `json:"command"`
	On      string        `json:"on,omitempty"`
	Where   string        `json:"where"`   // as a person reads it
	Limit   time.Duration `json:"-"`       // that the pack sets
	Consent string        `json:"consent"` // to exactly this; see Execute
}

// ToExecute renders the own command of a step. It is a *Refusal where the step is not running or the pack does not say that rtut
// may run it.
func (v *View) ToExecute(id string) (*ToExecute, error) {
	t := &transition{pack: v.pack, rec: v.rec, now: v.ready.now}
	def, rec, err := t.step(id)
	if err != nil {
		return nil, err
	}
	if err := t.inState(id, record.VerbExecute, record.Running); err != nil {
		return nil, err
	}
	x, err := t.toExecute(def, rec)
	if err != nil {
		return nil, err
	}
	return &ToExecute{
		Item: id, Command: x.command, On: x.host, Where: v.Where(x.host), Limit: x.alt.Execution.Timeout, Consent: x.consent(rec.Execution),
	}, nil
}

// WorkView says who did the work of a step, and how.
type WorkView struct {
	By        string            `json:"by"`                  // the operator: who asked rtut to run the command, or who did the work by hand
	Execution *record.Execution `json:"execution,omitempty"` // nil: by hand
}

// Text says it in one line.
func (w *WorkView) Text() string {
	if w.Execution == nil {
		return "by " + w.By + ", by hand"
	}
	return w.Execution.Words()
}

// Starters says of each step that was started who started it last: of what auto-confirm started, the run's operator.
func Starters(rec *record.Record) map[string]string {
	by := map[string]string{}
	for i := range rec.Events {
		switch e := &rec.Events[i]; {
		case e.Action != record.VerbStart:
		case e.By == record.AutoConfirmName:
			by[e.Item] = rec.Operator
		default:
			by[e.Item] = e.By
		}
	}
	return by
}

// startedBy is Starters of the run, looked for once, and only where an item is asked for.
func (v *View) startedBy() map[string]string {
	v.lookedFor.Do(func() { v.starters = Starters(v.rec) })
	return v.starters
}

// WorkOf says who did the work of a step, and how; nil where there was none, or nobody has done it yet. Of work by hand the record has
// who started the step, as Starters says.
func WorkOf(rec *record.Record, id string, starters map[string]string) *WorkView {
	s := rec.Steps[id]
	switch {
	case s == nil:
		return nil
	case s.Execution.Counts() || s.Execution != nil && s.State != record.Done:
		return &WorkView{By: s.Execution.For(), Execution: s.Execution}
	case s.State != record.Done || s.Alternative == pack.NotNeeded:
		return nil
	}
	return &WorkView{By: cmp.Or(starters[id], rec.Operator)}
}

// MayExecute reports whether the pack says that rtut may run the command of a step by the alternative that it is, or would be,
// carried out.
func (v *View) MayExecute(id string) bool {
	step := v.pack.Step(id)
	if step == nil || !slices.ContainsFunc(step.Alternatives, executable) {
		return false // without judging by which alternative, which may take long
	}
	return executable(*v.Alternative(step, ""))
}

func executable(alt pack.Alternative) bool { return alt.Execution.Execute != pack.ByHand }

// ExecutionWords say what an event tells of an execution, in words.
func ExecutionWords(d record.Detail) []string {
	switch {
	case d.Execution != nil:
		return append([]string{"rtut runs its command" + onHost(d.Execution.On)}, allowedWords(d.Execution.Allowed)...)
	case d.Executed != nil:
		return []string{d.Executed.Words()}
	case d.Settled != nil && d.Settled.Ran:
		return []string{"its command ran", d.Settled.Reason}
	case d.Settled != nil:
		return []string{"its command did not run", d.Settled.Reason}
	}
	return nil
}

// allowedWords say why auto-confirm might run a command.
func allowedWords(a *record.Allowed) []string {
	if a == nil {
		return nil
	}
	words := "allowed by the pack (" + string(a.Pack) + ") and by " + a.Run + " for the run"
	if a.Preauthorized {
		words += ", pre-authorized"
	}
	return []string{words}
}

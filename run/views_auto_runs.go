package run

import (
	"slices"
	"time"

	"rtut/pack"
	"rtut/run/record"
)

// AutoCommand is a command that auto-confirm may run without asking anybody.
type AutoCommand struct {
	Item        string     `json:"item"`
	Alternative string     `json:"alternative,omitempty"`
	Check       string     `json:"check,omitempty"` // "" of a step
	Command     string     `json:"command"`         // as it reads now; placeholders stand where values are missing
	Host        string     `json:"host"`            // "": here
	Where       string     `json:"where"`           // host and directory, in words
	Once        AutoReason `json:"once,omitempty"`  // what has to happen first; "" if nothing has to
}

// AutoReason says what has to happen before auto-confirm may run a command.
type AutoReason string

// The reasons.
const (
	OnceStarted   AutoReason = "started"     // a person has to start the step
	OnceOutOfDate AutoReason = "out_of_date" // the item is finished, and is verified again only when it is out of date
)

// Words says it behind the name of a command; "" for nothing.
func (r AutoReason) Words() string {
	switch r {
	case OnceStarted:
		return ", once a person has started it"
	case OnceOutOfDate:
		return ", again when it is out of date"
	}
	return ""
}

// AutoRuns returns the commands that auto-confirm may run in a run of a pack that has not begun: values stand as their placeholders. dir is
// that of the pack, relative to its repo.
func AutoRuns(p *pack.Pack, dir string) []AutoCommand {
	return NewView(p, &record.Record{}, time.Time{}).In(dir).autoRuns()
}

// autoRuns returns the commands that auto-confirm may run, in canonical order: those of every check that it may judge.
func (v *View) autoRuns() []AutoCommand {
	all := []AutoCommand{}
	for _, id := range v.pack.Graph().Items() {
		if gate := v.pack.Gate(id); gate != nil {
			all = append(all, v.autoRunsOfGate(gate)...)
		} else {
			all = append(all, v.autoRunsOfStep(v.pack.Step(id))...)
		}
	}
	return all
}

func (v *View) autoRunsOfGate(gate *pack.Gate) []AutoCommand {
	var once AutoReason
	checks := checksOf(v.pack, v.rec, gate.ID)
	asks := slices.ContainsFunc(checks, isManual)
	switch state := v.rec.State(gate.ID); {
	case len(gate.Evidence) > 0, gate.ManualOnly && asks, state.Finished() && (state != record.Passed || asks):
		return nil
	case state == record.Passed:
		once = OnceOutOfDate
	}
	return v.autoCommands(AutoCommand{Item: gate.ID, Once: once}, checks)
}

func (v *View) autoRunsOfStep(step *pack.Step) []AutoCommand {
	state := v.rec.State(step.ID)
	if step.ManualOnly || state == record.Pushed {
		return nil
	}
	var all []AutoCommand
	for i := range step.Alternatives {
		alt := &step.Alternatives[i]
		once, may := v.autoRunsBy(step, alt, state)
		if !may || len(alt.Evidence) > 0 {
			continue
		}
		all = append(all, v.autoCommands(AutoCommand{Item: step.ID, Alternative: alt.ID, Once: once}, []*pack.Check{&alt.Verify})...)
	}
	return all
}

// autoRunsBy reports whether auto-confirm may run the check of a step by an alternative, and what has to happen first.
func (v *View) autoRunsBy(step *pack.Step, alt *pack.Alternative, state record.State) (once AutoReason, may bool) {
	var by *pack.Alternative
	if rec := v.rec.Steps[step.ID]; rec != nil {
		by = chosen(step, rec)
	}
	switch {
	case state == record.Running:
		return "", alt == by
	case state == record.Done:
		return OnceOutOfDate, alt == by && !isManual(&alt.Verify)
	case state == record.Skipped, state == record.Failed, needsAuthority(alt) && v.rec.Live(step.ID, alt.ID) == nil:
		return OnceStarted, true
	}
	return "", true
}

// autoCommands returns the commands of checks; of has what they share.
func (v *View) autoCommands(of AutoCommand, checks []*pack.Check) []AutoCommand {
	var all []AutoCommand
	values := v.rec.Values()
	for _, c := range checks {
		if c.Command == nil {
			continue
		}
		command := of
		command.Check, command.Command = c.ID, c.Command.Display(values)
		if c.On != nil {
			command.Host = c.On.DisplayVisible(values)
		}
		command.Where = v.Where(command.Host)
		all = append(all, command)
	}
	return all
}

package run

import (
	"slices"
	"strings"
	"time"

	"rtut/pack"
	"rtut/pack/command"
	"rtut/pack/value"
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
	Own         bool       `json:"own,omitempty"`   // it is the step's own command, and no check
	Once        AutoReason `json:"once,omitempty"`  // what has to happen first; "" if nothing has to
}

// Name names the command, without saying where it runs.
func (c AutoCommand) Name() string {
	name := strings.TrimSuffix(c.Item+"/"+c.Check, "/")
	if c.Alternative != "" {
		name += " by " + c.Alternative
	}
	if c.Own {
		name += ", the command of the step"
	}
	return name
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
// that of the pack, relative to its repo. executes: it is allowed to run commands of steps.
func AutoRuns(p *pack.Pack, dir string, executes bool) []AutoCommand {
	return NewView(p, &record.Record{}, time.Time{}).In(dir).AutoRuns(executes)
}

// Executes reports whether a pack has a step of which auto-confirm runs the command where that is allowed for the run.
func Executes(p *pack.Pack) bool {
	return slices.ContainsFunc(p.Graph().Items(), func(id string) bool {
		s := p.Step(id)
		return s != nil && !s.ManualOnly && slices.ContainsFunc(s.Alternatives, func(a pack.Alternative) bool { return a.Execution.Execute == pack.Auto })
	})
}

// AutoRuns returns the commands that auto-confirm may run, in canonical order: those of every check that it may judge and, where it
// executes, of the steps for which the pack says `execute: auto`.
func (v *View) AutoRuns(executes bool) []AutoCommand {
	all := []AutoCommand{}
	for _, id := range v.pack.Graph().Items() {
		if gate := v.pack.Gate(id); gate != nil {
			all = append(all, v.autoRunsOfGate(gate)...)
		} else {
			all = append(all, v.autoRunsOfStep(v.pack.Step(id), executes)...)
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

func (v *View) autoRunsOfStep(step *pack.Step, executes bool) []AutoCommand {
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
		if executes && once == "" && v.executesOwn(step, alt, state) {
			all = append(all, v.autoCommand(AutoCommand{Item: step.ID, Alternative: alt.ID, Own: true}, alt.Command, alt.On))
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
	for _, c := range checks {
		if c.Command == nil {
			continue
		}
		one := of
		one.Check = c.ID
		all = append(all, v.autoCommand(one, c.Command, c.On))
	}
	return all
}

// autoCommand fills in a command as it reads now, and where it runs.
func (v *View) autoCommand(of AutoCommand, text *command.Command, on *value.Text) AutoCommand {
	values := v.rec.Values()
	of.Command = text.Display(values)
	if on != nil {
		of.Host = on.DisplayVisible(values)
	}
	of.Where = v.Where(of.Host)
	return of
}

// executesOwn reports whether auto-confirm runs the own command of a step that it may start, or has started.
func (v *View) executesOwn(step *pack.Step, alt *pack.Alternative, state record.State) bool {
	if alt.Execution.Execute != pack.Auto {
		return false
	}
	if state != record.Running {
		return true
	}
	rec := v.rec.Steps[step.ID]
	return executesNext(step, rec) && startedAlone(v.rec, step.ID) && (!needsAuthority(alt) || rec.Confirmation != nil && rec.Confirmation.Given != 0)
}

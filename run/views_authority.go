package run

import (
	"cmp"
	"slices"
	"time"

	"rtut/pack"
	"rtut/run/record"
)

// AutoConfirms is what auto-confirm is going to say yes to, as things are.
type AutoConfirms struct {
	Execution *record.Allowance `json:"execution,omitempty"` // who allowed that it runs commands of steps; nil: it runs none
	Answers   []AutoAnswer      `json:"answers"`             // questions that it answers with yes, asking nobody
	Runs      []AutoCommand     `json:"runs"`                // commands that it runs, asking nobody
	Starts    []AutoStart       `json:"starts"`              // steps with a phrase that it may start, once each
}

// AutoAnswer is a question that is put to nobody.
type AutoAnswer struct {
	Item     string `json:"item"`
	Check    string `json:"check,omitempty"` // "" of a step
	Question string `json:"question"`
}

// AutoStart is a pre-authorization that has not ended.
type AutoStart struct {
	AuthorityFace
	AuthorizedBy string      `json:"authorized_by"`
	By           string      `json:"by"`
	At           record.Time `json:"at"`
	Lapsed       string      `json:"lapsed,omitempty"` // why it serves no start as things are; "" if it does
}

// AuthorityFace is what a pre-authorization of a step by one alternative is for.
type AuthorityFace struct {
	Step        string      `json:"step"`
	Alternative string      `json:"alternative,omitempty"`
	Title       string      `json:"title"`
	Effect      pack.Effect `json:"effect"`
	Phrase      string      `json:"phrase"` // to be typed; as the pack has it where a value is missing
	Host        string      `json:"host"`
	Command     string      `json:"command"`
	Instruction string      `json:"instruction"`
	Lacks       []string    `json:"lacks"` // values that command and words do not have yet
}

// AutoConfirms returns what auto-confirm is going to say yes to.
func (v *View) AutoConfirms() AutoConfirms {
	all := AutoConfirms{Execution: v.rec.ExecutionAllowed(), Answers: []AutoAnswer{}, Runs: v.AutoRuns(v.rec.ExecutionAllowed() != nil), Starts: []AutoStart{}}
	for _, id := range v.pack.Graph().Items() {
		if v.rec.State(id).Finished() {
			continue
		}
		for _, c := range v.answeredByNobody(id) {
			question := cmp.Or(c.Prompt.Display(v.rec.Values()), v.Item(id).Title)
			answer := AutoAnswer{Item: id, Check: c.ID, Question: question}
			if !slices.Contains(all.Answers, answer) {
				all.Answers = append(all.Answers, answer)
			}
		}
	}
	for i := range v.rec.Authority {
		a := &v.rec.Authority[i]
		if step := v.pack.Step(a.Step); a.Ended == nil && step != nil && step.Alternative(a.Alternative) != nil {
			alt := step.Alternative(a.Alternative)
			all.Starts = append(all.Starts, AutoStart{
				AuthorityFace: v.presentedOf(step, alt), AuthorizedBy: a.AuthorizedBy, By: a.By, At: a.At, Lapsed: holds(a, v.pack, v.rec, alt),
			})
		}
	}
	return all
}

// answeredByNobody returns the manual checks of an item that auto-confirm would answer.
func (v *View) answeredByNobody(id string) []*pack.Check {
	var checks []*pack.Check
	if gate := v.pack.Gate(id); gate != nil {
		if gate.ManualOnly || len(gate.Evidence) > 0 {
			return nil
		}
		for _, c := range checksOf(v.pack, v.rec, id) {
			if isManual(c) {
				checks = append(checks, c)
			}
		}
		return checks
	}
	step, rec := v.pack.Step(id), v.rec.Steps[id]
	for i := range step.Alternatives {
		alt := &step.Alternatives[i]
		running := rec != nil && rec.State == record.Running
		switch {
		case step.ManualOnly, alt.ID == pack.NotNeeded, len(alt.Evidence) > 0, !isManual(&alt.Verify), running && alt != chosen(step, rec):
		case !needsAuthority(alt), running && rec.Confirmation != nil && rec.Confirmation.Given != 0, !running && v.rec.Live(id, alt.ID) != nil:
			checks = append(checks, &alt.Verify)
		}
	}
	return checks
}

// Preauthorizable returns what could be pre-authorized, as it reads now: every alternative with a phrase that is not for a person alone.
func (v *View) Preauthorizable() []AuthorityFace {
	var all []AuthorityFace
	for _, id := range v.pack.Graph().Items() {
		step := v.pack.Step(id)
		if step == nil || step.ManualOnly || !startable(v.rec.State(id)) {
			continue
		}
		for i := range step.Alternatives {
			if alt := &step.Alternatives[i]; alt.Confirm != nil && alt.ID != pack.NotNeeded {
				all = append(all, v.presentedOf(step, alt))
			}
		}
	}
	return all
}

// Preauthorizable returns what could be pre-authorized in a run of a pack that has not begun: values stand as their placeholders.
func Preauthorizable(p *pack.Pack) []AuthorityFace {
	all := NewView(p, &record.Record{}, time.Time{}).Preauthorizable()
	for i := range all {
		all[i].Lacks = []string{} // that is not known yet
	}
	return all
}

// presentedOf is how an alternative with a phrase reads now.
func (v *View) presentedOf(step *pack.Step, alt *pack.Alternative) AuthorityFace {
	values := v.rec.Values()
	f := AuthorityFace{
		Step: step.ID, Alternative: alt.ID, Title: step.Title.Display(values), Effect: alt.Effect,
		Instruction: alt.Instruction.Display(values),
	}
	if way := alt.Title.Display(values); way != "" && way != f.Title {
		f.Title += ": " + way
	}
	if alt.Confirm != nil {
		f.Phrase = alt.Confirm.DisplayVisible(values)
	}
	if alt.On != nil {
		f.Host = alt.On.DisplayVisible(values)
	}
	var shown presented
	if alt.Command != nil {
		f.Command, shown.lacks = alt.Command.Display(values), v.rec.Lacking(alt.Command.Names())
	}
	f.Lacks = append([]string{}, lackingOf(v.rec, step, alt, shown)...)
	return f
}

// AuthorityWords say what an event gave auto-confirm to start, and what ended of that.
func AuthorityWords(d record.Detail) []string {
	var words []string
	for _, a := range d.Authority {
		words = append(words, "pre-authorized "+a.Step+", for "+a.AuthorizedBy)
	}
	for _, a := range d.Ended {
		words = append(words, "the pre-authorization of "+a.Step+" ended ("+string(a.Why)+")")
	}
	if d.AutoConfirm != nil && d.AutoConfirm.Execute != nil && d.AutoConfirm.Stopped == nil {
		words = append(words, "may run commands of steps, as "+d.AutoConfirm.Execute.By+" allows")
	}
	if d.TakenBack {
		words = append(words, "may no longer run commands of steps")
	}
	return words
}

package tui

import (
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// newModeDialog hands the run over to auto-confirm, or takes it over. A step with a phrase is pre-authorized by typing that, and what was
// pre-authorized is taken back by a tick. What is chosen at first changes nothing.
func newModeDialog(snap *snapshot, _ string) dialog {
	mode := modeField(snap.rec.Mode)
	if snap.status.State == record.RunStopped {
		mode.choices, mode.pick = append([]string{""}, mode.choices...), 0
	}
	all := snap.view.AutoConfirms()
	fields := []*field{mode}
	if phrases := preauthFields(snap.view.Preauthorizable(), mode); len(phrases) > 0 {
		fields = append(append(fields, phrases...), authorizerField(mode))
	}
	fields = append(fields, executionFields(snap.view.Pack(), mode)...)
	fields = append(fields, withdrawFields(all.Starts)...)
	d := askDialog(snap, "Mode", "switch", "the mode was switched", fields, func(f *formDialog) run.Action {
		act := run.SwitchMode{To: record.Mode(mode.text()), Withdraw: f.ticked("withdraw ")}
		if act.To == record.AutoConfirm {
			act.Preauthorize, act.AuthorizedBy = preauthorized(&f.fields), f.get("by")
			act.AllowExecute = allowsExecution(&f.fields)
		}
		if !act.AllowExecute && act.To == snap.rec.Mode && snap.status.State != record.RunStopped {
			act.To = ""
		}
		return act
	})
	d.guard = true
	change := d.submit
	d.submit = func(m *Model, f *formDialog) (dialog, tea.Cmd) {
		same := mode.text() == string(snap.rec.Mode) && snap.status.State != record.RunStopped
		if mode.text() == "" {
			m.notice = notice{said: "no mode was chosen; nothing has changed"}
			return nil, nil
		}
		if same && !allowsExecution(&f.fields) && len(preauthorized(&f.fields))+len(f.ticked("withdraw ")) == 0 {
			m.notice = notice{said: "the run is " + mode.text() + " as before"}
			return nil, nil
		}
		return change(m, f)
	}
	d.intro = func(p *page) {
		p.field("now", string(snap.rec.Mode))
		p.say(p.st.plain, "Auto-confirm runs the verify commands and completes steps. The work of a step is the operator's, unless execution is allowed. "+
			"It answers these questions with yes without asking anybody: "+questionsOf(all.Answers))
		sayRuns(p, snap.view.AutoRuns(all.Execution != nil || allowsExecution(&d.fields)))
	}
	return d
}

// sayRuns lists the commands that auto-confirm runs, and where.
func sayRuns(p *page, runs []run.AutoCommand) {
	if len(runs) > 0 {
		p.say(p.st.plain, "It runs these commands and asks nobody:")
	}
	for _, c := range runs {
		p.say(p.st.plain, c.Name()+", "+c.Where+c.Once.Words()+":")
		p.code(c.Command)
	}
}

// questionsOf names the questions that auto-confirm answers.
func questionsOf(answers []run.AutoAnswer) string {
	if len(answers) == 0 {
		return "as things are, none."
	}
	var names []string
	for _, a := range answers {
		names = append(names, strings.TrimSuffix(a.Item+"/"+a.Check, "/"))
	}
	return strings.Join(names, ", ") + "."
}

func modeField(now record.Mode) *field {
	f := &field{name: "mode", label: "Mode", choices: []string{string(record.ManualMode), string(record.AutoConfirm)}}
	if now == record.AutoConfirm {
		f.pick = 1
	}
	return f
}

// preauthFields has a field for the phrase of each alternative that has one and is not for a person alone.
func preauthFields(faces []run.AuthorityFace, mode *field) []*field {
	var fields []*field
	for _, a := range faces {
		by := ""
		if a.Alternative != "" {
			by = " by " + a.Alternative
		}
		fields = append(fields, &field{
			name:   strings.TrimSpace("preauth " + a.Step + " " + a.Alternative),
			wants:  a.Phrase,
			label:  "Type to let auto-confirm start " + a.Step + by + " once (" + string(a.Effect) + "): " + run.TellPhrase(a.Phrase),
			help:   faceHelp(a),
			hidden: func() bool { return mode.text() != string(record.AutoConfirm) },
		})
	}
	return fields
}

// faceHelp says what a pre-authorization is for, beside its phrase.
func faceHelp(a run.AuthorityFace) string {
	var parts []string
	if a.Host != "" {
		parts = append(parts, "on "+a.Host)
	}
	if a.Command != "" {
		parts = append(parts, "its command: "+a.Command)
	}
	if a.Instruction != "" {
		parts = append(parts, "its instruction: "+a.Instruction)
	}
	if len(a.Lacks) > 0 {
		parts = append(parts, "without a value yet, which may become any: "+strings.Join(a.Lacks, ", "))
	}
	return strings.Join(parts, "; ")
}

// preauthorized are the steps whose phrases were typed.
func preauthorized(fs *fields) []run.Wanted {
	typed := fs.given("preauth ")
	var all []run.Wanted
	for _, name := range slices.Sorted(maps.Keys(typed)) {
		step, _, _ := strings.Cut(name, " ")
		all = append(all, run.Wanted{Step: step, Phrase: typed[name]})
	}
	return all
}

// withdrawFields has a tick for each step with pre-authorizations that have not ended.
func withdrawFields(starts []run.AutoStart) []*field {
	var fields []*field
	for _, s := range starts {
		name, label := "withdraw "+s.Step, "take back that it may start "+s.Step+" (authorized by "+s.AuthorizedBy+")"
		if s.Lapsed != "" {
			label += ", which has lapsed"
		}
		if !slices.ContainsFunc(fields, func(f *field) bool { return f.name == name }) {
			fields = append(fields, &field{name: name, tick: true, label: label})
		}
	}
	return fields
}

// executionFields asks whether auto-confirm may run commands of steps; none of a pack in which it never does.
func executionFields(p *pack.Pack, mode *field) []*field {
	if !run.Executes(p) {
		return nil
	}
	return []*field{{
		name: "execution", tick: true, label: "Allow auto-confirm to run the commands of steps for which the pack says execute: auto",
		hidden: func() bool { return mode.text() != string(record.AutoConfirm) },
	}}
}

// allowsExecution reports whether that is ticked.
func allowsExecution(fs *fields) bool { return len(fs.ticked("execution")) > 0 }

func authorizerField(mode *field) *field {
	return &field{
		name: "by", label: "Authorized by (you, if left empty)",
		hidden: func() bool { return mode.text() != string(record.AutoConfirm) },
	}
}

package tui

import (
	"cmp"
	"path"
	"strings"

	tea "charm.land/bubbletea/v2"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// newNewDialog is the form of a new run: an earlier one of runs that it is to be like, params, mode, context and, for
// auto-confirm, what is pre-authorized. around, if it is not nil, says what to know of other runs before beginning one in a context.
func newNewDialog(place *Place, runs []record.Row, read readRun, around func(record.Context) []string) *formDialog {
	p := place.Session.Pack
	d := &formDialog{title: "New run of " + line(p.ID), button: "begin"}
	for i := range p.Params {
		d.list = append(d.list, paramField(&p.Params[i]))
	}
	environment := &field{name: "environment", label: "Environment", choices: []string{"", "rehearsal", "staging", "production"}}
	if len(p.Environments) > 0 {
		environment.help = "this pack is for " + join(p.Environments)
	}
	d.list = append(d.list, environment, &field{name: "project", label: "Project"}, &field{name: "target", label: "Target"})
	mode := modeField(record.ManualMode)
	if p.Schema == pack.V02 {
		d.list = append(d.list, mode)
		d.list = append(d.list, preauthFields(run.Preauthorizable(p), mode)...)
		d.list = append(d.list, authorizerField(mode))
		d.list = append(d.list, executionFields(p, mode)...)
	}
	d.intro = func(pg *page) {
		if around != nil {
			for _, note := range around(contextOf(&d.fields)) {
				pg.say(pg.st.warn, note)
			}
		}
		if mode.text() == string(record.AutoConfirm) {
			sayRuns(pg, run.AutoRuns(p, cmp.Or(place.Session.Dir, path.Dir(place.File)), allowsExecution(&d.fields)))
		}
	}
	if len(runs) > 0 {
		d.list = append([]*field{likeField(p, runs, read, &d.fields)}, d.list...)
	}
	for _, f := range d.list {
		f.taken = f.text()
	}
	d.submit = func(m *Model, f *formDialog) (dialog, tea.Cmd) {
		wanted := run.New{Params: f.given("param "), Context: contextOf(&f.fields)}
		if p.Schema == pack.V02 {
			wanted.Mode = record.Mode(mode.text())
		}
		if wanted.Mode == record.AutoConfirm {
			wanted.Preauthorize, wanted.AuthorizedBy = preauthorized(&f.fields), f.get("by")
			wanted.AllowExecute = allowsExecution(&f.fields)
		}
		return f.wait(m.work.create(place, wanted))
	}
	return d
}

// contextOf is the context that is filled in.
func contextOf(f *fields) record.Context {
	return record.Context{Project: f.get("project"), Target: f.get("target"), Environment: pack.Environment(f.get("environment"))}
}

// paramField asks for a param: type, help, default and example stand under it.
func paramField(p *pack.Param) *field {
	f := factField("param ", p.ID, p.Title, p.Help, p.Spec)
	if p.Required {
		f.label += " *"
	}
	if !p.Default.IsZero() {
		f.help += "; if left empty: " + p.Default.Text()
	}
	if p.Example != "" {
		f.help += "; such as " + p.Example
	}
	return f
}

func join(environments []pack.Environment) string {
	words := make([]string, len(environments))
	for i, e := range environments {
		words[i] = string(e)
	}
	return strings.Join(words, ", ")
}

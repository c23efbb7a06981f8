package run

import (
	"errors"

	"rtut/pack"
	"rtut/pack/command"
	"rtut/pack/value"
	"rtut/run/record"
)

// StepDetail is all that is shown of a step: what to do, how it is verified, and what it requires. Texts have their
// placeholders filled in as far as there are values.
type StepDetail struct {
	ItemView
	Performer    string
	Instruction  string
	Links        []LinkView
	Command      string // as it stands now, for reading; "" for none
	Host         string // where to run it; "" here
	Phrase       string // to type at start; "" for none
	Alternatives []AlternativeView
	Unjudged     string // why the condition of a step that is to be started cannot be evaluated, although its values are there
	Checks       []CheckView
	Owes         []string // evidence that is not supplied yet
	Produces     []string // datapoints whose values are to be given
	Rollback     string
	RollBack     *RollbackView // with its command; nil where none is declared
	Downstream   []string
	Results      map[string]*record.Result // of the checks; a step's is under ""
}

// LinkView is a link with its placeholders filled in.
type LinkView struct{ Title, URL string }

// linkView shows a link. What values have made of its address is judged again: what is no address any more is not shown as one.
func linkView(l pack.Link, values value.Values) LinkView {
	v := LinkView{Title: l.Title.Display(values), URL: l.URL.Display(values)}
	var missing *value.NoValueError
	if _, err := pack.RenderLink(l.URL, values); err != nil && !errors.As(err, &missing) {
		v.Title, v.URL = v.Title+" (no link: "+err.Error()+")", ""
	}
	return v
}

// AlternativeView is one way to carry a step out.
type AlternativeView struct {
	ID, Title   string
	Recommended bool
	Chosen      bool
}

// CheckView is a check of a gate, or a step's verification.
type CheckView struct {
	ID      string
	Kind    pack.CheckKind
	Prompt  string // of a manual check
	Command string // of one that runs a command
	Host    string // where that runs; "" here
	Wants   string // what it expects to see, in words
}

// Detail returns what is shown of an item when it is carried out. alternative is of a step that is not running; ""
// is the recommended one.
func (v *View) Detail(id, alternative string) StepDetail { return v.DetailOf(v.Item(id), alternative) }

// DetailOf is Detail for who has the item already, of this view.
func (v *View) DetailOf(item ItemView, alternative string) StepDetail {
	id := item.ID
	def := v.pack.Item(id)
	values := v.rec.Values()
	d := StepDetail{
		ItemView: item, Instruction: def.Instruction.Display(values), Downstream: v.pack.Graph().Downstream(id),
	}
	for _, l := range def.Links {
		d.Links = append(d.Links, linkView(l, values))
	}
	if step := v.pack.Step(id); step != nil {
		v.detailStep(&d, step, alternative)
		return d
	}
	gate := v.rec.Gates[id]
	if gate != nil {
		d.Results, d.Owes = gate.Results, owedFacts(def.Evidence, gate.Evidence)
		if !item.Current {
			d.Owes = owedFacts(def.Evidence, nil) // it was given for a decision that is out of date
		}
	}
	d.Checks = v.checks(checksOf(v.pack, v.rec, id))
	return d
}

func (v *View) detailStep(d *StepDetail, step *pack.Step, wanted string) {
	values := v.rec.Values()
	alt := v.Alternative(step, wanted)
	d.Unjudged = v.unjudged(step)
	d.Performer, d.Instruction = step.Performer, alt.Instruction.Display(values)
	if alt.Command != nil {
		d.Command = alt.Command.Display(values)
	}
	if alt.On != nil {
		d.Host = alt.On.DisplayVisible(values)
	}
	if alt.Confirm != nil {
		d.Phrase = alt.Confirm.DisplayVisible(values)
	}
	if alt.Rollback != nil {
		d.Rollback = alt.Rollback.Instruction.Display(values)
		back := v.rollback(step, alt, record.Time{})
		d.RollBack = &back
	}
	d.Checks = v.checks([]*pack.Check{&alt.Verify})
	for _, p := range step.Produces {
		if p.Extract == nil {
			d.Produces = append(d.Produces, p.Datapoint)
		}
	}
	recommended, _ := recommended(v.rec, step)
	for i := range step.Alternatives {
		a := &step.Alternatives[i]
		if a.ID != "" && (d.Unjudged == "" || a.ID != pack.NotNeeded) { // which only its condition may choose
			d.Alternatives = append(d.Alternatives, AlternativeView{
				ID: a.ID, Title: a.Title.Display(values), Recommended: a == recommended, Chosen: a == alt && (d.Unjudged == "" || wanted != ""),
			})
		}
	}
	if rec := v.rec.Steps[step.ID]; rec != nil {
		d.Owes = owedFacts(alt.Evidence, rec.Evidence)
		if rec.Verification != nil {
			d.Results = map[string]*record.Result{"": rec.Verification}
		}
	}
}

// Alternative returns the way a step is or would be carried out: the one it was started with, else the wanted one, else
// the recommended one, else the first.
func (v *View) Alternative(step *pack.Step, wanted string) *pack.Alternative {
	if rec := v.rec.Steps[step.ID]; rec != nil && rec.State != record.Todo && rec.State != record.Skipped {
		if alt := step.Alternative(rec.Alternative); alt != nil {
			return alt
		}
	}
	if alt := step.Alternative(wanted); alt != nil {
		return alt
	}
	if alt, _ := recommended(v.rec, step); alt != nil {
		return alt
	}
	return &step.Alternatives[0]
}

func (v *View) checks(list []*pack.Check) []CheckView {
	values := v.rec.Values()
	var views []CheckView
	for _, c := range list {
		cv := CheckView{ID: c.ID, Kind: c.Kind, Prompt: c.Prompt.Display(values), Wants: Expects(c, values)}
		if c.Command != nil {
			cv.Command = c.Command.Display(values)
		}
		if c.On != nil {
			cv.Host = c.On.DisplayVisible(values)
		}
		views = append(views, cv)
	}
	return views
}

// Expects says in words what a check expects to see, "" for a question or an exit code.
func Expects(c *pack.Check, values value.Values) string {
	switch {
	case c.Kind == pack.Expression:
		return c.Expr.Raw()
	case c.Kind == pack.Elapsed:
		return c.AtLeast.String() + " since " + c.Since
	case c.Kind == pack.WithinWindow:
		return "a time in the window " + c.Window.String()
	case c.Contains != nil:
		return "output that contains " + c.Contains.DisplayVisible(values)
	case c.Equals != nil && c.Equals.Raw() == "":
		return "no output"
	case c.Equals != nil:
		return "output that is " + c.Equals.DisplayVisible(values)
	case c.Matches != nil:
		return "output that matches " + c.Matches.String()
	}
	return ""
}

// Paste is what an operator needs to run a step's own command by hand.
type Paste struct {
	Item    string            `json:"item"`
	Command string            `json:"command"`
	On      string            `json:"on"`
	Exports map[string]string `json:"exports"` // the environment that the command may read
	of      *command.Command
}

// Reads reports whether the command may read a variable of the environment.
func (p *Paste) Reads(variable string) bool { return p.of == nil || p.of.Reads(variable) }

// Paste renders the command of a step by an alternative; "" is the running or the recommended one. A step without a
// command, or a command that needs a value which is not there, is a *Refusal.
func (v *View) Paste(id, alternative string) (*Paste, error) {
	step := v.pack.Step(id)
	if step == nil {
		if v.pack.Gate(id) != nil {
			return nil, refuse(WrongKind, id, "is a gate, which has no command of its own")
		}
		return nil, unknownItem(v.pack, id)
	}
	if alternative != "" && step.Alternative(alternative) == nil {
		return nil, refuse(UnknownAlternative, id, "has no such alternative").with("It has %s", alternativeNames(step))
	}
	alt := v.Alternative(step, alternative)
	if alternative != "" {
		alt = step.Alternative(alternative)
	}
	if alt.Command == nil {
		return nil, refuse(NoValue, id, "has no command; its instruction describes the work")
	}
	values := v.rec.Values()
	p := &Paste{Item: id}
	var err error
	if p.Command, err = alt.Command.Render(values); err == nil && alt.On != nil {
		p.On, err = pack.RenderHost(alt.On, values)
	}
	if err != nil {
		return nil, refuse(NoValue, id, "the placeholders of its command cannot be filled in: %s", err)
	}
	p.Exports, p.of = v.exports(alt.Command), alt.Command
	return p, nil
}

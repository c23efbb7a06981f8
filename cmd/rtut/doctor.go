package main

import (
	"context"
	"fmt"
	"strings"

	"rtut/run"
	"rtut/run/shell"
	"rtut/run/store"
)

// health is how something stands.
type health string

const (
	healthy health = "ok"
	worry   health = "warning" // something will be missed
	trouble health = "failed"  // something will not work
)

// finding is one thing that the doctor has looked at.
type finding struct {
	About   string `json:"about"`
	Health  health `json:"health"`
	Message string `json:"message"`
	Hint    string `json:"hint"` // what to do; "" for nothing
}

// doctor looks at what rtut depends on, and leaves everything as it was.
type doctor struct {
	app   *app
	tree  *store.Tree
	found []finding
	mute  bool // git does not answer, and is asked no more

	elsewhere store.Elsewhere // where the runs of a repo are, if not in it
}

func (d *doctor) say(about string, h health, message, hint string) {
	d.found = append(d.found, finding{about, h, message, hint})
}

// examine looks at everything.
func (d *doctor) examine(ctx context.Context) {
	d.operator()
	d.terminal()
	needs := d.packs()
	d.tool("sh", trouble, "no command can be run")
	d.tool("git", worry, "whether git ignores runs is not known")
	for _, n := range needs {
		d.tool(n.tool, trouble, n.why)
	}
	d.stores()
	d.clock(d.runs(ctx))
	d.drafts()
}

// operator says under which name actions are recorded.
func (d *doctor) operator() {
	who, from := d.app.operatorFrom()
	switch err := run.CheckOperator(who); {
	case err != nil:
		d.say("operator", trouble, fmt.Sprintf("%s cannot be an operator name (from %s): %s", who, from, err), "set RTUT_OPERATOR")
	case who == "unknown":
		d.say("operator", worry, "the operator would be recorded as `unknown`", "set RTUT_OPERATOR")
	default:
		d.say("operator", healthy, fmt.Sprintf("%s (from %s)", who, from), "")
	}
}

// terminal says how rtut will look.
func (d *doctor) terminal() {
	looks := []string{"no terminal: no prompts", "no colors", "signs beyond ASCII"}
	if d.app.inTTY && d.app.outTTY {
		looks[0] = "a terminal"
	}
	if d.app.color(d.app.outTTY) {
		looks[1] = "colors"
	}
	if d.app.ascii() {
		looks[2] = "only ASCII signs (RTUT_ASCII or the locale)"
	}
	d.say("terminal", healthy, strings.Join(looks, ", "), "")
}

// tool says whether a tool is there; a second time it says nothing.
func (d *doctor) tool(name string, without health, why string) {
	for _, f := range d.found {
		if f.About == name {
			return
		}
	}
	if missing := shell.LookTools([]string{name}); missing == nil {
		d.say(name, healthy, "is on PATH", "")
		return
	}
	d.say(name, without, "is not on PATH: "+why, "install it")
}

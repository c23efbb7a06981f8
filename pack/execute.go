package pack

import (
	"time"

	"rtut/pack/value"
)

// Execute says whether rtut may run the own command of a step, and who asks for it.
type Execute string

// The values of `execute`.
const (
	ByHand    Execute = ""           // rtut never runs it
	OnRequest Execute = "on-request" // an operator asks for it, and consents to the very command
	Auto      Execute = "auto"       // the same, and auto-confirm does where an operator allowed that for the run
)

// The time that an execution may take.
const (
	DefaultExecuteTimeout = time.Hour
	MaxExecuteTimeout     = 24 * time.Hour
)

// Execution says how rtut may run the own command of an alternative.
type Execution struct {
	Execute Execute
	Timeout time.Duration // zero where Execute is ByHand
}

// parseExecution reads how the command of a mapping may be executed.
func (m mapping) parseExecution() Execution {
	e := Execution{Execute: Execute(m.text("execute")), Timeout: m.duration("execute_timeout")}
	switch {
	case e.Execute == ByHand:
		e.Timeout = 0
	case e.Timeout == 0:
		e.Timeout = DefaultExecuteTimeout
	}
	return e
}

// execution writes down what is enforced of the execution of an alternative. A pack that says nothing of it has the digests that it
// had before there was such a thing.
func (d definition) execution(f facts, e Execution) {
	if e.Execute != ByHand {
		d.add(f, true, "execute", e.Execute)
		d.add(f, true, "execute_timeout", e.Timeout)
	}
}

// ruleExecute: what may be executed is a command, for a limited time.
func ruleExecute(l *loader) {
	for _, s := range l.steps {
		l.checkExecution(s.m, "step "+value.Quoted(s.step.ID))
		for _, a := range s.alternatives {
			if a.m.name == "alternative" {
				l.checkExecution(a.m, l.alternativeName(s, a))
			}
		}
	}
}

// adviseAutoExecute: where nobody looks, only a check that measures can tell what the command of a step came to.
func adviseAutoExecute(l *loader) {
	for _, s := range l.steps {
		for _, a := range s.alternatives {
			if a.execute != Auto || a.verify != Manual {
				continue
			}
			at := a.m
			if !at.has("execute") {
				at = s.m
			}
			l.advise(at.at("execute"), "auto-unmeasured", l.alternativeName(s, a)+" has `execute: auto` and no `verify` that measures, so in auto-confirm nobody sees what its command came to",
				"add a `verify` with a command, or write `execute: on-request`")
		}
	}
}

func (l *loader) checkExecution(m mapping, who string) {
	switch {
	case m.has("execute") && !m.has("command"):
		l.report.at(m.at("execute"), "execute", who+" has `execute` without `command`. a command was expected beside it",
			"`execute` is for the command that stands in the same place")
	case m.has("execute_timeout") && !m.has("execute"):
		l.report.at(m.at("execute_timeout"), "execute", who+" has `execute_timeout` without `execute`. `execute: on-request` or `execute: auto` was expected beside it",
			"without it an operator runs the command by hand, for as long as that takes")
	case m.duration("execute_timeout") > MaxExecuteTimeout:
		l.report.at(m.at("execute_timeout"), "timeout", "`execute_timeout` is "+value.Quoted(m.text("execute_timeout"))+". at most 24h were expected", "")
	}
}

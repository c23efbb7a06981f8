package pack

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"rtut/pack/value"
)

// Lint loads a pack as Load does and, where it has no faults, adds advice: warnings about what the format allows and
// an operator may find harmful.
func Lint(fsys fs.FS, name string) (*Pack, Diagnostics, error) {
	name, data, err := read(fsys, path.Clean(name))
	if err != nil {
		return nil, nil, err
	}
	p, found := adviseText(name, data)
	return p, found, nil
}

// advice is given in this order; the order in which it is shown is that of the file.
var advice = []rule{
	adviseVerify,
	adviseRollback,
	adviseGate,
	adviseAutoAnswer,
	adviseAutoExecute,
	adviseIdleGate,
	adviseMaxAge,
	adviseUnused,
	adviseUnconfirmed,
	adviseImported,
	adviseBefore,
	adviseLooseStage,
	adviseLong,
	adviseNever,
	adviseEffect,
	adviseAngle,
	adviseCertain,
	adviseChanges,
	advisePipefail,
	adviseNetwork,
	adviseInput,
	adviseEndless,
	adviseVariable,
	adviseWrites,
	adviseWord,
}

// advise reports a warning at a place of the YAML, as long as there is space: too many are no fault.
func (l *loader) advise(p mark, rule, message, hint string) {
	if len(l.report.found) == maxDiagnostics || !l.pack.Advises(rule) {
		return
	}
	l.report.offset(l.report.source.offset(p), Warning, rule, message, hint)
}

// adviseVerify: without `verify` a step is done as soon as its operator says so.
func adviseVerify(l *loader) {
	for _, s := range l.steps {
		for _, a := range s.alternatives {
			if a.m.has("verify") || s.m.has("verify") {
				continue
			}
			l.advise(a.m.at("id"), "no-verify", l.alternativeName(s, a)+" has no `verify`, so only the operator's word says that it worked",
				"add a command that shows it, or `verify: { kind: manual, prompt: ... }` with what to check")
		}
	}
}

// adviseRollback: anyone who does what is irreversible needs to know the way back, or that there is none.
func adviseRollback(l *loader) {
	for _, s := range l.steps {
		for _, a := range s.alternatives {
			if a.effect != Irreversible || a.m.has("rollback") || s.m.has("rollback") {
				continue
			}
			l.advise(a.m.at("id"), "no-rollback", l.alternativeName(s, a)+" is irreversible and has no `rollback`",
				"say what to do if it goes wrong, at least whom to call")
		}
	}
}

// adviseGate: a gate that measures nothing passes whenever somebody says so.
func adviseGate(l *loader) {
	for _, g := range l.gates {
		if slices.ContainsFunc(g.gate.Checks, func(c Check) bool { return c.Kind != Manual }) {
			continue
		}
		l.advise(g.m.at("id"), "manual-gate", "no check of gate "+value.Quoted(g.gate.ID)+" measures anything",
			"add a check of another kind: an expression, a command, the time")
	}
}

// adviseUnused: a param or datapoint that nothing in the file names is asked for in vain. What scripts beside the pack
// read from the environment can't be seen, so this is a guess.
func adviseUnused(l *loader) {
	for _, m := range l.params {
		l.adviseUnnamed(*m, "param", "RTUT_PARAM_")
	}
	for _, m := range l.datapoints {
		l.adviseUnnamed(*m, "datapoint", "RTUT_DATA_")
	}
}

func (l *loader) adviseUnnamed(m mapping, kind, prefix string) {
	id := m.text("id")
	if id == "" {
		return
	}
	variable := prefix + strings.ToUpper(id)
	named := regexp.MustCompile(`\b(` + id + `|` + variable + `)\b`)
	if len(named.FindAllStringIndex(l.report.source.text, 2)) > 1 {
		return
	}
	l.advise(m.at("id"), "unused", "nothing in this file uses the "+kind+" "+value.Quoted(id),
		"remove it, unless a script of the pack reads $"+variable)
}

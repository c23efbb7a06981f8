package pack

import (
	"maps"
	"slices"
	"strings"
	"time"

	"rtut/pack/value"
)

// checkKind: a check has what its kind asks for, and nothing that it would ignore.
func (l *loader) checkKind(m mapping, c Check) {
	kind := c.Kind.info()
	if kind == nil {
		return
	}
	if c.Kind == Expression && l.pack.Schema == V01 {
		l.report.at(m.at("kind"), "version", "the kind expression belongs to "+string(V02)+". this pack is "+string(V01),
			"write `schema: "+string(V02)+"` to use it")
		return
	}
	for _, f := range layouts[m.name] {
		must, has := kind.keys[f.key]
		switch {
		case f.key == "id" || f.key == "kind":
		case m.has(f.key) && !has:
			l.report.at(m.keys[f.key].place, "check", "`"+f.key+"` does not go with the kind "+string(c.Kind)+". known are "+
				strings.Join(slices.Sorted(maps.Keys(kind.keys)), ", "), "")
		case must && !m.has(f.key):
			l.report.at(m.at("kind"), "check", "the kind "+string(c.Kind)+" without `"+f.key+"`. "+f.expected()+" was expected", "")
		}
	}
	l.checkManual(m, c)
	if c.Kind == OutputContains {
		l.checkOutput(m, c)
	}
}

// checkManual: a manual check of a gate asks something. The verification of a step has a prompt by itself.
func (l *loader) checkManual(m mapping, c Check) {
	if c.Kind == Manual && m.name == "check" && !m.has("prompt") {
		l.report.at(m.at("kind"), "check", "a manual check without `prompt`. a statement to confirm was expected", "")
	}
}

// checkOutput: output-contains has exactly one of `contains`, `equals` and `matches`, and an empty text is contained
// in everything.
func (l *loader) checkOutput(m mapping, c Check) {
	var given []string
	for _, key := range []string{"contains", "equals", "matches"} {
		if m.has(key) {
			given = append(given, key)
		}
	}
	switch {
	case len(given) == 0:
		l.report.at(m.at("kind"), "check", "the kind output-contains with nothing to look for. contains, equals or matches was expected", "")
	case len(given) > 1:
		l.report.at(m.keys[given[1]].place, "check", "the kind output-contains with both `"+strings.Join(given, "` and `")+"`. one of them was expected", "")
	}
	if c.Contains != nil && c.Contains.Raw() == "" {
		l.report.at(m.at("contains"), "check", "`contains` is empty, which every output contains. a text was expected", "`equals: ''` asks for no output")
	}
	l.checkMatches(m, c)
}

// checkTimeout: one attempt of a command takes a minute at most.
func (l *loader) checkTimeout(m mapping, d time.Duration) {
	if d > MaxCheckTimeout {
		l.report.at(m.at("timeout"), "timeout", "`timeout` is "+value.Quoted(m.text("timeout"))+". at most 60s were expected",
			"`poll` tries again until it passes")
	}
}

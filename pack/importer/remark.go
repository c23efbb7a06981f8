package importer

import (
	"fmt"
	"strings"

	"rtut/pack/effect"
	"rtut/pack/table"
)

var (
	forEach   = table.Pattern(`(?i)\b(?:for (?:each|every|all)|for any (?:of|other)|on (?:each|every|all)\b|repeat|one by one|each of the|rinse)\b`)
	options   = table.Pattern(`(?i)\b(?:alternatively|option [a-c1-3]\b|one of (?:the following|two ways)|instead, )`)
	literalID = table.Pattern(`\b(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{20,64}|(?:i|vol|sg|vpc|subnet|ami|snap|eni|rtb|igw|nat|acl|fs|lt|eipalloc)-[0-9a-f]{8,17}|arn:aws[\w-]*:[\w-]*:[\w-]*:\d{12}:\S+|\d{12}\.dkr\.ecr)\b`)
	clock     = table.Pattern(`(?:\$\(|` + "`" + `)\s*date\b`)
)

// look notes what a reader of the step should know of its command.
func (p *page) look(st *step) {
	if forEach().MatchString(st.words) {
		st.note(st.line, "repeat", "according to the text this is done more than once")
	}
	if options().MatchString(st.words) {
		st.note(st.line, "alternatives", "the text offers another way: a step may have `one_of`")
	}
	if st.command == "" {
		return
	}
	s := effect.Parse(st.command)
	if s.Background {
		st.note(st.line, "background", "the command leaves something running with `&`")
	}
	if s.Endless {
		st.note(st.line, "never-ends", "`while true` continues until it is stopped")
	}
	for _, c := range s.Calls {
		p.lookAt(st, c)
	}
	if m := literalID().FindString(st.command); m != "" {
		st.note(st.line, "literal-id", fmt.Sprintf("`%s` looks like the id of one thing: is it the same in the next run?", shortened(m, 60)))
	}
	if n := len(s.First); n > 0 && s.First[n-1].Fails() {
		st.note(st.line, "always-fails", "the command ends with `"+s.First[n-1].String()+"`")
	}
}

func (p *page) lookAt(st *step, c effect.Call) {
	if inner, is := c.Inner(); is && len(inner.Words) > 0 {
		p.lookAt(st, inner)
	}
	text := shortened(oneLine(c.String()), 60)
	switch {
	case c.Asks() && !st.hasNote("asks-input"):
		st.note(st.line, "asks-input", "`"+text+"` waits for something to be typed")
	case c.NeverEnds() && !st.hasNote("never-ends"):
		st.note(st.line, "never-ends", "`"+text+"` continues until it is stopped")
	}
	switch c.Program() {
	case "ssh", "scp", "pssh", "mosh", "sftp":
		if !st.hasNote("other-host") {
			st.note(st.line, "other-host", "`"+text+"` goes to another host: a step may have `on`")
		}
	}
}

// lookAcross notes what concerns several steps.
func (p *page) lookAcross() {
	sets := map[string]int{}
	clocks := 0
	for _, st := range p.steps {
		if st.command == "" {
			continue
		}
		if clock().MatchString(st.command) {
			if clocks++; clocks > 1 {
				st.note(st.line, "clock-twice", "an earlier step asks the clock too: between them it may have turned")
			}
		}
		p.lookAtVariables(st, sets)
	}
}

func (p *page) lookAtVariables(st *step, sets map[string]int) {
	s := effect.Parse(st.command)
	own := map[string]bool{}
	for _, name := range s.Sets {
		own[name] = true
	}
	for _, name := range effect.VariableNames(st.command) {
		from, set := sets[name]
		switch {
		case own[name], effect.ShellVariables()[name], strings.HasPrefix(name, "RTUT_"), p.isParamVariable(name):
		case set:
			st.note(st.line, "shared-variable", fmt.Sprintf("$%s is set in line %d, in another command: make it a datapoint or a param", name, from))
		case p.set[name]:
			st.note(st.line, "shared-variable", fmt.Sprintf("$%s is set elsewhere on the page: make it a datapoint or a param", name))
		default:
			st.note(st.line, "unset-variable", "nothing sets $"+name)
		}
	}
	for name := range own {
		if _, has := sets[name]; !has {
			sets[name] = st.line
		}
	}
}

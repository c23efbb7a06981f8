package pack

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strconv"
	"time"

	"rtut/pack/command"
	"rtut/pack/value"
)

// template returns the value of a key as a template, and reports what is wrong with it.
func (m mapping) template(key string) value.Text {
	if n := m.get(key); n != nil {
		return m.l.template(n)
	}
	return value.Text{}
}

// prose is template for Markdown, in which templates of other programs are shown.
func (m mapping) prose(key string) value.Text {
	n := m.get(key)
	if n == nil {
		return value.Text{}
	}
	text, faults := value.ParseProse(n.value, m.l.pack.index.scope)
	m.l.faults(n, faults)
	return text
}

// optional is template with nil for a missing key. What has no faults is judged further.
func (m mapping) optional(key string, judges ...func(*node, value.Text)) *value.Text {
	n := m.get(key)
	if n == nil {
		return nil
	}
	text, faults := value.ParseText(n.value, m.l.pack.index.scope)
	m.l.faults(n, faults)
	for _, judge := range judges {
		if len(faults) == 0 {
			judge(n, text)
		}
	}
	return &text
}

// host is optional for the host of a command.
func (m mapping) host(key string) *value.Text { return m.optional(key, m.l.checkOn) }

// phrase is optional for what is to be typed.
func (m mapping) phrase(key string) *value.Text { return m.optional(key, m.l.checkPhrase) }

func (l *loader) template(n *node) value.Text {
	text, faults := value.ParseText(n.value, l.pack.index.scope)
	l.faults(n, faults)
	return text
}

func (l *loader) faults(n *node, faults []value.Fault) {
	for _, f := range faults {
		l.report.fault(n, f)
	}
}

// command returns the value of a key as a command, nil where there is none.
func (m mapping) command(key string) *command.Command {
	n := m.get(key)
	if n == nil {
		return nil
	}
	if isBlank(n.value) {
		m.l.report.at(n.place, "empty", "`"+key+"` is empty. a command was expected", "leave the key out")
		return nil
	}
	command, faults := command.ParseCommand(n.value, m.l.pack.Shell, m.l.pack.index.scope)
	m.l.faults(n, faults)
	return command
}

// expr returns the value of a key as a condition, nil where there is none or it is wrong.
func (m mapping) expr(key string) *value.Expr {
	n := m.get(key)
	if n == nil {
		return nil
	}
	expr, faults := value.CompileExpr(n.value, m.l.pack.index.scope)
	m.l.faults(n, faults)
	if len(faults) > 0 {
		return nil
	}
	m.l.checkConstant(n, key)
	return expr
}

// pattern returns the value of a key as a regular expression, nil where there is none or it is wrong.
func (m mapping) pattern(key string) *regexp.Regexp {
	n := m.get(key)
	if n == nil {
		return nil
	}
	re, err := regexp.Compile(n.value)
	if err != nil {
		m.l.patternFault(n, err)
		return nil
	}
	return re
}

func (l *loader) patternFault(n *node, err error) {
	message := "not a regular expression"
	var fault *syntax.Error
	if errors.As(err, &fault) {
		message += ": " + fault.Code.String()
		if fault.Expr != n.value {
			message += " at " + value.Quoted(fault.Expr)
		}
	}
	l.report.at(n.place, "pattern", message+". RE2 syntax was expected", "it has no look-around and no back-references")
}

// number returns the value of a key as a whole number, nil where there is none or it is out of bounds.
func (m mapping) number(key string, least, most int) *int {
	n := m.get(key)
	if n == nil {
		return nil
	}
	number, err := strconv.Atoi(n.value)
	if err != nil || number < least || number > most || strconv.Itoa(number) != n.value {
		m.l.report.at(n.place, "number", "`"+key+"` is "+value.Quoted(n.value)+". a whole number from "+
			strconv.Itoa(least)+" to "+strconv.Itoa(most)+" was expected", oddIn(n.value))
		return nil
	}
	return &number
}

// duration returns the value of a key, zero where there is none or it is no positive duration.
func (m mapping) duration(key string) time.Duration {
	n := m.get(key)
	if n == nil {
		return 0
	}
	d, err := time.ParseDuration(n.value)
	if err != nil || d <= 0 {
		hint := oddIn(n.value)
		if _, bare := strconv.Atoi(n.value); bare == nil {
			hint = "give the unit: " + value.Quoted(n.value+"s")
		}
		m.l.report.at(n.place, "duration", "`"+key+"` is "+value.Quoted(n.value)+". a duration above zero was expected, such as 90s, 10m or 1h30m", hint)
		return 0
	}
	return d
}

package pack

import (
	"slices"
	"strings"
	"time"

	"rtut/pack/value"
)

// parseVerify reads how a step is verified; without `verify` a person says that it was done.
func (l *loader) parseVerify(m mapping, s *Step, on *value.Text) Check {
	v, ok := m.mapping("verify")
	if !ok {
		return Check{Kind: Manual, Prompt: l.defaultPrompt(s), On: on, Timeout: MaxCheckTimeout}
	}
	c := l.parseCheck(v, "step "+value.Quoted(s.ID))
	if c.On == nil {
		c.On = on
	}
	if c.Kind == Manual && !v.has("prompt") {
		c.Prompt = l.defaultPrompt(s)
	}
	return c
}

// defaultPrompt is "<title>: done as described". Faults of the title are reported where it is read.
func (l *loader) defaultPrompt(s *Step) value.Text {
	text, _ := value.ParseText(s.Title.Raw()+": done as described", l.pack.index.scope)
	return text
}

// parseCheck reads a check of a gate or a verification, and applies what each kind asks for.
func (l *loader) parseCheck(m mapping, who string) Check {
	c := Check{
		Kind:     CheckKind(m.text("kind")),
		Prompt:   m.template("prompt"),
		Command:  m.command("command"),
		On:       m.host("on"),
		Contains: m.optional("contains"),
		Equals:   m.optional("equals"),
		Matches:  m.pattern("matches"),
		Timeout:  MaxCheckTimeout,
		Poll:     l.parsePoll(m),
		Expr:     m.expr("expr"),
	}
	if code := m.number("exit_code", 0, 255); code != nil {
		c.ExitCode = *code
	}
	if d := m.duration("timeout"); d > 0 {
		c.Timeout = d
		l.checkTimeout(m, d)
	}
	if m.name == "check" {
		c.Since = l.referOne(m, "since", toDone, who)
		c.AtLeast = m.duration("at_least")
		c.Window = l.parseWindow(m)
	}
	l.checkKind(m, c)
	return c
}

func (l *loader) parsePoll(m mapping) *Poll {
	p, ok := m.mapping("poll")
	if !ok {
		return nil
	}
	poll := &Poll{Every: p.duration("every"), For: p.duration("for")}
	if poll.For > 0 && poll.Every > poll.For {
		l.report.at(p.at("every"), "poll", "`every` is longer than `for`. a shorter time was expected", "")
	}
	return poll
}

// parseWindow reads a time of day, nil for a check of another kind.
func (l *loader) parseWindow(m mapping) *value.Window {
	if m.text("kind") != string(WithinWindow) {
		return nil
	}
	w := &value.Window{From: l.clock(m, "from"), To: l.clock(m, "to"), Days: l.days(m), Zone: time.Local}
	if n := m.get("tz"); n != nil {
		zone, err := time.LoadLocation(n.value)
		if err != nil {
			l.report.at(n.place, "zone", "the time zone "+value.Quoted(n.value)+" is unknown. a name was expected such as Europe/Vienna or UTC", "")
			return w
		}
		w.TZ, w.Zone = n.value, zone
	}
	return w
}

// clock reads a time of day. 24:00 is the end of the day.
func (l *loader) clock(m mapping, key string) time.Duration {
	n := m.get(key)
	if n == nil {
		return 0
	}
	if n.value == "24:00" && key == "to" {
		return 0
	}
	at, err := time.Parse("15:04", n.value)
	if err != nil {
		l.report.at(n.place, "clock", "`"+key+"` is "+value.Quoted(n.value)+". a time of day was expected such as 22:00", "")
		return 0
	}
	return time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute
}

func (l *loader) days(m mapping) []time.Weekday {
	var days []time.Weekday
	for _, word := range m.texts("days") {
		for day := time.Sunday; day <= time.Saturday; day++ {
			if strings.EqualFold(day.String()[:3], word) && !slices.Contains(days, day) {
				days = append(days, day)
			}
		}
	}
	return days
}

// names are those that must have a value before the check can be judged.
func (c *Check) names() []string {
	var names []string
	if c.Command != nil {
		names = append(names, c.Command.Names()...)
		if c.On != nil {
			names = append(names, c.On.Names()...)
		}
	}
	if c.Expr != nil {
		names = append(names, c.Expr.Names()...)
	}
	return names
}

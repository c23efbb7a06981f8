package procedure

import (
	"cmp"
	"strconv"
	"strings"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run"
)

func trimmed(text string) string { return strings.TrimRight(text, "\n") }

// check says what a check or a verification expects, and by which command.
func (b *builder) check(label string, c *pack.Check) {
	label = cmp.Or(label, "Check")
	spans := []Span{}
	if c.ID != "" {
		spans = append(spans, literal(c.ID), Span{Text: ": "})
	}
	b.add(labeled(label, append(spans, b.expected(c)...)...)...)
	if c.Command != nil {
		b.add(Block{Kind: Code, Source: trimmed(c.Command.Display(b.values))})
	}
}

// expected says when a check passes.
func (b *builder) expected(c *pack.Check) []Span {
	where := ""
	if c.Command != nil {
		where = ", " + b.where(c.On)
	}
	switch {
	case c.Kind == pack.Manual && c.Command != nil:
		return words("after a look at the output of this command" + where + ", a person confirms: " + b.text(c.Prompt))
	case c.Kind == pack.Manual:
		return words("a person confirms: " + b.text(c.Prompt))
	case c.Kind == pack.Expression:
		return []Span{literal(c.Expr.Raw())}
	case c.Command == nil:
		return words(run.Expects(c, b.values))
	}
	spans := words("this command" + where + ", ends with exit code " + strconv.Itoa(c.ExitCode))
	switch {
	case c.Contains != nil:
		spans = append(spans, Span{Text: " and prints, among others, "}, literal(c.Contains.DisplayVisible(b.values)))
	case c.Equals != nil && c.Equals.Raw() == "":
		spans = append(spans, Span{Text: " and prints nothing"})
	case c.Equals != nil:
		spans = append(spans, Span{Text: " and prints "}, literal(c.Equals.DisplayVisible(b.values)))
	case c.Matches != nil:
		spans = append(spans, Span{Text: " and what it prints matches "}, literal(c.Matches.String()))
	}
	if c.Poll != nil {
		spans = append(spans, Span{Text: ", tried every " + value.ShortDuration(c.Poll.Every) + " for " + value.ShortDuration(c.Poll.For)})
	}
	return spans
}

// evidence says what has to be written down.
func (b *builder) evidence(facts []pack.Fact) {
	for _, f := range facts {
		text := f.Title + " (" + f.Spec.Describe() + ")"
		if f.Help != "" {
			text += ". " + f.Help
		}
		b.add(labeled("Write down", words(text)...)...)
	}
}

// yields says which values a step gives, and what must hold of them.
func (b *builder) yields(s *pack.Step) {
	for _, p := range s.Produces {
		how := ", which the operator gives"
		if p.Extract != nil {
			how = ", read from the output of the check"
		}
		title := ""
		if d := b.pack.Datapoint(p.Datapoint); d != nil {
			title = ": " + d.Title + unit(d)
		}
		b.add(labeled("Gives", literal(p.Datapoint), Span{Text: title + how})...)
	}
	for _, a := range s.Accept {
		b.add(labeled("It must hold", literal(a.Expr.Raw()))...)
	}
}

func unit(d *pack.Datapoint) string {
	if d.Unit == "" {
		return ""
	}
	return " in " + d.Unit
}

// datapoints says which values there are, and how long they are good.
func (b *builder) datapoints() {
	if len(b.pack.Datapoints) == 0 {
		return
	}
	b.section("Values")
	table := Block{Kind: Table, Head: []string{"Value", "Meaning", "Expected", "Good for", "Confirmed by"}}
	for i := range b.pack.Datapoints {
		d := &b.pack.Datapoints[i]
		good, by := "the whole run", []Span{}
		if d.MaxAge > 0 {
			good = value.ShortDuration(d.MaxAge)
		}
		if d.ConfirmedBy != "" {
			by = b.link(d.ConfirmedBy)
		}
		table.Rows = append(table.Rows, [][]Span{{literal(d.ID)}, words(d.Title + unit(d) + forEach(d.Each)), words(d.Spec.Describe()), words(good), by})
	}
	b.add(table)
}

// forEach says that there is one for each element of a loop.
func forEach(variable string) string {
	if variable == "" {
		return ""
	}
	return " (for each " + variable + ")"
}

// artefacts says what the procedure makes and needs.
func (b *builder) artefacts() {
	if len(b.pack.Artefacts) == 0 {
		return
	}
	b.section("Artefacts")
	table := Block{Kind: Table, Head: []string{"Artefact", "Kind", "Place", "Made by", "Used by"}}
	for _, a := range b.pack.Artefacts {
		made := []Span{}
		if a.ProducedBy != "" {
			made = b.link(a.ProducedBy)
		}
		table.Rows = append(table.Rows, [][]Span{words(a.Title + forEach(a.Each)), words(a.Kind), {literal(b.text(a.Location))}, made, b.links(a.UsedBy)})
	}
	b.add(table)
}

package procedure

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"rtut/pack"
	"rtut/pack/value"
)

// Now is where a run is, for its page.
type Now struct {
	About []Block                // what stands before the procedure
	Of    func(id string) string // in words, where an item is; "" for nothing to say
}

// Of makes the page of a pack. A loop is told once. values gives what stands in the places of placeholders; one without a value stays as it is written. now is of the
// page of a run, else nil.
func Of(p *pack.Pack, values value.Values, now *Now) Document {
	p = p.Template()
	b := &builder{pack: p, values: values, now: now, numbers: map[string]int{}}
	for i, id := range p.Graph().Items() {
		b.numbers[id] = i + 1
	}
	b.about()
	if now != nil {
		b.add(now.About...)
	}
	if p.Kind == pack.Reference {
		return b.document()
	}
	b.params()
	b.needs()
	b.irreversible()
	b.section("Procedure")
	b.stage(&p.Root, 3)
	b.datapoints()
	b.artefacts()
	return b.document()
}

type builder struct {
	pack    *pack.Pack
	values  value.Values
	now     *Now
	numbers map[string]int // by item: its place in the order of the pack, from 1
	blocks  []Block
}

func (b *builder) document() Document {
	return Document{ID: b.pack.ID, Title: b.text(b.pack.Title), Blocks: b.blocks}
}

func (b *builder) add(blocks ...Block) { b.blocks = append(b.blocks, blocks...) }

func (b *builder) section(title string) {
	b.add(heading(2, "section."+strings.ReplaceAll(strings.ToLower(title), " ", "-"), words(title)...))
}

func (b *builder) text(t value.Text) string { return t.Display(b.values) }

// about says what the runbook is for.
func (b *builder) about() {
	b.add(prose(b.text(b.pack.Summary))...)
	b.add(labeled("Pack", literal(b.pack.ID))...)
	if b.pack.Owner != "" {
		b.add(labeled("Owner", words(b.pack.Owner)...)...)
	}
	if b.pack.Trigger != "" {
		b.add(labeled("When", words(b.pack.Trigger)...)...)
	}
	for _, limit := range b.pack.Limits.Set() {
		b.add(labeled("Limit", words(limit.Means+": "+limit.Value)...)...)
	}
	if b.pack.Environments != nil {
		var names []string
		for _, e := range b.pack.Environments {
			names = append(names, string(e))
		}
		b.add(labeled("Environments", words(strings.Join(names, ", "))...)...)
	}
	if b.pack.Source != "" {
		b.add(labeled("The runbook is kept at", Span{Text: b.pack.Source, URL: b.pack.Source})...)
	}
	if roles := b.performers(); roles != nil {
		b.add(labeled("Who", words(strings.Join(roles, ", "))...)...)
	}
}

// performers lists who performs steps, in the order of the steps.
func (b *builder) performers() []string {
	var roles []string
	for _, id := range b.pack.Graph().Items() {
		if step := b.pack.Step(id); step != nil && step.Performer != "" && !slices.Contains(roles, step.Performer) {
			roles = append(roles, step.Performer)
		}
	}
	return roles
}

// params says what has to be known before a run begins.
func (b *builder) params() {
	if len(b.pack.Params) == 0 {
		return
	}
	b.section("What to know first")
	table := Block{Kind: Table, Head: []string{"Param", "Meaning", "Expected", "If not given"}}
	for _, p := range b.pack.Params {
		meaning := words(p.Title)
		if p.Help != "" {
			meaning = append(meaning, Span{Text: ". " + p.Help})
		}
		expected := p.Spec.Describe()
		if p.Example != "" {
			expected += ", such as " + p.Example
		}
		otherwise := words("it is required")
		switch given := b.values(p.ID); {
		case !given.IsZero():
			otherwise = []Span{{Text: "given: "}, literal(given.Text())}
		case !p.Default.IsZero():
			otherwise = []Span{literal(p.Default.Text())}
		case !p.Required:
			otherwise = words("none")
		}
		table.Rows = append(table.Rows, [][]Span{{literal(p.ID)}, meaning, words(expected), otherwise})
	}
	b.add(table)
}

// needs says what must be installed and set.
func (b *builder) needs() {
	if len(b.pack.Needs.Tools) > 0 {
		b.add(labeled("Programs", literals(b.pack.Needs.Tools)...)...)
	}
	if len(b.pack.Needs.Env) > 0 {
		b.add(labeled("Environment variables", literals(b.pack.Needs.Env)...)...)
	}
}

// irreversible lists what has no way back by itself, before anybody begins.
func (b *builder) irreversible() {
	var items [][]Block
	for _, id := range b.pack.Graph().Items() {
		step := b.pack.Step(id)
		if step == nil || step.Effect != pack.Irreversible {
			continue
		}
		for i := range step.Alternatives {
			alt := &step.Alternatives[i]
			if alt.Effect != pack.Irreversible {
				continue
			}
			spans := append(b.link(id), Span{Text: b.way(step, alt) + ", " + b.where(alt.On) + ". "})
			items = append(items, []Block{paragraph(append(spans, b.back(alt)...)...)})
		}
	}
	if items == nil {
		return
	}
	b.section("Irreversible steps")
	b.add(Block{Kind: Bullets, Items: items})
}

// way names an alternative where a step has several.
func (b *builder) way(step *pack.Step, alt *pack.Alternative) string {
	if len(step.Alternatives) < 2 {
		return ""
	}
	return " (" + cmp.Or(b.text(alt.Title), alt.ID) + ")"
}

// back says in a line what the way back is.
func (b *builder) back(alt *pack.Alternative) []Span {
	switch {
	case alt.Rollback == nil:
		return words("There is no way back.")
	case alt.Rollback.Instruction.Raw() != "":
		return append(words("Way back: "), firstParagraph(prose(b.text(alt.Rollback.Instruction)))...)
	default:
		return []Span{{Text: "Way back: "}, literal(firstLine(alt.Rollback.Command.Display(b.values)))}
	}
}

func firstParagraph(blocks []Block) []Span {
	for _, block := range blocks {
		if block.Kind == Paragraph {
			return block.Text
		}
	}
	return words("see the step.")
}

func firstLine(text string) string {
	line, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if rest != "" {
		line += " ..."
	}
	return line
}

// where says on which host commands run.
func (b *builder) where(host *value.Text) string {
	switch {
	case host == nil && b.pack.Dir != "":
		return "run here, in " + b.pack.Dir
	case host == nil:
		return "run here"
	}
	return "run on " + host.DisplayVisible(b.values)
}

// link leads to an item, by its number and title.
func (b *builder) link(id string) []Span {
	if item := b.pack.Item(id); item != nil {
		return []Span{{Text: strconv.Itoa(b.numbers[id]) + ". " + b.text(item.Title), URL: "#" + id}}
	}
	if stage := b.pack.Stage(id); stage != nil {
		return []Span{{Text: "stage " + cmp.Or(b.text(stage.Title), id), URL: "#" + id}}
	}
	return []Span{literal(id)}
}

func (b *builder) links(ids []string) []Span {
	var spans []Span
	for i, id := range ids {
		if i > 0 {
			spans = append(spans, Span{Text: ", "})
		}
		spans = append(spans, b.link(id)...)
	}
	return spans
}

package importer

import (
	"fmt"
	"strings"

	"rtut/pack"
	"rtut/pack/command"
	"rtut/pack/effect"
	"rtut/pack/value"
	"rtut/pack/write"
)

// build writes the pack and holds it to what it promises.
func (p *page) build(opts Options) (*Result, error) {
	p.chooseShell()
	for _, st := range p.steps {
		if st.command != "" {
			p.fill(st)
		}
	}
	for _, st := range p.steps {
		st.effect = p.effectOf(st)
		p.look(st)
	}
	p.lookAcross()
	id, err := p.id(opts.ID)
	if err != nil {
		return nil, err
	}
	text, err := p.write(id)
	if err != nil {
		return nil, err
	}
	if len(text) > MaxPage {
		return nil, p.tooMuch("too_much", fmt.Sprintf("the pack of %s would have %d bytes. at most 1 MiB were expected", p.name, len(text)))
	}
	if p.guard != nil {
		for number, line := range strings.Split(string(text), "\n") {
			if kind, found := p.guard(line); found {
				return nil, refuse("secret", "line %d of the pack would look like it holds %s. take it out of the page", number+1, kind)
			}
		}
	}
	if _, found := pack.Parse(pack.FileName, text); found.Failed() {
		return nil, fmt.Errorf("the pack of %s would not load, which is a fault of the importer: %s", p.name, found)
	}
	result := &Result{ID: id, Pack: text, Steps: len(p.steps), Remarks: p.allRemarks()}
	for _, s := range p.root.all() {
		if s.heading != nil && s.off && !p.vague {
			result.Left = append(result.Left, Section{Heading: s.name(), Line: s.line()})
		}
	}
	return result, nil
}

// chooseShell takes bash where a block says so, or where a command is none for sh.
func (p *page) chooseShell() {
	for _, st := range p.steps {
		if st.command == "" {
			continue
		}
		_, inSh := command.ParseCommand(value.EscapeProse(effect.Masked(st.command)), command.Sh, p.scope())
		_, inBash := command.ParseCommand(value.EscapeProse(effect.Masked(st.command)), command.Bash, p.scope())
		if st.bash || len(inSh) > 0 && len(inBash) == 0 {
			p.shell = "bash"
		}
	}
}

func (p *page) id(id string) (string, error) {
	if id != "" {
		if slug(id, 64) != id {
			return "", refuse("bad_id", "%q is not an id for a pack: use lower-case letters, digits and single dashes, starting with a letter", id)
		}
		return id, nil
	}
	file := strings.TrimSuffix(p.name, ".md")
	if at := strings.LastIndexByte(file, '.'); at > 0 {
		file = file[:at]
	}
	return orElse(slug(p.title, 64), orElse(slug(file, 64), "imported")), nil
}

// allRemarks are those of the page and of its steps, in the order of the page.
func (p *page) allRemarks() []Remark {
	all := p.remarks
	for _, st := range p.steps {
		all = append(all, st.notes...)
	}
	return sortRemarks(all)
}

// write makes the text of the pack.
func (p *page) write(id string) ([]byte, error) {
	var missing []string
	for range 2 {
		top := p.header(id, missing)
		taken := ids{}
		p.stage(top, p.top, taken)
		text, err := write.Pack(top)
		if err != nil {
			return nil, err
		}
		if missing = p.missing(text); len(missing) == 0 {
			return text, nil
		}
	}
	top := p.header(id, missing)
	p.stage(top, p.top, ids{})
	return write.Pack(top)
}

// header writes the top of the pack. missing are lines of the page that would be lost.
func (p *page) header(id string, missing []string) *write.Mapping {
	top := write.New("Made by `rtut pack import` from " + oneLine(p.name) + ". Review it, fix it, and remove the line `imported`.")
	if len(p.front) > 0 {
		top.Comment("The front matter of the page:")
		for _, line := range p.front {
			top.Comment("  " + line)
		}
	}
	for _, c := range p.comments {
		top.Comment(c)
	}
	if len(missing) > 0 {
		top.Comment("imported: left over: these lines of the page stand nowhere else")
		for _, line := range missing {
			top.Comment("  " + line)
		}
	}
	for _, r := range p.remarks {
		top.Comment(fmt.Sprintf("imported: %s: line %d: %s", r.Kind, r.Line, r.Message))
	}
	top.Text("schema", string(pack.V02))
	top.Text("id", id)
	top.Text("title", value.EscapeText(p.visibleTitle()))
	summary := p.summary
	if p.titled != nil && saysMore(p.titled.raw, p.titled.text) {
		summary = append([]string{p.sourceOf(p.titled)}, summary...)
	}
	if text := p.prose(summary); text != "" {
		top.Text("summary", text)
	}
	top.Text("exercise_status", "never")
	top.Text("imported", "unreviewed")
	if p.shell == "bash" {
		top.Text("shell", "bash")
	}
	for _, one := range p.params {
		switch {
		case one.data:
			top.Add("datapoints", p.param(one))
		case !one.constant:
			top.Add("params", p.param(one))
		}
	}
	top.Text("order", "sequential")
	return top
}

func (p *page) visibleTitle() string {
	title := oneLine(p.title)
	if phrase(title, "") == "" {
		return "Imported from " + p.name
	}
	return title
}

func (p *page) param(one *param) *write.Mapping {
	m := write.New()
	m.Text("id", one.id)
	if one.title != one.id {
		m.Text("title", one.title)
	}
	if one.hasDefault {
		m.Text("default", one.value)
	}
	if one.kind != "string" {
		m.Text("type", one.kind)
	} else if one.pattern() != "" {
		m.Text("pattern", one.pattern())
	}
	return m
}

// prose joins pieces of Markdown into a text of the pack.
func (p *page) prose(pieces []string) string {
	var kept []string
	for _, piece := range pieces {
		if strings.TrimSpace(piece) != "" {
			kept = append(kept, strings.TrimRight(piece, "\n"))
		}
	}
	if len(kept) == 0 {
		return ""
	}
	return p.escaped(strings.Join(kept, "\n\n") + "\n")
}

// escaped writes prose without placeholders. Two braces before the name of a param that are never closed can't be escaped.
func (p *page) escaped(text string) string {
	text = value.EscapeProse(text)
	if _, faults := value.ParseProse(text, p.scope()); len(faults) > 0 {
		return strings.ReplaceAll(strings.ReplaceAll(text, `\{{`, "{{"), "{{", "{ {")
	}
	return text
}

// stage writes what a stage holds.
func (p *page) stage(m *write.Mapping, st *stage, taken ids) {
	for _, one := range st.steps {
		m.Add("steps", p.step(one, taken))
	}
	for _, below := range st.below {
		inner := write.New()
		inner.Text("id", taken.take(orElse(slug(below.title, 40), fmt.Sprintf("stage-%d", len(taken)+1))))
		inner.Text("title", value.EscapeText(orElse(strings.TrimRight(below.title, ":"), "Stage")))
		inner.Text("order", "sequential")
		p.stage(inner, below, taken)
		m.Add("stages", inner)
	}
}

// step writes one step.
func (p *page) step(st *step, taken ids) *write.Mapping {
	m := write.New(fmt.Sprintf("imported: %s:%d", p.name, st.line))
	for _, n := range st.notes {
		m.Comment("imported: " + n.Kind + ": " + oneLine(n.Message))
	}
	for _, c := range st.comments {
		m.Comment(c)
	}
	id := taken.take(orElse(st.name, orElse(slug(st.title, 40), fmt.Sprintf("step-%d", p.number(st)))))
	m.Text("id", id)
	m.Text("title", value.EscapeText(st.title))
	if text := p.prose(append(append([]string{}, st.lead...), st.text...)); text != "" {
		m.Text("instruction", text)
	}
	if st.effect != "" {
		m.Text("effect", st.effect)
	}
	if st.effect == effect.Irreversible {
		m.Text("confirm", value.EscapeText(phrase(st.title, id)))
	}
	if st.written != "" {
		m.Text("command", st.written)
	}
	p.verify(m, st)
	if text := p.prose(st.back); text != "" {
		back := write.New()
		back.Text("instruction", text)
		m.Map("rollback", back)
	}
	return m
}

func (p *page) number(st *step) int {
	for i, one := range p.steps {
		if one == st {
			return i + 1
		}
	}
	return 0
}

// verify says what the page shows of the output.
func (p *page) verify(m *write.Mapping, st *step) {
	output := strings.Trim(st.output, "\n")
	if strings.TrimSpace(output) == "" {
		return
	}
	check := write.New()
	if st.written != "" && st.effect == effect.ReadOnly && !strings.ContainsAny(output, "\n0123456789") && len(output) < 200 && phrase(output, "") != "" {
		check.Text("kind", "output-contains")
		check.Text("command", st.written)
		check.Text("contains", value.EscapeText(strings.TrimSpace(output)))
		m.Map("verify", check)
		return
	}
	lines := strings.Split(output, "\n")
	shown := strings.Join(lines[:min(shownLines, len(lines))], "\n")
	if len(lines) > shownLines {
		shown += "\n…"
	}
	check.Text("kind", "manual")
	check.Text("prompt", value.EscapeText("It printed: "+shortened(shown, 400)))
	m.Map("verify", check)
}

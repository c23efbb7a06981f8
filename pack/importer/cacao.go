package importer

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"rtut/pack"
	"rtut/pack/effect"
	"rtut/pack/value"
	"rtut/pack/write"
)

// playbook is what is read of a CACAO v2 playbook.
type playbook struct {
	Type        string                     `json:"type"`
	SpecVersion string                     `json:"spec_version"`
	Name        string                     `json:"name"`
	Description string                     `json:"description"`
	Start       string                     `json:"workflow_start"`
	Exception   string                     `json:"workflow_exception"`
	Variables   map[string]bookVariable    `json:"playbook_variables"`
	Workflow    map[string]bookStep        `json:"workflow"`
	Targets     map[string]bookTarget      `json:"target_definitions"`
	Agents      map[string]bookTarget      `json:"agent_definitions"`
	Credentials map[string]json.RawMessage `json:"authentication_info_definitions"`
}

type bookVariable struct {
	Type        string          `json:"type"`
	Description string          `json:"description"`
	Value       json.RawMessage `json:"value"`
	Constant    bool            `json:"constant"`
	External    bool            `json:"external"`
}

type bookStep struct {
	Type         string                  `json:"type"`
	Name         string                  `json:"name"`
	Description  string                  `json:"description"`
	OnCompletion string                  `json:"on_completion"`
	OnSuccess    string                  `json:"on_success"`
	OnFailure    string                  `json:"on_failure"`
	OnTrue       string                  `json:"on_true"`
	OnFalse      string                  `json:"on_false"`
	NextSteps    []string                `json:"next_steps"`
	Condition    string                  `json:"condition"`
	Switch       string                  `json:"switch"`
	Cases        map[string]string       `json:"cases"`
	Commands     []bookCommand           `json:"commands"`
	Agent        string                  `json:"agent"`
	Targets      []string                `json:"targets"`
	OutArgs      []string                `json:"out_args"`
	Variables    map[string]bookVariable `json:"step_variables"`
	Delay        int64                   `json:"delay"`   // in milliseconds
	Timeout      int64                   `json:"timeout"` // in milliseconds
}

type bookCommand struct {
	Type        string          `json:"type"`
	Command     string          `json:"command"`
	Base64      string          `json:"command_b64"`
	Content     string          `json:"content"`
	Description string          `json:"description"`
	Headers     json.RawMessage `json:"headers"`
}

type bookTarget struct {
	Type     string              `json:"type"`
	Name     string              `json:"name"`
	Username string              `json:"username"`
	Address  map[string][]string `json:"address"`
}

// isPlaybook reports whether a text is a playbook of CACAO v2.
func isPlaybook(text string) bool {
	if !strings.HasPrefix(strings.TrimSpace(text), "{") {
		return false
	}
	var head struct {
		Type        string `json:"type"`
		SpecVersion string `json:"spec_version"`
	}
	return json.Unmarshal([]byte(text), &head) == nil && head.Type == "playbook" && head.SpecVersion == "cacao-2.0"
}

// importPlaybook makes a pack of a playbook.
func importPlaybook(name, text string, opts Options) (*Result, error) {
	if len(opts.Sections) > 0 {
		return nil, refuse("unknown_section", "%s is a playbook, which has no sections", name)
	}
	b := &book{p: &page{name: name, guard: opts.Secret, lines: strings.Split(text, "\n")}}
	b.p.withoutSecrets()
	text = strings.Join(b.p.lines, "\n")
	if err := json.Unmarshal([]byte(text), &b.book); err != nil {
		return nil, refuse("bad_playbook", "%s is not a readable playbook: %s", name, err)
	}
	b.text = text
	nodes, err := b.sequence(b.book.Start, "workflow_start", nil, nil)
	if err != nil {
		return nil, err
	}
	for _, whole := range []bool{false, true} {
		b.byPerson = whole
		result, err := b.build(nodes, opts)
		if err == nil || whole {
			return result, err
		}
	}
	return nil, nil
}

// book is a playbook on its way to a pack.
type book struct {
	p        *page
	text     string
	book     playbook
	count    int
	reached  map[string]bool
	byPerson bool // a person decides all conditions
	taken    ids
	steps    int
	remarks  []Remark
}

// bookNode is a step of the playbook in its place.
type bookNode struct {
	id       string
	step     bookStep
	branches [][]bookNode
}

// sequence follows on_completion from a step to the end, or to what comes behind the group that it is in.
func (b *book) sequence(id, from string, path, until []string) ([]bookNode, error) {
	var nodes []bookNode
	for id != "" && !slices.Contains(until, id) {
		step, there := b.book.Workflow[id]
		switch {
		case !there:
			return nil, refuse("playbook_dangling", "%s: %s leads to %s, which is not there", b.p.name, from, id)
		case slices.Contains(path, id):
			return nil, refuse("playbook_cycle", "%s: %s leads back to %s. a procedure that ends was expected", b.p.name, from, id)
		case step.Type == "end":
			return nodes, nil
		}
		if b.count++; b.count > maxSteps {
			return nil, refuse("too_much", "%s would give more than %d steps", b.p.name, maxSteps)
		}
		if b.reached == nil {
			b.reached = map[string]bool{}
		}
		b.reached[id] = true
		path = append(path[:len(path):len(path)], id)
		node := bookNode{id: id, step: step}
		next := orElse(step.OnCompletion, step.OnSuccess)
		for _, branch := range step.branchIDs() {
			inner, err := b.sequence(branch, id, path, append(until[:len(until):len(until)], next))
			if err != nil {
				return nil, err
			}
			node.branches = append(node.branches, inner)
		}
		if step.Type != "start" {
			nodes = append(nodes, node)
		}
		from, id = id, next
	}
	return nodes, nil
}

// branchIDs are the steps with which the branches of a step begin.
func (s bookStep) branchIDs() []string {
	switch s.Type {
	case "parallel":
		return s.NextSteps
	case "if-condition":
		return []string{s.OnTrue, s.OnFalse}
	case "while-condition":
		return []string{s.OnTrue}
	case "switch-condition":
		var all []string
		for _, name := range slices.Sorted(maps.Keys(s.Cases)) {
			all = append(all, s.Cases[name])
		}
		return all
	}
	if s.OnFailure != "" {
		return []string{s.OnFailure}
	}
	return nil
}

// build writes the pack and has the loader read it.
func (b *book) build(nodes []bookNode, opts Options) (*Result, error) {
	b.taken, b.steps, b.remarks = ids{}, 0, nil
	b.p.title = orElse(b.book.Name, b.p.name)
	b.p.params, b.p.byID = nil, nil
	b.variables()
	body := write.New()
	b.stage(body, nodes)
	if b.steps == 0 {
		return nil, refuse("not_a_procedure", "%s has no step to carry out", b.p.name)
	}
	id, err := b.p.id(opts.ID)
	if err != nil {
		return nil, err
	}
	top := b.head(id)
	top.Take(body, "steps", "stages")
	text, err := write.Pack(top)
	if err != nil {
		return nil, err
	}
	if _, found := pack.Parse(pack.FileName, text); found.Failed() {
		return nil, fmt.Errorf("the pack of %s would not load, which is a fault of the importer: %s", b.p.name, found)
	}
	return &Result{ID: id, Pack: text, Steps: b.steps, Remarks: sortRemarks(append(slices.Clone(b.p.remarks), b.remarks...))}, nil
}

// head writes the top of the pack.
func (b *book) head(id string) *write.Mapping {
	for _, name := range slices.Sorted(maps.Keys(b.book.Credentials)) {
		b.note(nil, b.line(name), "secret", "the credentials "+name+" were left out")
	}
	for _, name := range slices.Sorted(maps.Keys(b.book.Workflow)) {
		if step := b.book.Workflow[name]; !b.reached[name] && step.Type != "end" && step.Type != "start" {
			b.note(nil, b.line(name), "left over", oneLine(fmt.Sprintf("nothing leads to %s: %s. %s", name, step.Name, b.told(step))))
		}
	}
	for _, r := range b.remarks {
		if r.Kind == "secret" || r.Kind == "left over" || r.Kind == "undefined-variable" {
			b.p.remarks = append(b.p.remarks, r)
		}
	}
	b.p.remarks = slices.CompactFunc(sortRemarks(b.p.remarks), func(a, c Remark) bool { return a == c })
	b.remarks = slices.DeleteFunc(b.remarks, func(r Remark) bool { return slices.Contains(b.p.remarks, r) })
	b.p.summary = nil
	if b.book.Description != "" {
		b.p.summary = []string{b.book.Description}
	}
	return b.p.header(id, nil)
}

func (b *book) note(m *write.Mapping, line int, kind, message string) {
	b.remarks = append(b.remarks, Remark{Line: line, Kind: kind, Message: message})
	if m != nil {
		m.Comment("imported: " + kind + ": " + oneLine(message))
	}
}

// line is where a definition stands.
func (b *book) line(id string) int {
	for i, line := range b.p.lines {
		if at := strings.Index(line, `"`+id+`"`); at >= 0 && strings.HasPrefix(strings.TrimLeft(line[at+len(id)+2:], " \t"), ":") {
			return i + 1
		}
	}
	return 1
}

// stage writes a sequence: steps as far as the first group, then a stage for each group and for what follows it.
func (b *book) stage(m *write.Mapping, nodes []bookNode) {
	into, after := m, ""
	for _, node := range nodes {
		stages := b.group(node)
		if stages == nil {
			if into == nil {
				into = write.New()
				into.Text("id", b.taken.take("after-"+slug(after, 40)))
				into.Text("title", value.EscapeText("After "+after))
				into.Text("order", "sequential")
				m.Add("stages", into)
			}
			b.single(into, node)
			continue
		}
		for _, stage := range stages {
			m.Add("stages", stage)
		}
		into, after = nil, orElse(slug(node.step.Name, 40), "that")
	}
}

// group returns the stages of a step with branches, nil for one that is a step of the pack.
func (b *book) group(node bookNode) []*write.Mapping {
	switch {
	case node.step.Type == "parallel":
		return b.parallel(node)
	case node.step.Type == "if-condition" && !b.byPerson:
		return b.conditions(node)
	}
	return nil
}

func (b *book) newStage(name string, line int) *write.Mapping {
	m := write.New(fmt.Sprintf("imported: %s:%d", b.p.name, line))
	m.Text("id", b.taken.take(orElse(slug(name, 40), "stage")))
	m.Text("title", value.EscapeText(orElse(oneLine(name), "Stage")))
	return m
}

func (b *book) parallel(node bookNode) []*write.Mapping {
	line := b.line(node.id)
	outer := b.newStage(orElse(node.step.Name, "Side by side"), line)
	outer.Text("order", "parallel")
	filled := 0
	for i, branch := range node.branches {
		if len(branch) == 0 {
			b.note(outer, line, "empty-branch", fmt.Sprintf("branch %d of %s holds nothing", i+1, node.id))
			continue
		}
		inner := b.newStage(fmt.Sprintf("%s, branch %d", orElse(node.step.Name, "Side by side"), i+1), line)
		inner.Text("order", "sequential")
		b.stage(inner, branch)
		outer.Add("stages", inner)
		filled++
	}
	if filled == 0 {
		return nil
	}
	return []*write.Mapping{outer}
}

// conditions makes a stage for each side of a condition over variables, nil if a person has to decide.
func (b *book) conditions(node bookNode) []*write.Mapping {
	expr := b.expr(node.step.Condition)
	if expr == "" || len(node.branches[0])+len(node.branches[1]) == 0 {
		return nil
	}
	line := b.line(node.id)
	var stages []*write.Mapping
	for i, side := range []string{"yes", "no"} {
		if len(node.branches[i]) == 0 {
			continue
		}
		m := b.newStage(orElse(node.step.Name, node.step.Condition)+": "+side, line)
		if len(node.branches[1-i]) == 0 {
			b.note(m, line, "empty-branch", "the other side of "+node.id+" holds nothing")
		}
		m.Text("when", expr)
		if i == 1 {
			m.Text("when", "not ("+expr+")")
		}
		m.Text("order", "sequential")
		b.stage(m, node.branches[i])
		stages = append(stages, m)
	}
	return stages
}

// single writes a step of the playbook as steps of the pack.
func (b *book) single(into *write.Mapping, node bookNode) {
	commands := node.step.Commands
	if node.step.Type != "action" || len(commands) == 0 {
		commands = []bookCommand{{}}
	}
	for i, command := range commands {
		m := write.New(fmt.Sprintf("imported: %s:%d", b.p.name, b.line(node.id)))
		title := orElse(oneLine(node.step.Name), node.id)
		if len(commands) > 1 {
			title += fmt.Sprintf(" (%d of %d)", i+1, len(commands))
		}
		id := b.taken.take(orElse(slug(title, 40), fmt.Sprintf("step-%d", b.steps+1)))
		m.Text("id", id)
		m.Text("title", value.EscapeText(b.constants(title)))
		b.carryOut(m, node, command, i == len(commands)-1, i == 0)
		if m.Get("effect") == effect.Irreversible {
			m.Text("confirm", value.EscapeText(phrase(title, id)))
		}
		into.Add("steps", m)
		b.steps++
	}
}

// carryOut writes what is done in a step. last says that the step's results are there behind it.
func (b *book) carryOut(m *write.Mapping, node bookNode, command bookCommand, last, first bool) {
	st := &step{line: b.line(node.id)}
	if first {
		st.text = append(st.text, node.step.Description)
	}
	if node.step.Delay > 0 && first {
		st.text = append(st.text, "Wait "+(time.Duration(node.step.Delay)*time.Millisecond).String()+" first.")
	}
	b.command(m, st, node, command)
	b.decide(m, st, node)
	b.p.look(st)
	for _, n := range st.notes {
		b.note(m, n.Line, n.Kind, n.Message)
	}
	if st.written != "" {
		m.Text("command", st.written)
		if effect := effect.Of(st.command); effect != "" {
			m.Text("effect", effect)
		}
	} else {
		m.Remove("on")
	}
	if text := b.p.prose(b.allConstants(st.text)); text != "" {
		m.Text("instruction", b.readable(text))
	}
	if d := time.Duration(node.step.Timeout) * time.Millisecond; d > 0 {
		m.Text("timeout", d.String())
	}
	if node.step.Type == "action" && len(node.branches) == 1 && last {
		back := write.New()
		back.Text("instruction", b.p.prose([]string{"If it fails:", b.list(node.branches[0])}))
		m.Map("rollback", back)
	}
	if last {
		b.produce(m, node)
	}
}

// produce writes the variables that a step gives values to.
func (b *book) produce(m *write.Mapping, node bookNode) {
	for _, name := range node.step.OutArgs {
		if one := b.p.paramOf(idOf(bareName(name))); one != nil && one.data {
			m.AddText("produces", one.id)
		}
	}
}

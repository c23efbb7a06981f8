package importer

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"rtut/pack"
	"rtut/pack/effect"
	"rtut/pack/table"
	"rtut/pack/value"
	"rtut/pack/write"
)

var reference = table.Pattern(`__([A-Za-z0-9_-]+?)__(?::value)?`)

// bareName is the name of a variable without its underscores.
func bareName(name string) string {
	return strings.Trim(strings.TrimSuffix(name, ":value"), "_")
}

// variables declares params for what is given from outside or has a value that may change, and datapoints for what steps produce.
func (b *book) variables() {
	produced := map[string]bool{}
	all := maps.Clone(b.book.Variables)
	if all == nil {
		all = map[string]bookVariable{}
	}
	for _, id := range slices.Sorted(maps.Keys(b.book.Workflow)) {
		step := b.book.Workflow[id]
		for _, name := range step.OutArgs {
			produced[bareName(name)] = b.reached[id]
		}
		for _, name := range slices.Sorted(maps.Keys(step.Variables)) {
			if _, there := all[name]; !there {
				all[name] = step.Variables[name]
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		v, name := all[key], bareName(key)
		value := v.text()
		one := &param{id: idOf(name), title: name, kind: v.kind(), line: b.line(key)}
		switch {
		case v.Constant && value != "":
			one.constant, one.value = true, value
		case produced[name]:
			one.data = true
		case !v.External && value != "":
			one.value, one.hasDefault = value, true
			if _, err := one.spec().Parse(value); err != nil {
				one.kind = "string"
			}
		case !v.External:
			continue // nothing gives it a value
		}
		b.p.add(one)
	}
}

func (v bookVariable) text() string {
	var text string
	if json.Unmarshal(v.Value, &text) == nil {
		return text
	}
	return strings.TrimSpace(string(v.Value))
}

func (v bookVariable) kind() string {
	switch v.Type {
	case "integer", "long":
		return "int"
	case "bool":
		return "bool"
	case "ipv4-addr", "ipv6-addr":
		return "ip"
	case "hostname":
		return "hostname"
	case "uri":
		return "url"
	}
	return "string"
}

// command writes how a step is carried out: as a command, or in words.
func (b *book) command(m *write.Mapping, st *step, node bookNode, c bookCommand) {
	text := c.Command
	if text == "" && c.Base64 != "" {
		if decoded, err := base64.StdEncoding.DecodeString(c.Base64); err == nil {
			text = string(decoded)
		}
	}
	if c.Description != "" {
		st.text = append(st.text, c.Description)
	}
	host := b.host(node.step)
	switch {
	case text == "" && c.Content == "":
	case c.Type == "bash" || c.Type == "ssh" && host != "":
		b.fill(st, b.constants(text))
		if c.Type == "ssh" && st.written != "" {
			m.Text("on", host)
		}
	case c.Type == "manual":
		st.text = append(st.text, text)
	default:
		if c.Type == "ssh" {
			b.note(m, st.line, "other-host", "the playbook does not say on which host this is run")
		} else {
			b.note(m, st.line, "not-shell", "this is a command of the kind "+orElse(c.Type, "unknown"))
		}
		st.text = append(st.text, "By "+orElse(c.Type, "hand")+":", fencedText(strings.TrimRight(text+"\n"+c.Content, "\n")))
	}
}

// fill makes a command with placeholders of one with variables.
func (b *book) fill(st *step, command string) {
	command = strings.Trim(command, "\n")
	var holes []hole
	for _, at := range reference().FindAllStringSubmatchIndex(command, -1) {
		name := command[at[2]:at[3]]
		if b.p.paramOf(idOf(name)) != nil {
			holes = append(holes, hole{from: at[0], to: at[1], name: name})
		} else {
			st.note(st.line, "undefined-variable", "nothing gives a value to "+command[at[0]:at[1]])
		}
	}
	switch written, fault := b.p.placed(command, holes); {
	case fault != nil:
		st.text = append(st.text, fencedText(command))
		st.note(st.line, "not-shell", "a pack takes no such command: "+oneLine(fault.Message))
	case isForSomebody(command) || effect.Session(command) != "":
		st.text = append(st.text, fencedText(command))
		st.note(st.line, "not-shell", "this is typed into another program than a shell")
	default:
		st.command, st.written = command, written
	}
}

// host is the `user@address` of the first target that has one, "" for none.
func (b *book) host(s bookStep) string {
	for _, id := range append(slices.Clone(s.Targets), s.Agent) {
		target, there := b.book.Targets[id]
		if !there {
			target = b.book.Agents[id]
		}
		for _, kind := range []string{"dname", "ipv4", "ipv6"} {
			for _, address := range target.Address[kind] {
				host := address
				if target.Username != "" {
					host = target.Username + "@" + address
				}
				host = b.constants(host)
				text, whole := b.withNames(host)
				if whole && pack.CheckHost(reference().ReplaceAllString(host, "x")) == nil {
					return text
				}
			}
		}
	}
	return ""
}

// withNames is a text with placeholders for its variables; false if one of them is not known.
func (b *book) withNames(text string) (string, bool) {
	whole := true
	text = reference().ReplaceAllStringFunc(value.EscapeText(text), func(found string) string {
		id := idOf(bareName(found))
		if b.p.paramOf(id) == nil {
			whole = false
			return found
		}
		return "{{ " + id + " }}"
	})
	return text, whole
}

// constants puts the values of constant variables in their places.
func (b *book) constants(text string) string {
	return reference().ReplaceAllStringFunc(text, func(found string) string {
		if one := b.p.paramOf(idOf(bareName(found))); one != nil && one.constant {
			return one.value
		}
		return found
	})
}

// readable has placeholders in the place of variables that the pack has.
func (b *book) readable(text string) string {
	return reference().ReplaceAllStringFunc(text, func(found string) string {
		if one := b.p.paramOf(idOf(bareName(found))); one != nil && !one.constant {
			return "{{ " + one.id + " }}"
		}
		return found
	})
}

func (b *book) allConstants(texts []string) []string {
	var all []string
	for _, text := range texts {
		all = append(all, b.constants(text))
	}
	return all
}

// decide writes what is left to anyone who carries out a step that is no action.
func (b *book) decide(m *write.Mapping, st *step, node bookNode) {
	s := node.step
	switch s.Type {
	case "if-condition":
		b.alternatives(m, st, node)
	case "while-condition":
		b.note(m, st.line, "repeat", "this is repeated while "+orElse(s.Condition, "a condition holds"))
		st.text = append(st.text, "As long as "+s.Condition+":", b.list(node.branches[0]))
	case "switch-condition":
		b.note(m, st.line, "alternatives", "one of several ways is taken, by "+orElse(s.Switch, "a value"))
		for i, name := range slices.Sorted(maps.Keys(s.Cases)) {
			st.text = append(st.text, fmt.Sprintf("Where %s is `%s`:", s.Switch, name), b.list(node.branches[i]))
		}
	case "playbook-action":
		b.note(m, st.line, "not-shell", "this runs another playbook")
	}
}

// alternatives offers both sides of a condition that a person decides.
func (b *book) alternatives(m *write.Mapping, st *step, node bookNode) {
	st.text = append(st.text, "Decide: "+node.step.Condition)
	for i, side := range []string{"holds", "does-not-hold"} {
		a := write.New()
		a.Text("id", side)
		a.Text("title", value.EscapeText(shortened("It "+strings.ReplaceAll(side, "-", " ")+": "+oneLine(node.step.Condition), longest)))
		text := b.p.prose([]string{b.constants(b.list(node.branches[i]))})
		if text == "" {
			b.note(m, st.line, "empty-branch", "one side of "+node.id+" holds nothing")
			text = "There is nothing to do.\n"
		}
		a.Text("instruction", text)
		m.Add("one_of", a)
	}
}

// list tells a branch in words.
func (b *book) list(nodes []bookNode) string {
	var out strings.Builder
	for i, node := range nodes {
		told := strings.ReplaceAll(strings.TrimSpace(b.told(node.step)), "\n", "\n   ")
		fmt.Fprintf(&out, "%d. %s\n", i+1, strings.TrimSpace(oneLine(orElse(node.step.Name, node.id))+"\n\n   "+told))
		for _, branch := range node.branches {
			if inner := b.list(branch); inner != "" {
				out.WriteString("\n   " + strings.ReplaceAll(strings.TrimSpace(inner), "\n", "\n   ") + "\n")
			}
		}
	}
	return strings.TrimRight(out.String(), "\n ")
}

// told is what a step says, in words.
func (b *book) told(s bookStep) string {
	var all []string
	for _, text := range []string{s.Description, s.Condition} {
		if text != "" {
			all = append(all, text)
		}
	}
	for _, c := range s.Commands {
		text := strings.TrimSpace(c.Command + "\n" + c.Content)
		if c.Command == "" && c.Base64 != "" {
			if decoded, err := base64.StdEncoding.DecodeString(c.Base64); err == nil {
				text = string(decoded)
			}
		}
		if c.Type == "manual" {
			all = append(all, text)
		} else if text != "" {
			all = append(all, fencedText(text))
		}
	}
	return strings.Join(all, "\n\n")
}

var conditionToken = table.Pattern(`^(?:(__[A-Za-z0-9_-]+?__:value)|(==|=|!=|<=|>=|<|>)|('[^']*'|"[^"]*")|(-?\d+(?:\.\d+)?)|(?i:(and|or|not|true|false)\b)|([()]))\s*`)

// expr is a condition over variables in the language of packs, "" where a person has to decide.
func (b *book) expr(condition string) string {
	var out []string
	rest := strings.TrimSpace(condition)
	names := 0
	for rest != "" {
		m := conditionToken().FindStringSubmatch(rest)
		if m == nil {
			return ""
		}
		rest = rest[len(m[0]):]
		switch {
		case m[1] != "":
			one := b.p.paramOf(idOf(bareName(m[1])))
			if one == nil || one.constant {
				return ""
			}
			names++
			out = append(out, one.id)
		case m[2] == "=":
			out = append(out, "==")
		case m[3] != "":
			out = append(out, `"`+strings.Trim(m[3], `'"`)+`"`)
		default:
			out = append(out, strings.ToLower(strings.TrimSpace(m[0])))
		}
	}
	expr := strings.Join(out, " ")
	if _, faults := value.CompileExpr(expr, b.p.scope()); names == 0 || len(faults) > 0 {
		return ""
	}
	return expr
}

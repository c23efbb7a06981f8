package importer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"rtut/pack/command"
	"rtut/pack/effect"
	"rtut/pack/table"
	"rtut/pack/value"
)

// param is something that has to be filled in.
type param struct {
	id, title, kind, value string
	hasDefault             bool
	line                   int
	data                   bool // it is a datapoint
	constant               bool // its value stands in the text, and it is none of the pack's
}

// plainPattern admits values that may stand in quotes.
const plainPattern = `[A-Za-z0-9][A-Za-z0-9._:/@-]*`

// Placeholders of pages.
var (
	angles   = table.Pattern(`<(\pL[\pL\pN_,. -]*)>`)
	brackets = table.Pattern(`\[([A-Za-z]{2,}(?:[-_ ][A-Za-z0-9]{2,})+|[A-Za-z]{2,}(?:[ _-][A-Za-z0-9]+)*)\]`)
	doubled  = table.Pattern(`\{\{-?\s*([A-Za-z_][A-Za-z0-9_-]*)\s*-?\}\}`)
	plussed  = table.Pattern(`\{\+\s*([A-Za-z_][A-Za-z0-9_ -]*?)\s*\+\}`)
	hereWord = table.Pattern(`\b([A-Z][A-Z0-9_]*_HERE|YOUR_[A-Z0-9_]+)\b`)
)

// hole is a place in a command that has to be filled in.
type hole struct {
	from, to int
	name     string
	variable bool // it is written as a variable of the environment
}

// findSets notes each variable that something on the page sets, and whether the page speaks of replacing.
func (p *page) findSets() {
	p.set = map[string]bool{}
	setting := settings()
	loops := loopWords()
	for _, line := range p.lines {
		if strings.Contains(line, "=") {
			for _, m := range setting.FindAllStringSubmatch(line, -1) {
				p.set[m[1]] = true
			}
		}
		if strings.Contains(line, "for ") || strings.Contains(line, "read ") || strings.Contains(line, "select ") || strings.Contains(line, "mapfile ") {
			for _, m := range loops.FindAllStringSubmatch(line, -1) {
				p.set[m[1]] = true
			}
		}
		lower := strings.ToLower(line)
		p.replaces = p.replaces || strings.Contains(lower, "replace") || strings.Contains(lower, "substitut")
	}
}

// Lines that give a variable a value.
var (
	settings  = table.Pattern(`(?:^|[\s;&(` + "`" + `"])(?:export\s+|declare\s+(?:-\w+\s+)?|local\s+|readonly\s+|set\s+-x\s+)?([A-Za-z_][A-Za-z0-9_]*)=`)
	loopWords = table.Pattern(`\b(?:for|read(?:\s+-\w+)*|select|mapfile(?:\s+-\w+)*)\s+([A-Za-z_][A-Za-z0-9_]*)`)
)

// setLine is a line that gives a variable a value that is known.
var setLine = table.Pattern(`^\s*(?:\$\s+)?export\s+([A-Za-z_][A-Za-z0-9_]*)=(?:'([^']*)'|"([^"$` + "`" + `\\]*)"|([^\s'"$` + "`" + `;&|<>()\\]*))\s*(#.*)?$`)

// isSetting takes a block that does nothing but export values: each becomes a param, and the block no step.
func (p *page) isSetting(b *block) bool {
	var found []*param
	for i, line := range strings.Split(strings.TrimRight(b.body, "\n"), "\n") {
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || strings.HasPrefix(trimmed, "#") {
			continue
		}
		m := setLine().FindStringSubmatch(line)
		if m == nil {
			return false
		}
		value := m[2] + m[3] + m[4]
		one := &param{id: idOf(m[1]), title: m[1], kind: kindByName(idOf(m[1]), m[1]), value: value, hasDefault: value != "", line: b.from + 1 + i}
		if _, err := one.spec().Parse(value); err != nil {
			one.kind = "string"
		}
		found = append(found, one)
	}
	if len(found) == 0 {
		return false
	}
	for _, one := range found {
		p.add(one)
	}
	return true
}

func (p *page) paramOf(id string) *param { return p.byID[id] }

// add keeps a param, unless there is one of that id.
func (p *page) add(one *param) {
	if p.byID == nil {
		p.byID = map[string]*param{}
	}
	if p.byID[one.id] == nil {
		p.byID[one.id] = one
		p.params = append(p.params, one)
	}
}

// drop takes back the params from one on.
func (p *page) drop(from int) {
	for _, one := range p.params[from:] {
		delete(p.byID, one.id)
	}
	p.params = p.params[:from]
}

// isParamVariable reports whether a param stands for a variable of the page.
func (p *page) isParamVariable(name string) bool {
	one := p.paramOf(idOf(name))
	return one != nil && one.title == name
}

// fill makes the command of a step one that the pack takes: placeholders for what has to be filled in. Where that can't be, the
// command goes to the instruction.
func (p *page) fill(st *step) {
	holes := p.holes(st.command)
	before := len(p.params)
	for i := range holes {
		p.declare(&holes[i], st.line)
	}
	text, fault := p.placed(st.command, holes)
	if fault == nil {
		st.written = text
		return
	}
	if len(holes) > 0 {
		if text := value.EscapeProse(st.command); p.takes(text) == nil && !angles().MatchString(st.command) {
			p.drop(before)
			st.written = text
			return
		}
	}
	p.drop(before)
	st.text = append([]string{fencedText(st.command)}, st.text...)
	st.command, st.output = "", orElse(st.output, "")
	st.note(st.line, "not-shell", "a pack takes no such command: "+oneLine(fault.Message))
}

func fencedText(text string) string {
	mark := "```"
	for strings.Contains(text, mark) {
		mark += "`"
	}
	return mark + "\n" + text + "\n" + mark
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// mostVariables is how many holes of a command are written as variables before it is given up.
const mostVariables = 20

// placed writes a command with placeholders in its holes, and with variables in those where the loader takes none.
func (p *page) placed(command string, holes []hole) (text string, fault *value.Fault) {
	quoted := quotesIn(command)
	for range min(len(holes), mostVariables) + 1 {
		var starts []int
		text, starts = p.filled(command, holes, quoted)
		if fault = p.takes(text); fault == nil {
			return text, nil
		}
		if !asVariable(holes, starts, fault.Offset, quoted) {
			break
		}
	}
	return text, fault
}

// asVariable has the hole that stands at an offset of the text written as a variable; false if none does, or if it can't be.
func asVariable(holes []hole, starts []int, offset int, quoted []byte) bool {
	for i := range holes {
		if starts[i] == offset && !holes[i].variable && quoted[holes[i].from] != '\'' {
			holes[i].variable = true
			return true
		}
	}
	return false
}

// filled writes a command with what stands in its holes, and says where each begins.
func (p *page) filled(command string, holes []hole, quoted []byte) (text string, starts []int) {
	var out strings.Builder
	end := 0
	for _, h := range holes {
		out.WriteString(value.EscapeProse(command[end:h.from]))
		starts = append(starts, out.Len())
		id := idOf(h.name)
		variable := "RTUT_PARAM_" + strings.ToUpper(id)
		if one := p.paramOf(id); one != nil && one.data {
			variable = "RTUT_DATA_" + strings.ToUpper(id)
		}
		switch {
		case !h.variable:
			out.WriteString("{{ " + id + " }}")
		case quoted[h.from] == '"':
			out.WriteString("${" + variable + "}")
		default:
			out.WriteString(`"$` + variable + `"`)
		}
		end = h.to
	}
	out.WriteString(value.EscapeProse(command[end:]))
	return out.String(), starts
}

// quotesIn says for each byte of a command in which quotes it stands: 0, ' or ".
func quotesIn(command string) []byte {
	in := make([]byte, len(command)+1)
	var s state
	start := 0
	for line := range strings.SplitSeq(command, "\n") {
		for i := 0; i < len(line); i++ {
			next := s.step(line, i)
			for j := i; j <= min(next, len(line)-1); j++ {
				in[start+j] = s.quote
			}
			i = next
		}
		start += len(line) + 1
	}
	return in
}

// takes returns what the loader has against a command, nil for nothing.
func (p *page) takes(cmd string) *value.Fault {
	_, faults := command.ParseCommand(cmd, command.Shell(orElse(p.shell, "sh")), p.scope())
	if len(faults) == 0 {
		return nil
	}
	return &faults[0]
}

// scope are the names of the pack.
func (p *page) scope() value.Scope {
	scope := value.Scope{}
	for _, name := range value.ReservedNames {
		scope[name] = value.Name{Spec: value.Spec{Type: value.String}}
	}
	for _, one := range p.params {
		if !one.constant {
			scope[one.id] = value.Name{Spec: one.spec(), Datapoint: one.data}
		}
	}
	return scope
}

func (one *param) spec() value.Spec {
	spec := value.Spec{Type: value.Type(one.kind)}
	switch {
	case one.kind == "string" && one.pattern() != "":
		spec.Pattern = regexp.MustCompile(one.pattern())
	case one.kind == "list":
		spec.Items = value.String
	}
	return spec
}

// pattern of a text: the plain one, unless its default is none.
func (one *param) pattern() string {
	if one.hasDefault && !wholePlain().MatchString(one.value) {
		return ""
	}
	return plainPattern
}

var wholePlain = table.Pattern(`^` + plainPattern + `$`)

// declare makes a param of what stands in a hole, once.
func (p *page) declare(h *hole, line int) {
	id := idOf(h.name)
	p.add(&param{id: id, title: h.name, kind: kindByName(id, h.name), line: line})
}

// idOf makes the id of a param of a name.
func idOf(name string) string {
	var out strings.Builder
	for _, r := range strings.ToLower(name) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			out.WriteRune(r)
		} else if out.Len() > 0 && !strings.HasSuffix(out.String(), "_") {
			out.WriteByte('_')
		}
	}
	id := strings.Trim(out.String(), "_")
	if id == "" || id[0] >= '0' && id[0] <= '9' {
		id = strings.TrimRight("value_"+id, "_")
		if !isASCII(name) {
			id = "value" + digest(name)
		}
	}
	if len(id) > 48 {
		id = strings.TrimRight(id[:48], "_")
	}
	if value.IsReserved(id) || keptNames()[id] {
		id += "_value"
	}
	return id
}

// keptNames are those that the format keeps for itself, beside the reserved ones.
var keptNames = table.Set("run_id operator project target environment and contains else endswith false if in let matches nil not or startswith true break continue end")

func isASCII(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) < 0
}

// digest tells names without a Latin letter apart.
func digest(name string) string {
	sum := uint32(2166136261)
	for _, c := range []byte(name) {
		sum = (sum ^ uint32(c)) * 16777619
	}
	const digits = "0123456789abcdefghijklmnopqrstuvwxyz"
	out := ""
	for range 5 {
		out += string(digits[sum%36])
		sum /= 36
	}
	return "_" + out
}

// kindByName is the type that a name suggests.
func kindByName(id, name string) string {
	words := strings.Split(id, "_")
	end := words[len(words)-1]
	switch {
	case strings.Contains(name, ",") || strings.Contains(name, "..."):
		return "list"
	case end == "port":
		return "port"
	case end == "ip":
		return "ip"
	case end == "host" || end == "hostname" || end == "node" || end == "server":
		return "hostname"
	case end == "url" || end == "endpoint":
		return "url"
	case end == "path" || end == "dir" || end == "directory" || end == "file":
		return "path"
	case end == "count" || end == "replicas":
		return "int"
	}
	return "string"
}

// holes finds what has to be filled in, in its order.
func (p *page) holes(command string) []hole {
	var found []hole
	add := func(at []int) {
		found = append(found, hole{from: at[0], to: at[1], name: strings.TrimSpace(command[at[2]:at[3]])})
	}
	for _, at := range effect.Angles(command) {
		add(at)
	}
	for _, at := range brackets().FindAllStringSubmatchIndex(command, -1) {
		name := command[at[2]:at[3]]
		if (strings.Contains(name, "-") || p.replaces && strings.ToUpper(name) == name) && isBracket(command, at) {
			add(at)
		}
	}
	for _, at := range doubled().FindAllStringSubmatchIndex(command, -1) {
		if !keptNames()[strings.ToLower(command[at[2]:at[3]])] || command[at[2]:at[3]] == "environment" || command[at[2]:at[3]] == "target" {
			add(at)
		}
	}
	for _, at := range plussed().FindAllStringSubmatchIndex(command, -1) {
		add(at)
	}
	for _, at := range hereWord().FindAllStringSubmatchIndex(command, -1) {
		if at[0] == 0 || command[at[0]-1] != '$' && command[at[0]-1] != '{' {
			add(at)
		}
	}
	found = append(found, p.variableHoles(command)...)
	return apart(found)
}

// isBracket tells a placeholder from a class of characters and an index.
func isBracket(command string, at []int) bool {
	return at[0] == 0 || strings.ContainsRune(" =/:\"'@", rune(command[at[0]-1])) && !strings.HasPrefix(command[at[1]:], "]")
}

// variableHoles are variables that nothing on the page sets.
func (p *page) variableHoles(command string) []hole {
	var found []hole
	for _, v := range effect.Variables(command) {
		exported := p.isParamVariable(v.Name)
		if (p.set[v.Name] || effect.ShellVariables()[v.Name] || strings.HasPrefix(v.Name, "RTUT_")) && !exported {
			continue
		}
		if exported && slices.Contains(effect.Parse(command).Sets, v.Name) {
			continue
		}
		found = append(found, hole{from: v.From, to: v.To, name: v.Name})
	}
	return found
}

// apart sorts holes, and leaves out those that are in others.
func apart(holes []hole) []hole {
	slices.SortStableFunc(holes, func(a, b hole) int {
		if a.from != b.from {
			return a.from - b.from
		}
		return b.to - a.to
	})
	var kept []hole
	for _, h := range holes {
		if len(kept) == 0 || h.from >= kept[len(kept)-1].to {
			kept = append(kept, h)
		}
	}
	return kept
}

package pack

import (
	"slices"
	"strings"
)

// flowWidth is how many columns a line with { } may take before it is unfolded.
const flowWidth = 120

// flowNode is what stands in { } or [ ] on one line.
type flowNode struct {
	open    byte // '{' or '['; 0 for a scalar
	text    string
	entries []flowEntry
}

type flowEntry struct {
	key   string // as written, "" in a list
	value flowNode
}

// flow lays out a line that ends with a mapping in { } or a list in [ ], which comes after a key or a dash.
func (f *formatter) flow(y *yamlNode, line int, known field, isMappingOf bool) []string {
	as := []string{f.lines[line]}
	head := f.prefix(line, y.Column-1)
	text := strings.TrimRight(f.lines[line][len(head):], "\r\n")
	node, end, ok := readFlow(text)
	rest := ""
	if ok {
		rest = strings.TrimRight(text[end:], " ")
	}
	if !ok || hasAnchors(y) || rest != "" && !strings.HasPrefix(strings.TrimLeft(rest, " "), "#") {
		return as
	}
	name := known.of
	if node.open == '{' && !isMappingOf {
		name = ""
	}
	node.order(name)
	one := head + node.String() + rest + f.lines[line][len(strings.TrimRight(f.lines[line], "\r\n")):]
	if rest == "" && width(one) > flowWidth && len(node.entries) > 0 {
		if lines := f.unfold(head, node); lines != nil {
			return lines
		}
	}
	return []string{one}
}

// order sorts the entries of a mapping, and of those within it, as the layouts have them.
func (n *flowNode) order(name string) {
	l := layoutOf(name)
	for i := range n.entries {
		entry := &n.entries[i]
		inner := name // of a list of mappings
		if n.open == '{' {
			inner = fieldOf(name, entry.key).of
		}
		entry.value.order(inner)
	}
	if n.open != '{' || l == nil {
		return
	}
	rank := -1
	ranks := map[string]int{}
	for _, entry := range n.entries {
		if at := slices.IndexFunc(l, func(f field) bool { return f.key == entry.key }); at >= 0 {
			rank = at
		}
		ranks[entry.key] = rank
	}
	slices.SortStableFunc(n.entries, func(a, b flowEntry) int { return ranks[a.key] - ranks[b.key] })
}

// unfold writes the entries on lines of their own; nil where they have to stay: a list of scalars.
func (f *formatter) unfold(head string, n flowNode) []string {
	indent := len(head) - len(strings.TrimLeft(head, " "))
	if n.open == '[' {
		if strings.HasPrefix(head[indent:], "-") || slices.ContainsFunc(n.entries, func(e flowEntry) bool { return e.value.open != '{' }) {
			return nil
		}
		lines := []string{strings.TrimRight(head, " ") + f.ending}
		for _, entry := range n.entries {
			lines = append(lines, strings.Repeat(" ", indent+2)+"- "+entry.value.String()+f.ending)
		}
		return lines
	}
	var lines []string
	before, inner := head, strings.Repeat(" ", len(head))
	if !strings.HasPrefix(head[indent:], "-") || strings.Trim(head, " ") != "-" {
		lines = []string{strings.TrimRight(head, " ") + f.ending}
		inner = strings.Repeat(" ", indent+2)
		if strings.HasPrefix(head[indent:], "- ") {
			inner = strings.Repeat(" ", indent+4)
		}
		before = inner
	}
	for _, entry := range n.entries {
		lines = append(lines, before+entry.key+": "+entry.value.String()+f.ending)
		before = inner
	}
	return lines
}

// String writes a node on one line.
func (n flowNode) String() string {
	if n.open == 0 {
		return n.text
	}
	var all []string
	for _, entry := range n.entries {
		text := entry.value.String()
		if n.open == '{' {
			text = entry.key + ": " + text
		}
		all = append(all, text)
	}
	text := strings.Join(all, ", ")
	switch {
	case n.open == '[':
		return "[" + text + "]"
	case text == "":
		return "{}"
	}
	return "{ " + text + " }"
}

// readFlow reads what a text begins with, and says where it ends.
func readFlow(text string) (n flowNode, end int, ok bool) {
	r := &flowReader{text: text}
	n = r.collection()
	return n, r.at, !r.failed
}

type flowReader struct {
	text   string
	at     int
	failed bool
}

func (r *flowReader) blanks() {
	for r.at < len(r.text) && r.text[r.at] == ' ' {
		r.at++
	}
}

func (r *flowReader) peek() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

func (r *flowReader) collection() flowNode {
	n := flowNode{open: r.peek()}
	closing := map[byte]byte{'{': '}', '[': ']'}[n.open]
	if closing == 0 {
		r.failed = true
	}
	r.at++
	for !r.failed {
		r.blanks()
		if r.peek() == closing {
			r.at++
			return n
		}
		n.entries = append(n.entries, r.entry(n.open == '{'))
		r.blanks()
		switch r.peek() {
		case ',':
			r.at++
		case closing:
		default:
			r.failed = true
		}
	}
	return n
}

// entry reads one entry: of a mapping its key, a colon and its value.
func (r *flowReader) entry(keyed bool) flowEntry {
	var e flowEntry
	if keyed {
		from := r.at
		r.scalar(true)
		e.key = strings.TrimRight(r.text[from:r.at], " ")
		r.blanks()
		if r.peek() != ':' || e.key == "" {
			r.failed = true
			return e
		}
		r.at++
		r.blanks()
	}
	if c := r.peek(); c == '{' || c == '[' {
		e.value = r.collection()
		return e
	}
	from := r.at
	r.scalar(keyed)
	e.value = flowNode{text: strings.TrimRight(r.text[from:r.at], " ")}
	r.failed = r.failed || e.value.text == ""
	return e
}

// scalar passes over a scalar: one in quotes, or one that ends before a comma, a bracket or, for a key, a colon with a blank.
func (r *flowReader) scalar(untilColon bool) {
	if quote := r.peek(); quote == '\'' || quote == '"' {
		r.quoted(quote)
		return
	}
	for r.at < len(r.text) {
		c := r.text[r.at]
		colon := c == ':' && (r.at+1 >= len(r.text) || strings.IndexByte(" ,[]{}", r.text[r.at+1]) >= 0)
		comment := c == '#' && r.at > 0 && r.text[r.at-1] == ' '
		switch {
		case strings.IndexByte(",[]{}", c) >= 0, colon && untilColon:
			return
		case comment, colon:
			r.failed = true
			return
		}
		r.at++
	}
	r.failed = true
}

func (r *flowReader) quoted(quote byte) {
	for r.at++; r.at < len(r.text); r.at++ {
		switch {
		case quote == '"' && r.text[r.at] == '\\':
			r.at++
		case r.text[r.at] == quote && quote == '\'' && r.at+1 < len(r.text) && r.text[r.at+1] == quote:
			r.at++
		case r.text[r.at] == quote:
			r.at++
			return
		}
	}
	r.failed = true
}

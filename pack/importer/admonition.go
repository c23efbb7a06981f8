package importer

import (
	"regexp"
	"strings"

	"rtut/pack/table"
)

// What other dialects of Markdown have for notes. Each becomes a quote, line by line, so that lines keep their numbers.
var (
	bang      = table.Pattern(`^(\s*)(?:!!!|\?\?\?\+?)\s+(\S.*)$`)
	colons    = table.Pattern(`^(\s*):::+\s*(\S.*)$`)
	colonsEnd = table.Pattern(`^\s*:::+\s*$`)
	shortcode = table.Pattern(`^(\s*)\{\{[%<]\s*(alert|admonition|callout|note|notice|hint|warning|info|tip|caution|danger)\b(.*?)\s*[%>]\}\}\s*$`)
	shortEnd  = table.Pattern(`^\s*\{\{[%<]\s*/\s*\w+\s*[%>]\}\}\s*$`)
	component = table.Pattern(`^(\s*)<(Admonition|Note|Warning|Tip|Info|Caution|Danger|Callout|Alert)\b([^>]*)>\s*$`)
	compEnd   = table.Pattern(`^\s*</(Admonition|Note|Warning|Tip|Info|Caution|Danger|Callout|Alert)>\s*$`)
	fence     = table.Pattern("^[\\s>]*(?:(?:[-+*]|\\d{1,9}[.)])\\s+)*(`{3,}|~{3,})(.*)$")
)

// admonitions makes quotes of notes outside of fences.
func (p *page) admonitions() {
	open := ""
	for i := 0; i < len(p.lines); i++ {
		if m := fence().FindStringSubmatch(p.lines[i]); m != nil {
			open = fenceAfter(open, m[1], m[2])
			continue
		}
		if open == "" {
			i = p.admonition(i)
		}
	}
}

// fenceAfter is the fence that is open after a line with one.
func fenceAfter(open, mark, info string) string {
	switch {
	case open == "" && (mark[0] == '~' || !strings.Contains(info, "`")):
		return mark
	case open != "" && mark[0] == open[0] && len(mark) >= len(open) && strings.TrimSpace(info) == "":
		return ""
	}
	return open
}

// admonition makes a quote of the note that begins in a line, if one does, and returns its last line.
func (p *page) admonition(i int) int {
	line := p.lines[i]
	switch {
	case bang().MatchString(line):
		return p.indented(i, bang().FindStringSubmatch(line))
	case colons().MatchString(line):
		m := colons().FindStringSubmatch(line)
		return p.between(i, m[1], strings.NewReplacer("[", " ", "]", "").Replace(m[2]), colonsEnd())
	case shortcode().MatchString(line):
		m := shortcode().FindStringSubmatch(line)
		return p.between(i, m[1], m[2]+m[3], shortEnd())
	case component().MatchString(line):
		m := component().FindStringSubmatch(line)
		return p.between(i, m[1], m[2]+m[3], compEnd())
	}
	return i
}

// indented is a note whose text is indented below its first line.
func (p *page) indented(i int, m []string) int {
	indent := m[1]
	p.quote(i, indent, kindOf(m[2])+":")
	last := i
	for j := i + 1; j < len(p.lines); j++ {
		line := p.lines[j]
		if strings.TrimSpace(line) == "" {
			continue
		}
		body, in := strings.CutPrefix(line, indent+"    ")
		if !in {
			break
		}
		for k := last + 1; k < j; k++ {
			p.quote(k, indent, "")
		}
		p.quote(j, indent, body)
		last = j
	}
	return last
}

// between is a note that ends in a line of its own, or with the page.
func (p *page) between(i int, indent, kind string, end *regexp.Regexp) int {
	last, ends := p.nextMatch(end, i)
	if !ends {
		return i // it never ends, so it is no note
	}
	p.quote(i, indent, kindOf(kind)+":")
	for j := i + 1; j < last; j++ {
		p.quote(j, indent, strings.TrimLeft(p.lines[j], " \t"))
	}
	p.lines[last] = ""
	return last
}

// nextMatch is the first line behind one that matches. What has been looked for once is remembered, so that a page of nothing but
// begins takes no longer than others.
func (p *page) nextMatch(end *regexp.Regexp, i int) (line int, found bool) {
	if next, known := p.ends[end.String()]; known && next > i {
		return next, next < len(p.lines)
	}
	next := i + 1
	for next < len(p.lines) && !end.MatchString(p.lines[next]) {
		next++
	}
	if p.ends == nil {
		p.ends = map[string]int{}
	}
	p.ends[end.String()] = next
	return next, next < len(p.lines)
}

// kindOf is what a note is called, as the page has it.
func kindOf(kind string) string {
	kind = strings.TrimSpace(strings.ReplaceAll(kind, `"`, ""))
	return strings.TrimSuffix(kind, ":")
}

func (p *page) quote(i int, indent, text string) {
	p.lines[i] = strings.TrimRight(indent+"> "+text, " ")
}

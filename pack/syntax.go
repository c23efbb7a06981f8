package pack

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"rtut/pack/value"
)

// problem says in the words of a pack's author what the YAML parser means.
type problem struct {
	says    string // how the parser's sentence begins
	message string
	hint    string
	opening bool // show where the construct begins, not where it turned out to be wrong
	rule    string
}

// problems are the sentences of the YAML parser.
var problems = []problem{
	{says: "did not find expected key", message: "this does not fit into the mapping. a key at the same indentation was expected"},
	{says: "did not find expected '-' indicator", message: "this does not fit into the list. `- ` at the same indentation was expected"},
	{says: "did not find expected ',' or '}'", message: "unexpected token in a { } mapping. `,` or `}` was expected"},
	{says: "did not find expected ',' or ']'", message: "unexpected token in a [ ] list. `,` or `]` was expected"},
	{says: "did not find expected node content", message: "a value cannot start like this. text, a list or a mapping was expected"},
	{says: "did not find expected <document start>", message: "the document ended before this. nothing more was expected", rule: "documents"},
	{says: "mapping values are not allowed", message: "a colon cannot stand here. the end of the value was expected", hint: hintQuote + " if the colon belongs to the value"},
	{says: "block sequence entries are not allowed", message: "a list cannot start here. it was expected on a separate line"},
	{says: "could not find expected ':'", message: "this is neither a key nor a value. `key: value` was expected", opening: true},
	{says: "found unexpected end of stream", message: "the quote that opens here is never closed. the same quote was expected at its end", opening: true},
	{says: "found unexpected document indicator", message: "the quote that opens here is not closed before `---` or `...`. the same quote was expected at its end", opening: true},
	{says: "found unknown escape character", message: "a backslash in double quotes is followed by something unknown. \\n, \\t, \\\\, \\\" or \\xNN was expected", hint: "in single quotes a backslash is just a backslash"},
	{says: "did not find expected hexdecimal number", message: "an escape in double quotes has too few hexadecimal digits. 2 were expected after \\x, 4 after \\u, 8 after \\U"},
	{says: "found invalid Unicode character escape code", message: "an escape in double quotes is not a character"},
	{says: "found a tab character", message: "a tab in the indentation. spaces were expected", rule: "tab"},
	{says: "did not find expected comment or line break", message: "unexpected text after `|` or `>`. the text was expected on the lines below"},
	{says: "found an indentation indicator equal to 0", message: "a block of text cannot be indented by 0. 1 to 9 was expected"},
	{says: "did not find expected alphabetic or numeric character", message: "the name after `&` or `*` is missing. letters and digits were expected", hint: hintQuote + " if it is not an anchor or alias"},
	{says: "unknown anchor", message: "this alias has no anchor. `&name` was expected before it", hint: hintQuote + " if it is not an alias", rule: "alias"},
	{says: "found undefined tag handle", message: "this tag means nothing in a pack. text was expected", hint: hintQuote + " if it is not a tag"},
	{says: "found character that cannot start any token", message: "a value cannot start with this character. text was expected", hint: hintQuote},
	{says: "exceeded max depth", message: "this is nested too deeply"},
}

// syntax reports what the YAML parser could not read.
func (r *reporter) syntax(e *syntaxError) {
	p := problem{message: "this is not YAML: " + e.problem}
	if r.values {
		p.message = "this is not YAML"
	}
	for _, known := range problems {
		if strings.HasPrefix(e.problem, known.says) {
			p = known
			break
		}
	}
	if p.rule == "" {
		p.rule = "yaml"
	}
	at, begin := r.source.offset(e.at), r.source.offset(e.context)
	if p.opening && e.context.line > 0 {
		at = begin
	}
	if at >= len(r.source.text) {
		at = r.lastText(at)
	}
	at = r.odd(&p, r.refine(&p, at, begin))
	r.offset(at, Error, p.rule, p.message, p.hint)
}

// odd names a character in the line of an offset that looks like a blank and is none, or that is not seen, and returns where to
// show the problem.
func (r *reporter) odd(p *problem, at int) int {
	number, _ := r.source.position(at)
	line := r.source.line(number)
	found := strings.IndexFunc(line, func(c rune) bool { return value.HiddenName(c) != "" && !unicode.IsControl(c) })
	if found < 0 {
		return at
	}
	c, _ := utf8.DecodeRuneInString(line[found:])
	if strings.Trim(line[:found], " -") != "" {
		p.hint = cmp.Or(p.hint, value.HiddenName(c)+", stands in this line")
		return at
	}
	p.message, p.hint, p.rule = value.HiddenName(c)+", stands in the indentation. a space was expected", "", "character"
	return r.source.lines[number-1] + found
}

// refine makes a problem more exact by what stands at its offset, and returns the offset to show. begin is where the
// construct opens that the problem is in.
func (r *reporter) refine(p *problem, at, begin int) int {
	text := r.source.text
	line, column := r.source.position(at)
	before := strings.TrimRight(string([]rune(r.source.line(line))[:column-1]), " ")
	beginLine, _ := r.source.position(begin)
	switch culprit, found := r.unquoted(at); {
	case strings.HasPrefix(text[at:], "\t"):
		*p = problem{message: "a tab in the indentation. spaces were expected", rule: "tab"}
	case found:
		*p = problem{message: "YAML reads `{{` at the start of a value as a mapping. text was expected", rule: "quote", hint: hintQuote}
		return culprit
	case r.bracesBefore(p, at) >= 0:
		at = r.bracesBefore(p, at)
		*p = problem{message: "a text that holds `{{` stands without quotes inside { } or [ ], where braces are those of a mapping", rule: "quote", hint: "quote all of the text"}
	case strings.Contains(p.says, "did not find expected ','") && beginLine < line && !strings.Contains(before, ": "):
		p.message = "the bracket that opens here is not closed. " + closing(text[begin:]) + " was expected before line " + itoa(line)
		return begin
	case strings.Contains(p.says, "did not find expected ','") && strings.HasPrefix(text[at:], ":"):
		p.hint = hintQuote + " if the colon belongs to the value"
	case strings.Contains(p.says, "did not find expected ','") && strings.HasPrefix(text[at:], "?"):
		p.hint = hintQuote + " if the question mark belongs to the value"
	case strings.HasPrefix(p.says, "did not find expected node") && at == len(strings.TrimRight(text, " \t\r\n")):
		p.message = "the file ends where a value was expected"
	case strings.HasPrefix(p.says, "did not find expected key") && strings.IndexAny(text[at:], "]}") == 0:
		p.message = "a bracket is closed that was never opened. the end of the value was expected"
	case strings.HasPrefix(p.says, "did not find expected key") && strings.LastIndexAny(before, "'\"") == len(before)-1 && before != "":
		p.message, p.hint = "the value continues after its closing quote. the end of the value was expected", "quote all of it"
	case strings.HasPrefix(p.says, "mapping values are") && !strings.Contains(before, ": "):
		p.hint = "indent this line as the line before, or " + hintQuote + " if the colon belongs to a value"
	}
	return at
}

// bracesBefore returns where two braces stand that end the text before them for YAML, which notices at an offset shortly
// behind; -1 if none do.
func (r *reporter) bracesBefore(p *problem, at int) int {
	if !strings.Contains(p.says, "did not find expected ','") {
		return -1
	}
	from := max(0, at-3)
	found := strings.LastIndex(r.source.text[from:min(at+2, len(r.source.text))], "{{")
	if found < 0 || strings.ContainsAny(r.source.text[from+found:max(at, from+found)], "\r\n") {
		return -1
	}
	return from + found
}

// closing is the bracket that closes the one that text begins with.
func closing(text string) string {
	if strings.HasPrefix(text, "[") {
		return "`]`"
	}
	return "`}`"
}

// lastText moves an offset at the end of the file back to the end of the last line that holds something.
func (r *reporter) lastText(at int) int {
	return len(strings.TrimRight(r.source.text[:at], " \t\r\n"))
}

// startsWithPlaceholder finds a value that begins with an unquoted placeholder.
var startsWithPlaceholder = value.CompileLater(`(?:^|[:\-\[{,]\s)\s*(\{\{)|[\[]\s*(\{\{)`)

// unquoted looks for an unquoted placeholder in the line of an offset, or the last line before it that is not empty.
func (r *reporter) unquoted(at int) (int, bool) {
	number, _ := r.source.position(at)
	for back := range 2 {
		if number-back < 1 {
			break
		}
		line := r.source.line(number - back)
		start := r.source.lines[number-back-1]
		for _, found := range startsWithPlaceholder().FindAllStringSubmatchIndex(line, -1) {
			begin := max(found[2], found[4])
			if start+begin <= at && !strings.Contains(line[:begin], "#") {
				return start + begin, true
			}
		}
	}
	return 0, false
}

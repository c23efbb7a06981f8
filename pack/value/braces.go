package value

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Templates says what two opening braces may be in a text beside a placeholder.
type Templates int

// What two opening braces may be. Where a backslash before braces that are never closed means something else, as in a command, it stays.
const (
	NoTemplates    Templates = iota // nothing else: they are an error, or have a backslash before them
	ProseTemplates                  // a template of another program, such as {{.Names}}, which stays as it is
	GoTemplates                     // the same, in a command
)

// templateFunctions are words that templates of other programs may begin with, beside those of TemplateKeywords: the actions
// and functions of Go's own templates, and those of docker, podman and kubectl.
var templateFunctions = []string{
	"block", "define", "if", "range", "template", "with",
	"and", "call", "eq", "ge", "gt", "html", "index", "js", "le", "len", "lt", "ne", "not", "or", "print", "printf", "println", "slice", "urlquery",
	"base64decode", "exists", "join", "json", "lower", "pad", "split", "table", "title", "truncate", "upper",
}

var (
	// bracesPattern finds two braces that are closed before there are others.
	bracesPattern = CompileLater(`\{\{[^{}\n]*\}\}`)
	// openPattern finds two braces and the name that follows, closed or not.
	openPattern = CompileLater(`\{\{-?\s*([A-Za-z_][A-Za-z0-9_]*)?`)
	// argumentPattern finds a word of another program's template that is given something: {{ toYaml .Values }}.
	argumentPattern = CompileLater("^[A-Za-z_][A-Za-z0-9_]*[ \t]+[.$\"`(]")
	// literalPattern finds how templates of other programs begin, if not with a word.
	literalPattern = CompileLater("^([.$\"`(]|/\\*)")
	wordPattern    = CompileLater(`^[A-Za-z_][A-Za-z0-9_]*`)
)

// Lookalikes returns a fault for each pair of opening braces in the literals of a text that an author may have taken for a
// placeholder.
func Lookalikes(parts []Part, allowed Templates, scope Scope) []Fault {
	var faults []Fault
	for _, part := range parts {
		switch {
		case part.Name != "", part.Escaped:
		case allowed == NoTemplates:
			for _, at := range openPattern().FindAllStringIndex(part.Source, -1) {
				faults = append(faults, lookalike(part, at[0], scope))
			}
		default:
			faults = append(faults, templateFaults(part, scope)...)
		}
	}
	return faults
}

// templateFaults judges the braces of a text that templates of other programs may stand in.
func templateFaults(p Part, scope Scope) []Fault {
	var faults []Fault
	closed := map[int]string{}
	for _, at := range bracesPattern().FindAllStringIndex(p.Source, -1) {
		closed[at[0]] = p.Source[at[0]+2 : at[1]-2]
	}
	for _, at := range openPattern().FindAllStringSubmatchIndex(p.Source, -1) {
		inner, isClosed := closed[at[0]]
		known := false
		if at[2] >= 0 {
			_, known = scope[p.Source[at[2]:at[3]]]
		}
		if isClosed && !isTemplate(inner, known) || !isClosed && known {
			faults = append(faults, lookalike(p, at[0], scope))
		}
	}
	return faults
}

// isTemplate reports whether what stands between braces is for another program. known says that it begins with a name of
// the pack.
func isTemplate(inner string, known bool) bool {
	inner = strings.TrimSpace(strings.TrimPrefix(inner, "-"))
	word := wordPattern().FindString(inner)
	switch {
	case literalPattern().MatchString(inner), slices.Contains(TemplateKeywords, word):
		return true
	case slices.Contains(templateFunctions, word):
		return !known || argumentPattern().MatchString(inner)
	}
	return !known && argumentPattern().MatchString(inner)
}

// lookalike is the fault of braces that begin at an offset of a part.
func lookalike(p Part, at int, scope Scope) Fault {
	shown := p.Source[at:]
	if closed := bracesPattern().FindStringIndex(shown); closed != nil && closed[0] == 0 {
		shown = shown[:closed[1]]
	} else {
		shown = "{{"
	}
	fault := Fault{Offset: p.Offset + at, Rule: "placeholder", Hint: `write \{{ for two braces that are meant as such`}
	fault.Message = Quoted(shown) + " is not a placeholder. `{{ name }}` was expected, with only the name of a param or datapoint"
	inner := strings.Trim(shown, "{}- \t")
	word := wordPattern().FindString(inner)
	rest := strings.TrimLeft(inner[len(word):], " \t")
	_, known := scope[word]
	odd := strings.IndexFunc(shown, func(r rune) bool { return HiddenName(r) != "" && r != '\t' })
	switch _, member := scope[strings.TrimPrefix(rest, ".")]; {
	case odd >= 0:
		r, _ := utf8.DecodeRuneInString(shown[odd:])
		fault.Hint = HiddenName(r) + ", stands between the braces"
	case strings.HasPrefix(rest, "["):
		fault.Hint = "an item of a list has no name: let the command go through the list, or have a param for the one"
	case strings.HasPrefix(rest, "|"):
		fault.Hint = "a value is used as it was typed: there are no filters"
	case strings.HasPrefix(rest, ".") && member:
		fault.Hint = "write {{ " + strings.TrimPrefix(rest, ".") + " }}"
	case known && rest == "":
		fault.Hint = "write {{ " + word + " }}"
	}
	return fault
}

// Triples returns a fault for each placeholder with one more brace on either side.
func Triples(parts []Part) []Fault {
	var faults []Fault
	for i, p := range parts {
		if p.Name == "" || i == 0 || i+1 == len(parts) || !strings.HasSuffix(parts[i-1].Source, "{") || !strings.HasPrefix(parts[i+1].Source, "}") {
			continue
		}
		faults = append(faults, Fault{
			Offset: p.Offset - 1, Rule: "placeholder",
			Message: fmt.Sprintf("%s has three braces, one of which would remain. two were expected", p.Source),
			Hint:    "write { " + p.Source + " }, with blanks, if the braces are meant",
		})
	}
	return faults
}

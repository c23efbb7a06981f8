package value

import (
	"fmt"
	"slices"
	"strings"
)

// Fault is something wrong inside a scalar: in a template, a command or an expression.
type Fault struct {
	Offset  int    // in bytes from the start of the scalar's value
	Message string // what was found and what was expected
	Hint    string
	Rule    string
}

// Text is a string with placeholders. The zero Text renders as "".
type Text struct {
	raw   string
	Parts []Part
}

// Part is a stretch of a template: a literal, or a placeholder if it has a name.
type Part struct {
	Offset  int    // in bytes from the template's start
	Source  string // as written
	Text    string // of a literal: what it stands for
	Name    string
	Escaped bool // a literal that begins with the backslash that says so
}

// PlaceholderPattern finds placeholders, and the backslash that takes their meaning away. Names are caught generously,
// so that {{ Replica }} and {{ scratch-dir }} are told what they should have been. bracesBehind finds the backslash before
// braces that are none, closed or not.
var (
	PlaceholderPattern = CompileLater(`\\?\{\{[ \t]*([A-Za-z_][A-Za-z0-9_-]*)[ \t]*\}\}|\\\{\{[^{}\n]*\}\}`)
	escapePattern      = CompileLater(`\\?\{\{[ \t]*([A-Za-z_][A-Za-z0-9_-]*)[ \t]*\}\}|\\\{\{`)
)

// Split cuts raw into literals and placeholders. {{end}} and similar ones are literals.
func Split(raw string, allowed Templates) []Part {
	if !strings.Contains(raw, "{{") && raw != "" {
		return []Part{{Source: raw, Text: raw}}
	}
	var parts []Part
	literal := func(from, to int, text string, escaped bool) {
		if from < to {
			parts = append(parts, Part{Offset: from, Source: raw[from:to], Text: text, Escaped: escaped})
		}
	}
	pattern := escapePattern
	if allowed == GoTemplates {
		pattern = PlaceholderPattern
	}
	end := 0
	for _, at := range pattern().FindAllStringSubmatchIndex(raw, -1) {
		escaped := raw[at[0]] == '\\'
		if !escaped && slices.Contains(TemplateKeywords, raw[at[2]:at[3]]) {
			continue
		}
		literal(end, at[0], raw[end:at[0]], false)
		if escaped {
			literal(at[0], at[1], raw[at[0]+1:at[1]], true)
		} else {
			parts = append(parts, Part{Offset: at[0], Source: raw[at[0]:at[1]], Name: raw[at[2]:at[3]]})
		}
		end = at[1]
	}
	literal(end, len(raw), raw[end:], false)
	return parts
}

// ParseText finds the placeholders of raw and checks their names against scope. Two braces that are none are a fault.
func ParseText(raw string, scope Scope) (Text, []Fault) { return parseText(raw, NoTemplates, scope) }

// ParseProse is ParseText for prose, in which templates of other programs may stand as in commands.
func ParseProse(raw string, scope Scope) (Text, []Fault) {
	return parseText(raw, ProseTemplates, scope)
}

func parseText(raw string, allowed Templates, scope Scope) (Text, []Fault) {
	text := Text{raw: raw, Parts: Split(raw, allowed)}
	return text, slices.Concat(Undeclared(text.Parts, scope), Lookalikes(text.Parts, allowed, scope), Triples(text.Parts))
}

// Undeclared returns a fault for every placeholder whose name is not in scope.
func Undeclared(parts []Part, scope Scope) []Fault {
	var faults []Fault
	for _, part := range parts {
		if part.Name == "" {
			continue
		}
		if name, declared := scope[part.Name]; !declared {
			faults = append(faults, unknownName(part.Offset, part.Name, scope.names()))
		} else if fault := scope.elsewhere(part.Name, name, part.Offset); fault != nil {
			faults = append(faults, *fault)
		}
	}
	return faults
}

func unknownName(offset int, name string, known []string) Fault {
	return Fault{
		Offset:  offset,
		Message: fmt.Sprintf("%s is neither a param nor a datapoint", name),
		Hint:    DidYouMean(name, known),
		Rule:    "unknown-name",
	}
}

// Raw returns the text as it stands in the pack.
func (t Text) Raw() string { return t.raw }

// Names returns the names that the placeholders use, each once, in order of appearance.
func (t Text) Names() []string {
	var names []string
	for _, part := range t.Parts {
		if part.Name != "" && !slices.Contains(names, part.Name) {
			names = append(names, part.Name)
		}
	}
	return names
}

// Fill returns the source of the text with other source in the places of the placeholders that fill knows. The others stay.
func (t Text) Fill(fill func(name string) (source string, known bool)) string {
	var out strings.Builder
	for _, part := range t.Parts {
		source, known := "", false
		if part.Name != "" {
			source, known = fill(part.Name)
		}
		if !known {
			source = part.Source
		}
		out.WriteString(source)
	}
	return out.String()
}

// Render puts values in the placeholders' places, unquoted. A name without a value is a *NoValueError.
func (t Text) Render(values Values) (string, error) {
	for _, name := range t.Names() {
		if values(name).IsZero() {
			return "", &NoValueError{Name: name}
		}
	}
	return t.Display(values), nil
}

// RenderVisible is Render for a text that means something else where nothing is left of it: a host, a phrase, what a check
// looks for. That is an *EmptyError. key is what the text stands under in the pack.
func (t Text) RenderVisible(key string, values Values) (string, error) {
	text, err := t.Render(values)
	if err == nil && !IsVisible(text) {
		return "", &EmptyError{Key: key, Names: t.invisible(values)}
	}
	return text, err
}

// invisible returns the names whose values have nothing for the eye.
func (t Text) invisible(values Values) []string {
	return slices.DeleteFunc(t.Names(), func(name string) bool { return IsVisible(values(name).Text()) })
}

// EmptyError says that nothing is left of a text once its placeholders are filled in.
type EmptyError struct {
	Key   string   // what it stands under in the pack
	Names []string // whose values are empty
}

func (e *EmptyError) Error() string {
	if len(e.Names) == 0 {
		return "`" + e.Key + "` is empty"
	}
	verb := "is"
	if len(e.Names) > 1 {
		verb = "are"
	}
	return "`" + e.Key + "` is empty, for " + strings.Join(e.Names, " and ") + " " + verb + " empty"
}

// DisplayVisible is Display for such a text: where nothing would be left of it, it stays as it is written.
func (t Text) DisplayVisible(values Values) string {
	if text := t.Display(values); IsVisible(text) {
		return text
	}
	return t.raw
}

// Display renders for reading: a placeholder without a value stays as it is written.
func (t Text) Display(values Values) string {
	var out strings.Builder
	for _, part := range t.Parts {
		switch {
		case part.Name == "":
			out.WriteString(part.Text)
		case values(part.Name).IsZero():
			out.WriteString(part.Source)
		default:
			out.WriteString(values(part.Name).Text())
		}
	}
	return out.String()
}

package value

import "strings"

// EscapeText writes a text so that nothing in it is taken for a placeholder where a title, a phrase or another text with
// placeholders is read: what is shown is the text itself.
func EscapeText(text string) string { return Escape(text, NoTemplates) }

// EscapeProse is EscapeText for a summary or an instruction, in which templates of other programs stay as they are.
func EscapeProse(text string) string { return Escape(text, ProseTemplates) }

// Escape is EscapeText for a text in which two braces may be what allowed says.
func Escape(text string, allowed Templates) string {
	var out strings.Builder
	for _, p := range Split(text, allowed) {
		if p.Name != "" || p.Escaped {
			out.WriteString(`\` + p.Source)
			continue
		}
		out.WriteString(escapeLiteral(p, allowed))
	}
	return out.String()
}

// escapeLiteral puts a backslash before braces that would be a fault.
func escapeLiteral(p Part, allowed Templates) string {
	var out strings.Builder
	end := 0
	for _, at := range mistakable(p, allowed) {
		out.WriteString(p.Source[end:at] + `\`)
		end = at
	}
	return out.String() + p.Source[end:]
}

// mistakable returns where braces begin that would be a fault. Which names the pack has is not known: every name that comes after braces
// counts as one, so that some braces are escaped which need not be.
func mistakable(p Part, allowed Templates) []int {
	names := Scope{}
	if allowed == ProseTemplates {
		for _, at := range openPattern().FindAllStringSubmatch(p.Source, -1) {
			names[at[1]] = Name{}
		}
	}
	var all []int
	for _, fault := range Lookalikes([]Part{p}, allowed, names) {
		all = append(all, fault.Offset-p.Offset)
	}
	return all
}

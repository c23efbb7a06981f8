package pack

import "strings"

// EscapeText writes a text so that nothing in it is taken for a placeholder where a title, a phrase or another text with
// placeholders is read: what is shown is the text itself.
func EscapeText(text string) string { return escape(text, noTemplates) }

// EscapeProse is EscapeText for a summary or an instruction, in which templates of other programs stay as they are. Two braces
// that are never closed can't be escaped there; they are an error only before a name of the pack.
func EscapeProse(text string) string { return escape(text, goTemplates) }

func escape(text string, allowed templates) string {
	var out strings.Builder
	for _, p := range split(text, allowed) {
		if p.name != "" || p.escaped {
			out.WriteString(`\` + p.source)
			continue
		}
		out.WriteString(escapeLiteral(p, allowed))
	}
	return out.String()
}

// escapeLiteral puts a backslash before braces that would be a fault.
func escapeLiteral(p part, allowed templates) string {
	var out strings.Builder
	end := 0
	for _, fault := range lookalikes([]part{p}, allowed, nil) {
		at := fault.Offset - p.offset
		out.WriteString(p.source[end:at] + `\`)
		end = at
	}
	return out.String() + p.source[end:]
}

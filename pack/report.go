package pack

import (
	"strconv"

	"rtut/pack/value"
)

// maxDiagnostics bounds what is said about one file.
const maxDiagnostics = 500

const hintQuote = "quote this"

// reporter collects what is wrong with one file.
type reporter struct {
	source *source
	found  Diagnostics
	advise bool // report what the format allows but is not wise, too
	values bool // the file holds values, which are not repeated: they may be secret
	seen   map[Diagnostic]bool
}

// full reports whether nothing more will be said, so that nobody need look for a hint.
func (r *reporter) full() bool { return len(r.found) > maxDiagnostics }

// at reports an error at a place of the YAML.
func (r *reporter) at(p mark, rule, message, hint string) {
	if !r.full() {
		r.offset(r.source.offset(p), Error, rule, message, hint)
	}
}

// fault reports an error inside a scalar.
func (r *reporter) fault(n *node, f value.Fault) {
	if !r.full() {
		r.offset(r.source.locate(n, f.Offset), Error, f.Rule, f.Message, f.Hint)
	}
}

// offset reports at a byte of the file, the same thing once. After the last one that fits it says so, once.
func (r *reporter) offset(offset int, severity Severity, rule, message, hint string) {
	if r.full() {
		return
	}
	if len(r.found) == maxDiagnostics {
		severity, rule, hint = Error, "too-many", ""
		message = "more than " + strconv.Itoa(maxDiagnostics) + " faults. the rest of them is not shown"
	}
	line, column := r.source.position(offset)
	d := Diagnostic{File: r.source.file, Line: line, Column: column, Severity: severity, Rule: rule, Message: value.Printable(Shorten(message, maxMessage)), Hint: value.Printable(Shorten(hint, maxMessage))}
	if r.seen[d] {
		return
	}
	if r.seen == nil {
		r.seen = map[Diagnostic]bool{}
	}
	r.seen[d] = true
	d.excerpt = newExcerpt(r.source.line(line), column)
	r.found = append(r.found, d)
}

// quoted shows what an author wrote, unless it may be a value.
func (r *reporter) quoted(text string) string {
	if r.values {
		return "on this line"
	}
	return value.Quoted(text)
}

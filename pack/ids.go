package pack

import (
	"fmt"
	"regexp"
	"strings"

	"rtut/pack/value"
)

// maxID is the length of the longest id, in characters.
const maxID = 64

var (
	slugPattern = value.CompileLater(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	namePattern = value.CompileLater(`^[a-z][a-z0-9_]*$`)
	idPattern   = value.CompileLater(`^[a-z][a-z0-9]*([-_][a-z0-9_]+)*$`)
	notInSlug   = value.CompileLater(`[^a-z0-9]+`)
)

// IsPackID reports whether a text has the form of a pack's id.
func IsPackID(text string) bool { return len(text) <= maxID && slugPattern().MatchString(text) }

// isID reports whether a scalar is an id of the form that its field requires, and if not, says so.
func (l *loader) isID(f *field, n *node) bool {
	pattern, separator, expected := slugPattern(), "-", "small letters, digits and single dashes, beginning with a letter,"
	switch f.form {
	case formName:
		pattern, separator, expected = namePattern(), "_", "small letters, digits and underscores, beginning with a letter,"
	case formLabel:
		pattern, expected = idPattern(), "small letters, digits, dashes and underscores, beginning with a letter,"
	}
	switch {
	case len(n.value) > maxID:
		l.report.at(n.place, "id", fmt.Sprintf("the id %s has %d characters. at most %d were expected", value.Quoted(n.value), len([]rune(n.value)), maxID), "")
	case !pattern.MatchString(n.value):
		l.report.at(n.place, "id", "the id "+value.Quoted(n.value)+" is malformed. "+expected+" were expected", idHint(pattern, n.value, separator))
	default:
		return true
	}
	return false
}

// idHint offers a well-formed id that is near what was typed.
func idHint(pattern *regexp.Regexp, text, separator string) string {
	id := strings.Trim(notInSlug().ReplaceAllString(strings.ToLower(text), separator), separator)
	if id == text || len(id) > maxID || !pattern.MatchString(id) {
		return ""
	}
	return "write " + value.Quoted(id)
}

func isBlank(text string) bool { return strings.TrimSpace(text) == "" }

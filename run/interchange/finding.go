package interchange

import (
	"fmt"
	"strconv"
	"strings"
)

// Rule names a rule of the specification.
type Rule string

// Finding is one thing that is wrong with a document.
type Finding struct {
	File     string `json:"file"`     // as it was named
	Where    string `json:"where"`    // "waves[1].index"; with the line in front where the file has several documents
	Found    string `json:"found"`    // what is there
	Expected string `json:"expected"` // what the rule expects
	Rule     Rule   `json:"rule"`
}

// String is the finding as one line.
func (f Finding) String() string {
	return fmt.Sprintf("%s: %s: found %s, expected %s (%s)", f.File, f.Where, f.Found, f.Expected, f.Rule)
}

// check is a document that is being looked at.
type check struct {
	file     string
	document string // "line 3", or "" where there is but one document
	findings []Finding
}

// fault adds a finding, unless there are too many.
func (c *check) fault(rule Rule, where, found, expected string, args ...any) {
	if c.full() {
		return
	}
	whole := strings.Trim(c.document+", "+where, ", ")
	if whole == "" {
		whole = "the document"
	}
	c.findings = append(c.findings, Finding{c.file, whole, found, fmt.Sprintf(expected, args...), rule})
}

func (c *check) full() bool { return len(c.findings) >= maxFindings }

// at is the place of an item of a list.
func at(where string, i int) string { return where + "[" + strconv.Itoa(i) + "]" }

// below is the place of a field.
func below(where, field string) string {
	switch {
	case !name().MatchString(field):
		return where + "[" + quoted(field) + "]"
	case where == "":
		return field
	}
	return where + "." + field
}

// maxShown is how much of a text a finding repeats, in characters.
const maxShown = 60

// quoted is a text in quotes, the end of a long one cut off.
func quoted(text string) string {
	if runes := []rune(text); len(runes) > maxShown {
		text = string(runes[:maxShown]) + "..."
	}
	return strconv.Quote(text)
}

// described is a value for a person.
func described(v *jsonValue) string {
	switch {
	case v == nil:
		return "nothing"
	case v.kind == isText:
		return quoted(v.text)
	case v.kind == isNumber && len(v.text) > maxShown:
		return v.text[:maxShown] + "..."
	case v.kind == isNumber, v.kind == isBool:
		return v.text
	case v.kind == isList && len(v.list) == 0:
		return "an empty list"
	}
	return string(v.kind)
}

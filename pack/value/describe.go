package value

import (
	"fmt"
	"strings"
)

// nouns says what a value of each type is.
var nouns = map[Type]string{
	String:     "text",
	Int:        "a whole number",
	Number:     "a number",
	Bool:       "true or false",
	Duration:   "a duration such as 90s or 1h30m",
	Date:       "a date such as 2026-11-30",
	Timestamp:  "a time with its offset such as 2026-11-30T02:00:49Z",
	Hostname:   "a host name",
	IP:         "an IP address",
	Port:       "a port",
	URL:        "a URL such as https://example.org/",
	Path:       "a path that does not start with -",
	Identifier: "an identifier (letters, digits and _, no digit first)",
}

// Describe says in a few words what the spec admits: "a whole number from 0 to 100".
func (s Spec) Describe() string {
	if s.Kind() == List {
		return "a list" + count(s.MinItems, s.MaxItems, "items") + ", each " + s.Item().Describe()
	}
	described := nouns[s.Kind()]
	if len(s.Choices) > 0 {
		described = "one of " + strings.Join(s.Choices, ", ")
	}
	described += between(s.bounds()) + count(s.MinLength, s.MaxLength, "characters")
	if s.Pattern != nil {
		described += " that matches " + s.Pattern.String()
	}
	return described
}

func between(low, high string) string {
	switch {
	case low != "" && high != "":
		return " from " + low + " to " + high
	case low != "":
		return " from " + low + " up"
	case high != "":
		return " up to " + high
	}
	return ""
}

func count(low, high *int, unit string) string {
	switch {
	case low != nil && high != nil && *low == *high:
		return fmt.Sprintf(" of %d %s", *low, unit)
	case low != nil && high != nil:
		return fmt.Sprintf(" of %d to %d %s", *low, *high, unit)
	case low != nil:
		return fmt.Sprintf(" of at least %d %s", *low, unit)
	case high != nil:
		return fmt.Sprintf(" of at most %d %s", *high, unit)
	}
	return ""
}

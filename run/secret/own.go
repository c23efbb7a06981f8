package secret

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// ownRule is a rule of our own list, for what the published one leaves out or is too exact about.
type ownRule struct {
	kind     string
	keywords []string // in lower case; one of them must be on the line
	sign     string   // what must be on the line too, or ""
	glued    bool     // proves something in a word glued together from pieces too
	spread   bool     // may go over several lines
	pattern  func() *regexp.Regexp
	// says, in place of a pattern, reports whether a line gives a secret away.
	says func(line string) bool
	// excuses says whether the value in a match, its one group that is not empty, is no secret; nil when every match is.
	excuses func(matched, value string) bool
}

// in reports whether the rule finds a secret in s.
func (r ownRule) in(s subject) bool {
	parts := s.with(r.keywords, r.sign)
	if r.spread {
		parts = s.near(r.keywords)
	}
	for _, part := range parts {
		if r.says != nil {
			if r.says(part) {
				return true
			}
			continue
		}
		for _, m := range r.pattern().FindAllStringSubmatch(part, -1) {
			if r.excuses == nil || !r.excuses(m[0], strings.Join(m[1:], "")) {
				return true
			}
		}
	}
	return false
}

// own returns our own rules, in the order in which they are asked.
var own = onceOwn()

func onceOwn() func() []ownRule {
	return sync.OnceValue(func() []ownRule {
		return slices.Concat(shapes(), bodies(), hashes(), named(), said(), announced(), codes(), inCommands(), ofPrograms(), piped(), onWindows(), inDatabases(), onDevices(), inFiles(), settings(), inAddresses())
	})
}

func compile(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

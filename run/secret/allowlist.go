package secret

import (
	"regexp"
	"strings"
	"sync"
)

// allowlist says which matches of a published rule are known not to be secrets.
type allowlist struct {
	Condition   string // "AND" when all that is listed must hold, else one is enough
	RegexTarget string // what Regexes are tried on: "match", "line", or "" for the secret
	Regexes     []string
	StopWords   []string
	Paths       []string // no text here has a path, so these never hold

	patterns func() []*regexp.Regexp
}

func (a *allowlist) ready() {
	a.patterns = sync.OnceValue(func() []*regexp.Regexp {
		var all []*regexp.Regexp
		for _, r := range a.Regexes {
			all = append(all, regexp.MustCompile(r))
		}
		return all
	})
}

// match is one place where a published rule's pattern matched.
type match struct {
	secret, whole, line string
}

// newMatch takes the secret from the named group, or from the first group that is not empty when group is 0.
func newMatch(text string, at []int, group int) match {
	m := match{whole: text[at[0]:at[1]], line: lineAround(text, at[0], at[1])}
	m.secret = m.whole
	if group > 0 {
		m.secret = text[max(0, at[2*group]):max(0, at[2*group+1])]
		return m
	}
	for g := 2; g < len(at); g += 2 {
		if at[g] >= 0 && at[g] < at[g+1] {
			m.secret = text[at[g]:at[g+1]]
			break
		}
	}
	return m
}

func lineAround(text string, start, end int) string {
	start = strings.LastIndexByte(text[:start], '\n') + 1
	if i := strings.IndexByte(text[end:], '\n'); i >= 0 {
		return text[start : end+i]
	}
	return text[start:]
}

func (m match) allowed(lists []*allowlist) bool {
	for _, a := range lists {
		if a.holds(m) {
			return true
		}
	}
	return false
}

func (a *allowlist) holds(m match) bool {
	if strings.EqualFold(a.Condition, "AND") && len(a.Paths) > 0 {
		return false
	}
	byPattern, byWord := a.matches(m), a.stops(m.secret)
	if strings.EqualFold(a.Condition, "AND") {
		return (byPattern || len(a.Regexes) == 0) && (byWord || len(a.StopWords) == 0)
	}
	return byPattern || byWord
}

func (a *allowlist) matches(m match) bool {
	target := m.secret
	switch a.RegexTarget {
	case "match":
		target = m.whole
	case "line":
		target = m.line
	}
	for _, p := range a.patterns() {
		if p.MatchString(target) {
			return true
		}
	}
	return false
}

func (a *allowlist) stops(secret string) bool {
	secret = strings.ToLower(secret)
	for _, w := range a.StopWords {
		if strings.Contains(secret, strings.ToLower(w)) {
			return true
		}
	}
	return false
}

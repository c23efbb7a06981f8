package secret

import (
	"regexp"
	"strings"
	"sync"
)

// allowlist says which matches of a published rule are known not to be secrets.
type allowlist struct {
	all       bool   // all that is listed must hold, else one is enough
	target    string // what regexes are tried on: "match", "line", or "" for the secret
	regexes   []string
	stopWords []string // in lower case

	patterns func() []*regexp.Regexp
}

// ready returns the list with its patterns, which are compiled when they are first asked for.
func (a allowlist) ready() allowlist {
	regexes := a.regexes
	a.patterns = sync.OnceValue(func() []*regexp.Regexp {
		all := make([]*regexp.Regexp, len(regexes))
		for i, r := range regexes {
			all[i] = regexp.MustCompile(r)
		}
		return all
	})
	return a
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

func (m match) allowed(lists []allowlist) bool {
	for _, a := range lists {
		if a.holds(m) {
			return true
		}
	}
	return false
}

func (a allowlist) holds(m match) bool {
	byPattern, byWord := a.matches(m), a.stops(m.secret)
	if a.all {
		return (byPattern || len(a.regexes) == 0) && (byWord || len(a.stopWords) == 0)
	}
	return byPattern || byWord
}

func (a allowlist) matches(m match) bool {
	target := m.secret
	switch a.target {
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

func (a allowlist) stops(secret string) bool {
	return containsAny(strings.ToLower(secret), a.stopWords)
}

package secret

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
)

//go:generate go mod download github.com/zricethezav/gitleaks/v8@v8.30.1
//go:generate go run rtut/run/secret/rulegen github.com/zricethezav/gitleaks/v8@v8.30.1 published_rules.go

// publishedRule is a rule of gitleaks' own list, as its configuration writes it except for the case of its keywords.
type publishedRule struct {
	id          string
	regex       string
	secretGroup int
	entropy     float64 // bits per character that a secret must have more than, 0 for any
	keywords    []string
	allowlists  []allowlist

	pattern func() *regexp.Regexp
}

// published returns the rules that apply to a text without a file.
var published = oncePublished()

func oncePublished() func() []publishedRule { return sync.OnceValue(readyPublished) }

// awsKeyID is the published rule that we do without: the id of a key is no secret, unless the key stands beside it.
const awsKeyID = "aws-access-token"

func readyPublished() []publishedRule {
	global := publishedAllowlist.ready()
	rules := slices.DeleteFunc(slices.Clone(publishedRules), func(r publishedRule) bool { return r.id == awsKeyID })
	for i := range rules {
		rules[i].ready(global)
	}
	return rules
}

// ready puts off compiling until a text has the rule's keyword: all patterns together cost far more than any text does.
func (r *publishedRule) ready(global allowlist) {
	pattern := r.regex
	r.pattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(inProse(pattern)) })
	lists := make([]allowlist, 0, len(r.allowlists)+1)
	for _, a := range r.allowlists {
		lists = append(lists, a.ready())
	}
	r.allowlists = append(lists, global)
}

// edges let a published pattern find what stands in a sentence too. The patterns are for code: behind a token they want a quote, a
// space, a semicolon or the end. A sentence has a full stop there, a bracket or a quotation mark, and Markdown sets what it emphasises
// between underscores.
var edges = []struct{ begin, end, instead string }{
	{end: `(?:[\x60'"\s;]|\\[nr]|$)`, instead: `(?:[^0-9A-Za-z]|$)`},
	{end: `(?:$|[\\'"\x60\s<),])`, instead: `(?:[^0-9A-Za-z]|$)`},
	{end: `\b`, instead: `(?:\b|_)`},
	{begin: `(?:^|[\\'"\x60\s>=:(,)])`, instead: `(?:^|[^0-9A-Za-z])`},
	{begin: `\b`, instead: `(?:\b|_)`},
	{begin: `(?i)\b`, instead: `(?i)(?:\b|_)`},
}

func inProse(pattern string) string {
	for _, p := range edges {
		if rest, has := strings.CutSuffix(pattern, p.end); has && p.end != "" {
			pattern = rest + p.instead
		}
		if rest, has := strings.CutPrefix(pattern, p.begin); has && p.begin != "" {
			pattern = p.instead + rest
		}
	}
	return pattern
}

// in reports whether the rule finds a secret in s.
func (r *publishedRule) in(s subject) bool {
	for _, part := range s.near(r.keywords) {
		for _, at := range r.pattern().FindAllStringSubmatchIndex(part, -1) {
			m := newMatch(part, at, r.secretGroup)
			if (r.entropy == 0 || entropy(m.secret) > r.entropy) && !m.allowed(r.allowlists) {
				return true
			}
		}
	}
	return false
}

// kind is the rule's id in words: "an adafruit API key".
func (r *publishedRule) kind() string {
	words := strings.Split(r.id, "-")
	for i, w := range words {
		switch w {
		case "api", "aws", "ca", "gcp", "jwt", "pat", "url", "cicd":
			words[i] = strings.ToUpper(w)
		}
	}
	article := "a "
	if strings.ContainsRune("aeio", rune(words[0][0])) || words[0] == "AWS" {
		article = "an "
	}
	return article + strings.Join(words, " ")
}

// entropy is Shannon's, in bits per character, over the bytes of text as the published thresholds count it.
func entropy(text string) float64 {
	counts := make(map[rune]int)
	for _, r := range text {
		counts[r]++
	}
	bits := 0.0
	for _, n := range counts {
		p := float64(n) / float64(len(text))
		bits -= p * math.Log2(p)
	}
	return bits
}

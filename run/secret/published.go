package secret

import (
	"math"
	"regexp"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"
	"github.com/zricethezav/gitleaks/v8/config"
)

// catchAll is the one published rule left out: any long word after "key" or "auth" answers to it, commit ids too.
const catchAll = "generic-api-key"

// publishedRule is a rule of gitleaks' own list, as its configuration writes it.
type publishedRule struct {
	ID          string
	Regex       string
	Path        string // such a rule is about a file's name, and here are no files
	SecretGroup int
	Entropy     float64 // bits per character that a secret must have more than, 0 for any
	Keywords    []string
	Allowlists  []*allowlist

	pattern func() *regexp.Regexp
}

// published returns the rules that apply to a text without a file. A list that cannot be read is a fault of the build,
// not of a user, and panics.
var published = oncePublished()

func oncePublished() func() []*publishedRule { return sync.OnceValue(readPublished) }

func readPublished() []*publishedRule {
	var list struct {
		Rules     []*publishedRule
		Allowlist allowlist
	}
	if err := toml.Unmarshal([]byte(config.DefaultConfig), &list); err != nil {
		panic(err)
	}
	var rules []*publishedRule
	for _, r := range list.Rules {
		if r.ID == catchAll || r.Path != "" || r.Regex == "" {
			continue
		}
		r.Allowlists = append(r.Allowlists, &list.Allowlist)
		r.ready()
		rules = append(rules, r)
	}
	return rules
}

// ready puts off compiling until a text has the rule's keyword: all patterns together cost far more than any text does.
func (r *publishedRule) ready() {
	r.pattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(inProse(r.Regex)) })
	for i, k := range r.Keywords {
		r.Keywords[i] = strings.ToLower(k)
	}
	for _, a := range r.Allowlists {
		a.ready()
	}
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
	for _, part := range s.near(r.Keywords) {
		for _, at := range r.pattern().FindAllStringSubmatchIndex(part, -1) {
			m := newMatch(part, at, r.SecretGroup)
			if (r.Entropy == 0 || entropy(m.secret) > r.Entropy) && !m.allowed(r.Allowlists) {
				return true
			}
		}
	}
	return false
}

// kind is the rule's id in words: "an adafruit API key".
func (r *publishedRule) kind() string {
	words := strings.Split(r.ID, "-")
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

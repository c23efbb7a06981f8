package secret

// shapes are secrets that are known by how they begin, wherever they stand. The published list has most of them too, but
// holds out for a length or an end to the word that a shortened or broken one lacks.
func shapes() []ownRule {
	rules := append(commonShapes(), lesserShapes()...)
	for i := range rules {
		rules[i].glued = true
	}
	return rules
}

// commonShapes are those of keys and of the services that most are used with. An underscore may stand before them: Markdown
// sets what it emphasises between two.
func commonShapes() []ownRule {
	return []ownRule{
		{
			kind: "a private key", keywords: []string{"private key", "privatekey", "private+key", "putty-user-key", "age-secret-key"},
			excuses: mentioned,
			pattern: compile(`-----BEGIN[ +A-Z0-9]{0,40}PRIVATE[ +]?KEY(?:[ +]?BLOCK)?-----[ \t]*([^\n]*)|---- BEGIN SSH2 [A-Z ]{0,20}PRIVATE KEY ----|PuTTY-User-Key-File-\d|AGE-SECRET-KEY-1`),
		}, {
			kind: "a GitHub token", keywords: []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"},
			pattern: compile(`gh[pousr]_[0-9A-Za-z]{20,}|github_pat_\w{20,}`),
		}, {
			kind: "a GitLab token", keywords: []string{"glpat-", "gldt-", "glrt-", "glptt-", "glft-", "glsoat-", "glagent-", "glcbt-", "glimt-", "gloas-"},
			pattern: compile(`(?:\b|_)gl(?:pat|dt|rt|ptt|ft|soat|agent|cbt|imt|oas)-[\w-]{16,}`),
		}, {
			kind: "a Slack token", keywords: []string{"xox", "xapp-"},
			pattern: compile(`(?:\b|_)xox[abeoprs]-[\w-]{10,}|(?:\b|_)xapp-\d-[\w-]{10,}`),
		}, {
			kind: "a Stripe key", keywords: []string{"k_live_", "k_test_", "k_prod_"},
			pattern: compile(`(?:\b|_)[sr]k_(?:live|test|prod)_[0-9A-Za-z]{10,}`),
		}, {
			kind: "a Google API key", keywords: []string{"aiza"},
			pattern: compile(`(?:^|[^A-Za-z0-9+/])AIza[\w-]{35}`),
		}, {
			kind: "a JSON web token", keywords: []string{"eyj"},
			pattern: compile(`(?:\b|_)eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}`),
		}, {
			kind: "a Vault token", keywords: []string{"hvs.", "hvb.", "hvr."},
			pattern: compile(`(?:\b|_)hv[sbr]\.[\w-]{20,}`),
		}, {
			kind: "an OpenAI or Anthropic key", keywords: []string{"sk-"},
			pattern: compile(`(?:\b|_)sk-(?:proj|svcacct|admin|ant)-[\w-]{20,}`),
		}, {
			kind: "an npm token", keywords: []string{"npm_"},
			pattern: compile(`(?:\b|_)npm_[0-9A-Za-z]{30,}`),
		}, {
			kind: "a password hash", keywords: []string{"$1$", "$5$", "$6$", "$apr1$", "$y$", "$gy$", "$7$", "$2", "$argon2", "scram-sha-"},
			pattern: compile(`(?:^|[\s:"'=|])(?:\$(?:1|5|6|apr1|y|gy|7)\$(?:rounds=\d+\$)?[./0-9A-Za-z]{1,40}\$[./0-9A-Za-z]{22,}` +
				`|\$2[abxy]\$\d\d\$[./0-9A-Za-z]{53}|\$argon2(?:id?|d)\$v=)|SCRAM-SHA-(?:1|256)\$\d+:`),
		}, {
			kind: "a password in a URL", keywords: []string{"://"}, excuses: option,
			pattern: compile(`(?:\b|_)[A-Za-z][A-Za-z0-9+.-]*://[^\s/:@?#"'<>\[]*:([^\s/@"'<>]+)@[^\s@]`),
		},
	}
}

// prosaic is how a sentence goes on.
var prosaic = compile(`^[a-z]{2,}(?:[ \t]+[a-z]{1,12})+\b`)

// mentioned reports whether a sentence goes on behind the first line of a key: then the line alone is meant.
func mentioned(_, rest string) bool { return prosaic().MatchString(rest) }

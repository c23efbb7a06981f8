package secret

// shortNames are what people call a password in a few letters, or in their own language.
const shortNames = `(?:pw|pass|passwort|kennwort|mot de passe|contrase(?:n|\x{f1})a)`

// said are values that a sentence gives away: prose may stand there as well, so only what looks like no word counts.
func said() []ownRule {
	about := `(?:[ \t]+(?:for|of|on|to|at)[ \t]+[^\s:]+){1,2}`
	return []ownRule{
		{
			kind: "a password in a sentence", keywords: []string{"pass"}, sign: " is", excuses: spoken,
			pattern: compile(`(?i)\b(?:password|passwd|passphrase)(?:` + about + `)?[ \t]+is[ \t]*:?[ \t]+["']?` + word),
		}, {
			kind: "a password in a sentence", keywords: []string{"pass"}, sign: ":", excuses: unmixed,
			pattern: compile(`(?i)\b(?:password|passwd|passphrase)` + about + `[ \t]*:[ \t]*["']?` + word),
		}, {
			kind: "a password that is set", keywords: []string{"pw", "pass", "kennwort", "mot de", "contras"}, excuses: unmixed,
			pattern: compile(`(?i)\b` + shortNames + `[ \t]*[=:][ \t]*["']?` + word),
		}, {
			kind: "credentials", keywords: []string{"credential", "login"}, excuses: unmixed,
			pattern: compile(`(?i)\bcredentials?[ \t]*(?:[:=]|is|are)[ \t]*[\w.@-]+[:/]` + word + `|\blogin[ \t]+[\w.@-]+[ \t]*/[ \t]*` + word),
		}, {
			kind: "a key or token in a sentence", keywords: []string{"key", "token", "secret"}, excuses: tooShort,
			pattern: compile(`(?i)\b(?:(?:secret|access|api)[ _-]?key|token|secret(?:[ _-]id)?)[ \t]+(?:(?:is|=)[ \t]*:?[ \t]*)?["']?` + word),
		},
	}
}

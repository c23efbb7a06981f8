package secret

// name is what the name of something secret ends with: PGPASSWORD, client_secret, X-Vault-Token.
const name = `(?:password|passwd|passphrase|passcode|[_.-]pass|[_.-]pwd|\bpwd|secret|token|` +
	`(?:api|access|secret|private|account|encryption|auth|subscription|shared)[ _.-]?key)`

// nameWords are the keywords of name.
var nameWords = []string{"pass", "pwd", "secret", "token", "key"}

// What an assigned value can look like.
const (
	quoted = `["']((?:[^"'\\\n]|\\.)+)["']`
	word   = "([^\\s\"'`&;,|<>)\\]}]+)"
)

// named are values that stand after a name, as settings, code, JSON, YAML and headers have it. A value right after "="
// is meant as one. After ":" prose may follow just as well, so there it must end its line, or stand without a space.
func named() []ownRule {
	return []ownRule{
		{
			kind: "a password or token that is set", keywords: nameWords, sign: "=", excuses: assigned,
			pattern: compile(`(?i)[\w./-]*` + name + `["']?\]?[ \t]*(?:=>|:=|=)[ \t]*(?:` + quoted + `|` + word + `)`),
		}, {
			kind: "a password or token in quotes", keywords: nameWords, sign: ":", excuses: assigned,
			pattern: compile(`(?i)[\w./-]*` + name + `["']?[ \t]*:[ \t]*` + quoted),
		}, {
			kind: "a password or token after a colon", keywords: nameWords, sign: ":", excuses: spoken,
			pattern: compile(`(?im)(?:^|[^\w.:/-])[\w./-]*` + name + `["']?[ \t]*:(?:` + word + `|[ \t]+` + word + `[ \t]*(?:[,;}#]|\r?$))`),
		}, {
			kind: "an authorization header", keywords: []string{"authorization", "bearer"}, excuses: spoken,
			pattern: compile(`(?i)\bauthorization["']?[ \t]*[:=][ \t]*["']?(?:bearer|basic|token|apikey)[ \t]+([\w.~+/=-]{6,})` +
				`|\bbearer[ \t]+([\w.~+/=-]{16,})`),
		}, {
			kind: "an authorization header", keywords: []string{"authorization"}, excuses: placeholder,
			pattern: compile(`(?i)\bauthorization["']?[ \t]*[:=][ \t]*["']?[a-z][\w-]*[ \t]+([\w.~+/-]{16,}=*)`),
		}, {
			kind: "a session cookie", keywords: []string{"sess", "sid=", "cookie:"}, sign: "=", excuses: unmixed,
			pattern: compile(`(?i)\b[\w.-]*(?:sess(?:ion)?(?:_?id)?|\bsid|auth|remember\w*)=([\w.%+/~-]{20,})`),
		}, {
			kind: "a cookie", keywords: []string{"cookie:"}, sign: "=", excuses: unmixed,
			pattern: compile(`(?i)\bcookie:[^=]*=([\w.%+/~-]{20,})`),
		}, {
			kind: "a password or token in a tag", keywords: nameWords, sign: "</", excuses: assigned,
			pattern: compile(`(?i)<[\w:.-]*` + name + `>([^<\s]+)</`),
		},
	}
}

package secret

// name is what the name of something secret ends with: PGPASSWORD, client_secret, X-Vault-Token.
const name = `(?:password|passwd|passphrase|passcode|[_.-]pass|[_.-]pwd|\bpwd|secret|token|` +
	`(?:api|access|secret|private|account|encryption)[ _.-]?key)`

// nameWords are the keywords of name.
var nameWords = []string{"pass", "pwd", "secret", "token", "key"}

// What an assigned value can look like.
const (
	quoted = `["']((?:[^"'\\\n]|\\.)+)["']`
	word   = "([^\\s\"'`&;,|<>)\\]}]+)"
)

// assignments are values that stand after something which says that they are secret.
func assignments() []ownRule {
	return append(named(), inCommands()...)
}

// named are values that stand after a name, as settings, code, JSON, YAML and headers have it. A value right after "="
// is meant as one. After ":" prose may follow just as well, so there it must end its line, or stand without a space.
func named() []ownRule {
	return []ownRule{
		{
			kind: "a password or token that is set", keywords: nameWords, sign: "=", excuses: assigned,
			pattern: compile(`(?i)` + name + `["']?\]?[ \t]*(?:=>|:=|=)[ \t]*(?:` + quoted + `|` + word + `)`),
		}, {
			kind: "a password or token in quotes", keywords: nameWords, sign: ":", excuses: assigned,
			pattern: compile(`(?i)` + name + `["']?[ \t]*:[ \t]*` + quoted),
		}, {
			kind: "a password or token after a colon", keywords: nameWords, sign: ":", excuses: spoken,
			pattern: compile(`(?im)(?:^|[^\w.:-])[\w.-]*` + name + `["']?[ \t]*:(?:` + word + `|[ \t]+` + word + `[ \t]*(?:[,;}#]|\r?$))`),
		}, {
			kind: "a password in a sentence", keywords: []string{"pass"}, sign: " is", excuses: spoken,
			pattern: compile(`(?i)\b(?:password|passwd|passphrase)[ \t]+is[ \t]*:?[ \t]+["']?` + word),
		}, {
			kind: "an authorization header", keywords: []string{"authorization", "bearer"}, excuses: spoken,
			pattern: compile(`(?i)\bauthorization["']?[ \t]*[:=][ \t]*["']?(?:bearer|basic|token|apikey)[ \t]+([\w.~+/=-]{6,})` +
				`|\bbearer[ \t]+([\w.~+/=-]{16,})`),
		},
	}
}

// inCommands are values where one kind of command or file keeps a password.
func inCommands() []ownRule {
	return []ownRule{
		{
			kind: "a password or token on a command line", keywords: nameWords, sign: "-", excuses: spoken,
			pattern: compile(`(?i)--?[\w-]*` + name + `[ \t]+["']?` + word + `|\bsshpass[ \t]+-p[ \t]*["']?` + word),
		}, {
			kind: "a pass phrase for openssl", keywords: []string{"pass:"}, excuses: placeholder,
			pattern: compile(`-pass(?:in|out|wd)?[ \t]+["']?pass:` + word),
		}, {
			kind: "a password in SQL", keywords: []string{"password", "identified"}, sign: "'", excuses: placeholder,
			pattern: compile(`(?i)\b(?:password|identified[ \t]+by)[ \t]+'([^'\s]+)'`),
		}, {
			kind: "a line of .pgpass", keywords: []string{":543", ":6432"}, excuses: placeholder,
			pattern: compile(`(?m)^[^:\s]+:(?:543\d|6432):[^:\s]+:[^:\s]+:([^:\s]+)\r?$`),
		}, {
			kind: "a line of .netrc", keywords: []string{"machine"}, sign: "login", excuses: placeholder,
			pattern: compile(`\bmachine[ \t]+\S+[ \t]+login[ \t]+\S+[ \t]+password[ \t]+(\S+)`),
		}, {
			kind: "a password for Redis", keywords: []string{"requirepass", "masterauth"}, excuses: placeholder,
			pattern: compile(`(?im)\b(?:requirepass|masterauth)[ \t]+["']?` + word + `["']?[ \t]*\r?$`),
		},
	}
}

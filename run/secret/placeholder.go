package secret

import (
	"bytes"
	"encoding/base64"
	"strings"
)

// briefest is how many characters a value must have to be worth guarding.
const briefest = 4

// references are the starts of a value that says where the secret is, and not what it is.
var references = compile(`(?i)^(?:enc\[|agb[0-9a-z+/]{100}|see\s|\$[\w({]|\$$|\{|<|\[|\(|@|!|%\w+%|%\(|~/|/{1,3}[\w.-]+/|/[\w-]+\.[a-z]{2,4}$|(?:file|vault|env|ssm|arn|op|secret|secrets|keyring|awssm|gcpsm|sops|ref)[:+]|hmac-sha\d+:|[a-z][a-z0-9+.-]*:///|projects/` +
	`|(?:AKIA|ASIA)[A-Z0-9]{16}$|(?:var|vars|local|data|env|secrets|self|this|config|cfg|settings|args|opts|os\.environ|process\.env)[.\[]|[a-z_][\w.:]*[(\[]$)`)

// fillers are values made of what people type to show nothing.
var fillers = compile(`(?i)^(?:x+|[*.•·#?_-]+|your[-_ ]?.*|.*\.\.\.|.*(?:\$\{[^}]*\}|\$\([^)]*\)|\{\{.*\}\}).*)$`)

// stand are words that stand where a value would.
var stand = wordSet(`none null nil undefined true false yes no on off ok set unset empty blank missing present absent
required optional needed valid invalid expired revoked rotated changed unchanged reset created updated deleted removed
redacted hidden masked omitted unknown default placeholder prompt ask stdin env vault todo tbd n/a same see
trust peer ident cert reject plain plaintext md5 sha1 sha256 sha512 bcrypt argon2 argon2id scram-sha-1 scram-sha-256
bearer basic jwt file files compat`)

func wordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// placeholder reports whether a value gives no secret away by itself: it is a reference, a filler, or a word such as
// "required".
func placeholder(_, value string) bool {
	value = bare(value)
	return len(value) < briefest || stand[strings.ToLower(value)] || references().MatchString(value) || fillers().MatchString(value)
}

// bare takes off what stands around a value in prose and in code.
func bare(value string) string {
	return strings.Trim(value, `"'\ .`)
}

// variable is what code hands on: db_password, self.token.
var variable = compile(`(?i)^[a-z_][\w.]*[._]` + name + `$`)

// nameOfSecret is where a secret of a cluster is named: secret=tls-db3. Nobody's password is called so.
var nameOfSecret = compile(`(?i)(?:^|[^\w.-])secret["']?[ \t]*[:=][ \t]*["']?[a-z]+(?:[-/][a-z0-9]{1,12})+["']?$`)

// noName are names that end as those of secrets do, and say where in a list one is, or what a secret is compared by; and a variable of psql.
var noName = compile(`(?i)(?:page|next|continuation|sync|cursor|resume|pagination)[_-]?token["']?[ \t]*[:=]|checksum/|[ \t]:["']`)

// assigned is placeholder where a name stands before the value in matched: saying the name once more tells nothing.
func assigned(matched, value string) bool {
	if placeholder(matched, value) {
		return true
	}
	value = strings.ToLower(bare(value))
	matched = strings.ToLower(matched)
	before := matched[:max(0, strings.LastIndex(matched, value))]
	if nameOfSecret().MatchString(matched) || noName().MatchString(matched) {
		return true
	}
	return variable().MatchString(value) || strings.HasSuffix(strings.TrimRight(before, "\"' :=>[]\t"), value)
}

// wordlike is a word of prose, the name of a thing (pg-tls-v2), of a constant or of a ticket (CHG0012345, ABC-123), a
// number or a time of day (10:32).
var wordlike = compile(`^(?:[A-Z]?[a-z]+|[A-Z]+(?:_[A-Z]+)*|[a-z]+(?:[-_./][a-z0-9]{1,12})+|[A-Z]{2,10}-?\d{1,10}|v?\d{1,4}(?:\.\d+)*|\d{1,2}:\d\d(?::\d\d)?)[.,:!?]?$`)

// pathOnly is the path of a file.
var pathOnly = compile(`^/[a-z][\w.-]*(?:/[\w.-]*)*$`)

// spoken is assigned where prose may stand in the value's place too, as it may after a colon.
func spoken(matched, value string) bool {
	return strings.HasPrefix(value, "-") || pathOnly().MatchString(value) || wordlike().MatchString(value) || assigned(matched, value)
}

var letter, digit = compile(`[A-Za-z]`), compile(`[0-9]`)

// unmixed is spoken where a word of prose is likelier than not: it takes letters and digits to be no word.
func unmixed(matched, value string) bool {
	value = bare(value)
	return len(value) < 6 || !letter().MatchString(value) || !digit().MatchString(value) || spoken(matched, value)
}

// keylike is the least that a key has which nothing but a name stands before.
const keylike = 32

// tooShort is unmixed where no more than the word "key" or "token" stands before the value.
func tooShort(matched, value string) bool {
	return len(bare(value)) < keylike || unmixed(matched, value)
}

// noPair reports whether a value is not the base64 of a name and a password.
func noPair(_, value string) bool {
	raw, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(value, "="))
	return err != nil || !bytes.Contains(raw, []byte(":")) || bytes.ContainsFunc(raw, unseen)
}

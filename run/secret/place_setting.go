package secret

import "strings"

// settings are values of names that tell less than those of named, so that the value must look like a secret too.
func settings() []ownRule {
	const set = `["']?\]?[ \t]*(?:=>|:=|=)[ \t]*`
	return []ownRule{
		{
			kind: "a password that is set", keywords: []string{"pass", "pw", "auth", "cred"}, sign: "=", excuses: notOdd,
			pattern: compile(`(?i)\b[\w.-]*(?:pass|[_.-]pw|[_.-]auth|[_.-]creds?)` + set + `(?:` + quoted + `|` + word + `)`),
		}, {
			kind: "a key that is set", keywords: []string{"key", "salt"}, excuses: notKey,
			pattern: compile(`(?i)\b([\w.-]*(?:key(?:_?base)?|salt))["']?\]?[ \t]*(?:=>|:=|=|:)[ \t]*["']?(?:base64:)?([^\s"',;}]{20,})`),
		}, {
			kind: "a password that is set", keywords: []string{"pass", "pw"}, excuses: notOdd,
			pattern: compile(`(?:[a-z]P(?:ass|wd?|W)|[a-z]_p(?:w|ass))["']?[ \t]*[:=][ \t]*(?:` + quoted + `|` + word + `)`),
		}, {
			kind: "a password in code", keywords: []string{"connect", "pdo", "mysqli", "getconnection", "db.auth", "changeuserpassword"}, sign: "(", excuses: notOdd,
			pattern: compile(`(?:mysqli?_connect|new mysqli|new PDO|getConnection)\([^)\n]*,[ \t]*["'][^"'\n]*["'][ \t]*,[ \t]*(?:"([^"\n]+)"|'([^'\n]+)')|db\.(?:auth|changeUserPassword)\([ \t]*["'][^"'\n]+["'][ \t]*,[ \t]*(?:"([^"\n]+)"|'([^'\n]+)')`),
		}, {
			kind: "a password in a connection string", keywords: []string{"pwd={", "password={"}, excuses: notOdd,
			pattern: compile(`(?i)\b(?:pwd|password)=\{([^}\n]+)\}`),
		}, {
			kind: "a constant of PHP", keywords: []string{"define"}, sign: ",", excuses: notOdd,
			pattern: compile(`\bdefine\([ \t]*["']\w*(?:PASS\w*|PW|KEY|SALT|SECRET|TOKEN)["'][ \t]*,[ \t]*(?:'([^'\n]+)'|"([^"\n]+)")`),
		}, {
			kind: "a password or token beside its name", keywords: []string{"name"}, spread: true, excuses: notOdd,
			pattern: compile(`(?i)\b(?:name|key)["']?[ \t]*[:=][ \t]*["']?[\w.-]*(?:password|passwd|pass|pwd|pw|secret|token|key)["']?[\s,]+["']?value["']?[ \t]*[:=][ \t]*(?:"([^"\n]+)"|'([^'\n]+)'|([^\s"',}]+))`),
		}, {
			kind: "a password in a log of commands", keywords: []string{"execve"}, excuses: notOdd,
			pattern: compile(`a\d+="(?:-p|--password)"[ \t]+a\d+="([^"\n]+)"`),
		}, {
			kind: "a master key of Rails", keywords: []string{"master.key", "credentials.yml"},
			pattern: compile(`\bmaster\.key\b[^\n]{0,30}\b[0-9a-f]{32}\b`),
		}, {
			kind: "a key for gossip", keywords: []string{"encrypt"}, sign: "=",
			pattern: compile(`\bencrypt(?:_key)?["']?[ \t]*[:=][ \t]*["']?[0-9A-Za-z+/]{43}=`),
		}, {
			kind: "a name with its password", keywords: []string{"p:", "pw:", "p=", "pw=", "pass:"}, excuses: notOdd,
			pattern: compile(`(?i)(?:^|[^\p{L}])(?:u|user|usr|name|login)[ \t]*[:=][ \t]*\S+[ \t,;/|]+(?:p|pw|pass)[ \t]*[:=][ \t]*(\S+)`),
		}, {
			kind: "a value of a secret of Kubernetes", keywords: []string{"base64"}, excuses: notOdd,
			pattern: compile(`\bbase64[ \t]+(?:-d|-D|--decode)["']?[ \t]*(?:=>|->|→|:|=|gives|gave|says|is)[ \t]*["']?` + word),
		}, {
			kind: "a token to join a cluster", keywords: []string{"token", "join", "bootstrap", "certificate-key"},
			pattern: compile(`(?:^|[^\w.])[a-z0-9]{6}\.[a-z0-9]{16}(?:[^\w.]|$)|--certificate-key[ \t]+[0-9a-f]{32,}|\bjoin[ \t]+\S+/[0-9a-f]{32}\b`),
		},
	}
}

// inAddresses are values in the address of a page that let in anyone who has it.
func inAddresses() []ownRule {
	return []ownRule{
		{kind: "a signed address", keywords: []string{"signature="}, pattern: compile(`(?i)[?&](?:X-\w+-)?Signature=[\w%+/~-]{20,}`)},
		{kind: "a response of a single sign-on", keywords: []string{"samlresponse"}, pattern: compile(`(?i)\bSAMLResponse["']?(?:=|:|%3D)[ \t]*["']?[\w%+/=-]{40,}`)},
		{kind: "a ticket of a single sign-on", keywords: []string{"ticket="}, pattern: compile(`[?&]ticket=ST-[\w.-]{12,}`)},
		{
			kind: "a code of OAuth", keywords: []string{"code="}, excuses: fewDigits,
			pattern: compile(`[?&]code=([\w./%~-]{16,})`),
		},
		{
			kind: "a link that lets in", keywords: []string{"reset", "invit", "activat", "verif", "magic", "confirm", "recover", "unlock", "join", "onboard", "signup", "register", "share", "login", "sign-in", "signin"}, sign: "/", excuses: fewDigits,
			pattern: compile(`(?i)/[\w./-]*(?:reset|invit|activat|verif|magic|confirm|recover|unlock|join|onboard|signup|register|share|log-?in|sign-?in)[^\s?]*\?(?:[^\s]*&)?(?:\w*key|\w*token|code|t|k|h|hash|sig|otp|auth|nonce|ticket|secret|s)=([\w.~%+/-]{16,})|/(?:reset|reset-password|password-reset|invite|invitation|activate|verify|magic)/([\w.~-]{20,})`),
		},
		{
			kind: "a link that lets in", keywords: []string{"auth=", "key=", "apikey=", "sid=", "session=", "jwt=", "access="}, sign: "/", excuses: fewDigits,
			pattern: compile(`(?i)[?&](?:auth|key|apikey|sid|session|jwt|access)=([\w.~%+/-]{24,})`),
		},
	}
}

// fewDigits excuses what may be words or a number: a code has letters and digits in turn.
func fewDigits(matched, value string) bool {
	c := classesOf(value)
	return c.digits < 2 || !c.letter() || c.turns < 3 || placeholder(matched, value)
}

// secretNames are parts of the name of a key that is secret whatever it looks like.
var secretNames = compile(`(?i)secret|master|fernet|signing|encrypt|validation|decryption|base|app|auth|salt|private|api|access`)

// notKey excuses what is no key, and keys whose name says that they are none.
func notKey(matched, both string) bool {
	name := matched[:max(0, strings.IndexAny(matched, "=:\"' \t"))]
	value := strings.TrimPrefix(both, name)
	if harmlessName().MatchString(name) {
		return true
	}
	c := classesOf(value)
	if placeholder(matched, value) || plainPath().MatchString(value) || c.digits == 0 {
		return true
	}
	if digest().MatchString(value) {
		return len(value) < 32 || !secretNames().MatchString(name) || strings.Count(value, "-") == 4
	}
	return c.capitals < 3 || !c.lower || c.turns < 4 && c.capitals < 8 || c.joints > 4
}

// harmlessName has a part by which a key is no secret: public_key, PublicKey, cache-key.
var harmlessName = compile(`(?i)(?:^|[_.-])(?:public|pub|foreign|partition|sort|primary|cache|idempotency|page|object|host|peer|name|file|id|routing|trusted|verif\w*)[_.-]?key|[_.-](?:id|name|file|hash|type)$`)

// plainPath is where something is, and names with colons: arn:..., shop:cart:1.
var plainPath = compile(`^(?:/|~|\.|[a-z]+:|[A-Za-z]:\\|\w+/)|::`)

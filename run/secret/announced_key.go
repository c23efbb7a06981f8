package secret

import "strings"

// keyNoun is a word for a key or a token, in lower case, alone or at the end of a longer one.
var keyNoun = compile(`^(?:[\p{L}\d]+[-_/.’'])*(?:(?:api)?key\d?|\p{L}*token|\p{L}*secret|pat|\p{L}*schlüssel|clé|clef|clave|jeton|llave|токен\p{L}*|ключ\p{L}*)$`)

// keyWords are in every line that announces a key or a token.
var keyWords = []string{"key", "token", "secret", "pat", "schlüssel", "clé", "clef", "clave", "jeton", "llave", "токен", "Токен", "ключ", "Ключ", "密钥", "令牌", "秘钥"}

var hanKey = compile(`(?:密钥|秘钥|令牌)(\p{Han}*)$`)

// harmlessKeys are words beside such a word after which it means nothing secret.
var harmlessKeys = wordSet(`public pub foreign partition sort cache idempotency page nextpage next continuation sync cursor object host peer kms trusted verification verify pgp gpg
	öffentlicher öffentlichen publique pública público открытый открытого csrf xsrf id ids identifier fingerprint name named file ring hash accessor version type length size usage vault pair route routing sealed shard`)

// secretKeys are words beside it after which any long value is secret, digits of a number to the base of 16 too.
var secretKeys = wordSet(`api access secret shared private integration client webhook bot personal deploy master account service subscription auth authentication license app application
	acceso d'accès d’accès d'api d’api d'acces accès бота доступа api-schlüssel api-key shared-secret pagerduty fastly devops gateway hec splunk datadog opsgenie zabbix sentry grafana elastic influx relic scaleway hetzner`)

// keyAnnounced reports whether a line says what a key or a token is.
func keyAnnounced(line string) bool {
	words := wordsOf(line)
	for i := range words {
		if l, is := words.key(i); is && words.keyFollows(i, l) {
			return true
		}
	}
	return false
}

func (s sentence) key(i int) (link, bool) {
	if m := hanKey().FindStringSubmatch(s[i].text); m != nil {
		if hanLink().MatchString(m[1]) {
			return direct, true
		}
		return near, m[1] == ""
	}
	return near, keyNoun().MatchString(s[i].lower) && !noKey().MatchString(s[i].lower)
}

// noKey is a word that says where in a list one is, or what a secret is compared by.
var noKey = compile(`^checksum/|(?:page|next|continuation|sync|cursor|resume|pagination)[_-]?token$`)

// keyFollows reports whether a key follows the word for one at i.
func (s sentence) keyFollows(i int, l link) bool {
	known := strings.Contains(s[i].lower, "secret")
	for _, t := range s[max(0, i-3):min(len(s), i+3)] {
		if harmlessKeys[t.lower] {
			return false
		}
		known = known || secretKeys[t.lower] || strings.Contains(t.lower, "api")
	}
	return s.scan(i, l, false, func(t token) bool { return passing[t.lower] || secretKeys[t.lower] }, func(j int, l link) bool {
		return (l != unlinked || s[j].inside || s[j].quoted) && keylikeWord(s[j].text, known)
	})
}

var (
	keyShape = compile(`^[\w.~+/-]+=*$`)
	digest   = compile(`^(?:[0-9a-f]+|[0-9A-F]+|(?i:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))$`)
)

// keylikeWord reports whether a word is a key. Digests and ids look like keys: they count where only a key is meant.
func keylikeWord(word string, known bool) bool {
	c := classesOf(word)
	if len(word) < 20 || c.digits < 1 || !c.letter() || !keyShape().MatchString(word) || strings.HasPrefix(word, "/") || references().MatchString(word) {
		return false
	}
	if digest().MatchString(word) {
		return known && len(word) >= 32
	}
	return c.lower && c.upper && (c.turns >= 4 || known && c.capitals >= 4) || known && c.lower && c.turns >= 4 && len(word) >= 28
}

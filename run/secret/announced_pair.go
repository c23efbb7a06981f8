package secret

import (
	"slices"
	"strings"
)

// naming words go before a name and its password: "creds: ana/...", "Zugangsdaten: ...".
var naming = wordSet(`creds cred credentials credential zugangsdaten anmeldedaten identifiants credenciales zugang acceso accès логин логины учётка учетка учётки`)

// entering words do so too, and more often mean that somebody has been somewhere: "log in with ana / ...".
var entering = wordSet(`login logins logon connexion anmeldung conexión вход anmelden einloggen connect verbinden connecter entrar acceder заходить зайти войти console`)

// closing words are entering words that German puts behind the pair: "mit ana / ... anmelden".
var closing = wordSet(`anmelden einloggen verbinden angemeldet eingeloggt`)

func (s sentence) hold(words map[string]bool) bool {
	return slices.ContainsFunc(s, func(t token) bool { return words[t.lower] })
}

// pairWords are in every line that announces a name and its password.
var pairWords = []string{"cred", "log", "sign", "zugang", "acces", "accès", "connect", "connexion", "verbinden", "anmeld", "einlog", "eingelog", "angemeld", "conexi", "вход", "Вход", "identifiant", "connecter", "entrar", "acceder", "заход", "Заход", "зайти", "войти", "логин", "Логин", "уч", "Уч", "console", "root", "admin", "postgres", "oracle", "sys", "operator", "account", "账号", "帐号", "登录", "登陆", "凭据"}

// hanEntering are such words in Chinese.
var hanEntering = compile(`账号|帐号|账户|登录|登陆|凭据`)

var (
	userName = compile(`^[a-z][\w.@\\-]*$`)
	// accounts are names whose password needs no further announcement.
	accounts = wordSet(`root admin administrator sa postgres oracle sys system operator superuser`)
	joining  = wordSet(`and und et y и using with mit avec con под`)
	slashes  = wordSet(`/ // |`)
)

// pairAnnounced reports whether a line gives a name with its password.
func pairAnnounced(line string) bool {
	words, named, entered := wordsOf(line), 0, 0 // for so many words, a pair is awaited
	if words.namedBehind() {
		return true
	}
	if words.hold(closing) {
		entered = window
	}
	for i, t := range words {
		switch {
		case naming[t.lower] || hanEntering().MatchString(t.text):
			named = window
			continue
		case entering[t.lower] || i+1 < len(words) && (t.lower == "log" || t.lower == "logged" || t.lower == "sign") && inward[words[i+1].lower]:
			entered = window
			continue
		case i > 0 && words[i-1].stops:
			named, entered = 0, 0
		}
		if words.pairAt(i, named > 0, entered > 0) {
			return true
		}
		named--
		entered--
	}
	return false
}

// namedBehind reports whether a pair stands before what it is: "ana/... are the credentials".
func (s sentence) namedBehind() bool {
	for i, t := range s {
		if name, value, is := cutPair(t.text); !is || !userName().MatchString(name) || gradeOf(value) != strong {
			continue
		}
		for j := i + 1; j < len(s) && j <= i+window; j++ {
			if (calling[s[i+1].lower] || equating[s[i+1].lower]) && naming[s[j].lower] {
				return true
			}
		}
	}
	return false
}

var inward = wordSet(`in into on as with`)

// pairAt reports whether the password of a pair stands at i, or all of the pair.
func (s sentence) pairAt(i int, named, entered bool) bool {
	t, least := s[i], strong
	if named {
		least = odd
	}
	switch {
	case placeholder("", strings.Trim(t.raw, "()[],.;:")):
		return false
	case t.isPair(least, named, entered):
		return true
	case i < 2:
		return false
	}
	name, between := s[i-2], s[i-1]
	known := accounts[name.lower] || name.quoted
	switch {
	case (slashes[between.lower] || named && between.text == "") && userName().MatchString(name.text):
		return (named || entered || known) && t.grade() >= least || entered && known && t.grade() >= odd
	case joining[between.lower]:
		return (named || entered) && gradeOf(t.text) == strong
	}
	return false
}

// isPair reports whether one word is a name and its password: ana/..., root:...
func (t token) isPair(least grade, named, entered bool) bool {
	name, value, is := cutPair(t.text)
	if !is || !userName().MatchString(name) {
		return false
	}
	g, c := gradeOf(value), classesOf(value)
	known := accounts[name] && (c.signs > 0 || c.turns > 1) && g == strong
	return known || (named || entered && strings.Contains(t.text, "/")) && g >= least
}

// cutPair cuts ana/secret and ana:secret in two.
func cutPair(word string) (name, value string, is bool) {
	at := strings.IndexAny(word, "/:")
	if at <= 0 || strings.Contains(word, "://") {
		return "", "", false
	}
	return word[:at], strings.TrimLeft(word[at:], "/:"), true
}

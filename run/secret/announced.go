package secret

import "strings"

// announced are secrets that a sentence announces in one of six languages. They are judged word by word, for much may stand
// between the announcement and what is announced.
func announced() []ownRule {
	return []ownRule{
		{kind: "a password in a sentence", keywords: passwordWords, says: passwordAnnounced},
		{kind: "a name with its password", keywords: pairWords, says: pairAnnounced},
		{kind: "a key or token in a sentence", keywords: keyWords, says: keyAnnounced},
	}
}

// passwordNoun is a word for a password, in lower case, alone or at the end of a longer one: root-password, WLAN-Passwort.
var passwordNoun = compile(`^(?:[\p{L}\d]+[-_/.])*(?:\p{L}*(?:password|passwort|kennwort|passphrase|passcode)|passwords?|passwd|pwd|psw|p/?w|pass|mdp|contrase(?:ñ|n)a|clave|парол\p{L}*|пасс|пассворд)(?:['’]s)?$`)

// passwordWords are in every line that announces a password.
var passwordWords = []string{"pass", "pw", "p/w", "psw", "kennwort", "mdp", "contrase", "clave", "парол", "Парол", "ПАРОЛ", "пасс", "wifi", "wi-fi", "wlan", "wpa", "密码", "密碼", "口令"}

// hanNoun is a word for a password in Chinese, with what follows it.
var hanNoun = compile(`(?:密码|密碼|口令)(\p{Han}*)$`)

// hanLink is what links it to the password: "is", "set to".
var hanLink = compile(`(?:是|为|為|成|到|：)$`)

var (
	// calling words stand between a password and what it is called.
	calling = wordSet(`as is als ist como es comme est как`)
	dashes  = wordSet(`- – — |`)
)

// link is how what announces a password is linked to what follows.
type link int

const (
	unlinked link = iota
	near          // next to it, or behind a preposition that fits
	direct        // behind a colon, "is", "set to"
)

var (
	// equating words stand between a password and what it is.
	equating = wordSet(`is are was reads equals ist lautet lautete heißt heisst war est était es era será это был теперь`)
	// turning words stand there where something is changed, if another word says that it is.
	turning = wordSet(`to into auf in zu à en a на`)
	// passing words change nothing about a link.
	passing = wordSet(`now currently set been be reset changed temporarily still again only simply just always jetzt nun neu derzeit weiterhin maintenant désormais toujours ahora сейчас
		пока the a el la le der das temporary temporal temporaire provisoire provisorisch temporär initial initiale new nouveau nouvelle nuevo nueva временный новый`)
	// ruling words have an object behind them, which is no password.
	ruling = wordSet(`for of on in at from by via with without against für von vom bei beim im am zum zur mit pour de du des sur dans chez para del al por con sin для от на в у к с под`)
)

// changes are words of which one must be in a line whose password is changed *to* something.
var changes = compile(`(?i)\b(?:chang|set\b|reset|updat|rotat|switch|overwr|modif|remis|mis\b|défini|réinitial|cambi|puse|puso|pusimos|restablec|actuali|fij)|geändert|änder|gesetzt|setze|umgestellt|zurückgesetzt|смен|измен|помен|постав|установ|сброс|обнов`)

// passwordAnnounced reports whether a line says what a password is: "the password for db3 is ...", "Das Passwort lautet ...".
func passwordAnnounced(line string) bool {
	words := wordsOf(line)
	for i := range words {
		if l, is := words.password(i); is && (words.follows(i, l, changes().MatchString(line)) || words.precedes(i)) {
			return true
		}
	}
	return false
}

// password reports whether a word means a password, and how it is linked to the next.
func (s sentence) password(i int) (link, bool) {
	if m := hanNoun().FindStringSubmatch(s[i].text); m != nil {
		switch {
		case hanLink().MatchString(m[1]):
			return direct, true
		case m[1] == "":
			return near, true
		}
		return unlinked, true
	}
	if s[i].lower == "passe" {
		return near, i >= 2 && s[i-1].lower == "de" && strings.HasPrefix(s[i-2].lower, "mot")
	}
	if networkKey().MatchString(s[i].lower) || i > 0 && networks[s[i-1].lower] && keyNoun().MatchString(s[i].lower) {
		return near, true
	}
	return near, passwordNoun().MatchString(s[i].lower)
}

// The key of a wireless network is a password.
var (
	networks   = wordSet(`wifi wi-fi wlan wpa wpa2 wpa3`)
	networkKey = compile(`^(?:wi-?fi|wlan|wpa\d?)-?(?:key|schlüssel)$`)
)

// A pass phrase may be words alone, joined.
var (
	phraseNoun = compile(`phrase$|^парольн`)
	phrase     = compile(`^\p{L}+(?:-[\p{L}\d]+){3,}$`)
)

// window is how many words behind its announcement a password may stand.
const window = 12

// follows reports whether a password follows the word for one at i. changes says that something is changed in the line.
func (s sentence) follows(i int, l link, changes bool) bool {
	noun := s[i].lower
	return s.scan(i, l, changes, func(t token) bool { return passing[t.lower] }, func(j int, l link) bool {
		t := s[j]
		made := l == near && j == i+1 && noun != "pass" && t.numbered()
		return made || t.is(l, noun == "pass") || l != unlinked && phraseNoun().MatchString(noun) && phrase().MatchString(t.text)
	})
}

// scan goes through the words behind the one at i, which announces something, until is says that one is what is announced, given
// its link. Words that pass keep the link.
func (s sentence) scan(i int, l link, changes bool, pass func(token) bool, is func(j int, l link) bool) bool {
	for j := i + 1; j < len(s) && j <= i+window; j++ {
		before, t := s[j-1], s[j]
		switch {
		case before.pauses, before.stops:
			return false
		case before.colon, before.asks && j == i+1:
			l = direct
		case before.asks:
			l = near
		}
		next, links := t.links(changes)
		switch {
		case links:
			l = next
		case l != unlinked && pass(t):
		case is(j, l):
			return true
		default:
			l = unlinked
			if ruling[t.lower] {
				j++
			}
		}
	}
	return false
}

// links reports whether a word links what stands before it to what comes after.
func (t token) links(changes bool) (l link, links bool) {
	switch {
	case t.text == "" && t.colon, equating[t.lower], t.lower == "to" && changes:
		return direct, true
	case turning[t.lower] && changes, dashes[t.lower]:
		return near, true
	}
	return unlinked, false
}

// numbered reports whether a word has a number as passwords do that somebody has made up: winter2026, Red-Horse-7-Top.
func (t token) numbered() bool {
	if gradeOf(t.text) < odd || placeholder("", t.raw) {
		return false
	}
	c := classesOf(t.text)
	return c.length >= 8 && c.tail == c.digits && c.digits >= 3 || c.length >= 12 && c.joints >= 2 && c.capitals > 0 && c.digits > 0
}

// is reports whether a word is the password that is announced. A verb may be meant where rare is set.
func (t token) is(l link, rare bool) bool {
	if placeholder("", strings.Trim(t.raw, "()[],.;:")) || strings.Contains(t.raw, "()") {
		return false
	}
	apart := t.quoted || t.inside
	switch g := t.grade(); {
	case l == direct:
		return g >= odd
	case l == near && t.quoted && !rare:
		return g >= odd
	case l == near && (apart || !rare):
		return g == strong
	default:
		return apart && !rare && g == strong
	}
}

// grade is gradeOf. An exclamation mark behind digits is part of a password that somebody has made up: Ete2026!
func (t token) grade() grade {
	if classesOf(t.text).tail > 2 && strings.Contains(t.raw, t.text+"!") {
		return gradeOf(t.text + "!")
	}
	return gradeOf(t.text)
}

// precedes reports whether a password stands before the word for one at i: "... as the new password".
func (s sentence) precedes(i int) bool {
	for k := max(0, i-window); k+1 < i; k++ {
		if s[k].pauses {
			continue
		}
		made := gradeOf(s[k].text) == strong || i-k <= 4 && s[k].numbered()
		if made && calling[s[k+1].lower] && !s.stopsWithin(k+1, i) {
			return true
		}
	}
	return false
}

func (s sentence) stopsWithin(from, to int) bool {
	for _, t := range s[from:to] {
		if t.stops || t.pauses {
			return true
		}
	}
	return false
}

package secret

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// grade is how much a word looks like a password where a sentence announces one.
type grade int

const (
	plain  grade = iota // a word, a name, a number, an id
	odd                 // no word: it mixes letters with digits or signs
	strong              // nothing but a password or a token is written like this
)

// plainShapes are what sentences hold beside words of letters alone.
var plainShapes = compile(`^(?:` + strings.Join([]string{
	`\p{L}+(?:[-'’./_&+:@]\p{L}+)*`,                                 // words, also joined: on-call, svc_repl, prod/db
	`[-+~<>=(#№§]*\d[\d.,:/x×–-]*(?:\p{L}{1,4}|%)?(?:/\p{L}{1,4})?`, // numbers, times, dates, sizes, addresses
	`\d{1,2}\p{L}+`, // 2FA, 1Password
	`\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?(?:/\S+)?`, // moments
	`v?\d+(?:\.\d+)+(?:[-+.~_]?[0-9A-Za-z]+)*`,              // versions
	`[#§]?\p{Lu}{1,12}[-_#/]?\d{1,12}`,                      // tickets, norms
	`[A-Z]{1,8}\d{0,4}(?:[-_/][A-Z]{0,8}\d{0,6})+`,          // constants, places: AES256_GCM, R12-U07
	`[a-z]+\d{1,2}`, // db3
	`[a-z]+\d{0,4}(?:[-._/:@](?:[a-z]+\d{0,4}[a-z]?|\d{1,10}[a-z]{0,2}|[0-9a-f]{5,12}))+`, // hosts, slugs
	`[A-Z][a-z]{1,3}\d+(?:[/.]\d+)+`,                                                                       // Gi1/0/24
	`\p{L}{1,3}\d{1,2}\p{L}{0,2}`,                                                                          // k8s, iLO5
	`IPv[46]|TLSv?[\d.]+|HTTP/\d|OAuth2?|ED25519|Base64|x86_64`,                                            // standards
	`\S+@\S+\.[a-z]{2,}`,                                                                                   // mail
	`\S*(?:://|\]\()\S*`, `[~.]{0,2}/\S*`, `[a-z]+(?:/[\w.-]+)+(?:#[\w.-]+)?`, `[A-Za-z]:\\\S*`, `\\\\\S+`, // addresses, paths
	`\S+\.(?:txt|ya?ml|json|conf|cfg|ini|toml|md|log|csv|gz|sql|sh|py|go|tf|key|pem|crt|pub|gpg|xml|html?|pdf|png)`, // files
	`(?:0x)?(?:[0-9a-f]{6,}|[0-9A-F]{6,})`, `(?i)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`, `(?i)(?:md5|sha\d+)(?:[:-]\S+|\w*)`, // digests, ids
	`(?i)(?:[0-9a-f]{2}[:-]){3,}[0-9a-f]{2}`, // hardware addresses
	`[\p{L}_][\p{L}\d_.-]*=\S*`, `\w+\\\w+`,  // settings, DOMAIN\user
	`\$\w\S*`, `\S*(?:\$[({]|\{\{|%\w+%)\S*`, `[\w.]+\(\S*`, `[-@<]\S*`, `#[\w-]+`, // code, options, mentions
}, "|") + `)$`)

// inner are signs that stand inside a password and no word.
const inner = "!$%^&*#?+=~|;{}[]()<>\\"

// gradeOf judges a word without what stands around it.
func gradeOf(word string) grade {
	if utf8.RuneCountInString(word) < 6 || plainShapes().MatchString(word) {
		return plain
	}
	switch c := classesOf(word); {
	case !c.letter() || c.digits == 0 && c.signs == 0:
		return plain
	case c.strong():
		return strong
	}
	return odd
}

// classes are what kinds of characters a word has.
type classes struct {
	length, digits, signs, joints int
	lower, upper                  bool
	turns                         int // from letters to digits and back
	tail                          int // digits at the end, if no others are there
	capitals                      int
}

// strong reports whether nothing but a password has such characters.
func (c classes) strong() bool {
	if c.digits == 0 || c.length < 7 {
		return false
	}
	cased := c.lower && c.upper && !c.named()
	return c.signs > 0 || cased && c.length >= 8 && c.digits > 1 || cased && c.length >= 12 && c.capitals >= 3 || c.length >= 8 && c.turns >= 3 && c.joints == 0
}

func (c classes) letter() bool { return c.lower || c.upper }

// named reports whether the word is one of letters with a few digits behind it, as names of versions are: Server2019, Lantern1993.
func (c classes) named() bool {
	return c.tail == c.digits && c.joints == 0 && (c.capitals < 2 || c.length < 10) && (c.digits < 3 || c.length < 10)
}

func classesOf(word string) classes {
	var c classes
	before := 0
	for i, r := range word {
		kind := 0
		c.length++
		switch {
		case unicode.IsDigit(r):
			kind, c.digits, c.tail = 1, c.digits+1, c.tail+1
		case unicode.IsLetter(r):
			kind, c.tail = 2, 0
			c.lower = c.lower || !unicode.IsUpper(r)
			if unicode.IsUpper(r) {
				c.upper, c.capitals = true, c.capitals+1
			}
		case strings.ContainsRune(inner, r) && i > 0:
			c.signs, c.tail = c.signs+1, 0
		default:
			c.joints, c.tail = c.joints+1, 0
		}
		if kind != 0 && before != 0 && kind != before {
			c.turns++
		}
		if kind != 0 {
			before = kind
		}
	}
	return c
}

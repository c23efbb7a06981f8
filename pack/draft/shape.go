package draft

import (
	"regexp"
	"strings"
	"sync"
	"time"
)

// form says what a value of a plan looks like.
type form string

// The forms.
const (
	formText      form = "a text"
	formReference form = "a reference" // an exact id, $root, $alias or $alias.branch2
	formWord      form = "a word"
	formConst     form = "a constant"
	formWhole     form = "a whole number"
	formNumber    form = "a number"
	formBool      form = "true or false"
	formScalar    form = "a text, a number, true or false"
	formInput     form = "a text, a number, true, false, or a list of these"
	formAny       form = "a JSON value"
	formObject    form = "an object"
	formUnion     form = "an object of one of several kinds"
	formList      form = "a list"
	formMap       form = "an object with names of its own"
)

// shape is what a value must be.
type shape struct {
	form     form
	words    []string // of formWord
	constant string   // of formConst: as JSON
	limit    limit    // of the length of a text, the count of a list or map, or a number; "" for none
	format   *format  // of formText
	layout   string   // of formObject and formUnion: its name
	of       *shape   // of the items of a list, or the values of a map
	names    limit    // of formMap: the length of a name
	naming   *format  // of formMap: the names
	nullable bool     // null takes the field away
	code     Code     // of a fault in the value; "": as what is around it
}

// format is a form of text.
type format struct {
	says    string // what was expected
	pattern string // "" for none that an expression can say
	is      func(string) bool
}

// field is one key of an object.
type field struct {
	key      string
	shape    shape
	optional bool
	preset   string // JSON that a recipe puts in where the key is left out; "" for none
}

// layout lists the keys of an object.
type layout []field

func (l layout) field(key string) *field {
	for i := range l {
		if l[i].key == key {
			return &l[i]
		}
	}
	return nil
}

func (l layout) keys() []string {
	keys := make([]string, len(l))
	for i, f := range l {
		keys[i] = f.key
	}
	return keys
}

// union is an object whose kind says which layout it has.
type union struct {
	by       string // the key that says so
	what     string // what the object is, in a message
	code     Code   // where the kind is none of these; "": as around it
	variants []variant
}

// variant is one kind of a union. Its layout does not list the key that says so.
type variant struct {
	kind   string
	layout string
}

func (u union) kinds() []string {
	kinds := make([]string, len(u.variants))
	for i, v := range u.variants {
		kinds[i] = v.kind
	}
	return kinds
}

// layout returns that of a kind, and whether there is such a kind.
func (u union) layout(kind string) (layout, bool) {
	for _, v := range u.variants {
		if v.kind == kind {
			return layouts[v.layout], true
		}
	}
	return nil, false
}

func matching(says, pattern string) *format {
	compiled := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
	return &format{says: says, pattern: pattern, is: func(s string) bool { return compiled().MatchString(s) }}
}

// The forms of text.
var (
	formatAlias = matching("a letter, then up to 47 letters, digits, _ or -", `^[A-Za-z][A-Za-z0-9_-]{0,47}$`)
	formatName  = matching("a letter, then letters, digits, _ or -", `^[A-Za-z][A-Za-z0-9_-]*$`)
	formatClock = matching("a time of day such as 09:00", `^([01][0-9]|2[0-3]):[0-5][0-9]$`)
	formatPath  = &format{says: "an absolute path such as /srv/data", pattern: `^/`, is: isAbsolute}
	formatFile  = &format{
		says:    "one file name of letters, digits, _, . and - that every system takes",
		pattern: fileNamePattern, is: isFileName,
	}
	formatInstant = &format{says: "a moment such as 2030-01-01T09:00:00Z", is: isInstant}
)

func isAbsolute(s string) bool { return strings.HasPrefix(s, "/") && !strings.ContainsRune(s, 0) }

func isInstant(s string) bool {
	_, err := time.Parse(time.RFC3339, s)
	return err == nil
}

const fileNamePattern = `^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$`

var (
	fileName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(fileNamePattern) })
	device   = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)
	})
)

// isFileName reports whether every system takes a text as the name of a file in a directory.
func isFileName(s string) bool {
	return fileName().MatchString(s) && !strings.HasSuffix(s, ".") && !device().MatchString(s)
}

package interchange

import (
	"regexp"
	"strings"
	"sync"
)

// shape says what a value must be. It adds a finding for each thing that it is not.
type shape func(c *check, where string, v *jsonValue)

func anything(*check, string, *jsonValue) {}

// word is one of some words.
func word(rule Rule, words ...string) shape {
	return func(c *check, where string, v *jsonValue) {
		for _, w := range words {
			if v.says(w) {
				return
			}
		}
		c.fault(rule, where, described(v), "%s", strings.Join(words, " or "))
	}
}

// text is any text.
func text(rule Rule) shape {
	return func(c *check, where string, v *jsonValue) {
		if v.kind != isText {
			c.fault(rule, where, described(v), "a text")
		}
	}
}

// filled is a text that is not empty.
func filled(rule Rule) shape {
	return func(c *check, where string, v *jsonValue) {
		if v.kind != isText || v.text == "" {
			c.fault(rule, where, described(v), "a text that is not empty")
		}
	}
}

// compile puts off compiling a pattern until it is first used: most commands check no document.
func compile(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// matching is a text of some form, which what describes.
func matching(rule Rule, form func() *regexp.Regexp, what string) shape {
	return func(c *check, where string, v *jsonValue) {
		if v.kind != isText || !form().MatchString(v.text) {
			c.fault(rule, where, described(v), "%s", what)
		}
	}
}

// path is the path of a note within the collection.
func path(rule Rule) shape {
	return func(c *check, where string, v *jsonValue) {
		if v.kind != isText || !withinCollection(v.text) {
			c.fault(rule, where, described(v), "a path within the collection: with slashes, none in front, and no ..")
		}
	}
}

func withinCollection(path string) bool {
	for part := range strings.SplitSeq(path, "/") {
		if part == ".." {
			return false
		}
	}
	return path != "" && path[0] != '/' && !strings.Contains(path, `\`)
}

// count is a whole number of at least 0.
func count(rule Rule) shape {
	return func(c *check, where string, v *jsonValue) {
		if d := decimalOf(v.text); v.kind != isNumber || d.negative || !d.isWhole() {
			c.fault(rule, where, described(v), "a whole number of at least 0")
		}
	}
}

// list is a list of such items.
func list(rule Rule, item shape) shape {
	return func(c *check, where string, v *jsonValue) {
		if v.kind != isList {
			c.fault(rule, where, described(v), "a list")
		}
		for i, below := range v.list {
			if c.full() {
				return
			}
			item(c, at(where, i), below)
		}
	}
}

// set is a list of at least so many items of which no two are alike.
func set(rule Rule, least int, item shape) shape {
	each := list(rule, item)
	return func(c *check, where string, v *jsonValue) {
		each(c, where, v)
		if v.kind == isList && len(v.list) < least {
			c.fault(rule, where, described(v), "at least one")
		}
		seen := map[string]bool{}
		for i, below := range v.list {
			key := below.canonical()
			if seen[key] {
				c.fault(rule, at(where, i), described(below)+" once more", "each one once")
			}
			seen[key] = true
		}
	}
}

// field is a field of an object.
type field struct {
	name  string
	must  bool // it has to be there
	shape shape
}

func must(name string, s shape) field { return field{name, true, s} }

func may(name string, s shape) field { return field{name, false, s} }

// object is an object of these fields and no others.
func object(rule Rule, fields ...field) shape {
	return func(c *check, where string, v *jsonValue) {
		if v.kind != isObject {
			c.fault(rule, where, described(v), "an object")
			return
		}
		known := map[string]bool{}
		for _, f := range fields {
			known[f.name] = true
			if v.fields[f.name] != nil {
				f.shape(c, below(where, f.name), v.fields[f.name])
			} else if f.must {
				c.fault(rule, where, "no "+f.name, "one")
			}
		}
		for _, key := range v.keys {
			if !known[key] {
				c.fault(rule, below(where, key), "a field that is not known", "none of this name")
			}
		}
	}
}

// doubles finds the keys that objects have twice, which readers take differently.
func (c *check) doubles(rule Rule, where string, v *jsonValue) {
	for _, key := range v.twice {
		c.fault(rule, below(where, key), "the field twice", "it once")
	}
	for i, item := range v.list {
		c.doubles(rule, at(where, i), item)
	}
	for _, key := range v.keys {
		c.doubles(rule, below(where, key), v.fields[key])
	}
}

package command

import (
	"fmt"
	"regexp"
	"strings"

	"mvdan.cc/sh/v3/syntax"
	"rtut/pack/value"
)

// place describes where the walk is.
type place struct {
	within      string // what surrounds the place, so that only plain values may stand here: "a here-document"; "" for nothing
	several     bool   // words can be added: arguments, words of a for loop
	splits      bool   // the shell splits a variable here that has no double quotes
	quoted      bool   // in double quotes
	interpreter string // the program that will read the word as code: "ssh"; "" for none
	printed     string // the program that will read as code what commands print here: "sh"; "" for none
	script      string // the program that reads a file named here as code: "bash"; "" for none
	naming      bool   // a command takes the word for the name of a variable, whose index may be code
	numeric     bool   // in arithmetic, where a word is the name of a variable that may hold code
}

// one returns the place for something that is one word whatever its value.
func (p place) one() place {
	p.several, p.splits = false, false
	return p
}

// inside returns the place for something surrounded by what, unless it already is in a narrower one.
func (p place) inside(what string) place {
	p = p.one()
	if p.within == "" {
		p.within = what
	}
	return p
}

// literal judges the placeholders in an unquoted stretch of a word.
func (w *walker) literal(text string, p place) {
	for _, i := range w.indices(text) {
		if w.mayStand(i, p) {
			w.slots[i] = slot{}
		}
	}
}

// inQuotes judges the placeholders of a double-quoted stretch that counts as a word.
func (w *walker) inQuotes(text string, p place) {
	for _, word := range w.marked(text) {
		if w.mayStand(word.number, p) {
			w.slots[word.number] = slot{inQuotes: true, first: word.from == 0, last: word.to == len(text)}
		}
	}
}

// bare judges the placeholders of text in which a value can't be quoted.
func (w *walker) bare(text string, p place) {
	for _, i := range w.indices(text) {
		if w.mayStand(i, p) {
			w.slots[i] = slot{bare: true}
		}
	}
}

// mayStand reports whether the placeholder's type may stand in the place, and says so if not.
func (w *walker) mayStand(i int, p place) bool {
	spec := w.spec(i)
	refused := w.seen[i]
	w.seen[i] = true
	switch {
	case refused:
	case p.interpreter != "" && !spec.Plain():
		offset := w.parts[w.holders[i]].Offset
		w.secondInterpreter(offset, w.source(i), p.interpreter)
	case p.numeric && spec.Kind() != value.Int && spec.Kind() != value.Port:
		w.refuse(i, "only values of type int and port are allowed here", "")
	case p.within != "" && !spec.Plain():
		w.refuse(i, fmt.Sprintf("only plain values are allowed in %s, and type %s is not plain", p.within, spec.Kind()), w.wayOut(i))
	case spec.Kind() == value.List && !p.several:
		w.refuse(i, "a list becomes several words, so it must be a word of its own, without quotes", w.wayOut(i))
	default:
		return true
	}
	return false
}

func (w *walker) secondInterpreter(offset int, what, interpreter string) {
	message := fmt.Sprintf("%s: %s would read the value as code", what, interpreter)
	hint := "use `on:` to run the command on another host; it quotes for both shells"
	switch interpreter {
	case "ssh":
	case unnamedProgram:
		message = what + ": " + interpreter + " could read the value as code"
		hint = "write the name of the program as plain text"
	case "scp":
		hint = "a value of plain characters is allowed here: give it a `pattern` such as [a-z0-9/._-]+"
	default:
		hint = "let the command itself use the value; to run it on another host use `on:`"
	}
	w.fault(offset, message, hint, "second-interpreter")
}

// mention matches a value's variable that is left for somebody else to expand.
var mention = value.CompileLater(`\$\{?(RTUT_(?:PARAM|DATA)_[A-Za-z0-9_]+)`)

// handed refuses variables that another interpreter is to expand: on another host there are none, and it would split
// what it expands.
func (w *walker) handed(node syntax.Node, text string, p place) {
	if p.interpreter == "" {
		return
	}
	w.script(node.Pos(), text)
	if p.interpreter == "trap" || !strings.Contains(text, "RTUT_") {
		return
	}
	for _, match := range mention().FindAllStringSubmatch(text, -1) {
		w.secondInterpreter(w.offset(node.Pos()), "$"+match[1], p.interpreter)
	}
}

// name refuses every placeholder in the name of a command, a function or a variable.
func (w *walker) name(text, what string) {
	for _, i := range w.indices(text) {
		w.refuse(i, "a placeholder is never (part of) "+what, "")
	}
}

// plainWord matches a double-quoted stretch that counts as a word.
var plainWord = value.CompileLater(`^[A-Za-z0-9_@%+=:,./-]*$`)

// tilde matches the text before a placeholder that a shell would read as a user's name.
var tilde = value.CompileLater(`(^|[=:])~[^/]*$`)

// tildes refuses ~{{ user }}: the value is quoted, so that the shell would not look for the user's home.
func (w *walker) tildes(text string) {
	for _, word := range w.marked(text) {
		if tilde().MatchString(text[:word.from]) {
			w.refuse(word.number, "~ before a quoted value does not mean a home directory", "write $HOME, or let the value be the whole path")
		}
	}
}

// endable returns the terminator if the here-document's line that holds the placeholder could be equal to it.
func (w *walker) endable(body, terminator string) string {
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		if len(w.indices(line)) == 0 {
			continue
		}
		literals := w.marker.literals(line)
		for i := range literals {
			literals[i] = regexp.QuoteMeta(literals[i])
		}
		if could, err := regexp.MatchString("^"+strings.Join(literals, ".+")+"$", terminator); err != nil || could {
			return terminator
		}
	}
	return ""
}

package command

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
	"rtut/pack/value"
)

// placeAll finds the place of every placeholder in the command that parts make up.
//
// The shell's own grammar decides. The command is parsed with a word of letters in each placeholder's place, and the
// tree is walked to see where these words have come to stand. A place that the walk does not know is refused. passesOn says
// that the command runs something that may read variables which it does not name.
func placeAll(parts []value.Part, shell Shell, scope value.Scope) (slots []slot, passesOn bool, faults []value.Fault) {
	w := &walker{scope: scope, parts: parts}
	source := w.mark()
	tree, err := shellParser(shell).Parse(strings.NewReader(source), "")
	if err != nil {
		return nil, false, []value.Fault{w.syntaxFault(err)}
	}
	if len(tree.Stmts) == 0 {
		return nil, false, []value.Fault{{Message: "there is no command here", Rule: "command-syntax"}}
	}
	w.survey = w.surveyed(tree, nil)
	w.stmts(tree.Stmts, place{printed: w.survey.output})
	w.comments(tree)
	for i := range w.slots {
		if !w.seen[i] {
			w.refuse(i, "a placeholder is not allowed here", "")
		}
	}
	return w.slots, w.passesOn, w.faults
}

func shellParser(shell Shell) *syntax.Parser {
	variant := syntax.LangPOSIX
	if shell == Bash {
		variant = syntax.LangBash
	}
	return syntax.NewParser(syntax.Variant(variant), syntax.KeepComments(true))
}

// walker visits a shell command and judges the place of every placeholder and of every variable that carries a value.
type walker struct {
	scope    value.Scope
	parts    []value.Part
	starts   []int // of each part in the marked source
	holders  []int // index in parts of each placeholder
	slots    []slot
	seen     []bool
	marker   marker
	passesOn bool // a call may read variables that the command does not name
	faults   []value.Fault
	survey   survey
}

// mark returns the command's text with a word of letters, which occurs nowhere else, for each placeholder.
func (w *walker) mark() string {
	var literals, source strings.Builder
	for _, part := range w.parts {
		literals.WriteString(part.Text)
	}
	w.marker = "Slot"
	for strings.Contains(literals.String(), string(w.marker)) {
		w.marker += "t"
	}
	for i, part := range w.parts {
		w.starts = append(w.starts, source.Len())
		if part.Name == "" {
			source.WriteString(part.Text)
			continue
		}
		source.WriteString(string(w.marker) + strconv.Itoa(len(w.holders)) + "z")
		w.holders = append(w.holders, i)
	}
	w.slots, w.seen = make([]slot, len(w.holders)), make([]bool, len(w.holders))
	return source.String()
}

// offset translates a position in the marked source to one in the command as written.
func (w *walker) offset(pos syntax.Pos) int {
	at := int(pos.Offset())
	for i := len(w.parts) - 1; i >= 0; i-- {
		part := w.parts[i]
		if w.starts[i] > at {
			continue
		}
		if part.Name != "" {
			return part.Offset
		}
		unescaped := len(part.Source) - len(part.Text)
		return part.Offset + min(unescaped+at-w.starts[i], len(part.Source))
	}
	return 0
}

func (w *walker) syntaxFault(err error) value.Fault {
	fault := value.Fault{Message: err.Error(), Rule: "command-syntax"}
	var parse syntax.ParseError
	var lang syntax.LangError
	switch {
	case errors.As(err, &parse):
		fault.Offset, fault.Message = w.offset(parse.Pos), parse.Text
	case errors.As(err, &lang):
		fault.Offset, fault.Message = w.offset(lang.Pos), "this shell does not know "+lang.Feature
		fault.Hint = "declare shell: bash"
	}
	message, end := "", 0
	for _, word := range w.marked(fault.Message) {
		message += fault.Message[end:word.from] + w.source(word.number)
		end = word.to
	}
	fault.Message = message + fault.Message[end:]
	return fault
}

// marked returns the words in text, which comes from the marked source, that stand for placeholders.
func (w *walker) marked(text string) []markedWord {
	return slices.DeleteFunc(w.marker.words(text), func(word markedWord) bool { return word.number >= len(w.slots) })
}

// indices returns the numbers of the placeholders in text, which comes from the marked source.
func (w *walker) indices(text string) []int {
	var found []int
	for _, word := range w.marked(text) {
		found = append(found, word.number)
	}
	return found
}

func (w *walker) spec(i int) value.Spec { return w.scope[w.parts[w.holders[i]].Name].Spec }
func (w *walker) source(i int) string   { return w.parts[w.holders[i]].Source }

// wayOut names the variable that carries the placeholder's value, or for reserved names nothing.
func (w *walker) wayOut(i int) string {
	variable := w.scope.Variable(w.parts[w.holders[i]].Name)
	if w.scope.Carried(variable) == "" {
		return "make it a separate word"
	}
	return fmt.Sprintf(`use "$%s", in double quotes`, variable)
}

// refuse reports a placeholder that stands where it must not.
func (w *walker) refuse(i int, message, hint string) {
	w.seen[i] = true
	w.fault(w.parts[w.holders[i]].Offset, w.source(i)+": "+message, hint, "placeholder-place")
}

func (w *walker) fault(offset int, message, hint, rule string) {
	w.faults = append(w.faults, value.Fault{Offset: offset, Message: message, Hint: hint, Rule: rule})
}

// comments judges the placeholders in comments.
func (w *walker) comments(tree *syntax.File) {
	syntax.Walk(tree, func(node syntax.Node) bool {
		if comment, ok := node.(*syntax.Comment); ok {
			w.bare(comment.Text, place{within: "a comment"})
		}
		return true
	})
}

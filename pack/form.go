package pack

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"rtut/pack/value"
)

// hasForm reports whether a value can be read as its field requires it, and if not, says so.
func (l *loader) hasForm(f *field, e entry) bool {
	n := e.value
	if n.empty() {
		l.report.at(e.key.place, "wrong-type", "`"+f.key+"` has no value. "+f.expected()+" was expected", "leave the key out, or write '' for an empty text")
		return false
	}
	switch f.form {
	case formMapping, formLabels, formLoop:
		return l.is(n, mappingNode, f.key)
	case formList, formStrings, formWords, formProduces:
		return l.is(n, sequenceNode, f.key)
	case formExtract:
		if n.kind == mappingNode {
			return true
		}
	case formValue:
		if n.kind != mappingNode {
			return n.kind != brokenNode
		}
	}
	if !l.is(n, scalarNode, f.key) {
		return false
	}
	return l.isScalarForm(f, n)
}

// isScalarForm reports whether a scalar is what its field admits.
func (l *loader) isScalarForm(f *field, n *node) bool {
	switch f.form {
	case formWord:
		return l.isWord(f, n)
	case formBool:
		if n.plain() && slices.Contains([]string{"true", "false", "True", "False", "TRUE", "FALSE"}, n.value) {
			return true
		}
		l.report.at(n.place, "wrong-type", "`"+f.key+"` is "+value.Quoted(n.value)+". true or false was expected", oddIn(n.value))
		return false
	case formSlug, formName, formLabel:
		return l.isID(f, n)
	}
	return true
}

// manyWords are more than a message lists, where one of them is near.
const manyWords = 20

func (l *loader) isWord(f *field, n *node) bool {
	if slices.Contains(f.words, n.value) {
		return true
	}
	if len(f.words) > manyWords {
		l.report.at(n.place, "word", "`"+f.key+"` holds "+value.Quoted(n.value)+", which is not known. one of "+strconv.Itoa(len(f.words))+" names was expected",
			cmp.Or(oddIn(n.value), suggest(n.value, f.words, "known are "+strings.Join(f.words, ", "))))
		return false
	}
	l.report.at(n.place, "word", "`"+f.key+"` is "+value.Quoted(n.value)+". "+oneOf(f.words)+" was expected", cmp.Or(oddIn(n.value), suggest(n.value, f.words, "")))
	return false
}

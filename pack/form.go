package pack

import (
	"cmp"
	"slices"
)

// hasForm reports whether a value can be read as its field wants it, and if not, says so.
func (l *loader) hasForm(f *field, e entry) bool {
	n := e.value
	if n.empty() {
		l.report.at(e.key.place, "wrong-type", "`"+f.key+"` has no value. "+f.expected()+" was expected", "leave the key out, or write '' for an empty text")
		return false
	}
	switch f.form {
	case formMapping, formLabels:
		return l.is(n, mappingNode, f.key)
	case formList, formStrings, formWords, formProduces:
		return l.is(n, sequenceNode, f.key)
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
		l.report.at(n.place, "wrong-type", "`"+f.key+"` is "+quoted(n.value)+". true or false was expected", oddIn(n.value))
		return false
	case formSlug, formName, formLabel:
		return l.isID(f, n)
	}
	return true
}

func (l *loader) isWord(f *field, n *node) bool {
	if slices.Contains(f.words, n.value) {
		return true
	}
	l.report.at(n.place, "word", "`"+f.key+"` is "+quoted(n.value)+". "+oneOf(f.words)+" was expected", cmp.Or(oddIn(n.value), suggest(n.value, f.words, "")))
	return false
}

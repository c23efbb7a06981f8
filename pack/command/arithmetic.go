package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
	"rtut/pack/value"
)

// wholeByBash are variables of bash that take what they are assigned as arithmetic.
var wholeByBash = []string{"RANDOM", "SRANDOM", "OPTIND", "HISTCMD"}

var variableName = value.CompileLater(`[A-Za-z_]\w*`)

// isCode reports whether arithmetic would take what a variable holds as code: a value that is no whole number.
func (w *walker) isCode(variable string) bool {
	carried := w.scope.Carried(variable)
	return w.survey.tainted[variable] || carried != "" && !isWhole(w.scope[carried].Spec)
}

// computed refuses the names of such variables where bash takes a text for arithmetic, as in let "m = n + 1", or for the name of a
// variable with an index, as in read 'a[n]'.
func (w *walker) computed(pos syntax.Pos, text string, p place) {
	if !p.numeric {
		if _, index, indexed := strings.Cut(text, "["); p.naming && indexed {
			w.noneIsCode(pos, index)
		}
		return
	}
	w.noneIsCode(pos, text)
}

// noneIsCode refuses the names in an arithmetic text that hold what is no whole number.
func (w *walker) noneIsCode(pos syntax.Pos, text string) {
	for _, name := range variableName().FindAllString(text, -1) {
		if w.isCode(name) {
			w.wouldBeCode(pos, name)
		}
	}
}

// wouldBeCode says of a variable in arithmetic that what it holds is code there.
func (w *walker) wouldBeCode(pos syntax.Pos, variable string) {
	if w.scope.Carried(variable) != "" {
		w.notWhole(pos, variable)
		return
	}
	w.fault(w.offset(pos), variable+" was given a value that is not plain, and arithmetic takes what it holds for code", "let the value be of type int, or compare with [ ]", "value-variable")
}

// script refuses such variables in the arithmetic of a script that is handed to a shell as text, which they reach as its environment:
// n={{ x }} bash -c 'echo $((n))'.
func (w *walker) script(pos syntax.Pos, text string) {
	if !strings.ContainsAny(text, "([") && !strings.Contains(text, "let") && !strings.Contains(text, "-i") {
		return
	}
	tree, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		return // no shell reads it as a whole either
	}
	inner := w.surveyed(tree, w.survey.tainted)
	outer := w.survey
	w.survey = inner
	defer func() { w.survey = outer }()
	for _, arithmetic := range arithmeticIn(tree, inner) {
		w.noneIsCode(pos, text[arithmetic.Pos().Offset():arithmetic.End().Offset()])
	}
}

// arithmeticIn returns the parts of a script that bash takes for arithmetic.
func arithmeticIn(tree *syntax.File, s survey) []syntax.Node {
	var all []syntax.Node
	syntax.Walk(tree, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.ArithmExp, *syntax.ArithmCmd, *syntax.LetClause, *syntax.CStyleLoop:
			all = append(all, n)
		case *syntax.BinaryTest:
			if n.Op >= syntax.TsEql && n.Op <= syntax.TsGtr {
				all = append(all, n)
			}
		case *syntax.ParamExp:
			if n.Index != nil || n.Slice != nil {
				all = append(all, n)
			}
		case *syntax.Assign:
			if n.Name != nil && n.Value != nil && s.whole[n.Name.Value] {
				all = append(all, n.Value)
			}
		case *syntax.CallExpr:
			if len(n.Args) > 0 && slices.Contains(declarers, program(n.Args[0])) && (program(n.Args[0]) == "let" || evaluates(n.Args[1:])) {
				all = append(all, n)
			}
		}
		return true
	})
	return all
}

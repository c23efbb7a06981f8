package command

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
	"rtut/pack/value"
)

func (w *walker) words(words []*syntax.Word, p place) {
	for _, word := range words {
		w.word(word, p)
	}
}

// word visits a word. Only where a placeholder is the whole of it may its value become several.
func (w *walker) word(word *syntax.Word, p place) {
	if word == nil || len(word.Parts) == 0 {
		return
	}
	if lit, ok := word.Parts[0].(*syntax.Lit); ok && !p.numeric {
		w.tildes(lit.Value)
	}
	p.several = p.several && w.marker.isWord(word.Lit())
	for _, part := range word.Parts {
		w.part(part, p)
	}
}

func (w *walker) part(part syntax.WordPart, p place) {
	switch x := part.(type) {
	case *syntax.Lit:
		w.text(x, p)
	case *syntax.SglQuoted:
		w.handed(x, x.Value, p)
		w.computed(x.Pos(), x.Value, p)
		w.bare(x.Value, p.inside("single quotes"))
	case *syntax.DblQuoted:
		w.doubleQuoted(x, p)
	case *syntax.ParamExp:
		w.expansion(x, p)
	case *syntax.CmdSubst:
		w.substitution(x, p)
	case *syntax.ArithmExp:
		w.arithmetic(x.X, p)
	case *syntax.ProcSubst:
		w.stmts(x.Stmts, place{within: p.within, printed: cmp.Or(p.interpreter, p.script, p.printed)})
	case *syntax.ExtGlob:
		w.bare(x.Pattern.Value, p.inside("a pattern"))
	}
}

// text visits a literal. In arithmetic the names of variables stand there without $.
func (w *walker) text(lit *syntax.Lit, p place) {
	w.computed(lit.Pos(), lit.Value, p)
	if p.numeric {
		w.bare(lit.Value, p)
		return
	}
	w.literal(lit.Value, p)
}

func isWhole(spec value.Spec) bool { return spec.Kind() == value.Int || spec.Kind() == value.Port }

func (w *walker) notWhole(pos syntax.Pos, variable string) {
	w.fault(w.offset(pos), "$"+variable+": only values of type int and port are allowed here", "", "value-variable")
}

// unescaped is what a shell makes of the escapes in double quotes.
var unescaped = strings.NewReplacer(`\$`, "$", `\"`, `"`, "\\`", "`", `\\`, `\`)

// doubleQuoted visits a part in double quotes. It counts as a word if it is made of placeholders and plain characters.
func (w *walker) doubleQuoted(quoted *syntax.DblQuoted, p place) {
	p = p.one()
	p.quoted = true
	if len(quoted.Parts) == 1 && !quoted.Dollar && !p.numeric {
		if lit, ok := quoted.Parts[0].(*syntax.Lit); ok && plainWord().MatchString(lit.Value) {
			w.inQuotes(lit.Value, p)
			return
		}
	}
	for _, part := range quoted.Parts {
		if lit, ok := part.(*syntax.Lit); ok {
			w.handed(lit, unescaped.Replace(lit.Value), p)
			w.computed(lit.Pos(), lit.Value, p)
			w.bare(lit.Value, p.inside("double quotes with other text"))
			continue
		}
		w.part(part, p)
	}
}

// substitution visits $(...), in which quoting begins again, or backquotes, in which it does not.
func (w *walker) substitution(substitution *syntax.CmdSubst, p place) {
	inner := place{within: p.within, printed: p.interpreter}
	if substitution.Backquotes {
		inner = inner.inside("backquotes")
	}
	w.stmts(substitution.Stmts, inner)
}

func (w *walker) arithmetic(expr syntax.ArithmExpr, p place) {
	p = p.inside("arithmetic")
	p.numeric = true
	switch x := expr.(type) {
	case *syntax.BinaryArithm:
		w.arithmetic(x.X, p)
		w.arithmetic(x.Y, p)
	case *syntax.UnaryArithm:
		w.arithmetic(x.X, p)
	case *syntax.ParenArithm:
		w.arithmetic(x.X, p)
	case *syntax.Word:
		w.word(x, p)
	}
}

// expansion visits $x and ${x...}.
func (w *walker) expansion(x *syntax.ParamExp, p place) {
	if x.Param != nil {
		for _, i := range w.indices(x.Param.Value) {
			w.refuse(i, "a placeholder is never part of a variable's name: end the name before it, ${name}{{ ... }}", "")
		}
		w.variable(x, p)
	}
	inner := p.inside("an expansion")
	if x.Index != nil {
		w.arithmetic(x.Index, inner)
	}
	if x.Slice != nil {
		w.arithmetic(x.Slice.Offset, inner)
		w.arithmetic(x.Slice.Length, inner)
	}
	if x.Repl != nil {
		w.operand(x.Repl.Orig, inner)
		w.operand(x.Repl.With, inner)
	}
	if x.Exp != nil {
		w.operand(x.Exp.Word, inner)
	}
}

// operand visits a word inside ${x...}, in which single quotes may be characters like others.
func (w *walker) operand(word *syntax.Word, p place) {
	if word == nil {
		return
	}
	for _, part := range word.Parts {
		switch x := part.(type) {
		case *syntax.Lit:
			w.bare(x.Value, p)
		case *syntax.DblQuoted:
			w.operand(&syntax.Word{Parts: x.Parts}, p)
		default:
			w.part(part, p)
		}
	}
}

// carries reports whether the variable holds a value of this pack.
func (w *walker) carries(x *syntax.ParamExp) bool {
	return x.Param != nil && w.scope.Carried(x.Param.Value) != ""
}

// evaluated refuses a variable with a value of which bash would make more than text: a prompt, arithmetic, a name.
func (w *walker) evaluated(x *syntax.ParamExp, p place) {
	variable := x.Param.Value
	tainted := w.survey.tainted[variable]
	if expands := x.Exp != nil && x.Exp.Op == syntax.OtherParamOps && x.Exp.Word.Lit() == "P"; expands && (w.carries(x) || tainted) {
		w.fault(w.offset(x.Pos()), "${"+variable+"@P} takes the value for a prompt, and runs the commands in it", "", "value-variable")
	}
	switch {
	case p.numeric && tainted:
		w.wouldBeCode(x.Pos(), variable)
	case tainted && (p.naming || x.Excl && x.Names == 0):
		w.fault(w.offset(x.Pos()), "$"+variable+" was given a value that is not plain: a value is never the name of a variable", "", "value-variable")
	}
}

// variable judges the use of an $RTUT_* variable: the value that it carries may be any text.
func (w *walker) variable(x *syntax.ParamExp, p place) {
	variable := x.Param.Value
	w.evaluated(x, p)
	if !w.carries(x) {
		known := slices.Contains(value.KnownVariables, variable) || len(w.indices(variable)) > 0
		if strings.HasPrefix(variable, "RTUT_") && !known {
			w.faults = append(w.faults, unknownVariable(w.offset(x.Pos()), variable, w.scope))
		}
		return
	}
	spec := w.scope[w.scope.Carried(variable)].Spec
	switch {
	case p.interpreter != "":
		w.secondInterpreter(w.offset(x.Pos()), "$"+variable, p.interpreter)
	case p.naming || x.Excl:
		w.fault(w.offset(x.Pos()), "$"+variable+": a value is never the name of a variable", "", "value-variable")
	case x.Length:
	case p.numeric && !isWhole(spec):
		w.notWhole(x.Pos(), variable)
	case p.splits && !p.quoted && !spec.Plain():
		w.fault(w.offset(x.Pos()), fmt.Sprintf("$%s: the shell would split the value into words", variable),
			fmt.Sprintf(`put it in double quotes: "$%s"`, variable), "value-variable")
	}
}

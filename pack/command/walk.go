package command

import (
	"cmp"
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

func (w *walker) stmts(stmts []*syntax.Stmt, p place) {
	for _, stmt := range stmts {
		w.stmt(stmt, p)
	}
}

func (w *walker) stmt(stmt *syntax.Stmt, p place) {
	if stmt == nil {
		return
	}
	var args []*syntax.Word
	if call, ok := stmt.Cmd.(*syntax.CallExpr); ok {
		args = call.Args
	}
	p.printed = cmp.Or(w.printedTo(stmt), p.printed)
	w.command(stmt.Cmd, p)
	reader := cmp.Or(inputInterpreter(args), w.readsInto(args), firstOf(statementsOf(stmt.Cmd), pipedInterpreter), p.printed) // whatever a command does with its input, it may print
	for _, redirect := range stmt.Redirs {
		w.redirect(redirect, reader, p)
	}
}

// printedTo returns the program that reads as code what a statement prints, by where that is redirected to; "" for none.
func (w *walker) printedTo(stmt *syntax.Stmt) string {
	for _, redirect := range stmt.Redirs {
		if found := outputReader(redirect.Word); found != "" {
			return found
		}
		to := beginning(cmp.Or(redirect.Word, &syntax.Word{}))
		opened := redirect.Op == syntax.DplOut && to != "1" && to != "2" || isOwnInput(to)
		if opened && w.survey.files != "" {
			return w.survey.files
		}
	}
	return ""
}

// readsInto names read where it gives what it is fed to a variable that makes arithmetic of it, or to one that shells read.
func (w *walker) readsInto(args []*syntax.Word) string {
	if len(args) < 2 || !slices.Contains([]string{"read", "mapfile", "readarray"}, program(args[0])) {
		return ""
	}
	for _, word := range args[1:] {
		name := beginning(word)
		switch {
		case w.survey.whole[name]:
			return program(args[0])
		case startVariable(name) != "":
			return name
		}
	}
	return ""
}

func (w *walker) command(command syntax.Command, p place) {
	switch c := command.(type) {
	case *syntax.CallExpr:
		w.call(c, p)
	case *syntax.DeclClause:
		w.declaration(c, p)
	case *syntax.BinaryCmd:
		w.binary(c, p)
	case *syntax.Block:
		w.stmts(c.Stmts, p)
	case *syntax.Subshell:
		w.subshell(c, p)
	case *syntax.TimeClause:
		w.stmt(c.Stmt, p)
	case *syntax.CoprocClause:
		w.stmt(c.Stmt, p)
	case *syntax.FuncDecl:
		w.stmt(c.Body, p)
	case *syntax.ArithmCmd:
		w.arithmetic(c.X, p)
	case *syntax.LetClause:
		for _, expr := range c.Exprs {
			w.arithmetic(expr, p)
		}
	case *syntax.TestClause:
		w.test(c.X, p)
	default:
		w.compound(command, p)
	}
}

// binary visits two commands. What the first one prints may be code to the second.
func (w *walker) binary(binary *syntax.BinaryCmd, p place) {
	first := p
	if reader := pipedInterpreter(binary.Y); reader != "" && pipes(binary) {
		first.printed = reader
	}
	w.stmt(binary.X, first)
	w.stmt(binary.Y, p)
}

// subshell refuses ((, which is arithmetic to those shells that go by the name of sh and know more than it.
func (w *walker) subshell(subshell *syntax.Subshell, p place) {
	if len(subshell.Stmts) > 0 && subshell.Stmts[0].Pos().Offset() == subshell.Lparen.Offset()+1 {
		if _, nested := subshell.Stmts[0].Cmd.(*syntax.Subshell); nested {
			w.fault(w.offset(subshell.Lparen), "(( is arithmetic to some shells", "write ( (, with a blank, or declare shell: bash", "command-syntax")
		}
	}
	w.stmts(subshell.Stmts, p)
}

// compound visits the commands that choose and repeat.
func (w *walker) compound(command syntax.Command, p place) {
	switch c := command.(type) {
	case *syntax.IfClause:
		for ; c != nil; c = c.Else {
			w.stmts(c.Cond, p)
			w.stmts(c.Then, p)
		}
	case *syntax.WhileClause:
		w.stmts(c.Cond, p)
		w.stmts(c.Do, p)
	case *syntax.ForClause:
		w.loop(c.Loop, p)
		w.stmts(c.Do, p)
	case *syntax.CaseClause:
		w.word(c.Word, p.one())
		for _, item := range c.Items {
			for _, pattern := range item.Patterns {
				w.word(pattern, p.inside("a pattern of case"))
			}
			w.stmts(item.Stmts, p)
		}
	}
}

func (w *walker) loop(loop syntax.Loop, p place) {
	switch l := loop.(type) {
	case *syntax.WordIter:
		w.name(l.Name.Value, "the name of a variable")
		p.several, p.splits, p.numeric, p.interpreter = true, true, w.survey.whole[l.Name.Value], startVariable(l.Name.Value)
		w.words(l.Items, p)
	case *syntax.CStyleLoop:
		w.arithmetic(l.Init, p)
		w.arithmetic(l.Cond, p)
		w.arithmetic(l.Post, p)
	}
}

func (w *walker) test(expr syntax.TestExpr, p place) {
	p = p.inside("[[ ]]")
	switch x := expr.(type) {
	case *syntax.BinaryTest:
		p.numeric = x.Op >= syntax.TsEql && x.Op <= syntax.TsGtr
		w.test(x.X, p)
		w.test(x.Y, p)
	case *syntax.UnaryTest:
		p.naming = x.Op == syntax.TsVarSet || x.Op == syntax.TsRefVar
		w.test(x.X, p)
	case *syntax.ParenTest:
		w.test(x.X, p)
	case *syntax.Word:
		w.word(x, p)
	}
}

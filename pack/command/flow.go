package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// What becomes of a value on its way through echo, cat and pipes is followed for one end: to know which variables hold it that bash
// makes more of than text, in arithmetic and as names.

// passing print what they are fed, or part of it.
var passing = []string{"cat", "tee", "sed", "tr", "head", "tail", "sort", "uniq", "cut", "grep", "awk", "rev", "tac", "fold", "column", "paste"}

// flows reports whether what a statement prints holds a value that is not plain. fed says that what it reads does. Variables that are
// given such a value on the way are noted.
func (w *walker) flows(stmt *syntax.Stmt, fed bool, s survey) bool {
	for _, redirect := range stmt.Redirs {
		switch redirect.Op {
		case syntax.RdrIn, syntax.WordHdoc:
			fed = w.taints(redirect.Word, s) && (redirect.Op == syntax.WordHdoc || isOutputOf(redirect.Word))
		case syntax.Hdoc, syntax.DashHdoc:
			fed = redirect.Hdoc != nil && w.taints(redirect.Hdoc, s)
		}
	}
	switch c := stmt.Cmd.(type) {
	case *syntax.CallExpr:
		return w.callFlows(c.Args, fed, s)
	case *syntax.BinaryCmd:
		first := w.flows(c.X, fed, s)
		if pipes(c) {
			return w.flows(c.Y, first, s)
		}
		return w.flows(c.Y, fed, s) || first
	}
	return w.anyFlows(statementsOf(stmt.Cmd), fed, s)
}

// isOutputOf reports whether a word is <(...).
func isOutputOf(word *syntax.Word) bool {
	return slices.ContainsFunc(word.Parts, func(part syntax.WordPart) bool {
		_, is := part.(*syntax.ProcSubst)
		return is
	})
}

func (w *walker) anyFlows(stmts []*syntax.Stmt, fed bool, s survey) bool {
	found := false
	for _, stmt := range stmts {
		found = w.flows(stmt, fed, s) || found
	}
	return found
}

// callFlows is flows for a simple command.
func (w *walker) callFlows(args []*syntax.Word, fed bool, s survey) bool {
	name := effective(args)
	if name >= len(args) {
		return false
	}
	given := slices.ContainsFunc(args[name+1:], func(word *syntax.Word) bool { return w.taints(word, s) })
	switch program(args[name]) {
	case "read", "mapfile", "readarray":
		s.taint(fed, args[name+1:]...)
	case "printf":
		if len(args) > name+2 && beginning(args[name+1]) == "-v" {
			s.taint(given, args[name+2])
		}
	case "set":
		for _, position := range strings.Fields("1 2 3 4 5 6 7 8 9 @ *") {
			s.tainted[position] = s.tainted[position] || given
		}
	}
	return given && printsWords(args) || fed && passes(args[name:])
}

// passes reports whether a command prints what it is fed, and not how much of it there is: grep -c.
func passes(args []*syntax.Word) bool {
	counts := slices.ContainsFunc(args[1:], func(word *syntax.Word) bool {
		option := beginning(word)
		return option == "--count" || strings.HasPrefix(option, "-") && !strings.HasPrefix(option, "--") && strings.Contains(option, "c")
	})
	return slices.Contains(passing, program(args[0])) && (program(args[0]) != "grep" || !counts)
}

// taint notes, if they do, that variables hold what is not plain.
func (s survey) taint(do bool, names ...*syntax.Word) {
	for _, word := range names {
		if name := beginning(word); do && syntax.ValidName(name) {
			s.tainted[name] = true
		}
	}
}

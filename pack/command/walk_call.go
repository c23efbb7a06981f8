package command

import (
	"cmp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// call visits a simple command: assignments, its name, its words.
func (w *walker) call(call *syntax.CallExpr, p place) {
	for _, assign := range call.Assigns {
		w.assign(assign, p)
	}
	if len(call.Args) == 0 {
		return
	}
	if call.Args[0].Lit() == "[[" {
		w.fault(w.offset(call.Pos()), "this shell does not know [[ ]]", "declare shell: bash, or use [ ]", "command-syntax")
	}
	w.passesOn = w.passesOn || passesOn(call.Args)
	name := effective(call.Args)
	p.several, p.splits = true, true
	p.interpreter = interpreter(call.Args)
	if p.interpreter == "" && mayPrintWords(call.Args) {
		p.interpreter = p.printed
	}
	if p.printed != "" {
		w.printsVariable(call.Args, p.printed)
	}
	p.script = readsScript(call.Args[min(name, len(call.Args)-1):])
	for i, word := range call.Args {
		p := p
		p.interpreter = cmp.Or(p.interpreter, codeWord(call.Args, i), startAssignment(word, i < name), printedVariable(call.Args[name:]))
		switch {
		case i == 0 || i == name:
			w.commandName(word, p)
		case takesNames(call.Args[name:], i-name):
			p.numeric = program(call.Args[name]) == "let" || evaluates(call.Args[name+1:i])
			if slices.Contains([]string{"declare", "typeset", "local", "readonly", "export"}, program(call.Args[name])) && compounds(call.Args[name+1:i]) {
				p.interpreter = "declare -a"
			}
			w.declared(word, p)
		default:
			w.word(word, p)
		}
	}
}

// printedVariable returns the variable that printf -v sets, if that is read as code.
func printedVariable(args []*syntax.Word) string {
	if len(args) > 2 && program(args[0]) == "printf" && beginning(args[1]) == "-v" {
		return startVariable(beginning(args[2]))
	}
	return ""
}

// startAssignment returns the variable that a word before the command's name sets, as env has it, if that is read as code.
func startAssignment(word *syntax.Word, before bool) string {
	if !before || !startsAssignment(word) {
		return ""
	}
	name, _, _ := strings.Cut(word.Parts[0].(*syntax.Lit).Value, "=")
	return startVariable(name)
}

// declarers take names of variables, which in bash may hold an index that is code.
var declarers = []string{
	"declare", "typeset", "local", "readonly", "export", "unset", "read", "getopts", "mapfile", "readarray",
	"let",
}

// evaluates reports whether options of a declarer make the shell evaluate what is assigned: -i as arithmetic, -n as a
// name.
func evaluates(words []*syntax.Word) bool {
	return slices.ContainsFunc(words, func(word *syntax.Word) bool {
		text, _ := unquoted(word)
		return strings.HasPrefix(text, "-") && strings.ContainsAny(text, "in")
	})
}

// compounds reports whether options of a declarer make the shell evaluate a value as a list: -a, -A.
func compounds(words []*syntax.Word) bool {
	return slices.ContainsFunc(words, func(word *syntax.Word) bool {
		text, _ := unquoted(word)
		return strings.HasPrefix(text, "-") && strings.ContainsAny(text, "aA")
	})
}

// takesNames reports whether the i-th word of a command is the name of a variable to the shell.
func takesNames(args []*syntax.Word, i int) bool {
	if i <= 0 {
		return false
	}
	command := program(args[0])
	if slices.Contains(declarers, command) {
		return true
	}
	for option := range strings.FieldsSeq(namingOptions[command]) {
		within := strings.HasPrefix(beginning(args[i]), option) && command == "printf"
		if within || beginning(args[i-1]) == option {
			return true
		}
	}
	return false
}

// namingOptions are the options of a command whose word is the name of a variable.
var namingOptions = map[string]string{"test": "-v -R", "[": "-v -R", "printf": "-v", "wait": "-p -np"}

// readsScript returns the program if it reads a file that its words name as code, or "".
func readsScript(args []*syntax.Word) string {
	if found := program(args[0]); found == "." || found == "source" || isShellName(found) {
		return found
	}
	return ""
}

// commandName refuses values in the command's own name.
func (w *walker) commandName(word *syntax.Word, p place) {
	syntax.Walk(word, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst:
			return false
		case *syntax.Lit:
			w.name(n.Value, "the command's own name")
		case *syntax.SglQuoted:
			w.name(n.Value, "the command's own name")
		case *syntax.ParamExp:
			if w.carries(n) {
				w.fault(w.offset(n.Pos()), "$"+n.Param.Value+": a value is never the command's own name", "", "value-variable")
			}
		}
		return true
	})
	for _, part := range word.Parts {
		if substitution, ok := part.(*syntax.CmdSubst); ok {
			p.interpreter = "the shell" // what is printed there is the command
			w.part(substitution, p)
		}
	}
}

// declared visits a word such as X="$y" of export: what stands before the = is a name.
func (w *walker) declared(word *syntax.Word, p place) {
	if startsAssignment(word) {
		name, _, _ := strings.Cut(word.Parts[0].(*syntax.Lit).Value, "=")
		w.name(name, "the name of a variable")
		p.interpreter = cmp.Or(p.interpreter, startVariable(name))
		w.word(word, p.one())
		return
	}
	p = p.inside("the name of a variable")
	p.naming = true
	if lit, ok := word.Parts[0].(*syntax.Lit); ok {
		w.name(lit.Value, "the name of a variable")
	}
	w.word(word, p)
}

// declaration visits export and similar ones where they are part of the shell's grammar.
func (w *walker) declaration(clause *syntax.DeclClause, p place) {
	var options []*syntax.Word
	w.passesOn = w.passesOn || printsVariables(clause)
	for _, assign := range clause.Args {
		if assign.Naked && assign.Value != nil {
			options = append(options, assign.Value)
		}
	}
	p.numeric = evaluates(options)
	if compounds(options) {
		p.interpreter = "declare -a"
	}
	for _, assign := range clause.Args {
		w.assign(assign, p)
	}
}

// printsVariables reports whether a declaration declares nothing, so that it prints what there is: export, export -p.
func printsVariables(clause *syntax.DeclClause) bool {
	return !slices.ContainsFunc(clause.Args, func(a *syntax.Assign) bool { return a.Name != nil })
}

func (w *walker) assign(assign *syntax.Assign, p place) {
	if assign.Name != nil {
		w.name(assign.Name.Value, "the name of a variable")
		p.interpreter = cmp.Or(p.interpreter, startVariable(assign.Name.Value))
		p.numeric = p.numeric || w.survey.whole[assign.Name.Value]
	}
	if assign.Index != nil {
		w.arithmetic(assign.Index, p)
	}
	if assign.Value != nil && assign.Naked {
		p.naming = true
		w.word(assign.Value, p.inside("the name of a variable"))
	} else if assign.Value != nil {
		w.word(assign.Value, p.one())
	}
	if assign.Array != nil {
		p.several, p.splits = true, true
		for _, element := range assign.Array.Elems {
			if element.Index != nil {
				w.arithmetic(element.Index, p)
			}
			if element.Value != nil {
				w.word(element.Value, p)
			}
		}
	}
}

package command

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// survey is what has to be known of a whole command before its places are judged.
type survey struct {
	whole   map[string]bool // variables to which every assignment is arithmetic, or a name: declare -i, declare -n
	tainted map[string]bool // variables that are assigned values which are not plain
	files   string          // the program that reads as code what is printed to a file that exec or coproc has opened; "" for none
	output  string          // the program that reads as code all that is printed, behind exec > >(sh)
}

// surveyed looks through the whole of a command, or of a script in one. tainted are the variables that are so before.
func (w *walker) surveyed(tree *syntax.File, tainted map[string]bool) survey {
	s := survey{whole: map[string]bool{}, tainted: map[string]bool{}}
	maps.Copy(s.tainted, tainted)
	for _, name := range wholeByBash {
		s.whole[name] = true
	}
	for range 2 { // the second time for what is assigned from a variable that comes later
		syntax.Walk(tree, func(node syntax.Node) bool {
			switch n := node.(type) {
			case *syntax.Stmt:
				s.opens(n)
				w.flows(n, false, s)
			case *syntax.CoprocClause:
				s.files = cmp.Or(s.files, pipedInterpreter(n.Stmt))
			case *syntax.CallExpr:
				s.declares(n.Args)
				w.sets(n.Args, s)
			case *syntax.DeclClause:
				s.declaresInGrammar(n)
			case *syntax.Assign:
				if n.Name != nil && (n.Value != nil && w.taints(n.Value, s) || n.Array != nil && w.taints(n.Array, s)) {
					s.tainted[n.Name.Value] = true
				}
			case *syntax.WordIter:
				if !n.InPos.IsValid() && s.tainted["@"] { // for x; do
					s.tainted[n.Name.Value] = true
				}
				if slices.ContainsFunc(n.Items, func(word *syntax.Word) bool { return w.taints(word, s) }) {
					s.tainted[n.Name.Value] = true
				}
			}
			return true
		})
	}
	return s
}

// opens notes what a bare exec opens for the commands behind it.
func (s *survey) opens(stmt *syntax.Stmt) {
	call, is := stmt.Cmd.(*syntax.CallExpr)
	if !is || len(call.Args) != 1 || program(call.Args[0]) != "exec" {
		return
	}
	for _, redirect := range stmt.Redirs {
		found := outputReader(redirect.Word)
		if redirect.N == nil || redirect.N.Value == "1" {
			s.output = cmp.Or(s.output, found)
		}
		s.files = cmp.Or(s.files, found)
	}
}

// declares notes the variables that a builtin such as declare makes whole numbers, or names of others.
func (s *survey) declares(args []*syntax.Word) {
	if len(args) < 2 || !slices.Contains(declarers, program(args[0])) || !evaluates(args[1:]) {
		return
	}
	for _, word := range args[1:] {
		name, _, _ := strings.Cut(beginning(word), "=")
		s.whole[name] = true
	}
}

func (s *survey) declaresInGrammar(clause *syntax.DeclClause) {
	var options []*syntax.Word
	for _, assign := range clause.Args {
		if assign.Naked && assign.Value != nil {
			options = append(options, assign.Value)
		}
	}
	for _, assign := range clause.Args {
		if assign.Name != nil && evaluates(options) {
			s.whole[assign.Name.Value] = true
		}
	}
}

// sets notes the variables that words of a command set, as those of export and env do.
func (w *walker) sets(args []*syntax.Word, s survey) {
	if len(args) > 0 && (program(args[0]) == "let" || evaluates(args[1:])) {
		return // refused as it stands
	}
	for _, word := range args {
		if startsAssignment(word) && w.taints(word, s) {
			name, _, _ := strings.Cut(beginning(word), "=")
			s.tainted[name] = true
		}
	}
}

// taints reports whether a word holds a value that is not plain, or a variable that does.
func (w *walker) taints(word syntax.Node, s survey) bool {
	found := false
	syntax.Walk(word, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.CmdSubst:
			found = found || w.anyFlows(n.Stmts, false, s)
			return false // what else a command prints is its own
		case *syntax.ProcSubst:
			found = found || w.anyFlows(n.Stmts, false, s)
			return false
		case *syntax.Lit:
			found = found || slices.ContainsFunc(w.indices(n.Value), func(i int) bool { return !w.spec(i).Plain() }) || w.names(n.Value, s)
		case *syntax.ParamExp:
			if n.Param != nil {
				carried := w.scope.Carried(n.Param.Value)
				found = found || s.tainted[n.Param.Value] || carried != "" && !w.scope[carried].Spec.Plain()
			}
		}
		return !found
	})
	return found
}

// names reports whether a text has the name of a variable that holds a value which is not plain: arithmetic follows it from there.
func (w *walker) names(text string, s survey) bool {
	return slices.ContainsFunc(variableName().FindAllString(text, -1), func(name string) bool {
		carried := w.scope.Carried(name)
		return s.tainted[name] || carried != "" && !w.scope[carried].Spec.Plain()
	})
}

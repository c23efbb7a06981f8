package effect

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// ending is how a statement ends: with a code that is the same in every run, or not certain.
type ending struct {
	code    int
	certain bool
	exits   bool // nothing behind it is done
}

var passes = ending{certain: true}

// shell is what matters of the shell that a command is written for, and of what it sets.
type shell struct {
	pipefail bool
	goesOn   bool // behind `set +e`
}

// AlwaysEnds reports whether a command ends with a code whatever it finds: `true`, `echo done`, `./check.sh || true`.
func (s *Script) AlwaysEnds(code int, pipefail bool) bool {
	if s.Failed || s.statements == 0 {
		return false
	}
	e := s.shell(pipefail).all(s.file.Stmts)
	return e.certain && e.code == code
}

func (s *Script) shell(pipefail bool) shell {
	sh := shell{pipefail: pipefail}
	for _, c := range s.Calls {
		if c.Program() == "set" {
			sh.goesOn = sh.goesOn || c.has("+e")
			sh.pipefail = sh.pipefail || c.has("pipefail") && !c.has("+o")
		}
	}
	return sh
}

// all is how statements end that are done one after the other, up to the first that fails.
func (sh shell) all(stmts []*syntax.Stmt) ending {
	last := passes
	for i, stmt := range stmts {
		last = sh.stmt(stmt)
		final := last.exits || i == len(stmts)-1
		switch {
		case final:
			return last
		case sh.goesOn:
		case !last.certain || last.code != 0:
			return last
		}
	}
	return last
}

func (sh shell) stmt(stmt *syntax.Stmt) ending {
	if stmt.Background {
		return passes
	}
	for _, r := range stmt.Redirs {
		if mayFail(r) {
			return ending{}
		}
	}
	e := sh.command(stmt.Cmd)
	if stmt.Negated && e.certain {
		e.code = map[bool]int{true: 1, false: 0}[e.code == 0]
	}
	return e
}

// mayFail reports whether a redirection opens something that may not be there, or may not be written.
func mayFail(r *syntax.Redirect) bool {
	switch r.Op {
	case syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc, syntax.DplIn, syntax.DplOut:
		return false
	}
	return r.Word == nil || r.Word.Lit() != "/dev/null"
}

func (sh shell) command(command syntax.Command) ending {
	switch c := command.(type) {
	case *syntax.CallExpr:
		return sh.call(c)
	case *syntax.DeclClause:
		return passes
	case *syntax.BinaryCmd:
		return sh.binary(c)
	case *syntax.Block:
		return sh.all(c.Stmts)
	case *syntax.Subshell:
		e := sh.all(c.Stmts)
		e.exits = false
		return e
	case *syntax.TimeClause:
		return sh.stmt(c.Stmt)
	case *syntax.IfClause:
		return sh.choice(c)
	}
	return ending{}
}

// choice is how `if` ends: in one way only if all its branches do.
func (sh shell) choice(c *syntax.IfClause) ending {
	first := sh.all(c.Then)
	for e := c.Else; ; e = e.Else {
		other := passes
		if e != nil {
			other = sh.all(e.Then)
		}
		if !first.certain || !other.certain || first.code != other.code {
			return ending{}
		}
		if e == nil || len(e.Cond) == 0 {
			return ending{code: first.code, certain: true, exits: first.exits && other.exits}
		}
	}
}

func (sh shell) binary(c *syntax.BinaryCmd) ending {
	x, y := sh.stmt(c.X), sh.stmt(c.Y)
	switch c.Op {
	case syntax.AndStmt:
		if !x.certain || x.code != 0 {
			return x
		}
		return y
	case syntax.OrStmt:
		if x.certain && x.code == 0 {
			return x
		}
		return ending{code: y.code, certain: y.certain && (y.code == 0 || x.certain), exits: y.exits && x.certain}
	}
	if findsItself(c) {
		return passes
	}
	if sh.pipefail && (!x.certain || x.code != 0) {
		return ending{code: x.code, certain: x.certain && y.certain && y.code == 0}
	}
	y.exits = false
	return y
}

// findsItself is about `ps aux | grep name`: one of the processes that it finds is that of grep.
func findsItself(c *syntax.BinaryCmd) bool {
	x, isX := c.X.Cmd.(*syntax.CallExpr)
	y, isY := c.Y.Cmd.(*syntax.CallExpr)
	if !isX || !isY || len(x.Args) == 0 || len(y.Args) == 0 {
		return false
	}
	from, to := Call{Words: wordsOf(x)}, Call{Words: wordsOf(y)}
	shown := from.Program() == "ps" && len(from.Words) > 1 && (from.has("aux", "-ef", "ax", "-aux", "auxww", "-efww", "axu", "-eaf") || strings.HasPrefix(from.Words[1], "aux"))
	return shown && to.Program() == "grep" && len(to.operands()) == 1 && len(to.Words) > 1 && !clusterHas(to.Words[1], 'v') && !to.has("-x") &&
		!strings.ContainsAny(to.operands()[0], "[]^$\\*")
}

func wordsOf(c *syntax.CallExpr) []string {
	var words []string
	for _, w := range c.Args {
		words = append(words, wordOf(w))
	}
	return words
}

func (sh shell) call(c *syntax.CallExpr) ending {
	if len(c.Args) == 0 {
		return ending{certain: !substitutes(c)}
	}
	if demands(c) {
		return ending{}
	}
	words := wordsOf(c)
	switch words[0] {
	case "true", ":", "echo", "printf", "pwd", "set":
		return passes
	case "sleep":
		return ending{certain: len(words) == 2 && words[1] != "" && words[1][0] >= '0' && words[1][0] <= '9'}
	case "false":
		return ending{code: 1, certain: true}
	case "exit":
		if len(words) != 2 {
			return ending{exits: true}
		}
		code, err := strconv.Atoi(words[1])
		return ending{code: code, certain: err == nil, exits: true}
	case "test", "[":
		return tested(words)
	}
	return ending{}
}

// tested is how a test of constant words ends.
func tested(words []string) ending {
	args := words[1:]
	if words[0] == "[" && len(args) > 0 {
		args = args[:len(args)-1]
	}
	for _, w := range args {
		if strings.ContainsAny(w, "$*?[") {
			return ending{}
		}
	}
	switch {
	case len(args) == 1 && args[0] != "", len(args) == 2 && args[0] == "-n" && args[1] != "", len(args) == 3 && args[1] == "=" && args[0] == args[2]:
		return passes
	}
	return ending{}
}

// substitutes reports whether a value is what a command prints: an assignment fails with it.
func substitutes(n syntax.Node) bool {
	found := false
	syntax.Walk(n, func(n syntax.Node) bool {
		_, is := n.(*syntax.CmdSubst)
		found = found || is
		return !found
	})
	return found
}

// demands reports whether a call fails without a value: "${x:?}".
func demands(n syntax.Node) bool {
	found := false
	syntax.Walk(n, func(n syntax.Node) bool {
		e, is := n.(*syntax.ParamExp)
		found = found || is && e.Exp != nil && (e.Exp.Op == syntax.ErrorUnset || e.Exp.Op == syntax.ErrorUnsetOrNull)
		return !found
	})
	return found
}

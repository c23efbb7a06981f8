package effect

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// AskedFor returns the first call of a command that waits for something to be typed. What a pipe or a redirection feeds asks nobody.
func (s *Script) AskedFor() (Place, bool) {
	return s.firstUnfed(func(c Call) bool { return c.Asks() && (c.Program() != "su" || !c.has("-c", "--command")) })
}

// GoesOn returns the first call of a command that continues until it is stopped. What is given a time, or stops with who reads it, ends.
func (s *Script) GoesOn() (Place, bool) {
	if s.Failed {
		return Place{}, false
	}
	if s.Endless {
		return Place{Text: "while true"}, true
	}
	return s.firstUnfed(func(c Call) bool { return c.NeverEnds() || c.Program() == "sleep" && c.has("infinity", "inf") })
}

// firstUnfed returns the first call for which a question is answered with yes.
func (s *Script) firstUnfed(is func(Call) bool) (Place, bool) {
	if s.Failed {
		return Place{}, false
	}
	u := &unfed{s: s, is: is}
	for _, stmt := range s.file.Stmts {
		u.stmt(stmt)
	}
	if u.found == nil {
		return Place{}, false
	}
	return *u.found, true
}

// unfed goes through statements, and leaves out those that a pipe or a redirection feeds, or that end with their reader.
type unfed struct {
	s     *Script
	is    func(Call) bool
	found *Place
}

func (u *unfed) stmt(root *syntax.Stmt) {
	syntax.Walk(root, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Stmt:
			if n.Background || isFed(n) {
				return false
			}
		case *syntax.BinaryCmd:
			if n.Op == syntax.Pipe || n.Op == syntax.PipeAll {
				u.piped(n)
				return false
			}
		case *syntax.CallExpr:
			if len(n.Args) > 0 {
				u.call(callOf(u.s.source, n), 0)
			}
		}
		return u.found == nil
	})
}

// piped looks at the first part of a pipeline alone, unless the rest ends it.
func (u *unfed) piped(n *syntax.BinaryCmd) {
	if !endsEarly(n.Y) {
		u.stmt(n.X)
	}
}

func isFed(stmt *syntax.Stmt) bool {
	for _, r := range stmt.Redirs {
		switch r.Op {
		case syntax.RdrIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc, syntax.DplIn:
			return true
		}
	}
	return false
}

// endsEarly reports whether a statement may stop reading before what feeds it has ended.
func endsEarly(stmt *syntax.Stmt) bool {
	call, is := stmt.Cmd.(*syntax.CallExpr)
	if !is || len(call.Args) == 0 {
		return false
	}
	c := Call{Words: wordsOf(call)}
	switch c.Program() {
	case "head":
		return true
	case "grep", "egrep", "fgrep":
		return c.has("-q", "-m1", "-m", "--quiet") || hasPrefix(c.Words[1:], "-qm", "-m", "--max-count") || len(c.Words) > 1 && clusterHas(c.Words[1], 'q')
	case "sed":
		return strings.HasSuffix(c.Words[len(c.Words)-1], "q")
	}
	return false
}

func (u *unfed) call(c Call, depth int) {
	if u.found != nil || depth > nested {
		return
	}
	if u.is(c) {
		u.found = &Place{At: c.At, Text: c.String()}
		return
	}
	if c.Program() == "timeout" {
		return
	}
	if inner, is := c.Inner(); is && len(inner.Words) > 0 {
		inner.At, inner.text = c.At, c.text
		u.call(inner, depth+1)
	}
}

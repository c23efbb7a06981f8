package effect

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"rtut/pack/table"
)

// Place is something in a command, and the byte at which it begins.
type Place struct {
	At   int
	Text string
}

// LostFailure returns the first pipe of a command for a shell without pipefail behind which nobody notices that what stands before it
// has failed.
func (s *Script) LostFailure() (Place, bool) {
	if s.Failed {
		return Place{}, false
	}
	sh := s.shell(false)
	if sh.pipefail {
		return Place{}, false
	}
	var found *Place
	syntax.Walk(s.file, func(n syntax.Node) bool {
		c, is := n.(*syntax.BinaryCmd)
		if !is || found != nil || c.Op != syntax.Pipe && c.Op != syntax.PipeAll {
			return found == nil
		}
		if e := sh.stmt(c.X); (!e.certain || e.code != 0) && !noticesNothing(c.Y) {
			found = &Place{At: at(s.source, c.OpPos), Text: s.between(c.X.Pos(), c.X.End())}
		}
		return true
	})
	if found == nil {
		return Place{}, false
	}
	return *found, true
}

func (s *Script) between(from, to syntax.Pos) string {
	return unveiled().Replace(s.source[from.Offset():min(int(to.Offset()), len(s.source))])
}

// noticesNothing reports whether a statement fails where it is fed nothing: grep finds nothing in it.
func noticesNothing(stmt *syntax.Stmt) bool {
	call, is := stmt.Cmd.(*syntax.CallExpr)
	if !is || len(call.Args) == 0 || stmt.Negated {
		return false
	}
	c := Call{Words: wordsOf(call)}
	switch c.Program() {
	case "grep", "egrep", "fgrep", "rg", "zgrep":
		return !slices.ContainsFunc(c.Words[1:], func(w string) bool { return clusterHas(w, 'v') || clusterHas(w, 'c') || clusterHas(w, 'L') }) &&
			!c.has("--invert-match", "--count", "--files-without-match")
	case "jq":
		return c.has("-e", "--exit-status")
	case "cmp", "diff":
		return true
	case "sha256sum", "sha1sum", "md5sum", "sha512sum":
		return c.has("-c", "--check")
	case "awk", "gawk", "mawk":
		return strings.Contains(strings.Join(c.Words[1:], " "), "exit")
	}
	return false
}

var (
	fetchers = table.Set("curl wget fetch aria2c")
	runners  = table.Set("sh bash zsh ksh dash ash fish python python2 python3 perl ruby node php")
)

// FromNetwork returns the first place at which a command runs what it has fetched and nobody has read: `curl ... | sh`.
func (s *Script) FromNetwork() (Place, bool) {
	var found *Place
	if s.Failed {
		return Place{}, false
	}
	syntax.Walk(s.file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.BinaryCmd:
			if (n.Op == syntax.Pipe || n.Op == syntax.PipeAll) && fetches(n.X) && runsInput(n.Y) && found == nil {
				found = &Place{At: at(s.source, n.Pos()), Text: s.between(n.Pos(), n.End())}
			}
		case *syntax.CallExpr:
			if found == nil && runsFetched(n) {
				found = &Place{At: at(s.source, n.Pos()), Text: s.between(n.Pos(), n.End())}
			}
		}
		return found == nil
	})
	if found == nil {
		return Place{}, false
	}
	return *found, true
}

// fetches reports whether a node holds a call that fetches something.
func fetches(n syntax.Node) bool {
	found := false
	syntax.Walk(n, func(n syntax.Node) bool {
		if c, is := n.(*syntax.CallExpr); is && len(c.Args) > 0 {
			found = found || fetchers()[innermost(c).Program()]
		}
		return !found
	})
	return found
}

// innermost is the call behind sudo and similar ones.
func innermost(c *syntax.CallExpr) Call {
	call := Call{Words: wordsOf(c)}
	for range nested {
		inner, is := call.Inner()
		if !is || len(inner.Words) == 0 {
			break
		}
		call = inner
	}
	return call
}

// runsInput reports whether a statement is an interpreter that reads its program from what it is fed.
func runsInput(stmt *syntax.Stmt) bool {
	c, is := stmt.Cmd.(*syntax.CallExpr)
	if !is || len(c.Args) == 0 {
		return false
	}
	call := innermost(c)
	if !runners()[call.Program()] {
		return false
	}
	rest := call.operands()
	stdin := call.has("-", "-s", "/dev/stdin") || slices.ContainsFunc(call.Words[1:], func(w string) bool { return isShellName(call.Program()) && clusterHas(w, 's') })
	return stdin || len(rest) == 0 && !call.has("-c", "-e", "-m")
}

func isShellName(name string) bool { return shellWord().MatchString(name) }

// runsFetched reports whether a call is given what was fetched as its program: `bash <(curl ...)`, `eval "$(curl ...)"`.
func runsFetched(c *syntax.CallExpr) bool {
	if len(c.Args) < 2 {
		return false
	}
	call := innermost(c)
	skipped := len(c.Args) - len(call.Words)
	if skipped < 0 {
		return false
	}
	args := c.Args[skipped:]
	name := call.Program()
	if name == "eval" {
		return slices.ContainsFunc(args[1:], func(w *syntax.Word) bool { return fetches(w) })
	}
	if name != "source" && name != "." && !runners()[name] {
		return false
	}
	for i, w := range args[1:] {
		if !strings.HasPrefix(call.Words[i+1], "-") {
			return fetches(w)
		}
	}
	return false
}

package effect

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// builtins change nothing but the shell that runs them.
var builtins = map[string]bool{
	"set": true, "exit": true, "umask": true, "shift": true, "read": true, "local": true, "break": true, "continue": true, "return": true,
	"unset": true, "trap": true, "wait": true, "mktemp": true,
}

// MoreThanReads returns the first thing in a command that is not known to only read. Scripts of the pack (`./check.sh`) are not looked
// into, and files below the directory of the run may be written.
func (s *Script) MoreThanReads() (Place, bool) {
	if s.Failed {
		return Place{}, false
	}
	for _, c := range s.Calls {
		if inner, is := c.Inner(); is && len(inner.Words) > 0 && inner.isOwnScript() || c.isOwnScript() || builtins[c.Program()] || s.defines(c.Program()) || c.onlyReads(0) {
			continue
		}
		if c.inRunDir() {
			continue
		}
		return Place{At: c.At, Text: c.String()}, true
	}
	return s.overwrites()
}

// isOwnScript reports whether a call runs a file that is not one of the system's programs.
func (c Call) isOwnScript() bool {
	if len(c.Words) == 0 {
		return false
	}
	name := c.Words[0]
	if isShellName(name) && len(c.Words) > 1 {
		name = c.Words[1]
	}
	return strings.HasPrefix(name, "./") || strings.HasPrefix(name, "$/") || name == "$" || isShellName(c.Program()) && len(c.Words) > 1 && !strings.HasPrefix(name, "-")
}

// inRunDir is about mkdir and rm of what is kept for the run.
func (c Call) inRunDir() bool {
	switch c.Program() {
	case "mkdir", "rm", "tee", "touch", "cp", "mv":
		return strings.Contains(c.text, runDir)
	}
	return false
}

// defines reports whether a command declares a function of that name.
func (s *Script) defines(name string) bool {
	found := false
	syntax.Walk(s.file, func(n syntax.Node) bool {
		f, is := n.(*syntax.FuncDecl)
		found = found || is && f.Name.Value == name
		return !found
	})
	return found
}

// overwrites returns the first file that a redirection writes.
func (s *Script) overwrites() (Place, bool) {
	var found *Place
	syntax.Walk(s.file, func(n syntax.Node) bool {
		r, is := n.(*syntax.Redirect)
		if !is || found != nil {
			return found == nil
		}
		switch r.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrInOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll:
			name := named(r.Word)
			if name != "/dev/null" && name != "/dev/stderr" && name != "/dev/stdout" && !strings.HasPrefix(name, runDir) {
				found = &Place{At: at(s.source, r.Pos()), Text: s.between(r.Pos(), r.End())}
			}
		}
		return found == nil
	})
	if found == nil {
		return Place{}, false
	}
	return *found, true
}

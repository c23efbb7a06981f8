package effect

import (
	"cmp"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"

	"rtut/pack/table"
)

// Call is one program that a command starts, with its words; a word that is not known before it runs is "$".
type Call struct {
	Words []string
	At    int    // byte of the command at which it begins
	text  string // as it is written
}

// Script is what a command does, as far as its text says.
type Script struct {
	source     string
	file       *syntax.File
	Calls      []Call // all, those in substitutions too
	First      []Call // of each statement at the top: the first call
	statements int
	writes     bool // into a file
	Background bool
	Endless    bool // while true
	Sets       []string
	Failed     bool // it can't be read
}

// Parse reads a command as bash, or says that it can't be read.
func Parse(command string) *Script {
	s := &Script{source: veiled(command)}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(s.source), "")
	if err != nil {
		s.Failed = true
		return s
	}
	s.file = file
	s.statements = len(file.Stmts)
	for _, stmt := range file.Stmts {
		s.First = append(s.First, firstCall(s.source, stmt))
	}
	syntax.Walk(file, s.visit)
	return s
}

func firstCall(source string, stmt *syntax.Stmt) Call {
	var found Call
	syntax.Walk(stmt, func(n syntax.Node) bool {
		if c, is := n.(*syntax.CallExpr); is && len(c.Args) > 0 && found.Words == nil {
			found = callOf(source, c)
		}
		return found.Words == nil
	})
	return found
}

func (s *Script) visit(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.Stmt:
		s.Background = s.Background || n.Background
	case *syntax.CallExpr:
		for _, a := range n.Assigns {
			s.assign(a, len(n.Args) > 0)
		}
		if len(n.Args) > 0 {
			s.note(callOf(s.source, n))
		}
	case *syntax.DeclClause:
		for _, a := range n.Args {
			s.assign(a, false)
		}
	case *syntax.ForClause:
		if loop, is := n.Loop.(*syntax.WordIter); is {
			s.Sets = append(s.Sets, loop.Name.Value)
		}
	case *syntax.WhileClause:
		s.Endless = s.Endless || len(n.Cond) == 1 && isTrue(n.Cond[0]) && !n.Until && !leaves(n.Do)
	case *syntax.Redirect:
		s.redirect(n)
	case *syntax.FuncDecl:
		s.writes = true // what it does depends on who calls it
	case *syntax.CoprocClause:
		s.writes = true
	}
	return true
}

var (
	harmlessName = table.Pattern(`^(?:PG[A-Z]+|LC_[A-Z]+|LANG|TZ|KUBECONFIG|AWS_[A-Z_]+|ETCDCTL_[A-Z_]+|VAULT_[A-Z_]+|CONSUL_[A-Z_]+|NOMAD_[A-Z_]+|OS_[A-Z_]+|HISTFILE|COLUMNS|NO_COLOR)$`)
	startsOthers = table.Set("PATH LD_PRELOAD LD_LIBRARY_PATH BASH_ENV ENV PAGER GIT_PAGER EDITOR VISUAL PROMPT_COMMAND GIT_SSH_COMMAND GIT_EXTERNAL_DIFF MANPAGER LESSOPEN IFS")
)

// note keeps a call, and the variables that it reads its input into.
func (s *Script) note(c Call) {
	s.Calls = append(s.Calls, c)
	switch c.Program() {
	case "read", "mapfile", "readarray":
		s.Sets = append(s.Sets, c.operands()...)
	}
}

// assign notes a variable. What one before a program makes that do is not in the tables, except for a few.
func (s *Script) assign(a *syntax.Assign, before bool) {
	if a.Name == nil {
		return
	}
	name := a.Name.Value
	s.Sets = append(s.Sets, name)
	s.writes = s.writes || startsOthers()[name] || before && !harmlessName().MatchString(name)
}

func isTrue(stmt *syntax.Stmt) bool {
	c, is := stmt.Cmd.(*syntax.CallExpr)
	return is && len(c.Args) == 1 && (c.Args[0].Lit() == "true" || c.Args[0].Lit() == ":")
}

// leaves reports whether something in a loop ends it.
func leaves(body []*syntax.Stmt) bool {
	found := false
	for _, stmt := range body {
		syntax.Walk(stmt, func(n syntax.Node) bool {
			c, is := n.(*syntax.CallExpr)
			found = found || is && len(c.Args) > 0 && (c.Args[0].Lit() == "break" || c.Args[0].Lit() == "exit" || c.Args[0].Lit() == "return")
			return !found
		})
	}
	return found
}

// redirect notes what is written to, unless that keeps nothing.
func (s *Script) redirect(n *syntax.Redirect) {
	switch n.Op {
	case syntax.RdrOut, syntax.AppOut, syntax.RdrInOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll:
		if to := n.Word.Lit(); to != "/dev/null" && to != "/dev/stderr" && to != "/dev/stdout" {
			s.writes = true
		}
	}
}

func callOf(source string, c *syntax.CallExpr) Call {
	var words []string
	for _, w := range c.Args {
		words = append(words, wordOf(w))
	}
	return Call{Words: words, At: at(source, c.Args[0].Pos()), text: source[c.Args[0].Pos().Offset():c.Args[len(c.Args)-1].End().Offset()]}
}

// at is the byte of the command for a place in its veiled text.
func at(source string, p syntax.Pos) int {
	offset := int(p.Offset())
	if !strings.Contains(source, "\ue000") {
		return offset
	}
	return len(unveiled().Replace(source[:offset]))
}

// wordOf is a word as the program gets it; what is not known stays as "$".
func wordOf(w *syntax.Word) string {
	var out strings.Builder
	parts(&out, w.Parts)
	return out.String()
}

func parts(out *strings.Builder, list []syntax.WordPart) {
	for _, part := range list {
		switch part := part.(type) {
		case *syntax.Lit:
			out.WriteString(strings.ReplaceAll(part.Value, `\`, ""))
		case *syntax.SglQuoted:
			out.WriteString(part.Value)
		case *syntax.DblQuoted:
			parts(out, part.Parts)
		default:
			out.WriteString("$")
		}
	}
}

// Program is the base name of what a call starts.
func (c Call) Program() string {
	if len(c.Words) == 0 {
		return ""
	}
	return c.Words[0][strings.LastIndex(c.Words[0], "/")+1:]
}

func (c Call) has(words ...string) bool {
	for _, w := range c.Words[min(1, len(c.Words)):] {
		for _, one := range words {
			if w == one {
				return true
			}
		}
	}
	return false
}

// String is the Call as it was written, near enough.
func (c Call) String() string { return unveiled().Replace(cmp.Or(c.text, strings.Join(c.Words, " "))) }

// veiled is a command in which what is written in angles is a word, which a shell would take for a redirection.
func veiled(command string) string {
	var out strings.Builder
	end := 0
	for _, at := range Angles(command) {
		out.WriteString(command[end:at[0]] + "\ue000" + strings.ReplaceAll(command[at[2]:at[3]], " ", "\ue002") + "\ue001")
		end = at[1]
	}
	return out.String() + command[end:]
}

var unveiled = sync.OnceValue(func() *strings.Replacer { return strings.NewReplacer("\ue000", "<", "\ue001", ">", "\ue002", " ") })

package importer

import (
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

// call is one program that a command starts, with its words; a word that is not known before it runs is "$".
type call struct {
	words []string
	text  string // as it is written
}

// script is what a command does, as far as its text says.
type script struct {
	source     string
	calls      []call // all, those in substitutions too
	first      []call // of each statement at the top: the first call
	statements int
	writes     bool // into a file
	background bool
	endless    bool // while true
	sets       []string
	failed     bool // it can't be read
}

// parseScript reads a command as bash, or says that it can't be read.
func parseScript(command string) *script {
	s := &script{source: veiled(command)}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(s.source), "")
	if err != nil {
		s.failed = true
		return s
	}
	s.statements = len(file.Stmts)
	for _, stmt := range file.Stmts {
		s.first = append(s.first, firstCall(s.source, stmt))
	}
	syntax.Walk(file, s.visit)
	return s
}

func firstCall(source string, stmt *syntax.Stmt) call {
	var found call
	syntax.Walk(stmt, func(n syntax.Node) bool {
		if c, is := n.(*syntax.CallExpr); is && len(c.Args) > 0 && found.words == nil {
			found = callOf(source, c)
		}
		return found.words == nil
	})
	return found
}

func (s *script) visit(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.Stmt:
		s.background = s.background || n.Background
	case *syntax.CallExpr:
		for _, a := range n.Assigns {
			s.assign(a, len(n.Args) > 0)
		}
		if len(n.Args) > 0 {
			s.call(callOf(s.source, n))
		}
	case *syntax.DeclClause:
		for _, a := range n.Args {
			s.assign(a, false)
		}
	case *syntax.ForClause:
		if loop, is := n.Loop.(*syntax.WordIter); is {
			s.sets = append(s.sets, loop.Name.Value)
		}
	case *syntax.WhileClause:
		s.endless = s.endless || len(n.Cond) == 1 && isTrue(n.Cond[0]) && !n.Until
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
	harmlessName = compile(`^(?:PG[A-Z]+|LC_[A-Z]+|LANG|TZ|KUBECONFIG|AWS_[A-Z_]+|ETCDCTL_[A-Z_]+|VAULT_[A-Z_]+|CONSUL_[A-Z_]+|NOMAD_[A-Z_]+|OS_[A-Z_]+|HISTFILE|COLUMNS|NO_COLOR)$`)
	startsOthers = table("PATH LD_PRELOAD LD_LIBRARY_PATH BASH_ENV ENV PAGER GIT_PAGER EDITOR VISUAL PROMPT_COMMAND GIT_SSH_COMMAND GIT_EXTERNAL_DIFF MANPAGER LESSOPEN IFS")
)

// call notes a call, and the variables that it reads its input into.
func (s *script) call(c call) {
	s.calls = append(s.calls, c)
	switch c.program() {
	case "read", "mapfile", "readarray":
		s.sets = append(s.sets, c.operands()...)
	}
}

// assign notes a variable. What one before a program makes that do is not in the tables, but for a few.
func (s *script) assign(a *syntax.Assign, before bool) {
	if a.Name == nil {
		return
	}
	name := a.Name.Value
	s.sets = append(s.sets, name)
	s.writes = s.writes || startsOthers()[name] || before && !harmlessName().MatchString(name)
}

func isTrue(stmt *syntax.Stmt) bool {
	c, is := stmt.Cmd.(*syntax.CallExpr)
	return is && len(c.Args) == 1 && (c.Args[0].Lit() == "true" || c.Args[0].Lit() == ":")
}

// redirect notes what is written to, unless that keeps nothing.
func (s *script) redirect(n *syntax.Redirect) {
	switch n.Op {
	case syntax.RdrOut, syntax.AppOut, syntax.RdrInOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll:
		if to := n.Word.Lit(); to != "/dev/null" && to != "/dev/stderr" && to != "/dev/stdout" {
			s.writes = true
		}
	}
}

func callOf(source string, c *syntax.CallExpr) call {
	var words []string
	for _, w := range c.Args {
		words = append(words, wordOf(w))
	}
	return call{words: words, text: source[c.Args[0].Pos().Offset():c.Args[len(c.Args)-1].End().Offset()]}
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

// program is the base name of what a call starts.
func (c call) program() string {
	if len(c.words) == 0 {
		return ""
	}
	return c.words[0][strings.LastIndex(c.words[0], "/")+1:]
}

func (c call) has(words ...string) bool {
	for _, w := range c.words[min(1, len(c.words)):] {
		for _, one := range words {
			if w == one {
				return true
			}
		}
	}
	return false
}

// String is the call as it was written, near enough.
func (c call) String() string { return unveiled().Replace(orElse(c.text, strings.Join(c.words, " "))) }

// veiled is a command in which what is written in angles is a word, which a shell would take for a redirection.
func veiled(command string) string {
	var out strings.Builder
	end := 0
	for _, at := range angles().FindAllStringSubmatchIndex(command, -1) {
		if isAngle(command, at) {
			out.WriteString(command[end:at[0]] + "\ue000" + strings.ReplaceAll(command[at[2]:at[3]], " ", "\ue002") + "\ue001")
			end = at[1]
		}
	}
	return out.String() + command[end:]
}

var unveiled = sync.OnceValue(func() *strings.Replacer { return strings.NewReplacer("\ue000", "<", "\ue001", ">", "\ue002", " ") })

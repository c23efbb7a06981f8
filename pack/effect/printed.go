package effect

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Printed returns the texts that a command prints whatever it finds: what `echo` and `printf` are given. whole is true if it prints
// nothing else.
func (s *Script) Printed() (texts []string, whole bool) {
	if s.Failed {
		return nil, false
	}
	p := printing{source: s.source, whole: true}
	for _, stmt := range s.file.Stmts {
		p.stmt(stmt)
	}
	return append(p.texts, p.text.String()), p.whole
}

// printing collects what is printed. Where something prints that is not known, a text ends.
type printing struct {
	source string
	texts  []string
	text   strings.Builder
	whole  bool
}

func (p *printing) unknown() {
	p.whole = false
	p.texts = append(p.texts, p.text.String())
	p.text.Reset()
}

func (p *printing) stmt(stmt *syntax.Stmt) {
	c, is := stmt.Cmd.(*syntax.CallExpr)
	switch {
	case !is || stmt.Background:
		p.unknown()
	case len(c.Args) == 0:
	case redirected(stmt):
	default:
		p.call(c)
	}
}

// redirected reports whether the output of a statement goes elsewhere.
func redirected(stmt *syntax.Stmt) bool {
	for _, r := range stmt.Redirs {
		toOther := r.N == nil || r.N.Value == "1"
		switch r.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll:
			return toOther
		case syntax.DplOut:
			return toOther && r.Word.Lit() != "1"
		}
	}
	return false
}

func (p *printing) call(c *syntax.CallExpr) {
	switch c.Args[0].Lit() {
	case "true", ":", "set", "sleep", "exit", "test", "[", "false":
	case "echo":
		p.echo(c.Args[1:])
	case "printf":
		p.printf(c.Args[1:])
	default:
		p.unknown()
	}
}

func (p *printing) echo(args []*syntax.Word) {
	end := "\n"
	if len(args) > 0 && args[0].Lit() == "-n" {
		args, end = args[1:], ""
	}
	for i, w := range args {
		if i > 0 {
			p.text.WriteByte(' ')
		}
		p.parts(w.Parts)
	}
	p.text.WriteString(end)
}

func (p *printing) printf(args []*syntax.Word) {
	if len(args) != 1 || strings.ContainsAny(wordOf(args[0]), `%$`) {
		p.unknown()
		return
	}
	p.text.WriteString(strings.ReplaceAll(wordOf(args[0]), `\n`, "\n"))
}

func (p *printing) parts(list []syntax.WordPart) {
	for _, part := range list {
		switch part := part.(type) {
		case *syntax.Lit:
			if strings.ContainsAny(part.Value, `\*?[~`) {
				p.unknown()
				continue
			}
			p.text.WriteString(part.Value)
		case *syntax.SglQuoted:
			p.text.WriteString(part.Value)
		case *syntax.DblQuoted:
			p.parts(part.Parts)
		default:
			p.unknown()
		}
	}
}

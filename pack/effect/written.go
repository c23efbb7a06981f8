package effect

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// packDir is how a command names the directory of its pack.
const packDir = "$RTUT_PACK_DIR/"

// runDir is how a command names the directory of its run.
const runDir = "$RTUT_RUN_DIR"

// IntoDirectory returns the files that a command writes below the directory in which it is started, or below that of its pack, as far as
// their names say so. Names that begin with a dot are left out.
func (s *Script) IntoDirectory() []Place {
	if s.Failed {
		return nil
	}
	w := &writing{s: s}
	for _, c := range s.Calls {
		w.elsewhere = w.elsewhere || c.Program() == "cd" || c.Program() == "pushd"
	}
	syntax.Walk(s.file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Redirect:
			switch n.Op {
			case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll:
				w.to(n.Word)
			}
		case *syntax.CallExpr:
			if len(n.Args) > 0 {
				w.call(n)
			}
		}
		return true
	})
	return w.found
}

type writing struct {
	s         *Script
	elsewhere bool
	found     []Place
}

// to notes a word if it is the name of a file in the directory.
func (w *writing) to(word *syntax.Word) {
	if word == nil {
		return
	}
	name := named(word)
	below, ours := strings.CutPrefix(name, packDir)
	if !ours && (w.elsewhere || name == "" || strings.HasPrefix(name, "/") || strings.ContainsAny(name, "$~*?`")) {
		return
	}
	for part := range strings.SplitSeq(strings.TrimPrefix(below, "./"), "/") {
		if strings.HasPrefix(part, ".") || strings.HasPrefix(part, "-") {
			return
		}
	}
	w.found = append(w.found, Place{At: at(w.s.source, word.Pos()), Text: name})
}

// named is the text of a word in which variables keep their names.
func named(word *syntax.Word) string {
	var out strings.Builder
	var add func(parts []syntax.WordPart)
	add = func(parts []syntax.WordPart) {
		for _, part := range parts {
			switch part := part.(type) {
			case *syntax.Lit:
				out.WriteString(part.Value)
			case *syntax.SglQuoted:
				out.WriteString(part.Value)
			case *syntax.DblQuoted:
				add(part.Parts)
			case *syntax.ParamExp:
				if part.Param != nil {
					out.WriteString("$" + part.Param.Value)
				}
			default:
				out.WriteString("$")
			}
		}
	}
	add(word.Parts)
	return out.String()
}

// call notes what a program writes to by its words.
func (w *writing) call(n *syntax.CallExpr) {
	c := innermost(n)
	args := n.Args[max(0, len(n.Args)-len(c.Words)):]
	switch c.Program() {
	case "tee", "touch", "truncate":
		w.operands(args, 0)
	case "cp", "mv", "install":
		if len(c.operands()) > 1 && !c.has("-t", "-d") {
			w.to(args[len(args)-1])
		}
	case "curl":
		w.after(args, "-o", "--output")
		if c.has("--remote-name") || slices.ContainsFunc(c.Words, func(w string) bool { return clusterHas(w, 'O') }) {
			w.here(args[0], "the file that curl fetches")
		}
	case "wget":
		w.after(args, "-O", "--output-document")
		if !c.has("-O", "--output-document", "-P", "--directory-prefix", "--spider") && !strings.HasPrefix(strings.Join(c.Words[1:], " "), "-qO") && !hasPrefix(c.Words, "-O", "-qO", "--output-document=", "-P", "--directory-prefix=") {
			w.here(args[0], "the file that wget fetches")
		}
	case "openssl":
		w.after(args, "-out", "-keyout")
	case "sort":
		w.after(args, "-o", "--output")
	case "sed":
		if hasPrefix(c.Words, "-i", "--in-place") {
			w.operands(args, 1)
		}
	}
}

func hasPrefix(words []string, prefixes ...string) bool {
	for _, word := range words {
		for _, prefix := range prefixes {
			if strings.HasPrefix(word, prefix) {
				return true
			}
		}
	}
	return false
}

// operands notes the words that are no options, except for the first few.
func (w *writing) operands(args []*syntax.Word, skip int) {
	for _, word := range args[1:] {
		switch text := named(word); {
		case strings.HasPrefix(text, "-"):
		case skip > 0:
			skip--
		default:
			w.to(word)
		}
	}
}

// after notes the words that come after an option.
func (w *writing) after(args []*syntax.Word, options ...string) {
	for i, word := range args[:len(args)-1] {
		for _, option := range options {
			if named(word) == option {
				w.to(args[i+1])
			}
		}
	}
}

// here notes a file whose name is not in the command.
func (w *writing) here(word *syntax.Word, what string) {
	if !w.elsewhere {
		w.found = append(w.found, Place{At: at(w.s.source, word.Pos()), Text: what})
	}
}

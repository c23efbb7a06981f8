package command

import "mvdan.cc/sh/v3/syntax"

// redirect visits a redirection. A here-document is code if the command reads its input so.
func (w *walker) redirect(redirect *syntax.Redirect, reader string, p place) {
	p = p.one()
	if redirect.N != nil {
		w.name(redirect.N.Value, "the number of a file")
	}
	switch redirect.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		w.hereDocument(redirect, reader, p)
	case syntax.DplIn, syntax.DplOut:
		p.numeric = true
		w.word(redirect.Word, p)
	case syntax.WordHdoc:
		p.interpreter = reader
		w.word(redirect.Word, p)
	default:
		p.script = reader
		w.word(redirect.Word, p)
	}
}

func (w *walker) hereDocument(redirect *syntax.Redirect, reader string, p place) {
	terminator, _ := unquoted(redirect.Word)
	w.name(terminator, "the end of a here-document")
	if redirect.Hdoc == nil {
		return
	}
	p = p.inside("a here-document")
	p.interpreter, p.quoted = reader, true
	for _, part := range redirect.Hdoc.Parts {
		lit, ok := part.(*syntax.Lit)
		if !ok {
			w.part(part, p)
			continue
		}
		if reader != "" {
			w.script(lit.Pos(), lit.Value)
		}
		w.bare(lit.Value, p)
		for _, i := range w.indices(lit.Value) {
			w.slots[i].terminator = w.endable(lit.Value, terminator)
		}
	}
}

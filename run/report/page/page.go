// Package page is what all HTML documents of rtut have in common: the frame, the style, and the promise that a document is
// one file that loads nothing, runs nothing and sends nothing.
package page

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // the files of the frame
	"encoding/base64"
	"html/template"
	"io"
)

// Page is one kind of document. It may be used by several goroutines at once.
type Page struct {
	template *template.Template
	style    string
	policy   template.HTMLAttr
}

var (
	//go:embed frame.html
	frameHTML string
	//go:embed style.css
	frameStyle string
)

// New makes a kind of document. parts define the templates "masthead", "main" and "colophon", each of which gets what Render
// is given as body; style is added to that of all pages. It panics if parts is no template: it is part of the program. Do it
// when a document is first wanted, since parsing takes longer than most commands.
func New(funcs template.FuncMap, parts, style string) *Page {
	t := template.Must(template.New("frame").Parse(frameHTML))
	template.Must(t.New("parts").Funcs(funcs).Parse(parts))
	style = "\n" + frameStyle + style
	return &Page{t, style, policyOf(style)}
}

// policyOf allows a browser the page's own style and nothing else: no script, no picture, no request.
func policyOf(style string) template.HTMLAttr {
	sum := sha256.Sum256([]byte(style))
	return template.HTMLAttr(`content="default-src 'none'; style-src 'sha256-` + base64.StdEncoding.EncodeToString(sum[:]) +
		`'; base-uri 'none'; form-action 'none'"`)
}

// frame is what frame.html needs.
type frame struct {
	Title  string
	Policy template.HTMLAttr
	Style  template.HTML
	Body   any
}

// Render writes the document of body. A text in it may be anybody's: it comes out as text, whatever is in it, and what a
// reader would not see in it comes out as its name (see visible). Nothing is written if the template fails.
func (p *Page) Render(w io.Writer, title string, body any) error {
	var out bytes.Buffer
	style := template.HTML("<style>" + p.style + "</style>")
	if err := p.template.Execute(&out, frame{title, p.policy, style, body}); err != nil {
		return err
	}
	_, err := w.Write(visible(out.Bytes()))
	return err
}

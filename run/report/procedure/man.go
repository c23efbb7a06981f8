package procedure

import (
	"io"
	"strconv"
	"strings"

	"rtut/run/plain"
)

// Man writes a page for man(1), in section 7.
func Man(w io.Writer, d Document) error {
	m := &manWriter{}
	m.request(".TH", strings.ToUpper(d.ID), "7", "", "", "Runbook")
	m.request(".SH", "NAME")
	m.line(roff(d.ID) + ` \- ` + roff(d.Title))
	m.request(".SH", "DESCRIPTION")
	m.blocks(d.Blocks)
	m.out.WriteString(".PP\n")
	m.line(m.spans(made(d)))
	_, err := io.WriteString(w, m.out.String())
	return err
}

type manWriter struct{ out strings.Builder }

// request writes a request of roff. An argument stands in quotes, in which a quote is written twice.
func (m *manWriter) request(name string, args ...string) {
	m.out.WriteString(name)
	for _, arg := range args {
		m.out.WriteString(` "` + strings.ReplaceAll(roff(arg), `"`, `""`) + `"`)
	}
	m.out.WriteByte('\n')
}

// line writes a line of text, which is no request however it begins.
func (m *manWriter) line(text string) {
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	m.out.WriteString(text + "\n")
}

func (m *manWriter) blocks(blocks []Block) {
	for _, b := range blocks {
		m.block(b)
	}
}

func (m *manWriter) block(b Block) {
	switch b.Kind {
	case Heading:
		name := ".SS"
		if b.Level == 2 {
			name = ".SH"
		}
		m.request(name, plainText(b.Text))
	case Code:
		m.out.WriteString(".PP\n.RS 4\n.nf\n")
		for line := range strings.Lines(b.Source) {
			m.line(roff(strings.TrimSuffix(line, "\n")))
		}
		m.out.WriteString(".fi\n.RE\n")
	case Bullets, Numbers:
		for i, item := range b.Items {
			mark := `\(bu 2`
			if b.Kind == Numbers {
				mark = strconv.Itoa(i+1) + ". 4"
			}
			m.out.WriteString(".IP " + mark + "\n")
			m.item(item)
		}
	case Table:
		for _, row := range b.Rows {
			m.row(b.Head, row)
		}
	case Paragraph, Warning:
		m.out.WriteString(".PP\n")
		m.line(m.spans(b.Text))
	}
}

// item writes the blocks of an item of a list: the first beside its mark.
func (m *manWriter) item(blocks []Block) {
	for i, b := range blocks {
		if i == 0 && b.Kind == Paragraph {
			m.line(m.spans(b.Text))
			continue
		}
		m.out.WriteString(".RS 2\n")
		m.block(b)
		m.out.WriteString(".RE\n")
	}
}

// row writes a row of a table as a term and what is said of it: not every roff has tables.
func (m *manWriter) row(head []string, row [][]Span) {
	m.out.WriteString(".TP\n")
	m.line(`\fB` + roff(plainText(row[0])) + `\fR`)
	var said []string
	for i, cell := range row[1:] {
		if text := m.spans(cell); text != "" {
			said = append(said, roff(head[i+1])+": "+text)
		}
	}
	m.line(strings.Join(said, "; "))
}

func (m *manWriter) spans(spans []Span) string {
	var out strings.Builder
	for _, s := range spans {
		text := roff(strings.ReplaceAll(s.Text, "\n", " "))
		switch {
		case s.Style == Plain && target(s.URL) != "" && !strings.HasPrefix(s.URL, "#") && s.URL != s.Text:
			text += " <" + roff(s.URL) + ">"
		case s.Style == Strong, s.Style == Literal:
			text = `\fB` + text + `\fR`
		case s.Style == Emphasis:
			text = `\fI` + text + `\fR`
		}
		out.WriteString(text)
	}
	return strings.TrimSpace(out.String())
}

// roff writes text so that none of it is a request or an escape.
func roff(text string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ").Replace(plain.Text(text))
}

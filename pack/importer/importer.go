package importer

import (
	"fmt"
	"strings"
)

// Options say what is imported of a page.
type Options struct {
	ID       string                                      // of the pack; "" to make it of the title
	Sections []string                                    // headings whose sections alone are imported; nil for all
	Secret   func(text string) (kind string, found bool) // says what a text that looks like a secret looks like; nil for no guard
}

// Result is what became of a page.
type Result struct {
	ID      string
	Pack    []byte // the text of a pack.yaml, which loads
	Steps   int
	Remarks []Remark  // what was guessed, in the order of the page
	Left    []Section // sections that give no steps since they are not on the way
}

// Remark is something that the importer could not decide.
type Remark struct {
	Line    int    // of the page, from 1; 0 for the whole of it
	Kind    string // a word such as "not-shell"
	Message string
}

// Section is a part of a page below a heading.
type Section struct {
	Heading string
	Line    int // of the page, from 1
	Steps   int
}

// Refusal says why a page gives no pack.
type Refusal struct {
	Code    string // for scripts
	Message string
	Details []string
}

func (r *Refusal) Error() string { return r.Message }

func refuse(code, format string, args ...any) *Refusal {
	return &Refusal{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Import makes a pack of a page. name is the base name of its file, which comments of the pack refer to. An error that is no
// *Refusal is a fault of the importer.
func Import(name string, page []byte, opts Options) (*Result, error) {
	text, refusal := read(name, page)
	if refusal != nil {
		return nil, refusal
	}
	if isPlaybook(text) {
		return importPlaybook(name, text, opts)
	}
	p := newPage(name, text, opts)
	if err := p.choose(opts.Sections); err != nil {
		return nil, err
	}
	p.walk()
	if err := p.judge(); err != nil {
		return nil, err
	}
	return p.build(opts)
}

// newPage reads a page into sections.
func newPage(name, text string, opts Options) *page {
	p := &page{name: name, guard: opts.Secret}
	p.lines = strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	p.withoutSecrets()
	p.original = append(p.original, p.lines...)
	p.frontMatter()
	p.admonitions()
	p.parse()
	p.outline()
	return p
}

// page is a page on its way to a pack.
type page struct {
	name     string // of its file
	guard    func(text string) (kind string, found bool)
	lines    []string // as they are read: notes are quotes
	original []string
	front    []string // of the front matter
	title    string
	ends     map[string]int // see nextMatch
	byID     map[string]*param
	titled   *block // the heading that is the title, nil for none
	marks    []bool // lines that hold the mark of an item
	blocks   []*block
	root     *section
	vague    bool // sections that are off the way give steps, since no other does
	remarks  []Remark

	top      *stage
	steps    []*step
	summary  []string
	comments []string // above the pack
	counts   struct{ headings, lists, blocks int }
	set      map[string]bool // variables that something on the page sets
	shell    string
	params   []*param
	replaces bool // the page says that something has to be replaced
}

func (p *page) remark(line int, kind, format string, args ...any) {
	p.remarks = append(p.remarks, Remark{Line: line, Kind: kind, Message: fmt.Sprintf(format, args...)})
}

package procedure

// Document is a page: its title, and what follows.
type Document struct {
	ID     string // of the pack
	Title  string
	Blocks []Block
}

// Kind says what a block is.
type Kind string

// The kinds of blocks.
const (
	Heading   Kind = "heading"   // of a Level from 2 to 4; Anchor is what links to it name
	Paragraph Kind = "paragraph" // Text
	Warning   Kind = "warning"   // Text that must not be missed
	Code      Kind = "code"      // Source, as it is
	Bullets   Kind = "bullets"   // Items
	Numbers   Kind = "numbers"   // Items, in their order
	Table     Kind = "table"     // Head and Rows
)

// Block is a part of a page that stands by itself.
type Block struct {
	Kind   Kind
	Level  int
	Anchor string
	Text   []Span
	Source string
	Items  [][]Block
	Head   []string
	Rows   [][][]Span
}

// Style says how a span looks.
type Style string

// The styles of spans.
const (
	Plain    Style = ""
	Literal  Style = "literal" // a command, an id, a value
	Strong   Style = "strong"
	Emphasis Style = "emphasis"
)

// Span is some text in a line.
type Span struct {
	Style Style
	Text  string
	URL   string // of a link; "" for none. "#anchor" leads to a heading
}

func words(text string) []Span      { return []Span{{Text: text}} }
func literal(text string) Span      { return Span{Style: Literal, Text: text} }
func strong(text string) Span       { return Span{Style: Strong, Text: text} }
func paragraph(spans ...Span) Block { return Block{Kind: Paragraph, Text: spans} }

func heading(level int, anchor string, spans ...Span) Block {
	return Block{Kind: Heading, Level: level, Anchor: anchor, Text: spans}
}

// labeled is a line such as "Host: db1".
func labeled(label string, spans ...Span) []Block {
	return []Block{paragraph(append([]Span{strong(label + ":"), {Text: " "}}, spans...)...)}
}

// literals joins ids or commands with commas.
func literals(list []string) []Span {
	var spans []Span
	for i, text := range list {
		if i > 0 {
			spans = append(spans, Span{Text: ", "})
		}
		spans = append(spans, literal(text))
	}
	return spans
}

// plainText is the text of spans alone.
func plainText(spans []Span) string {
	text := ""
	for _, s := range spans {
		text += s.Text
	}
	return text
}

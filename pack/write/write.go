// Package write makes the text of a pack.yaml out of a tree of keys. Keys stand in the order of the tables of docs/pack-spec.md,
// texts in the simplest YAML that reads back the same, comments where they were given. What it writes loads to what was meant.
//
//	top := write.New()
//	top.Text("schema", "runbook-pack/v0.2")
//	top.Text("id", "greet")
//	top.Text("title", "Greet")
//	step := write.New("Where it comes from.")
//	step.Text("id", "say")
//	step.Text("title", "Say hello")
//	top.Add("steps", step)
//	text, err := write.Pack(top)
//
// Texts are written as they are: value.EscapeText and value.EscapeProse take the meaning from what would be a placeholder.
package write

// Mapping is a mapping in the making. Keys may be given in any order; a key that is given again replaces the first.
type Mapping struct {
	comment []string
	order   []string // of keys that no table has
	values  map[string]value
	above   map[string][]string
}

// value is one of its three.
type value struct {
	text    *string
	mapping *Mapping
	list    []item
	isList  bool
}

// item of a list is one of its two.
type item struct {
	text    string
	mapping *Mapping
}

// New returns a mapping without keys. The comment, lines without `# `, stands above it.
func New(comment ...string) *Mapping {
	return &Mapping{comment: lines(comment), values: map[string]value{}, above: map[string][]string{}}
}

// Text gives a key a text: numbers, durations and truth values too.
func (m *Mapping) Text(key, text string) { m.put(key, value{text: &text}) }

// Texts gives a key a list of texts.
func (m *Mapping) Texts(key string, texts ...string) {
	v := value{isList: true}
	for _, text := range texts {
		v.list = append(v.list, item{text: text})
	}
	m.put(key, v)
}

// Map gives a key a mapping.
func (m *Mapping) Map(key string, below *Mapping) { m.put(key, value{mapping: below}) }

// Add appends a mapping to the list of a key.
func (m *Mapping) Add(key string, below *Mapping) {
	v := m.values[key]
	v.isList = true
	v.list = append(v.list, item{mapping: below})
	m.put(key, v)
}

// AddText appends a text to the list of a key, in which mappings may stand beside it: `produces`.
func (m *Mapping) AddText(key, text string) {
	v := m.values[key]
	v.isList = true
	v.list = append(v.list, item{text: text})
	m.put(key, v)
}

// Comment adds lines above the mapping, without `# `.
func (m *Mapping) Comment(comment ...string) { m.comment = append(m.comment, lines(comment)...) }

// CommentKey adds lines above a key, without `# `.
func (m *Mapping) CommentKey(key string, comment ...string) {
	m.above[key] = append(m.above[key], lines(comment)...)
}

// Has reports whether the mapping has a key.
func (m *Mapping) Has(key string) bool {
	_, has := m.values[key]
	return has
}

// Get returns the text of a key, "" where it has none.
func (m *Mapping) Get(key string) string {
	if text := m.values[key].text; text != nil {
		return *text
	}
	return ""
}

// Remove takes a key away.
func (m *Mapping) Remove(key string) { delete(m.values, key) }

// Take gives the mapping the values that another one has under these keys.
func (m *Mapping) Take(from *Mapping, keys ...string) {
	for _, key := range keys {
		if v, has := from.values[key]; has {
			m.put(key, v)
		}
	}
}

func (m *Mapping) put(key string, v value) {
	if !m.Has(key) {
		m.order = append(m.order, key)
	}
	m.values[key] = v
}

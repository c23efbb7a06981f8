package pack

import (
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// yamlNode is what the YAML parser gives.
type yamlNode = yaml.Node

type nodeKind int

const (
	scalarNode nodeKind = iota
	mappingNode
	sequenceNode
	brokenNode // something that a diagnostic has been given for already
)

// node is a piece of YAML with aliases followed and merges carried out. Nodes may be shared, never in a circle.
type node struct {
	kind    nodeKind
	value   string // of a scalar: as it was typed, quotes and escapes undone
	style   yaml.Style
	place   mark
	entries []entry
	items   []*node
	weight  int // of this node with all that it holds, counted as often as it is reached
}

// entry is one key of a mapping. A merged one stands in another mapping.
type entry struct {
	key, value *node
	merged     bool
}

// empty reports whether nothing was typed at all, as in `key:`.
func (n *node) empty() bool {
	return n.kind == scalarNode && n.value == "" && n.plain()
}

func (n *node) plain() bool {
	return n.style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0
}

func (n *node) doubleQuoted() bool { return n.style&yaml.DoubleQuotedStyle != 0 }
func (n *node) singleQuoted() bool { return n.style&yaml.SingleQuotedStyle != 0 }
func (n *node) block() bool        { return n.style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 }
func (n *node) flow() bool         { return n.style&yaml.FlowStyle != 0 }

// what names the kind of node in a message.
func (n *node) what() string {
	switch {
	case n.kind == mappingNode:
		return "a mapping"
	case n.kind == sequenceNode:
		return "a list"
	case n.empty():
		return "nothing"
	}
	return "text"
}

// syntaxError is what the YAML parser says, with the places that it keeps to itself.
type syntaxError struct {
	problem string
	at      mark
	context mark // where the construct begins that the problem is in; zero for none
}

// decode parses text as one YAML document. The node is nil for a text that holds nothing; second is where another
// document begins, zero for none.
func decode(text string) (root *yaml.Node, second mark, fault *syntaxError) {
	decoder := yaml.NewDecoder(strings.NewReader(text))
	var document, more yaml.Node
	if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
		return nil, mark{}, nil
	} else if err != nil {
		return nil, mark{}, newSyntaxError(decoder, err)
	}
	if err := decoder.Decode(&more); err == nil {
		second = mark{more.Line, more.Column}
	} else if !errors.Is(err, io.EOF) {
		return nil, mark{}, newSyntaxError(decoder, err)
	}
	return document.Content[0], second, nil
}

// newSyntaxError reads the marks of a parser that has given up. yaml.v3 keeps them private, and what its message makes
// of them has no column and often the line at which the enclosing mapping begins. Its last release is final, and a
// test notices if the marks are not found where they were.
func newSyntaxError(decoder *yaml.Decoder, err error) *syntaxError {
	e := &syntaxError{problem: strings.TrimPrefix(err.Error(), "yaml: "), at: mark{1, 1}}
	parser := reflect.ValueOf(decoder).Elem().FieldByName("parser").Elem()
	inner := parser.FieldByName("parser")
	if problem := inner.FieldByName("problem"); problem.String() == "" {
		e.at = readMark(parser.FieldByName("event").FieldByName("start_mark")) // an alias without an anchor
		return e
	}
	e.problem = inner.FieldByName("problem").String()
	e.at = readMark(inner.FieldByName("problem_mark"))
	if inner.FieldByName("context").String() != "" {
		e.context = readMark(inner.FieldByName("context_mark"))
	}
	return e
}

func readMark(v reflect.Value) mark {
	return mark{int(v.FieldByName("line").Int()) + 1, int(v.FieldByName("column").Int()) + 1}
}

// aliasBudget bounds what aliases may add to a file, so that a few lines cannot unfold into gigabytes.
const (
	aliasBudget = 4 << 20
	nodeWeight  = 64
	enough      = 1 << 40
)

// converter makes nodes of what the YAML parser gives, and reports what no pack may hold.
type converter struct {
	report *reporter
	done   map[*yamlNode]*node // nil while it is being made
	weight int                 // of everything, each node once
	merged int                 // of what merges have copied
}

// convert returns the node for y, and reports what is wrong with it.
func (c *converter) convert(y *yaml.Node) *node {
	if y.Kind == yaml.AliasNode {
		return c.alias(y)
	}
	if n, found := c.done[y]; found && n != nil {
		return n
	}
	c.done[y] = nil
	n := &node{value: y.Value, style: y.Style, place: mark{y.Line, y.Column}, weight: nodeWeight + len(y.Value)}
	c.weight += n.weight
	c.checkTag(y)
	switch y.Kind {
	case yaml.SequenceNode:
		c.sequence(n, y)
	case yaml.MappingNode:
		c.mapping(n, y)
	}
	n.weight = min(n.weight, enough)
	c.done[y] = n
	return n
}

func (c *converter) alias(y *yaml.Node) *node {
	if n, found := c.done[y.Alias]; found && n == nil {
		c.report.at(mark{y.Line, y.Column}, "alias", "the alias "+c.report.quoted("*"+y.Value)+" stands inside what it is an alias for",
			"refer to something that is complete")
		return &node{kind: brokenNode, place: mark{y.Line, y.Column}, weight: nodeWeight}
	}
	return c.convert(y.Alias)
}

// Tags that say what YAML would find by itself.
var knownTags = []string{"!!str", "!!int", "!!float", "!!bool", "!!null", "!!timestamp", "!!map", "!!seq", "!!merge", "!"}

func (c *converter) checkTag(y *yaml.Node) {
	if y.Style&yaml.TaggedStyle != 0 && !slices.Contains(knownTags, y.Tag) {
		c.report.at(mark{y.Line, y.Column}, "tag", "the tag "+c.report.quoted(y.Tag)+" means nothing in a pack", "leave it out")
	}
}

func (c *converter) sequence(n *node, y *yaml.Node) {
	n.kind = sequenceNode
	for _, item := range y.Content {
		child := c.convert(item)
		n.items = append(n.items, child)
		n.weight += child.weight
	}
}

func (c *converter) mapping(n *node, y *yaml.Node) {
	n.kind = mappingNode
	if c.isPlaceholder(y) {
		n.kind = brokenNode
		return
	}
	seen := map[string]bool{}
	var merges []*yaml.Node
	for i := 0; i+1 < len(y.Content); i += 2 {
		key, value := y.Content[i], y.Content[i+1]
		if key.Tag == "!!merge" {
			if merges != nil {
				c.report.at(mark{key.Line, key.Column}, "duplicate-key", "`<<` is given twice. a key may occur once in a mapping", "give it a list: `<<: [*a, *b]`")
			}
			merges = append(merges, value)
			continue
		}
		c.pair(n, seen, key, value)
	}
	for _, merge := range merges {
		c.merge(n, seen, merge, true)
	}
}

// pair adds a key and its value to n.
func (c *converter) pair(n *node, seen map[string]bool, key, value *yaml.Node) {
	k := c.convert(key)
	v := c.convert(value)
	switch {
	case k.kind == brokenNode:
	case k.kind != scalarNode:
		c.report.at(k.place, "key", "the key of a mapping is "+k.what()+". text was expected", "quote this")
	case seen[k.value]:
		c.report.at(k.place, "duplicate-key", "the key "+c.report.quoted(k.value)+" is given twice. a key may occur once in a mapping", "")
	default:
		seen[k.value] = true
		n.entries = append(n.entries, entry{key: k, value: v})
		n.weight += k.weight + v.weight
	}
}

// merge adds what n does not have yet from the mapping, or mappings, of a `<<` key. The first mapping wins.
func (c *converter) merge(n *node, seen map[string]bool, y *yaml.Node, list bool) {
	from := c.convert(y)
	switch {
	case from.kind == brokenNode:
	case from.kind == mappingNode && c.merged > aliasBudget:
		n.weight = enough
	case from.kind == mappingNode:
		n.weight += from.weight
		c.merged += from.weight
		for _, e := range from.entries {
			if !seen[e.key.value] {
				seen[e.key.value] = true
				n.entries = append(n.entries, entry{key: e.key, value: e.value, merged: true})
			}
		}
	case from.kind == sequenceNode && list:
		target := y
		if y.Kind == yaml.AliasNode {
			target = y.Alias
		}
		for _, item := range target.Content {
			c.merge(n, seen, item, false)
		}
	default:
		c.report.at(from.place, "merge", "`<<` merges "+from.what()+". a mapping, or a list of mappings, was expected", "")
	}
}

// isPlaceholder reports a mapping that is meant to be a placeholder: YAML reads an unquoted `{{ name }}` as a mapping
// whose only key is a mapping.
func (c *converter) isPlaceholder(y *yaml.Node) bool {
	if len(y.Content) == 0 || y.Style&yaml.FlowStyle == 0 {
		return false
	}
	key := y.Content[0]
	if key.Kind != yaml.MappingNode || key.Style&yaml.FlowStyle == 0 || key.Line != y.Line || key.Column != y.Column+1 {
		return false
	}
	c.report.at(mark{y.Line, y.Column}, "quote", "YAML reads `{{` at the start of a value as a mapping. text was expected", hintQuote)
	return true
}

// topEntry is a key of the outermost mapping with its value, nil unless that is a scalar without an anchor.
type topEntry struct{ key, value *node }

// topEntries returns the entries of the outermost mapping. It must be written in lines, and a key must stand in
// it once.
func topEntries(document *yaml.Node) (map[string]*topEntry, error) {
	if document == nil || document.Kind != yaml.MappingNode || document.Style&yaml.FlowStyle != 0 {
		return nil, errors.New("the pack is not a mapping of one key a line")
	}
	entries := map[string]*topEntry{}
	for i := 0; i+1 < len(document.Content); i += 2 {
		key, value := document.Content[i], document.Content[i+1]
		if entries[key.Value] != nil {
			return nil, errors.New("the key " + key.Value + " stands there twice")
		}
		entries[key.Value] = &topEntry{key: scalarOf(key)}
		if value.Kind == yaml.ScalarNode && value.Anchor == "" {
			entries[key.Value].value = scalarOf(value)
		}
	}
	return entries, nil
}

func scalarOf(y *yaml.Node) *node {
	return &node{value: y.Value, style: y.Style, place: mark{y.Line, y.Column}}
}

// sameExcept reports whether two outermost mappings hold the same in the same order, one key apart.
func sameExcept(a, b *yaml.Node, key string) bool {
	return slices.EqualFunc(without(a, key), without(b, key), sameNode)
}

func without(mapping *yaml.Node, key string) []*yaml.Node {
	var kept []*yaml.Node
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value != key {
			kept = append(kept, mapping.Content[i], mapping.Content[i+1])
		}
	}
	return kept
}

// sameNode compares what is written; an alias is the same as one of the same name.
func sameNode(a, b *yaml.Node) bool {
	return a.Kind == b.Kind && a.Tag == b.Tag && a.Value == b.Value && a.Anchor == b.Anchor && a.Style == b.Style &&
		slices.EqualFunc(a.Content, b.Content, sameNode)
}

func isScalarNode(y *yaml.Node) bool { return y.Kind == yaml.ScalarNode }

func isMapping(y *yaml.Node) bool { return y.Kind == yaml.MappingNode }

// isFlow reports whether a mapping or a list is written in brackets.
func isFlow(y *yaml.Node) bool {
	return (isMapping(y) || y.Kind == yaml.SequenceNode) && y.Style&yaml.FlowStyle != 0 && y.Anchor == "" && y.Style&yaml.TaggedStyle == 0
}

// isBlockMapping reports whether a mapping is written in lines, and holds something.
func isBlockMapping(y *yaml.Node) bool {
	return isMapping(y) && y.Style == 0 && y.Anchor == "" && len(y.Content) > 0
}

// isBlockSequence is isBlockMapping for lists.
func isBlockSequence(y *yaml.Node) bool {
	return y.Kind == yaml.SequenceNode && y.Style == 0 && y.Anchor == "" && len(y.Content) > 0
}

// hasAnchors reports whether a node or one within it is an alias, or has an anchor for one.
func hasAnchors(y *yaml.Node) bool {
	return y.Kind == yaml.AliasNode || y.Anchor != "" || slices.ContainsFunc(y.Content, hasAnchors)
}

// keepsBreaks reports whether a text in a block keeps the blank lines behind it: `|+`.
func keepsBreaks(y *yaml.Node) bool {
	block := y.Kind == yaml.ScalarNode && y.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0
	return block && strings.HasSuffix(y.Value, "\n\n") || slices.ContainsFunc(y.Content, keepsBreaks)
}

package pack

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"rtut/pack/value"
)

// The bounds of loops.
const (
	maxElements = 1_000
	maxItems    = 10_000 // that all loops of a pack may be written out to
)

// Loop is a list for each element of which stages and steps of a pack are written out. One variable stands for one list in all of the
// pack.
type Loop struct {
	Variable string
	Item     string     // the first step or stage with a loop over it
	Param    string     // the list param that has the elements; "" where the pack has them
	Literal  []string   // the elements in the pack; nil where a param has them
	Spec     value.Spec // of an element
	Number   bool       // the key of an element is its number, and not its text
	Empty    bool       // no elements are no fault
	Elements []string   // as the run has them; nil in a pack that is not written out

	at *node
}

// Keys returns what the ids of the items of each element end in.
func (l *Loop) Keys() []string { return keysOf(l.Elements, l.Number) }

// keysOf returns the keys of elements.
func keysOf(elements []string, number bool) []string {
	keys := make([]string, len(elements))
	for i, text := range elements {
		if keys[i] = keyOf(text); number {
			keys[i] = strconv.Itoa(i + 1)
		}
	}
	return keys
}

// keyOf is the text of an element in small letters, with one dash for every run of other characters.
func keyOf(text string) string {
	return strings.Trim(notInSlug().ReplaceAllString(strings.ToLower(text), "-"), "-")
}

// From says where the elements come from: the id of a param, or the list in the pack.
func (l *Loop) From() string {
	if l.Param != "" {
		return l.Param
	}
	return strings.Join(l.Literal, ", ")
}

// list names the kind of list: the one of a param, or one in the pack.
func (l *Loop) list() string {
	if l.Param != "" {
		return "param " + l.Param
	}
	return "in the pack"
}

// keyed says what ids end in, as `key` has it.
func (l *Loop) keyed() string {
	if l.Number {
		return "number"
	}
	return "text"
}

// Element is one element of a loop, for which an item was written out.
type Element struct {
	Template string `json:"id"` // the id of the item in the pack
	Variable string `json:"variable"`
	Text     string `json:"element"`
}

// Loops returns the loops of the pack in the order of the file, each variable once.
func (p *Pack) Loops() []Loop { return p.loops }

// IsTemplate reports whether the pack has loops that are not written out. No run follows it as it is.
func (p *Pack) IsTemplate() bool { return len(p.loops) > 0 && !p.writtenOut }

// Template returns the pack as its file says it, with its loops not written out.
func (p *Pack) Template() *Pack {
	if p.writtenOut {
		return p.index.template
	}
	return p
}

// LoopOn returns the loop that a step or a stage of a template has itself, nil for none.
func (p *Pack) LoopOn(id string) *Loop {
	for inside, root := range p.index.loopRoots {
		if item := p.Item(inside); root == id && item != nil {
			i := slices.IndexFunc(p.loops, func(l Loop) bool { return l.Variable == item.Loop })
			return &p.loops[i]
		}
	}
	return nil
}

// Element returns for which element of a loop an item was written out, nil for none.
func (p *Pack) Element(item string) *Element { return p.index.elements[item] }

// WrittenFrom returns the items that were written out for a step or a gate of the template, in canonical order; nil where none was.
func (p *Pack) WrittenFrom(template string) []string {
	var items []string
	for _, id := range p.Graph().Items() {
		if e := p.index.elements[id]; e != nil && e.Template == template {
			items = append(items, id)
		}
	}
	return items
}

// LoopError says why the loops of a pack can't be written out over some elements.
type LoopError struct {
	Code string // loop_key, loop_empty, loop_size or loop_value
	Item string // the stage or step with the loop; "" for none
	Text string
	Hint string
}

func (e *LoopError) Error() string {
	text := e.Text
	if e.Item != "" {
		text = e.Item + ": " + text
	}
	if e.Hint != "" {
		text += ". " + e.Hint
	}
	return text
}

// writings remembers the pack that was written out last, since the same is asked for again and again.
type writings struct {
	mutex    sync.Mutex
	elements map[string][]string
	pack     *Pack
	err      error
}

// elementFault says what is wrong with the elements of a loop, beside that there are none; nil for nothing.
func elementFault(elements []string, number bool) *LoopError {
	if len(elements) > maxElements {
		return &LoopError{Code: "loop_size", Text: "the list has " + strconv.Itoa(len(elements)) + " elements, and at most " + strconv.Itoa(maxElements) + " were expected"}
	}
	if fault := sameTwice(elements); fault != nil {
		return fault
	}
	seen := map[string]string{}
	for i, key := range keysOf(elements, number) {
		if key == "" {
			return &LoopError{Code: "loop_key", Text: value.Quoted(elements[i]) + " has no letter or digit from which an id could be made", Hint: "use `key: number`, or another list"}
		}
		if other, taken := seen[key]; taken {
			return &LoopError{
				Code: "loop_key", Text: value.Quoted(other) + " and " + value.Quoted(elements[i]) + " have the same key, " + key,
				Hint: "use `key: number`, or another list",
			}
		}
		seen[key] = elements[i]
	}
	return nil
}

// sameTwice refuses an element that stands twice, and elements that differ by case alone: on many systems they are the same, and few
// people would see it.
func sameTwice(elements []string) *LoopError {
	seen := map[string]string{}
	for _, text := range elements {
		folded := strings.ToLower(text)
		switch other, taken := seen[folded]; {
		case taken && other == text:
			return &LoopError{Code: "loop_key", Text: value.Quoted(text) + " stands twice in the list", Hint: "remove one"}
		case taken:
			return &LoopError{Code: "loop_key", Text: value.Quoted(other) + " and " + value.Quoted(text) + " differ by case alone", Hint: "use another list"}
		}
		seen[folded] = text
	}
	return nil
}

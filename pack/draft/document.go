package draft

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// MaxDraft is how many bytes the document of a draft may have.
const MaxDraft = 1 << 20

// documentKeys are the keys of the document of a draft, in their order. What else is in one is kept, behind them.
var documentKeys = []string{
	"schema", "automationId", "revision", "title", "definition", "root", "aliases", "retired", "history", "published",
}

// Encode gives the document that a draft is kept in: indented JSON with keys in a fixed order and one newline at the end. The
// error is a *Refusal where it would be larger than MaxDraft.
func (d *Draft) Encode() ([]byte, error) {
	var out bytes.Buffer
	if err := json.Indent(&out, d.value().append(nil), "", "  "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	if out.Len() > MaxDraft {
		return nil, at("").refuse(CapacityExceeded, fmt.Sprintf("the draft would have %d bytes. at most %d were expected", out.Len(), MaxDraft))
	}
	return out.Bytes(), nil
}

// MarshalJSON gives the document without indentation.
func (d *Draft) MarshalJSON() ([]byte, error) { return d.value().append(nil), nil }

func (d *Draft) value() jsonValue {
	aliases := objectOf()
	for _, alias := range slices.Sorted(maps.Keys(d.Aliases)) {
		aliases.members = append(aliases.members, member{alias, textValue(d.Aliases[alias])})
	}
	retired := jsonValue{kind: list}
	for _, id := range d.retired {
		retired.items = append(retired.items, textValue(id))
	}
	v := objectOf(
		member{"schema", textValue(Schema)},
		member{"automationId", textValue(d.AutomationID)},
		member{"revision", wholeValue(d.Revision)},
		member{"title", textValue(d.Title)},
		member{"definition", d.definition},
		member{"root", d.root.value()},
		member{"aliases", aliases},
		member{"retired", retired},
		member{"history", encoded(d.History)},
		member{"published", encoded(d.Published)},
	)
	v.members = append(v.members, d.rest...)
	return v
}

// encoded is a list of records as a value.
func encoded[T any](records []T) jsonValue {
	if len(records) == 0 {
		return jsonValue{kind: list}
	}
	data, err := json.Marshal(records)
	if err != nil {
		panic("draft: " + err.Error()) // they hold texts, numbers and times alone
	}
	return parsed(string(data))
}

func (s *sequence) value() jsonValue {
	nodes := jsonValue{kind: list}
	for _, n := range s.nodes {
		nodes.items = append(nodes.items, n.value())
	}
	return objectOf(member{"id", textValue(s.id)}, member{"kind", textValue("sequence")}, member{"nodes", nodes})
}

func (n *node) value() jsonValue {
	v := objectOf(member{"id", textValue(n.id)}, member{"kind", textValue(n.kind)})
	if n.isGroup() {
		branches := jsonValue{kind: list}
		for _, b := range n.branches {
			branches.items = append(branches.items, b.value())
		}
		v.members = append(v.members, member{"branches", branches})
	}
	v.members = append(v.members, n.fields.members...)
	return v
}

// Decode reads the document of a draft. The error says what is wrong with it, or names a schema that is not known.
func Decode(data []byte) (*Draft, error) {
	if len(data) > MaxDraft {
		return nil, fmt.Errorf("the draft has %d bytes. at most %d were expected", len(data), MaxDraft)
	}
	document, refusal := readDeep(data)
	if refusal != nil {
		return nil, errors.New(refusal.Message)
	}
	if schema := document.at("schema"); schema.text != Schema {
		return nil, fmt.Errorf("the schema is %s. %s was expected", quoted(schema.text), Schema)
	}
	d := &Draft{AutomationID: document.at("automationId").text, Title: document.at("title").text, definition: document.at("definition")}
	var whole bool
	if d.Revision, whole = document.at("revision").whole(); !whole || d.AutomationID == "" || d.definition.kind != object {
		return nil, errors.New("`automationId`, `revision` or `definition` is missing or damaged")
	}
	seen := map[string]bool{}
	var err error
	if d.root, err = decodeSequence(document.at("root"), seen); err != nil {
		return nil, err
	}
	if d.root.id != rootID {
		return nil, errors.New("the first sequence is not `root`")
	}
	return d, d.decodeRest(document)
}

// decodeRest reads what a draft has besides its nodes.
func (d *Draft) decodeRest(document jsonValue) error {
	d.Aliases = map[string]string{}
	for _, m := range document.at("aliases").members {
		d.Aliases[m.key] = m.value.text
	}
	for _, id := range document.at("retired").items {
		d.retired = append(d.retired, id.text)
	}
	if err := decodeRecords(document, "history", &d.History); err != nil {
		return err
	}
	if err := decodeRecords(document, "published", &d.Published); err != nil {
		return err
	}
	for _, m := range document.members {
		if !slices.Contains(documentKeys, m.key) {
			d.rest = append(d.rest, m)
		}
	}
	return nil
}

func decodeRecords[T any](document jsonValue, key string, into *[]T) error {
	records, there := document.get(key)
	if !there {
		return nil
	}
	if err := json.Unmarshal(records.append(nil), into); err != nil {
		return fmt.Errorf("`%s` is damaged: %w", key, err)
	}
	return nil
}

func decodeSequence(v jsonValue, seen map[string]bool) (*sequence, error) {
	s := &sequence{id: v.at("id").text}
	if v.at("kind").text != "sequence" || v.at("nodes").kind != list {
		return nil, fmt.Errorf("the sequence %s has no nodes", quoted(s.id))
	}
	if err := enterID(s.id, seen); err != nil {
		return nil, err
	}
	for _, item := range v.at("nodes").items {
		n, err := decodeNode(item, seen)
		if err != nil {
			return nil, err
		}
		s.nodes = append(s.nodes, n)
	}
	return s, nil
}

// enterID refuses an id that is empty or there twice.
func enterID(id string, seen map[string]bool) error {
	if id == "" || seen[id] {
		return fmt.Errorf("the id %s is empty or there twice", quoted(id))
	}
	seen[id] = true
	return nil
}

func decodeNode(v jsonValue, seen map[string]bool) (*node, error) {
	n := &node{id: v.at("id").text, kind: v.at("kind").text, fields: v.without("id").without("kind").without("branches")}
	if err := enterID(n.id, seen); err != nil {
		return nil, err
	}
	if !n.isGroup() {
		if n.kind != "tool" && n.kind != "agent" {
			return nil, fmt.Errorf("the node %s is of the kind %s. one of tool, agent, parallel was expected", quoted(n.id), quoted(n.kind))
		}
		return n, nil
	}
	for _, item := range v.at("branches").items {
		b, err := decodeSequence(item, seen)
		if err != nil {
			return nil, err
		}
		n.branches = append(n.branches, b)
	}
	if len(n.branches) == 0 {
		return nil, fmt.Errorf("the group %s has no branches", quoted(n.id))
	}
	return n, nil
}

package pack

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"

	"rtut/pack/command"
	"rtut/pack/value"
)

// Catalog is what the drafts of a repo may name: operations, performers and saved agents, each in the order of its name.
type Catalog struct {
	Operations []*Operation
	Performers []Performer
	Agents     []SavedAgent
}

// Operation is a command with inputs, in one version.
type Operation struct {
	Tool    string
	Name    string
	Version int64
	Text    string   // what its output says; "" where its output is no result
	Payload *Payload // nil where it takes none
	Pack    *Pack    // it as a pack of one step: its inputs are the params, its data the datapoints that the step produces
}

// Step is the step that the operation is.
func (o *Operation) Step() *Step { return o.Pack.Root.Steps[0] }

func (o *Operation) id() string { return fmt.Sprintf("%s/%s@%d", o.Tool, o.Name, o.Version) }

// Payload is a text that an operation takes beside its inputs, by the name `payload`.
type Payload struct {
	Title    string
	MaxBytes int
}

// payloadName is the param that carries the payload.
const payloadName = "payload"

// Performer is somebody, or a model, that carries out steps without a command.
type Performer struct {
	ID    string
	Title string
	Modes []string
}

// SavedAgent is a step without a command that is kept for more than one draft.
type SavedAgent struct {
	ID       string
	Revision int64
	Fields   []byte // the fields of the step, as a JSON object
}

// AgentCheck says what is wrong with the fields of a saved agent, and where: the keys and indices that lead there. The message is ""
// where nothing is.
type AgentCheck func(fields []byte) (where []string, message string)

// The directories of a catalog.
const (
	operationsDir = "operations"
	performersDir = "performers"
	agentsDir     = "agents"
)

// LoadCatalog reads and checks the catalog in a directory. The catalog is nil if one of the diagnostics is an error. The error is
// for what could not be done at all; it is fs.ErrNotExist where the directory is not there.
func LoadCatalog(fsys fs.FS, dir string, check AgentCheck) (*Catalog, Diagnostics, error) {
	if _, err := fs.Stat(fsys, dir); err != nil {
		return nil, nil, fmt.Errorf("read catalog: %w", err)
	}
	c := &catalogLoader{fsys: fsys, catalog: &Catalog{}, check: check, places: map[string]string{}}
	for _, kind := range []struct {
		dir  string
		read func(l *loader, root *node)
	}{{operationsDir, c.operation}, {performersDir, c.performer}, {agentsDir, c.agent}} {
		if err := c.files(path.Join(dir, kind.dir), kind.read); err != nil {
			return nil, nil, err
		}
	}
	if found := c.found.sorted(); found.Failed() {
		return nil, found, nil
	}
	c.sort()
	return c.catalog, c.found.sorted(), nil
}

// catalogLoader makes a catalog of its files.
type catalogLoader struct {
	fsys    fs.FS
	catalog *Catalog
	check   AgentCheck
	places  map[string]string // of what has been read, to its file
	found   Diagnostics
}

// files reads each YAML file of a directory, which may be missing.
func (c *catalogLoader) files(dir string, read func(l *loader, root *node)) error {
	entries, err := fs.ReadDir(c.fsys, dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read catalog: %w", err)
	}
	for _, e := range entries {
		if path.Ext(e.Name()) != ".yaml" || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if err := c.file(path.Join(dir, e.Name()), read); err != nil {
			return err
		}
	}
	return nil
}

func (c *catalogLoader) file(name string, parse func(l *loader, root *node)) error {
	_, data, err := read(c.fsys, name)
	if err != nil {
		return err
	}
	src, bad := checkText(name, data)
	report := &reporter{source: src, found: bad}
	if !bad.Failed() {
		if root := rootOf(report, "a file of the catalog", ""); root != nil {
			parse(&loader{report: report, pack: &Pack{Schema: V02}}, root)
		}
	}
	c.found = append(c.found, report.found...)
	return nil
}

// once refuses what another file has already.
func (c *catalogLoader) once(l *loader, root *node, what, id string) {
	key := what + " " + id
	if file, taken := c.places[key]; taken {
		l.report.at(root.place, "double", key+" stands in "+file+" already. each may occur once in a catalog", "")
		return
	}
	c.places[key] = l.report.source.file
}

func (c *catalogLoader) sort() {
	slices.SortFunc(c.catalog.Operations, func(a, b *Operation) int {
		return cmp.Or(strings.Compare(a.Tool, b.Tool), strings.Compare(a.Name, b.Name), cmp.Compare(a.Version, b.Version))
	})
	slices.SortFunc(c.catalog.Performers, func(a, b Performer) int { return strings.Compare(a.ID, b.ID) })
	slices.SortFunc(c.catalog.Agents, func(a, b SavedAgent) int {
		return cmp.Or(strings.Compare(a.ID, b.ID), cmp.Compare(a.Revision, b.Revision))
	})
}

func (c *catalogLoader) performer(l *loader, root *node) {
	if !l.is(root, mappingNode, "performer") {
		return
	}
	m := l.mapping(root, "performer")
	p := Performer{ID: m.text("id"), Title: m.text("title"), Modes: m.texts("modes")}
	if m.get("modes") != nil && len(p.Modes) == 0 && len(m.items("modes")) == 0 {
		l.report.at(m.at("modes"), "required", "`modes` is empty. at least one was expected", "")
	}
	c.once(l, root, "performer", p.ID)
	c.catalog.Performers = append(c.catalog.Performers, p)
}

// wholeNumber reads a number of at least 1; 0 where it is none, which is reported.
func (l *loader) wholeNumber(m mapping, key string, most int) int64 {
	n := m.number(key, 1, most)
	if n == nil {
		return 0
	}
	return int64(*n)
}

// operation reads an operation, and checks it as a pack of one step.
func (c *catalogLoader) operation(l *loader, root *node) {
	if !l.is(root, mappingNode, "operation") {
		return
	}
	m := l.mapping(root, "operation")
	o := &Operation{Tool: m.text("tool"), Name: m.text("operation"), Version: l.wholeNumber(m, "version", math.MaxInt32), Text: m.text("text"), Pack: l.pack}
	if p, ok := m.mapping("payload"); ok {
		o.Payload = &Payload{Title: p.text("title"), MaxBytes: int(l.wholeNumber(p, "max_bytes", value.MaxValue))}
	}
	if l.report.found.Failed() {
		return // what is wrong with its keys would be said again, of a pack that nobody wrote
	}
	l.parseTop(m.asPack(o))
	for _, s := range l.steps {
		l.readsNoVariables(m, s.step)
		if s.step.Alternatives[0].Verify.Kind == Expression {
			l.report.at(m.at("verify"), "check", "an operation is verified by an expression, into which nothing can be bound. manual, exit-code or output-contains was expected", "")
		}
	}
	c.once(l, root, "operation", o.id())
	c.catalog.Operations = append(c.catalog.Operations, o)
}

// readsNoVariables: what an operation is given stands in placeholders, which can be bound.
func (l *loader) readsNoVariables(m mapping, s *Step) {
	a := s.Alternatives[0]
	commands := []*command.Command{a.Command, a.Verify.Command}
	if a.Rollback != nil {
		commands = append(commands, a.Rollback.Command)
	}
	for _, command := range commands {
		if command != nil && len(command.Variables()) > 0 {
			l.report.at(m.at("command"), "value-variable", "an operation reads $"+command.Variables()[0]+". a placeholder was expected", "write {{ name }}")
		}
	}
}

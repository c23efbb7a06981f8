package draft

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/pack/write"
)

// PublishError says why a draft can't be a pack.
type PublishError struct {
	Code    Code
	Message string
	Details []string         // what is wrong, one by one
	Found   pack.Diagnostics // what is wrong with the pack that it would be; nil where there is none
}

func (e *PublishError) Error() string { return e.Message }

// Publish returns the text of the pack that a draft is, with an id, by the operations of a catalog. The draft is judged again as a
// whole: its file may have been changed by something other than a plan. The error is a *PublishError.
func (d *Draft) Publish(id string, c *pack.Catalog) ([]byte, error) {
	catalog := CatalogOf(c)
	if err := d.publishable(catalog); err != nil {
		return nil, err
	}
	top, err := newPublisher(d, c, catalog).pack(id)
	if err != nil {
		return nil, &PublishError{Code: FieldInvalid, Message: err.Error()}
	}
	data, err := write.Pack(top)
	if err != nil {
		return nil, &PublishError{Code: FieldInvalid, Message: err.Error()}
	}
	if _, found := pack.Parse(pack.FileName, data); found.Failed() {
		return nil, &PublishError{Code: FieldInvalid, Message: "the draft holds what is not valid in a pack", Found: found}
	}
	return data, nil
}

// Publication returns the draft with a note that it was published, unless the last one says the same. Its revision stays: no plan has
// changed it.
func (d *Draft) Publication(p Publication) *Draft {
	if n := len(d.Published); n > 0 && d.Published[n-1].Path == p.Path && d.Published[n-1].SHA256 == p.SHA256 {
		return d
	}
	c := d.clone()
	c.Published = append(c.Published[:len(c.Published):len(c.Published)], p)
	return c
}

// WasPublished reports whether a pack of this draft had these bytes, at whatever place.
func (d *Draft) WasPublished(data []byte) bool {
	return slices.ContainsFunc(d.Published, func(p Publication) bool { return p.SHA256 == Digest(data) })
}

// Name is the id of the pack that a draft becomes where no directory gives it one.
func (d *Draft) Name() string {
	id := slug(d.Title)
	if id == "" {
		return "draft"
	}
	return strings.TrimRight(id[:min(len(id), maxName)], "-")
}

// publishable says why a draft can't become a pack; nil if it can.
func (d *Draft) publishable(c *Catalog) error {
	if len(d.root.nodes) == 0 {
		return &PublishError{Code: DraftEmpty, Message: "the draft has no step. at least one was expected"}
	}
	if refusal := d.wellFormed(); refusal != nil {
		return &PublishError{Code: refusal.Code, Message: refusal.Path + ": " + refusal.Message}
	}
	faults := d.faults(c)
	if len(faults) == 0 {
		return nil
	}
	var details []string
	for _, f := range faults {
		field := at(f.node).key(f.field)
		for _, part := range f.below {
			field = field.key(part)
		}
		details = append(details, field.String()+": "+f.message)
	}
	return &PublishError{Code: faults[0].code, Message: "the draft does not fit the catalog", Details: details}
}

// wellFormed judges each field by the layout by which plans are judged.
func (d *Draft) wellFormed() *Refusal {
	root := at("")
	if refusal := title.check(textValue(d.Title), root.key("title"), FieldInvalid); refusal != nil {
		return refusal
	}
	defined := root.key("definition")
	if refusal := definition.check(d.definition, defined, FieldInvalid); refusal != nil {
		return refusal
	}
	if refusal := checkDefinition(d.definition, defined); refusal != nil {
		return refusal
	}
	for _, n := range d.root.leaves() {
		fields := objectOf(append([]member{{"kind", textValue(n.kind)}}, n.fields.members...)...)
		if refusal := unions["node"].check(fields, at(n.id), FieldInvalid); refusal != nil {
			return refusal
		}
		if refusal := checkNode(fields, at(n.id)); refusal != nil {
			return refusal
		}
	}
	return d.unpublishable()
}

// unpublishable names what a draft says and a pack can't say.
func (d *Draft) unpublishable() *Refusal {
	if source, there := d.definition.get("source"); there && source.kind != null {
		return at("definition").key("source").refuse(DefinitionInvalid, "a pack has no key for this. null was expected")
	}
	return nil
}

// filesOfRun is where a person finds the files of a run.
const filesOfRun = ".local/runbook-runs/{{ run_id }}.files/"

// publisher writes a pack of a draft.
type publisher struct {
	draft      *Draft
	graph      *graph
	operations map[Ref]*pack.Operation
	performers map[string]pack.Performer
	taken      map[string]bool // ids of params and datapoints
	params     map[string]string
	points     map[string][]point // of nodes, in the order in which they are produced
	bound      map[string]bool    // nodes whose text something takes
}

// point is a datapoint that a node produces.
type point struct {
	field   string // of the data of the node; "" for its text
	id      string
	title   string
	spec    value.Spec
	unit    string
	extract string // "" where the operator gives the value
}

// newPublisher returns what writes the pack of a draft, by a catalog as it was loaded and as plans know it.
func newPublisher(d *Draft, c *pack.Catalog, known *Catalog) *publisher {
	p := &publisher{
		draft: d, graph: newGraph(d, known), operations: map[Ref]*pack.Operation{}, performers: map[string]pack.Performer{},
		taken: map[string]bool{}, params: map[string]string{}, points: map[string][]point{}, bound: map[string]bool{},
	}
	for _, o := range c.Operations {
		p.operations[Ref{o.Tool, o.Name, o.Version}] = o
	}
	for _, performer := range c.Performers {
		p.performers[performer.ID] = performer
	}
	for _, name := range value.ReservedNames {
		p.taken[name] = true
	}
	return p
}

func (p *publisher) pack(id string) (*write.Mapping, error) {
	top := write.New(fmt.Sprintf("Written by `rtut draft publish` from draft %s, revision %d.", p.draft.AutomationID, p.draft.Revision))
	top.Text("schema", string(pack.V02))
	top.Text("id", id)
	top.Text("title", value.EscapeText(p.draft.Title))
	if objective := p.draft.definition.at("objective").text; objective != "" {
		top.Text("summary", value.EscapeProse(objective))
	}
	top.Text("exercise_status", "never")
	if words := triggerWords(p.draft.definition.at("trigger")); words != "" {
		top.Text("trigger", words)
	}
	if dir := p.draft.definition.at("workingDirectory").text; dir != "" {
		top.Text("dir", path.Clean(dir))
	}
	p.limits(top)
	p.needs(top)
	p.addParams(top)
	p.addDatapoints(top)
	top.Text("order", "sequential")
	return top, p.sequence(top, p.draft.root)
}

// limits writes the bounds of runs, which a plan sets all at once.
func (p *publisher) limits(top *write.Mapping) {
	limits, there := p.draft.definition.get("limits")
	if !there || limits.kind == null {
		return
	}
	below := write.New()
	for _, d := range defaultLimits {
		bound := limits.at(d.key)
		if d.duration {
			below.Text(d.of, milliseconds(bound))
		} else {
			below.Text(d.of, bound.text)
		}
	}
	top.Map("limits", below)
}

// needs lists the programs and variables of all operations, each once, in the order of the steps.
func (p *publisher) needs(top *write.Mapping) {
	var tools, env []string
	for _, ref := range p.draft.OperationRefs() {
		o := p.operations[ref]
		tools, env = appendNew(tools, o.Pack.Needs.Tools), appendNew(env, o.Pack.Needs.Env)
	}
	needs := write.New()
	if len(tools) > 0 {
		needs.Texts("tools", tools...)
	}
	if len(env) > 0 {
		needs.Texts("env", env...)
	}
	if len(tools)+len(env) > 0 {
		top.Map("needs", needs)
	}
}

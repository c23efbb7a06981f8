package pack

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"regexp"
	"slices"

	"rtut/flow"
	"rtut/pack/command"
	"rtut/pack/value"
)

// ItemDigests returns, for everything that a run follows, a digest of what the engine enforces: commands, checks,
// effects, phrases, `requires`, `uses`, `produces`, evidence, timeouts, and what an item waits for by its place. The keys
// are the ids of steps and gates, `param:` and `datapoint:` with the id of one, and `pack:` for needs, shell and
// environments. Equal definitions have equal digests in every process. The caller does not change the map.
func (p *Pack) ItemDigests() map[string]string { return p.index.enforced() }

// WordsDigests returns, under the keys of ItemDigests, digests of the words alone: titles, instructions, links,
// prompts, help. The caller does not change the map.
func (p *Pack) WordsDigests() map[string]string { return p.index.words() }

// WordsDigest returns one digest over all of WordsDigests.
func (p *Pack) WordsDigest() string { return p.index.allWords() }

// wordsDigest computes WordsDigest.
func (p *Pack) wordsDigest() string {
	words := p.WordsDigests()
	var texts []string
	for _, id := range slices.Sorted(maps.Keys(words)) {
		texts = append(texts, id, words[id])
	}
	return Digest(texts...)
}

// Digest returns the SHA-256 of some texts, each with its length in front.
func Digest(texts ...string) string {
	h := sha256.New()
	for _, text := range texts {
		var length [8]byte
		for i, n := 0, len(text); i < 8; i, n = i+1, n>>8 {
			length[i] = byte(n)
		}
		h.Write(length[:])
		h.Write([]byte(text))
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// What the keys of ItemDigests begin with that are not the id of a step or a gate.
const (
	packKey      = "pack:"
	paramKey     = "param:"
	datapointKey = "datapoint:"
)

// definition writes down one side of what a pack says: what is enforced, or the words.
type definition struct{ enforced bool }

// facts are the keys and values of one definition. JSON writes them in the order of the keys.
type facts map[string]any

// add keeps a fact if it belongs to this side.
func (d definition) add(f facts, enforced bool, key string, value any) {
	if enforced == d.enforced {
		f[key] = value
	}
}

func (p *Pack) digests(d definition) map[string]string {
	digests := map[string]string{}
	for key, f := range p.definitions(d) {
		digests[key] = digestOf(f)
	}
	return digests
}

// definitions are one side of all that a pack says, under the keys of ItemDigests.
func (p *Pack) definitions(d definition) map[string]facts {
	all := map[string]facts{packKey: d.header(p)}
	for i := range p.Params {
		all[paramKey+p.Params[i].ID] = d.param(&p.Params[i])
	}
	for i := range p.Datapoints {
		all[datapointKey+p.Datapoints[i].ID] = d.datapoint(&p.Datapoints[i])
	}
	for id, step := range p.index.steps {
		all[id] = d.step(step, p.index.graph)
	}
	for id, gate := range p.index.gates {
		all[id] = d.gate(gate, p.index.graph)
	}
	return all
}

// digestOf hashes a definition. It holds only what JSON can write.
func digestOf(f facts) string {
	text, err := json.Marshal(f)
	if err != nil {
		panic("pack: definition: " + err.Error())
	}
	sum := sha256.Sum256(text)
	return "sha256:" + hex.EncodeToString(sum[:])
}

func (d definition) header(p *Pack) facts {
	f := facts{}
	d.add(f, true, "needs", p.Needs)
	d.add(f, true, "shell", p.Shell)
	d.add(f, true, "environments", p.Environments)
	d.add(f, false, "title", p.Title.Raw())
	d.add(f, false, "summary", p.Summary.Raw())
	if p.Dir != "" {
		d.add(f, true, "dir", p.Dir)
	}
	if limits := p.Limits.Set(); limits != nil {
		bounds := facts{}
		for _, limit := range limits {
			bounds[limit.Key] = limit.Value
		}
		d.add(f, true, "limits", bounds)
	}
	if p.Trigger != "" { // so that a pack without one keeps its digest
		d.add(f, false, "trigger", p.Trigger)
	}
	if len(p.loops) > 0 {
		f["loops"] = d.loops(p)
	}
	return f
}

// loops says over what the loops are. The elements that stand in the pack are words: a run keeps those that it began with.
func (d definition) loops(p *Pack) []facts {
	var all []facts
	for _, loop := range p.loops {
		f := facts{"id": loop.Variable}
		d.add(f, true, "list", loop.list())
		d.add(f, true, "key", loop.keyed())
		d.add(f, false, "elements", loop.Literal)
		d.add(f, false, "empty", loop.Empty)
		all = append(all, f)
	}
	return all
}

func (d definition) param(p *Param) facts {
	f := facts{}
	d.add(f, true, "spec", specFacts(p.Spec))
	d.add(f, true, "default", p.Default)
	d.add(f, true, "required", p.Required)
	d.add(f, false, "title", p.Title)
	d.add(f, false, "help", p.Help)
	d.add(f, false, "example", p.Example)
	return f
}

func (d definition) datapoint(p *Datapoint) facts {
	f := facts{}
	d.add(f, true, "spec", specFacts(p.Spec))
	d.add(f, true, "initial", p.Initial)
	d.add(f, true, "max_age", p.MaxAge)
	d.add(f, true, "confirmed_by", p.ConfirmedBy)
	if p.Each != "" {
		d.add(f, true, "each", p.Each)
	}
	d.add(f, false, "title", p.Title)
	d.add(f, false, "unit", p.Unit)
	return f
}

// windowFacts has the zone as the pack writes it: what the machine calls its own is no part of the pack.
func windowFacts(w *value.Window) facts {
	if w == nil {
		return nil
	}
	return facts{"from": w.From, "to": w.To, "days": w.Days, "zone": w.TZ}
}

func specFacts(s value.Spec) facts {
	return facts{
		"type": s.Type, "items": s.Items, "pattern": patternText(s.Pattern), "min": s.Min, "max": s.Max,
		"min_length": s.MinLength, "max_length": s.MaxLength, "min_items": s.MinItems, "max_items": s.MaxItems,
		"choices": s.Choices,
	}
}

// The texts of what may be missing. A missing one is not the same as an empty one.
func optionalText(t *value.Text) *string {
	if t == nil {
		return nil
	}
	raw := t.Raw()
	return &raw
}

func commandText(c *command.Command) *string {
	if c == nil {
		return nil
	}
	raw := c.Raw()
	return &raw
}

func exprText(e *value.Expr) string {
	if e == nil {
		return ""
	}
	return e.Raw()
}

func patternText(re *regexp.Regexp) string {
	if re == nil {
		return ""
	}
	return re.String()
}

// waitsOf lists what an item waits for by what it requires, by order and by the stages around it.
func waitsOf(id string, graph *flow.Graph) []string {
	var waits []string
	for _, wait := range graph.Progress(func(string) bool { return false }).Unmet(id) {
		waits = append(waits, string(wait.Reason)+" "+wait.On)
	}
	return waits
}

package report

import (
	"rtut/flow"
	"rtut/pack"
	"rtut/run/record"
)

// Pack says which runbook a run followed.
type Pack struct {
	// its id
	ID string `json:"id"`
	// its title, the id where the pack is not known
	Title string `json:"title"`
	// what it is for, in Markdown
	Summary string `json:"summary"`
	// who keeps it, "" where it does not say
	Owner string `json:"owner"`
	// its pack.yaml, from the root of the repo
	Path string `json:"path"`
	// its revision: the digest of its directory
	Digest string `json:"digest"`
	// the version of the format that it is written in, "" where the pack is not known
	Schema pack.Schema `json:"schema"`
	// the version of the record
	RecordSchema record.Schema `json:"record_schema"`
	// the pack was there as the report was made; else the report has nothing that the pack alone knows
	Known bool `json:"known"`
	// in what the pack that was there differs from what the run followed; empty where it does not
	Changes []string `json:"changes"`
}

// Stage groups steps, gates and further stages.
type Stage struct {
	// its id, "" of the one that holds everything
	ID string `json:"id"`
	// its title
	Title string `json:"title"`
	// the id of the stage around it; "" for the one that holds everything
	Within string `json:"within"`
	// how deep it is, 0 of the one that holds everything
	Depth int `json:"depth"`
	// what it holds is done one after the other
	Sequential bool `json:"sequential"`
	// the steps and gates that it holds itself, not those of the stages in it
	Items []string `json:"items"`
}

// Arrow says that something waits for something else.
type Arrow struct {
	// the item or stage that comes first
	From string `json:"from"`
	// the item or stage that waits for it
	To string `json:"to"`
	// requires, order (of a sequential stage), steps (a gate waits for those of its stage) or uses (of a datapoint)
	Reason flow.Reason `json:"reason"`
	// of reason uses: the datapoint
	Via string `json:"via"`
}

// WordChange is one text of a pack that was replaced by another.
type WordChange struct {
	// what text it is: "ok: check rows prompt"
	What string `json:"what"`
	// as it was; "" where there was none, or it is not repeated
	Was string `json:"was"`
	// as it is since then; "" where there is none, or it is not repeated
	Is string `json:"is"`
}

// PackChange is a change of the pack that the run has taken over.
type PackChange struct {
	// what has changed in what is enforced, in an operator's words; empty where that was not known
	Changes []string `json:"changes"`
	// the texts that were replaced by others; empty where they are not known
	Words []WordChange `json:"words"`
	// SHA-256 of the pack.yaml since then, under which that is kept; "" where it is not
	PackText string `json:"pack_text"`
	// the revision since then, "" where only words have changed
	Digest string `json:"digest"`
	// only words have changed, which is noted and holds nothing up
	WordsOnly bool `json:"words_only"`
	// why it was accepted
	Reason string `json:"reason"`
	// who accepted it, or acted first on the new words
	By string `json:"by"`
	// when
	At record.Time `json:"at"`
}

func (m *maker) packOf() Pack {
	p := Pack{
		ID: m.rec.PackID, Title: m.rec.PackID, Path: m.rec.PackPath, Digest: m.rec.PackDigest, RecordSchema: m.rec.Schema, Changes: []string{},
	}
	if m.pack == nil {
		return p
	}
	status := m.view.Status()
	p.Title, p.Summary, p.Owner = titled(status.PackTitle, p.ID), m.view.Summary(), m.pack.Owner
	p.Schema, p.Known, p.Changes = m.pack.Schema, true, status.PackChanges
	return p
}

func (m *maker) stages() []Stage {
	stages := []Stage{}
	if m.pack != nil {
		m.stage(&stages, &m.pack.Root, "", 0)
	}
	return stages
}

// stage adds a stage and those in it.
func (m *maker) stage(all *[]Stage, def *pack.Stage, within string, depth int) {
	s := Stage{
		ID: def.ID, Title: titled(m.view.StageTitle(def.ID), def.ID), Within: within, Depth: depth, Sequential: def.Sequential, Items: []string{},
	}
	for _, step := range def.Steps {
		s.Items = append(s.Items, step.ID)
	}
	for _, gate := range def.Gates {
		s.Items = append(s.Items, gate.ID)
	}
	*all = append(*all, s)
	for i := range def.Stages {
		m.stage(all, def.Stages[i], def.ID, depth+1)
	}
}

func (m *maker) arrows() []Arrow {
	arrows := []Arrow{}
	if m.pack != nil {
		for _, a := range m.pack.Graph().Arrows() {
			arrows = append(arrows, Arrow(a))
		}
	}
	return arrows
}

func (m *maker) packChanges() []PackChange {
	changes := []PackChange{}
	for _, e := range m.rec.Events {
		c := e.Detail.PackChange
		if c == nil {
			continue
		}
		one := PackChange{
			Changes: list(c.Changes), Words: []WordChange{}, PackText: c.PackText, Digest: c.PackDigest, WordsOnly: c.Items == nil, Reason: e.Detail.Reason, By: e.By, At: e.At,
		}
		if d := e.Detail.Deviation; d != nil {
			one.Reason = d.Reason
		}
		for _, w := range c.WordChange {
			one.Words = append(one.Words, WordChange(w))
		}
		changes = append(changes, one)
	}
	return changes
}

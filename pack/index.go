package pack

import "sync"

// fillIndex makes things findable by id. Of doubles, which are an error, the first counts.
func (l *loader) fillIndex() {
	p := l.pack
	p.index.steps, p.index.gates, p.index.stages = map[string]*Step{}, map[string]*Gate{}, map[string]*Stage{}
	p.index.params, p.index.datapoints = map[string]*Param{}, map[string]*Datapoint{}
	for i := range p.Params {
		put(p.index.params, p.Params[i].ID, &p.Params[i])
	}
	for i := range p.Datapoints {
		put(p.index.datapoints, p.Datapoints[i].ID, &p.Datapoints[i])
	}
	p.index.writings = &writings{}
	p.index.enforced = sync.OnceValue(func() map[string]string { return p.digests(definition{enforced: true}) })
	p.index.words = sync.OnceValue(func() map[string]string { return p.digests(definition{}) })
	p.index.allWords = sync.OnceValue(p.wordsDigest)
	p.index.stages[""] = &p.Root
	p.indexStage(&p.Root, map[string]bool{"": true})
	l.sources = map[string]itemSource{}
	for _, s := range l.steps {
		l.put(s.step.ID, itemSource{m: s.m, stage: s.stage})
	}
	for _, g := range l.gates {
		l.put(g.gate.ID, itemSource{g.m, g.stage, g.checks})
	}
	for _, s := range l.stages[1:] {
		l.put(s.stage.ID, itemSource{m: s.m, stage: s})
	}
}

func (l *loader) put(id string, s itemSource) {
	if _, taken := l.sources[id]; !taken && id != "" {
		l.sources[id] = s
	}
}

func put[T any](index map[string]*T, id string, thing *T) {
	if id != "" && index[id] == nil {
		index[id] = thing
	}
}

// indexStage goes through a stage in canonical order; taken holds the ids that are in use.
func (p *Pack) indexStage(s *Stage, taken map[string]bool) {
	for _, step := range s.Steps {
		if !taken[step.ID] {
			taken[step.ID] = true
			p.index.steps[step.ID] = step
		}
	}
	for _, stage := range s.Stages {
		if !taken[stage.ID] {
			taken[stage.ID] = true
			p.index.stages[stage.ID] = stage
			p.indexStage(stage, taken)
		}
	}
	for _, gate := range s.Gates {
		if !taken[gate.ID] {
			taken[gate.ID] = true
			p.index.gates[gate.ID] = gate
		}
	}
}

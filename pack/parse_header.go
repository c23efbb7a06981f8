package pack

import (
	"rtut/pack/command"
	"rtut/pack/value"
)

// header reads what the top of a pack says, placeholders apart.
func (l *loader) header() {
	p, m := l.pack, l.top
	p.ID = m.text("id")
	p.Kind = Kind(m.text("kind"))
	if p.Kind == "" {
		p.Kind = Native
	}
	p.Source = m.text("source")
	p.Owner = m.text("owner")
	p.Tags = m.texts("tags")
	p.ExerciseStatus = m.text("exercise_status")
	p.Unreviewed = m.has("imported")
	for _, word := range m.texts("environments") {
		p.Environments = append(p.Environments, Environment(word))
	}
	p.Trigger = m.text("trigger")
	p.Dir = m.text("dir")
	l.parseLimits()
	p.Shell = command.Shell(m.text("shell"))
	if p.Shell == "" {
		p.Shell = command.Sh
	}
	l.parseLint()
	if needs, ok := m.mapping("needs"); ok {
		p.Needs = Needs{Tools: needs.texts("tools"), Env: needs.texts("env")}
		l.checkNeeds(needs)
	}
}

// headerTexts reads the texts of the top, for which params and datapoints have to be known.
func (l *loader) headerTexts() {
	l.pack.Title = l.top.template("title")
	l.pack.Summary = l.top.prose("summary")
}

// parseDefaults resolves what holds for items that declare no timeout.
func (l *loader) parseDefaults() {
	l.pack.Defaults = Defaults{Timeout: defaultTimeout, OnTimeout: Stop}
	m, ok := l.top.mapping("defaults")
	if !ok {
		return
	}
	if d := m.duration("timeout"); d > 0 {
		l.pack.Defaults.Timeout = d
	}
	if word := m.text("on_timeout"); word != "" {
		l.pack.Defaults.OnTimeout = OnTimeout(word)
	}
}

// parseDimensions reads the axes.
func (l *loader) parseDimensions() {
	for _, m := range l.top.mappings("dimensions") {
		id := l.name(m, "dimensions", "dimension")
		l.dimensions = append(l.dimensions, &m)
		l.pack.Dimensions = append(l.pack.Dimensions, Dimension{
			ID: id, Title: titleOr(m, id), Values: m.texts("values"),
		})
	}
}

// titleOr returns the title of a mapping, or its id where it has none.
func titleOr(m mapping, id string) string {
	if title := m.text("title"); title != "" {
		return title
	}
	return id
}

// parseArtefacts reads the things that the procedure makes or needs.
func (l *loader) parseArtefacts() {
	for _, m := range l.top.mappings("artefacts") {
		id := l.name(m, "artefacts", "artefact")
		who := "artefact " + value.Quoted(id)
		l.artefacts = append(l.artefacts, &m)
		each := l.parseEach(m, who)
		outside := l.pack.index.scope
		if each != "" {
			l.pack.index.scope = l.inside[each]
		}
		l.pack.Artefacts = append(l.pack.Artefacts, Artefact{
			ID:         id,
			Title:      titleOr(m, id),
			Kind:       m.text("kind"),
			Location:   m.template("location"),
			ProducedBy: l.referOne(m, "produced_by", toStep, who),
			UsedBy:     l.refer(m, "used_by", toDone, who),
			Dimensions: l.labels(m, "dimensions"),
			Each:       each,
		})
		l.pack.index.scope = outside
	}
}

// labels reads a mapping of texts, nil where there is none.
func (l *loader) labels(m mapping, key string) map[string]string {
	n := m.get(key)
	if n == nil {
		return nil
	}
	labels := map[string]string{}
	for _, e := range n.entries {
		if l.is(e.value, scalarNode, e.key.value) {
			labels[e.key.value] = e.value.value
		}
	}
	return labels
}

package draft

import "fmt"

func (w *work) updateDefinition(c command) *Refusal {
	for _, m := range c.body.at("patch").members {
		w.touched[touch{"", m.key}] = c.node
		switch {
		case m.key == "title":
			if w.first && m.value.text != w.draft.Title {
				return c.node.key("title").refuse(DefinitionInvalid, quoted(m.value.text)+" is not the title that the draft is made with. "+
					quoted(w.draft.Title)+" was expected, or none")
			}
			w.draft.Title = m.value.text
			continue
		case m.value.kind == null:
			w.draft.definition = w.draft.definition.without(m.key)
			continue
		case m.key == "source":
			source, refusal := w.source(m.value, c.node.key("source"))
			if refusal != nil {
				return refusal
			}
			m.value = source
		}
		w.draft.definition = w.draft.definition.with(m.key, m.value)
	}
	w.draft.definition = ordered(w.draft.definition, layouts["definition"])
	return nil
}

// source gives a new source its id, and holds a changed one to the id that it has.
func (w *work) source(given jsonValue, where *place) (jsonValue, *Refusal) {
	present := w.draft.definition.at("source").at("sourceId").text
	switch id := given.at("sourceId").text; {
	case id == "":
		made := fmt.Sprintf("source-%d", w.draft.Revision+1)
		if made == present {
			made += "-2"
		}
		return given.with("sourceId", textValue(made)), nil
	case id != present && present == "":
		return jsonValue{}, where.key("sourceId").refuse(DefinitionInvalid, quoted(id)+" is no source of the draft, which has none. an empty text was expected, for a new one")
	case id != present:
		return jsonValue{}, where.key("sourceId").refuse(DefinitionInvalid, quoted(id)+" is no source of the draft. "+quoted(present)+
			" was expected, or an empty text for a new one")
	}
	return given, nil
}

package write

import "rtut/pack"

// Tree writes the text of a pack whose file holds a tree.
func Tree(t pack.Tree) ([]byte, error) { return Pack(mappingOf(t)) }

// mappingOf is a mapping of a tree.
func mappingOf(t pack.Tree) *Mapping {
	m := New()
	for _, key := range t.Keys {
		switch v := key.Value; {
		case v.IsMapping:
			m.Map(key.Name, mappingOf(v))
		case v.IsList:
			m.Texts(key.Name)
			for _, item := range v.List {
				addTo(m, key.Name, item)
			}
		default:
			m.Text(key.Name, v.Text)
		}
	}
	return m
}

// addTo appends to the list of a key. A list within a list, which only a key of an author's own may hold, is left out.
func addTo(m *Mapping, key string, item pack.Tree) {
	switch {
	case item.IsMapping:
		m.Add(key, mappingOf(item))
	case !item.IsList:
		m.AddText(key, item.Text)
	}
}

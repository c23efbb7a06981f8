package pack

import (
	"regexp"

	"rtut/pack/extract"
	"rtut/pack/value"
)

// parseExtract reads how a value is read from the output of a verification: a regular expression, or a mapping. nil: it is not, or the way is
// not valid.
func (l *loader) parseExtract(m mapping) *extract.Way {
	n := m.get("extract")
	switch {
	case n == nil:
		return nil
	case n.kind != mappingNode:
		re := m.pattern("extract")
		if re == nil {
			return nil
		}
		l.checkGroup(n.place, "extract", re)
		return &extract.Way{Match: re, Plain: true}
	}
	way, ok := m.mapping("extract")
	if !ok {
		return nil
	}
	return l.parseWay(way)
}

func (l *loader) parseWay(m mapping) *extract.Way {
	var given []string
	for _, key := range []string{"match", "json", "column"} {
		if m.has(key) {
			given = append(given, key)
		}
	}
	if len(given) != 1 {
		l.report.at(m.node.place, "extract", "`extract` needs one way to find a value. one of match, json and column was expected", "")
		return nil
	}
	w := &extract.Way{Take: extract.Take(m.text("take"))}
	at := m.at(given[0])
	switch given[0] {
	case "match":
		if w.Match = m.pattern("match"); w.Match == nil {
			return nil
		}
		l.checkGroup(at, "match", w.Match)
	case "json":
		path, err := extract.Path(m.text("json"))
		if err != nil {
			l.report.at(at, "extract", "`json` is "+value.Quoted(m.text("json"))+": "+err.Error()+". a path such as $.items[0].size was expected", "")
			return nil
		}
		w.JSON = path
	case "column":
		if w.Column = m.text("column"); w.Column == "" {
			l.report.at(at, "extract", "`column` is empty. the header of a column was expected", "")
			return nil
		}
	}
	return w
}

// checkGroup: the expression has a group, whose text becomes the value.
func (l *loader) checkGroup(at mark, key string, re *regexp.Regexp) {
	if re.NumSubexp() == 0 {
		l.report.at(at, "extract", "`"+key+"` has no group. one was expected, whose text becomes the value", "put parentheses around it: `lag=(\\d+)`")
	}
}

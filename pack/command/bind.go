package command

import (
	"fmt"
	"strings"

	"rtut/pack/value"
)

// Fill is what stands in a placeholder's place in a command that is written into a pack: one of the three.
type Fill struct {
	Value value.Value // a value, which is written there as Render puts it
	Name  string      // another name, whose placeholder stands there
	File  string      // the name of a file below $RTUT_RUN_DIR
}

// Bind returns the text of a command in which fills stand in the places of placeholders. Values are quoted for their places, and
// nothing in them is taken for a placeholder when the text is read again; names are placeholders, whose types are judged then. A
// placeholder without a fill stays. The text has to be parsed again by the scope of its pack.
func (c *Command) Bind(fills map[string]Fill) (string, error) {
	for _, variable := range c.variables {
		for name := range fills {
			if strings.HasSuffix(variable, "_"+strings.ToUpper(name)) {
				return "", fmt.Errorf("the command reads $%s. {{ %s }} was expected, which can be bound", variable, name)
			}
		}
	}
	for name, fill := range fills {
		if fill.File != "" && !fileName().MatchString(fill.File) {
			return "", fmt.Errorf("%s: %q is not the name of a file. letters, digits, _, - and . were expected", name, fill.File)
		}
	}
	return c.put(bindings(fills))
}

// fileName is a name that is the same within quotes, and no other directory.
var fileName = value.CompileLater(`^[A-Za-z0-9_][A-Za-z0-9_.-]*$`)

// bindings are what Bind puts into a command.
type bindings map[string]Fill

func (b bindings) literal(p value.Part) string { return p.Source }

func (b bindings) isQuoted(name string) bool { return !b[name].Value.IsZero() }

func (b bindings) fill(s slot, p value.Part) (string, error) {
	switch fill, bound := b[p.Name]; {
	case !bound:
		return p.Source, nil
	case !fill.Value.IsZero():
		text, err := s.fill(fill.Value)
		return unbraced(text), err
	case fill.Name != "":
		return "{{ " + fill.Name + " }}", nil
	case s.bare:
		return "", fmt.Errorf("%s: the path of a file is not allowed where it cannot be quoted", p.Name)
	case s.inQuotes:
		return "$RTUT_RUN_DIR/" + fill.File, nil
	default:
		return `"$RTUT_RUN_DIR/` + fill.File + `"`, nil
	}
}

// unbraced writes quoted text so that no braces in it are taken for a placeholder, whatever stands beside it: with a backslash
// before them, or, where that would stay, with the quotes closed and opened between each two.
func unbraced(quoted string) string {
	var out strings.Builder
	for _, p := range value.Split(value.Escape(quoted, value.GoTemplates), value.GoTemplates) {
		source := p.Source
		for !p.Escaped && strings.Contains(source, "{{") {
			source = strings.ReplaceAll(source, "{{", "{''{")
		}
		out.WriteString(source)
	}
	return out.String()
}

// ForElement returns the text of a command that a loop writes out for one of its elements: as Bind does, with other variables in the
// places of those that are renamed.
func (c *Command) ForElement(fills map[string]Fill, renamed map[string]string) (string, error) {
	return c.put(element{bindings(fills), renamed})
}

// element is what ForElement puts into a command.
type element struct {
	bindings
	renamed map[string]string
}

func (e element) literal(p value.Part) string {
	if !strings.Contains(p.Source, "RTUT_") {
		return p.Source
	}
	return valueVariable().ReplaceAllStringFunc(p.Source, func(variable string) string {
		if other, is := e.renamed[variable]; is {
			return other
		}
		return variable
	})
}

package effect

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"rtut/pack/table"
)

// Variable is a place where a command reads a variable.
type Variable struct {
	Name     string
	From, To int // bytes of the command
}

// Angles returns the submatches of what is written in angles, `<name>`, in the place of a value: the whole, and the name in it.
func Angles(command string) [][]int {
	return slices.DeleteFunc(angles().FindAllStringSubmatchIndex(command, -1), func(at []int) bool { return !isAngle(command, at) })
}

var angles = table.Pattern(`<(\pL[\pL\pN_,. -]*)>`)

// isAngle tells a placeholder from a redirection and from a tag.
func isAngle(command string, at []int) bool {
	name := command[at[2]:at[3]]
	switch {
	case strings.HasSuffix(name, " ") || strings.Contains(name, "  "):
		return false
	case strings.Contains(command, "</"+name), at[0] > 0 && command[at[0]-1] == '<':
		return false
	case strings.Contains(strings.TrimSuffix(strings.ReplaceAll(name, "...", ""), "."), "."):
		return false
	}
	return true
}

// Masked is a command with a word in the place of what is written in angles, which a shell would take for a redirection.
func Masked(command string) string {
	var out strings.Builder
	end := 0
	for _, at := range Angles(command) {
		out.WriteString(command[end:at[0]] + strings.Repeat("x", at[1]-at[0]))
		end = at[1]
	}
	return out.String() + command[end:]
}

var variableName = table.Pattern(`^[A-Za-z_][A-Za-z0-9_]*$`)

// Variables are the places where a command reads a variable as it is.
func Variables(command string) []Variable {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(Masked(command)), "")
	if err != nil {
		return nil
	}
	var found []Variable
	syntax.Walk(file, func(n syntax.Node) bool {
		e, is := n.(*syntax.ParamExp)
		if !is || e.Param == nil || !variableName().MatchString(e.Param.Value) {
			return true
		}
		from, to := int(e.Pos().Offset()), int(e.End().Offset())
		text := command[from:min(to, len(command))]
		if text == "$"+e.Param.Value || text == "${"+e.Param.Value+"}" {
			found = append(found, Variable{Name: e.Param.Value, From: from, To: to})
		}
		return true
	})
	return found
}

// VariableNames are the variables that a command reads, each once.
func VariableNames(command string) []string {
	var names []string
	for _, v := range Variables(command) {
		if !slices.Contains(names, v.Name) {
			names = append(names, v.Name)
		}
	}
	return names
}

package value

import (
	"slices"
	"strings"
)

// Scope gives the type of every name that templates and expressions may use: params, datapoints and the five
// reserved names (run_id operator project target environment, strings).
type Scope map[string]Name

// Name is what a Scope knows of one name.
type Name struct {
	Spec      Spec
	Datapoint bool
	Variable  bool   // of a loop: no environment variable carries it
	Outside   bool   // it is the variable of a loop, where the loop is not
	Each      string // it has one value for each element of the loop over this variable, where that is not: a mapping, in expressions only
}

// Values gives the value of a name at the time of rendering; the zero Value where it has none.
type Values func(name string) Value

// NoValueError says that a name has no value (yet), so that nothing can be rendered or judged with it.
type NoValueError struct {
	Name string
}

func (e *NoValueError) Error() string { return e.Name + " has no value" }

// Env returns the environment variables that carry values into commands, as NAME=text sorted by name: RTUT_PARAM_<ID>
// and RTUT_DATA_<ID> for every param and datapoint of scope that has a value. Reserved names are not among them.
func Env(scope Scope, values Values) []string {
	var env []string
	for name := range scope {
		if value := values(name); !value.IsZero() && scope.carries(name) {
			env = append(env, scope.Variable(name)+"="+value.Text())
		}
	}
	slices.Sort(env)
	return env
}

// The prefixes of the variables that carry values.
const (
	paramPrefix = "RTUT_PARAM_"
	dataPrefix  = "RTUT_DATA_"
)

// KnownVariables are those that every command sees, and those that rtut itself reads.
var KnownVariables = []string{
	"RTUT_RUN_ID", "RTUT_RUN_DIR", "RTUT_PACK_DIR", "RTUT_REPO_DIR", "RTUT_RUN", "RTUT_OPERATOR",
}

// Variable returns the environment variable that carries the value of name.
func (s Scope) Variable(name string) string {
	if s[name].Datapoint {
		return dataPrefix + strings.ToUpper(name)
	}
	return paramPrefix + strings.ToUpper(name)
}

// carries reports whether an environment variable carries the value of name.
func (s Scope) carries(name string) bool {
	n, declared := s[name]
	return declared && !n.Variable && !n.Outside && n.Each == "" && !slices.Contains(ReservedNames, name)
}

// Carried returns the name whose value the variable carries, or "".
func (s Scope) Carried(variable string) string {
	for _, prefix := range []string{paramPrefix, dataPrefix} {
		id, found := strings.CutPrefix(variable, prefix)
		name := strings.ToLower(id)
		if found && s.carries(name) && s.Variable(name) == variable {
			return name
		}
	}
	return ""
}

// Variables returns every variable that commands may read, sorted.
func (s Scope) Variables() []string {
	all := slices.Clone(KnownVariables)
	for name := range s {
		if s.carries(name) {
			all = append(all, s.Variable(name))
		}
	}
	slices.Sort(all)
	return all
}

// names returns the names of the scope, sorted.
func (s Scope) names() []string {
	all := make([]string, 0, len(s))
	for name := range s {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

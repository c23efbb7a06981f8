package pack

// CheckKind says how a check, or a step's verification, is judged.
type CheckKind string

// The kinds of check. Elapsed and WithinWindow are for gates alone.
const (
	Manual         CheckKind = "manual"
	ExitCode       CheckKind = "exit-code"
	OutputContains CheckKind = "output-contains"
	Expression     CheckKind = "expression"
	Elapsed        CheckKind = "elapsed"
	WithinWindow   CheckKind = "window"
)

// judgedBy is what decides a check.
type judgedBy int

const (
	byPerson judgedBy = iota
	byCommand
	byValues
	byClock
)

// checkKind is what is true of all checks of a kind.
type checkKind struct {
	kind  CheckKind
	by    judgedBy
	gates bool            // only gates have it
	keys  map[string]bool // beside `id` and `kind`; true: required
}

// checkKinds are the kinds in the order in which messages list them. How a check is judged is in the package run.
var checkKinds = []checkKind{
	{Manual, byPerson, false, map[string]bool{"prompt": false, "command": false, "on": false, "timeout": false}},
	{ExitCode, byCommand, false, map[string]bool{"command": true, "on": false, "exit_code": false, "timeout": false, "poll": false}},
	{OutputContains, byCommand, false, map[string]bool{"command": true, "on": false, "exit_code": false, "timeout": false, "poll": false, "contains": false, "equals": false, "matches": false}},
	{Expression, byValues, false, map[string]bool{"expr": true, "poll": false}},
	{Elapsed, byClock, true, map[string]bool{"since": true, "at_least": true, "poll": false}},
	{WithinWindow, byClock, true, map[string]bool{"from": true, "to": true, "days": false, "tz": false, "poll": false}},
}

// checkKindNames lists the kinds that a check of a gate or, without gates, a verification may have.
func checkKindNames(gates bool) []string {
	var names []string
	for _, k := range checkKinds {
		if gates || !k.gates {
			names = append(names, string(k.kind))
		}
	}
	return names
}

// info returns the row of a kind, nil if there is none.
func (k CheckKind) info() *checkKind {
	for i := range checkKinds {
		if checkKinds[i].kind == k {
			return &checkKinds[i]
		}
	}
	return nil
}

func (k CheckKind) by(what judgedBy) bool {
	info := k.info()
	return info != nil && info.by == what
}

// ByCommand reports whether a command decides: its exit code, or its output.
func (k CheckKind) ByCommand() bool { return k.by(byCommand) }

// ByValues reports whether the values of the run decide. No command runs, and nobody is prompted.
func (k CheckKind) ByValues() bool { return k.by(byValues) }

// ByClock reports whether the time decides. No command runs, and nobody is prompted.
func (k CheckKind) ByClock() bool { return k.by(byClock) }

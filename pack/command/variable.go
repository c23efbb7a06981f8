package command

import (
	"strings"

	"rtut/pack/value"
)

// variableRead is a mention of a variable that carries a value.
type variableRead struct {
	offset   int
	variable string
}

// valueVariable finds the variables anywhere, because programs that a command starts read them, too:
// sh -c 'echo "$RTUT_PARAM_X"', awk 'BEGIN { print ENVIRON["RTUT_PARAM_X"] }'.
var valueVariable = value.CompileLater(`\bRTUT_(?:PARAM|DATA)_[A-Za-z0-9_]+`)

// readVariables returns what raw reads, and a fault for each variable that carries nothing.
func readVariables(raw string, scope value.Scope) ([]variableRead, []value.Fault) {
	var reads []variableRead
	var faults []value.Fault
	if !strings.Contains(raw, "RTUT_") {
		return nil, nil
	}
	for _, at := range valueVariable().FindAllStringIndex(raw, -1) {
		variable := raw[at[0]:at[1]]
		if scope.Carried(variable) == "" {
			if fault := scope.VariableFault(variable, at[0]); fault != nil {
				faults = append(faults, *fault)
			} else {
				faults = append(faults, unknownVariable(at[0], variable, scope))
			}
			continue
		}
		reads = append(reads, variableRead{at[0], variable})
	}
	return reads, faults
}

func unknownVariable(offset int, variable string, scope value.Scope) value.Fault {
	return value.Fault{
		Offset:  offset,
		Message: "$" + variable + " carries no value: no param or datapoint is called so",
		Hint:    value.DidYouMean(variable, scope.Variables()),
		Rule:    "unknown-name",
	}
}

package draft

import (
	"fmt"
	"strconv"
)

// limit names a bound.
type limit string

// The bounds.
const (
	limitBytes        limit = "bytes"
	limitRaw          limit = "rawBytes"
	limitLevels       limit = "levels"
	limitCommands     limit = "commands"
	limitRecipeLeaves limit = "recipeLeaves"
	limitLeaves       limit = "executableNodes"
	limitBranches     limit = "branchesPerGroup"
	limitDepth        limit = "nestingDepth"
	limitIndex        limit = "index"
	limitAlias        limit = "alias"
	limitTitle        limit = "title"
	limitPrompt       limit = "prompt"
	limitRole         limit = "roleInstructions"
	limitObjective    limit = "objective"
	limitDirectory    limit = "directory"
	limitName         limit = "name"
	limitControls     limit = "controls"
	limitAgentInputs  limit = "agentInputs"
	limitInputs       limit = "inputs"
	limitTools        limit = "selectedTools"
	limitAcceptance   limit = "acceptance"
	limitProperties   limit = "resultProperties"
	limitProperty     limit = "resultProperty"
	limitResultString limit = "resultString"
	limitResultItems  limit = "resultItems"
	limitPatterns     limit = "patterns"
	limitPattern      limit = "pattern"
	limitFiles        limit = "sourceFiles"
	limitFileIndex    limit = "sourceFileIndex"
	limitFileName     limit = "fileName"
	limitWeekdays     limit = "weekdays"
	limitWeekday      limit = "weekday"
	limitDayOfMonth   limit = "dayOfMonth"
	limitAutomationID limit = "automationId"
	limitExpected     limit = "expectedRevision"
	limitSafe         limit = "safeInteger"
	limitConcurrent   limit = "maxConcurrentNodes"
	limitDeadline     limit = "deadline"
	limitPrepare      limit = "operationRefLimit"
)

// maxSafe is the greatest whole number that every reader of JSON keeps.
const maxSafe = 1<<53 - 1

// bound is how much of something there may be: a length, a count or a number.
type bound struct {
	of       limit
	what     string
	min, max int64
	unit     string // "" of a number
	ours     bool   // chosen here, not by the specification of the language
}

// bounds is what the parser goes by, and what the schema, the reference and the document are made from.
var bounds = []bound{
	{of: limitBytes, what: "a plan without the blanks between its values", min: 2, max: 128 << 10, unit: "bytes", ours: true},
	{of: limitRaw, what: "a plan with them", min: 2, max: 1 << 20, unit: "bytes", ours: true},
	{of: limitLevels, what: "lists and objects within each other in a plan", min: 1, max: 32, unit: "levels", ours: true},
	{of: limitCommands, what: "commands of a plan; steps, groups and settings of a recipe together", min: 1, max: 32, unit: "commands"},
	{of: limitRecipeLeaves, what: "steps of a recipe, groups not counted", min: 0, max: 32, unit: "steps"},
	{of: limitLeaves, what: "steps of a draft, groups not counted", min: 0, max: 64, unit: "steps", ours: true},
	{of: limitBranches, what: "branches of a group", min: 2, max: 8, unit: "branches"},
	{of: limitDepth, what: "depth of a sequence; each group around it counts 2", min: 0, max: 8, ours: true},
	{of: limitIndex, what: "`index`", min: 0, max: 64},
	{of: limitAlias, what: "an alias", min: 1, max: 48, unit: "characters"},
	{of: limitTitle, what: "a title", min: 1, max: 160, unit: "characters"},
	{of: limitPrompt, what: "`prompt`", min: 1, max: 8192, unit: "characters"},
	{of: limitRole, what: "`roleInstructions`", min: 0, max: 8192, unit: "characters"},
	{of: limitObjective, what: "`objective`", min: 0, max: 8192, unit: "characters", ours: true},
	{of: limitDirectory, what: "a path", min: 1, max: 4096, unit: "characters", ours: true},
	{of: limitName, what: "an id, a reference, or the name of an input", min: 1, max: 160, unit: "characters", ours: true},
	{of: limitControls, what: "`controls` of a tool", min: 0, max: 64, unit: "controls"},
	{of: limitAgentInputs, what: "`inputs` of an agent", min: 0, max: 64, unit: "inputs"},
	{of: limitInputs, what: "`inputs` of the definition", min: 0, max: 64, unit: "inputs"},
	{of: limitTools, what: "`tools` of an agent", min: 0, max: 64, unit: "tools"},
	{of: limitAcceptance, what: "`acceptance`", min: 0, max: 64, unit: "rules"},
	{of: limitProperties, what: "properties of a result", min: 0, max: 16, unit: "properties"},
	{of: limitProperty, what: "the name of a property of a result", min: 1, max: 64, unit: "characters", ours: true},
	{of: limitResultString, what: "lengths of the strings of a result", min: 0, max: 4096},
	{of: limitResultItems, what: "items of the arrays of a result", min: 0, max: 64},
	{of: limitPatterns, what: "`includePatterns`, `excludePatterns`", min: 0, max: 64, unit: "patterns"},
	{of: limitPattern, what: "one of these patterns", min: 1, max: 256, unit: "characters", ours: true},
	{of: limitFiles, what: "`maxBatchFiles`, `minimumEligibleFiles`", min: 1, max: 100},
	{of: limitFileIndex, what: "`index` of a `source_file`", min: 0, max: 99},
	{of: limitFileName, what: "`fileName`", min: 1, max: 100, unit: "characters", ours: true},
	{of: limitWeekdays, what: "`weekdays`", min: 1, max: 7, unit: "days"},
	{of: limitWeekday, what: "one of these weekdays; 0 is Sunday", min: 0, max: 6},
	{of: limitDayOfMonth, what: "`dayOfMonth`", min: 1, max: 31},
	{of: limitAutomationID, what: "`automationId`", min: 1, max: 128, unit: "characters"},
	{of: limitExpected, what: "`expectedRevision`", min: 1, max: 1<<31 - 1},
	{of: limitSafe, what: "`contractVersion`, revisions, milliseconds, each of `limits`", min: 1, max: maxSafe},
	{of: limitConcurrent, what: "`maxConcurrentNodes`", min: 1, max: 64},
	{of: limitDeadline, what: "`maxRunDurationMs` and `stopReportDeadlineMs` together", min: 2, max: 1<<31 - 1},
	{of: limitPrepare, what: "operations that are prepared at once", min: 0, max: 16, unit: "operations", ours: true},
}

// bound returns the row of the table.
func (l limit) bound() bound {
	for _, b := range bounds {
		if b.of == l {
			return b
		}
	}
	panic("draft: no bound " + string(l))
}

func (b bound) holds(n int64) bool { return b.min <= n && n <= b.max }

// outside says that there are n of what may be within the bound.
func (b bound) outside(n int64) string {
	return fmt.Sprintf("%s. %s expected", counted(n, b.unit), b.expected())
}

// expected says what would be within the bound, with its verb.
func (b bound) expected() string {
	switch {
	case b.unit == "":
		return fmt.Sprintf("a whole number from %d to %d was", b.min, b.max)
	case b.min == 0:
		return fmt.Sprintf("at most %d were", b.max)
	}
	return fmt.Sprintf("%d to %d were", b.min, b.max)
}

// counted gives a number with its unit, in the singular where it is one.
func counted(n int64, unit string) string {
	number := strconv.FormatInt(n, 10)
	switch {
	case unit == "":
		return number
	case n != 1:
		return number + " " + unit
	}
	if one, irregular := singular[unit]; irregular {
		return number + " " + one
	}
	return number + " " + unit[:len(unit)-1]
}

// singular has the units that have it other than without their last letter.
var singular = map[string]string{"branches": "branch", "properties": "property"}

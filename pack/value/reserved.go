package value

import "slices"

// ReservedNames are the names that every scope has besides params and datapoints: strings that belong to the run.
var ReservedNames = []string{"run_id", "operator", "project", "target", "environment"}

// ExpressionKeywords can't be names in an expression.
var ExpressionKeywords = []string{
	"and", "contains", "else", "endsWith", "false", "if", "in", "let", "matches", "nil", "not", "or", "startsWith", "true",
}

// TemplateKeywords are left unchanged between {{ and }}, because they belong to the templates of other programs.
var TemplateKeywords = []string{"break", "continue", "else", "end"}

// IsReserved reports whether no param or datapoint may have this id: a reserved name, a keyword of expressions or one
// of the templates of other programs. Names of functions are free: in an expression a function is told by its
// parenthesis.
func IsReserved(id string) bool {
	return slices.Contains(ReservedNames, id) || slices.Contains(ExpressionKeywords, id) ||
		slices.Contains(TemplateKeywords, id)
}

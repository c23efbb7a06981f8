package run

import (
	"rtut/run/record"
)

// Sign shows the state of an item, a datapoint or a run in one character, so that it reads without color; with ascii in one that every
// terminal has. A state that is not known is "?", as is that of what is new in the pack.
func Sign[S ~string](state S, ascii bool) string {
	both, known := signs[string(state)]
	switch {
	case !known:
		return "?"
	case ascii:
		return both[1]
	}
	return both[0]
}

// signs has the sign of each state, and the one of ASCII.
var signs = map[string][2]string{
	string(record.Todo):    {"·", "."},
	string(record.Running): {"▶", ">"}, // of a run, too
	string(record.Done):    {"✓", "x"},
	string(record.Failed):  {"✗", "!"}, // of a gate and of a run, too
	string(record.Skipped): {"–", "-"},
	string(record.Pushed):  {"»", "+"},

	string(record.Open):   {"◇", "o"},
	string(record.Passed): {"◆", "*"},
	string(record.Waived): {"◈", "w"},

	string(record.Nil): {"·", "."},
	string(record.Set): {"✓", "x"},
	string(record.Err): {"✗", "!"},
	string(record.OK):  {"◆", "*"},

	string(record.RunComplete): {"✓", "x"},
	string(record.RunStopped):  {"✗", "!"},
	string(record.Succeeded):   {"✓", "x"},
	string(record.Abandoned):   {"–", "-"},
}

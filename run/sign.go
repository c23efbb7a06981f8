package run

// Sign shows the state of an item, a datapoint or a run in one character, so that it reads without colour; with ascii in one that every
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
	string(Todo):    {"·", "."},
	string(Running): {"▶", ">"}, // of a run, too
	string(Done):    {"✓", "x"},
	string(Failed):  {"✗", "!"}, // of a gate and of a run, too
	string(Skipped): {"–", "-"},
	string(Pushed):  {"»", "+"},

	string(Open):   {"◇", "o"},
	string(Passed): {"◆", "*"},
	string(Waived): {"◈", "w"},

	string(Nil): {"·", "."},
	string(Set): {"✓", "x"},
	string(Err): {"✗", "!"},
	string(OK):  {"◆", "*"},

	string(RunComplete): {"✓", "x"},
	string(RunStopped):  {"✗", "!"},
	string(Succeeded):   {"✓", "x"},
	string(Abandoned):   {"–", "-"},
}

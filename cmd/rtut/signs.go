package main

import (
	"rtut/run"
	"rtut/tui"
)

// sign is how a state is shown in one character; text and screen share the signs.
func sign(s run.State, ascii bool) string { return tui.Sign(s, ascii) }

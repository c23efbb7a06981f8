package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// collectLater lets the heap grow to 16 MB, and not 4, before garbage is collected for the first time: a command that reads a pack, answers
// and ends collects none then, which is a third of its processor time. From the first time on it is collected as in any other program.
// What $GOGC says is left unchanged.
func collectLater() {
	const atFirst, always = 400, 100 // percent
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(atFirst)
	first := new([16]byte)
	runtime.AddCleanup(first, func(struct{}) { debug.SetGCPercent(always) }, struct{}{})
}

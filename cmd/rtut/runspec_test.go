package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestRunSpec holds the command line to the sentences of docs/run-spec.md that are about files and commands: a script for
// each, named by the sentence's tag. Those that are the engine's are held in run.
func TestRunSpec(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Files:               scripts(t, "runspec"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup:               setupScript,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exit": cmdExit},
	})
}

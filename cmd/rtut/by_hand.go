package main

import (
	"context"
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"rtut/run/plain"
	"rtut/run/shell"
)

// byHand runs the operator's own shell in the directory in which a pack's commands run, for the work of an item of a run. rtut in it acts on that run, as the
// same operator.
func (a *app) byHand(ctx context.Context, place packPlace, dir, runID, item, command string) error {
	b := shell.ByHand{
		Program: a.getenv("SHELL"), Dir: dir, Name: item, Recall: command,
		Env: append(place.variables(runID), "RTUT_RUN="+runID, "RTUT_OPERATOR="+a.actor(), "RTUT_ITEM="+item),
	}
	_, _ = place.store().MakeFilesDir(runID) // who may not make it finds that out at work
	if _, err := io.WriteString(os.Stdout, byHandText(item, dir, command, b.Recalls())); err != nil {
		return err
	}
	return b.Run(ctx, os.Stdin)
}

// byHandText says where the shell is, how to get the command, and how to come back. A command that the shell cannot recall is put on the
// clipboard of the terminal, too.
func byHandText(item, dir, command string, recalls bool) string {
	lines := []string{"Work on " + item + " in " + dir + ". `exit` returns to the run."}
	clipboard := ""
	switch {
	case command == "":
	case recalls:
		lines = append(lines, "Its command is one Up away.")
	default:
		lines = append(lines, "Its command was sent to the clipboard of the terminal:", command)
		clipboard = ansi.SetSystemClipboard(command)
	}
	return plain.Text(strings.Join(lines, "\n")) + "\n" + clipboard
}

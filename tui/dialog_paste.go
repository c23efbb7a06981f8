package tui

import (
	tea "charm.land/bubbletea/v2"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// What pasted output is for.
const (
	pasteVerifies = "verify the step by it"
	pasteCaptures = "keep it with the step"
)

// newPasteDialog takes output that came from elsewhere: to verify the step by it, or to keep it as documentation.
func newPasteDialog(snap *snapshot, id string) dialog {
	output := &field{name: "output", label: "Output (paste it here)", in: input{lines: true}}
	use := &field{name: "use", label: "What for", choices: []string{pasteVerifies, pasteCaptures}}
	command := &field{name: "command", label: "Command that printed it", hidden: func() bool { return use.text() != pasteCaptures }}
	if it := snap.item(id); it != nil && (it.State != record.Running || !verifiedByOutput(snap, id)) {
		use.pick = 1
	}
	d := &formDialog{title: "Paste output for " + line(id), button: "hand it in"}
	d.list = []*field{use, command, output}
	d.at = 2
	d.submit = func(m *Model, f *formDialog) (dialog, tea.Cmd) {
		text := f.get("output")
		if use.text() == pasteVerifies {
			return f.wait(m.work.act(snap, run.Verify{Item: id, Pasted: &text}, id+": verified from what was pasted", nil))
		}
		return f.wait(m.work.act(snap, run.AddCapture{Item: id, Command: f.get("command"), Output: text}, id+": kept", nil))
	}
	return d
}

// verifiedByOutput reports whether a step's check looks at output.
func verifiedByOutput(snap *snapshot, id string) bool {
	checks := snap.detail(id, "").Checks
	return len(checks) == 1 && checks[0].Kind == pack.OutputContains
}

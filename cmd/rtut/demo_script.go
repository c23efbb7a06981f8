package main

// demoLine is one thing that the operator of the demo does, and what must come of it.
type demoLine struct {
	say  string   // why, in a sentence; "" to go on without a word
	args []string // of rtut
	pipe bool     // what rtut prints is given to sh
	exit int
	says []string // what must be in the answer
}

// demoScript plays a rehearsal of the demo's pack: what is refused, what is checked, what goes on record, and how it
// counts in the end.
var demoScript = []demoLine{
	{
		say:  "A pack is a runbook that can be validated before it is used.",
		args: []string{"pack", "validate", "."},
	},
	{
		args: []string{"pack", "graph", "."},
		says: []string{"[go-no-go]", "lag_mb (from measure-lag)"},
	},
	{
		say:  "A run is one execution of a pack. This one is a rehearsal, with db2 as the standby.",
		args: []string{"run", "new", ".", "--param", "standby=db2", "--environment", "rehearsal", "--project", "shop", "--target", "db"},
		says: []string{"operator ana", "next: rtut run start"},
	},
	{
		say:  "A step cannot start before the items that it waits for are finished.",
		args: []string{"run", "start", "promote"},
		exit: exitRefused, says: []string{"waits for fence", "--override"},
	},
	{
		say:  "So start with the first step. It is read-only.",
		args: []string{"run", "start"},
		says: []string{"measure-lag", "cat '../site'/'db2'/lag"},
	},
	{
		say:  "A step can be completed only after its verification has passed.",
		args: []string{"run", "done"},
		exit: exitRefused, says: []string{"has not been verified"},
	},
	{
		say:  "The check runs with the operator's consent. Its output becomes a datapoint.",
		args: []string{"run", "verify", "--yes"},
		says: []string{"passed", "lag_mb = 48"},
	},
	{args: []string{"run", "done"}},
	{
		say:  "A gate evaluates what was measured. The owner says yes, but the lag is too high.",
		args: []string{"run", "verify", "go-no-go", "--confirm"},
		exit: exitNotPassed, says: []string{"lag_mb 48 < 16 is false", "go-no-go: failed"},
	},
	{
		say:  "Everything after a gate waits for it. Lower the lag, or take responsibility.",
		args: []string{"run", "start", "fence"},
		exit: exitRefused, says: []string{"assess"},
	},
	{
		say:  "This gate is waivable, with a reason. A reason that contains a password is refused.",
		args: []string{"run", "waive", "go-no-go", "--reason", "it failed on postgres://app:Tr0ub4dor3x@db1/shop"},
		exit: exitRefused, says: []string{"password"},
	},
	{
		args: []string{"run", "waive", "go-no-go", "--reason", "a rehearsal: 48 MB may be lost"},
		says: []string{"go-no-go: waived"},
	},
	{
		say:  "There are two ways to fence the primary. Its power cannot be switched off remotely.",
		args: []string{"run", "start", "fence"},
		says: []string{"by-hand", "(chosen)", "required evidence: ticket"},
	},
	{
		say:  "rtut never does the work: the operator runs the command, here by piping it into sh.",
		args: []string{"run", "cmd"},
		says: []string{"rm -f '../site'/'db1'/running"},
	},
	{args: []string{"run", "cmd"}, pipe: true},
	{args: []string{"run", "verify", "--yes"}, says: []string{"fence: passed"}},
	{
		say:  "This step also requires evidence.",
		args: []string{"run", "done"},
		exit: exitRefused, says: []string{"required evidence is missing", "ticket"},
	},
	{args: []string{"run", "done", "--evidence", "ticket=CHG-4711"}, says: []string{"fence: done"}},
	{
		say:  "An irreversible step needs its exact confirmation phrase.",
		args: []string{"run", "start", "promote", "--phrase", "promote db1"},
		exit: exitRefused, says: []string{"promote db2"},
	},
	{args: []string{"run", "start", "promote", "--phrase", "promote db2"}, says: []string{"Promote db2"}},
	{args: []string{"run", "cmd"}, pipe: true, says: []string{"echo primary"}},
	{args: []string{"run", "verify", "--yes"}, says: []string{"promote: passed"}},
	{args: []string{"run", "done"}, says: []string{"promote: done"}},
	{args: []string{"run", "start"}, says: []string{"repoint"}},
	{
		say:  "Forgotten to do it? The check finds out, and may be tried again.",
		args: []string{"run", "verify", "--yes"},
		exit: exitNotPassed, says: []string{"did not pass"},
	},
	{args: []string{"run", "cmd"}, pipe: true, says: []string{"echo 'db2'"}},
	{args: []string{"run", "verify", "--yes"}, says: []string{"repoint: passed"}},
	{args: []string{"run", "done"}, says: []string{"repoint: done"}},
	{
		say:  "The last gate checks the systems directly.",
		args: []string{"run", "verify", "healthy", "--yes"},
		says: []string{"healthy: passed"},
	},
	{
		say:  "All of it on one page.",
		args: []string{"run", "status"},
		says: []string{"complete", "lag_mb = 48 MB", "deviation: waiver go-no-go"},
	},
	{
		say:  "The run succeeded. A gate was waived, so it does not mark the pack as exercised.",
		args: []string{"run", "finalize", "--outcome", "succeeded", "--apply"},
		exit: exitRefused, says: []string{"waiver go-no-go"},
	},
	{args: []string{"run", "finalize", "--outcome", "succeeded"}, says: []string{"succeeded"}},
	{args: []string{"run", "feedback", "--rating", "good", "--comment", "The gate was right to stop us."}},
	{
		say:  "A finished run can be read, rated, and not changed any more.",
		args: []string{"run", "redo", "promote", "--reason", "once more", "--acknowledge-partial"},
		exit: exitUsage, says: []string{"unfinished"},
	},
	{
		say:  "How the runs of each pack ended:",
		args: []string{"score", "."},
		says: []string{"promote-standby", "1 of 1"},
	},
}

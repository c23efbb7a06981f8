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
		say:  "A pack is a runbook that can be checked before anybody depends on it.",
		args: []string{"pack", "validate", "."},
	},
	{
		args: []string{"pack", "graph", "."},
		says: []string{"[go-no-go]", "lag_mb (from measure-lag)"},
	},
	{
		say:  "A run is one time that it is carried out. Here: a rehearsal, with db2 as the standby.",
		args: []string{"run", "new", ".", "--param", "standby=db2", "--environment", "rehearsal", "--project", "shop", "--target", "db"},
		says: []string{"operator ana", "next: rtut run start"},
	},
	{
		say:  "Nothing starts before what it waits for is done.",
		args: []string{"run", "start", "promote"},
		exit: exitRefused, says: []string{"comes after fence", "--override"},
	},
	{
		say:  "So, in order. The first step only looks.",
		args: []string{"run", "start"},
		says: []string{"measure-lag", "cat '../site'/'db2'/lag"},
	},
	{
		say:  "Done is what has been verified, not what somebody says.",
		args: []string{"run", "done"},
		exit: exitRefused, says: []string{"has not been verified"},
	},
	{
		say:  "The check runs when the operator agrees to it. It yields a datapoint.",
		args: []string{"run", "verify", "--yes"},
		says: []string{"passed", "lag_mb = 48"},
	},
	{args: []string{"run", "done"}},
	{
		say:  "A gate decides on what was measured. The owner says yes, the figure says no.",
		args: []string{"run", "verify", "go-no-go", "--confirm"},
		exit: exitNotPassed, says: []string{"lag_mb 48 < 16 is false", "go-no-go: failed"},
	},
	{
		say:  "What comes after a gate waits for it. To go on, lower the lag, or answer for it.",
		args: []string{"run", "start", "fence"},
		exit: exitRefused, says: []string{"assess"},
	},
	{
		say:  "This gate may be waived, with a reason. A reason with a password in it is not written down.",
		args: []string{"run", "waive", "go-no-go", "--reason", "it failed on postgres://app:Tr0ub4dor3x@db1/shop"},
		exit: exitRefused, says: []string{"password"},
	},
	{
		args: []string{"run", "waive", "go-no-go", "--reason", "a rehearsal: 48 MB may be lost"},
		says: []string{"go-no-go: waived"},
	},
	{
		say:  "There are two ways to fence the primary; its power can't be switched remotely.",
		args: []string{"run", "start", "fence"},
		says: []string{"by-hand", "(chosen)", "evidence owed: ticket"},
	},
	{
		say:  "rtut never does the work by itself: the operator does, or has sh do it.",
		args: []string{"run", "cmd"},
		says: []string{"rm -f '../site'/'db1'/running"},
	},
	{args: []string{"run", "cmd"}, pipe: true},
	{args: []string{"run", "verify", "--yes"}, says: []string{"fence: passed"}},
	{
		say:  "This step owes a fact, too.",
		args: []string{"run", "done"},
		exit: exitRefused, says: []string{"evidence is owed", "ticket"},
	},
	{args: []string{"run", "done", "--evidence", "ticket=CHG-4711"}, says: []string{"fence: done"}},
	{
		say:  "What can't be undone wants its phrase, word for word.",
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
		say:  "The last gate asks the systems themselves.",
		args: []string{"run", "verify", "healthy", "--yes"},
		says: []string{"healthy: passed"},
	},
	{
		say:  "All of it on one page.",
		args: []string{"run", "status"},
		says: []string{"complete", "lag_mb = 48 MB", "deviation: waiver go-no-go"},
	},
	{
		say:  "The run succeeded. But a gate was waived, so it does not prove the pack.",
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

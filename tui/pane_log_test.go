package tui

import (
	"testing"

	"rtut/run/record"
)

func TestTheLogSaysHowACommandWasRun(t *testing.T) {
	for want, detail := range map[string]record.Detail{
		"rtut runs its command on db3": {Execution: &record.Execution{On: "db3", By: "ana"}},
		"rtut runs its command  allowed by the pack (auto) and by ana for the run, pre-authorized": {
			Execution: &record.Execution{By: record.AutoConfirmName, Allowed: &record.Allowed{Pack: "auto", Run: "ana", Preauthorized: true}},
		},
		"exit 7, 12 s":                         {Executed: &record.Executed{ExitCode: new(7), Seconds: 12}},
		"its command did not run  db3 was off": {Settled: &record.Settled{Reason: "db3 was off"}},
		"auto-confirm  may run commands of steps, as ana allows": {
			Mode: &record.ModeChange{To: record.AutoConfirm}, AutoConfirm: &record.AutoConfirmState{Execute: &record.Allowance{By: "ana"}},
		},
		"manual  may no longer run commands of steps": {Mode: &record.ModeChange{To: record.ManualMode}, TakenBack: true},
	} {
		if got := eventWords(record.Event{Detail: detail}); got != want {
			t.Errorf("the log says %q, not %q", got, want)
		}
	}
}

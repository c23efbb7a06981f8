package report

import (
	"testing"
	"time"

	"rtut/run"
	"rtut/run/record"
)

// night is a run in which about everything happens that can happen: it ends as failed.
func night(t testing.TB) *play {
	t.Helper()
	p := begin(t, "switch-over", map[string]string{"standby": "db2"}, inProduction)
	nightAssess(p)
	nightSwitch(p)
	return nightEnd(p)
}

// nightAssess measures twice, and waives the gate.
func nightAssess(p *play) {
	yes := run.Answers{Confirm: true}
	p.after(2 * time.Minute).does(run.Start{Item: "measure-lag"})
	p.ran("measure-lag", "", 4*time.Second, run.Observation{ExitCode: 0, OutputBytes: 7, Head: "lag=48\n"}, run.Verify{})
	p.after(9 * time.Minute).does(run.Complete{Item: "measure-lag"})
	p.does(run.Note{Item: "measure-lag", Text: "It grew while I looked."})
	p.as("ben").does(run.Start{Item: "tell"}).after(3 * time.Minute).does(run.Complete{Item: "tell", Answers: yes})
	p.as("ana").does(run.Skip{Item: "look-at-graphs", Reason: "the graphs are down, too"})
	p.after(time.Minute).does(run.Verify{Item: "go-no-go", Answers: yes, Evidence: map[string]string{"decided-by": "ben"}})
	p.after(time.Minute).does(run.Waive{Item: "go-no-go", Reason: "48 MB are logs alone"})
}

// nightSwitch hands over, fences at the second attempt by the other alternative, and promotes against what the pack says.
func nightSwitch(p *play) {
	p.after(4 * time.Minute).does(run.HandOver{To: "cem", Reason: "ana is needed on the phone"}).as("cem")
	p.does(run.Start{Item: "fence"})
	p.ran("fence", "", 8*time.Second, run.Observation{ExitCode: 1}, run.Verify{})
	p.after(time.Minute).does(run.Fail{Item: "fence", Reason: "its controller does not answer"})
	p.after(2*time.Minute).does(run.RetryStep{Item: "fence"}, run.Start{Item: "fence", Alternative: "by-hand"})
	p.after(11 * time.Minute)
	p.ran("fence", "", 2*time.Second, run.Observation{ExitCode: 0}, run.Verify{Evidence: map[string]string{"ticket": "CHG-17"}})
	p.does(run.AddCapture{Item: "fence", Command: "ping -c 1 old", Output: "1 packets transmitted, 0 received\n"})
	p.does(run.Start{
		Item: "promote", Phrase: "promote db2", Override: &run.Override{Reason: "the fence holds, its paper can wait", AcknowledgeRisk: true},
	})
	p.does(run.Complete{Item: "fence", Set: map[string]string{"answers": "false"}})
	p.after(30 * time.Second)
	p.ran("promote", "", time.Second, run.Observation{ExitCode: 0}, run.Verify{})
	p.does(run.Complete{Item: "promote"}, run.SetValues{Values: map[string]string{"window_min": "20"}})
	p.after(20 * time.Second).does(run.SetValues{Values: map[string]string{"window_min": "15"}, Reason: "the owner called"})
	p.does(run.Start{Item: "repoint"}).after(90 * time.Second)
	p.does(run.Complete{Item: "repoint", Answers: run.Answers{Confirm: true}, Set: map[string]string{"served_by": "db2"}})
	p.after(time.Minute).does(run.Redo{Item: "repoint", Reason: "half of the service still writes to the old one", AcknowledgePartial: true})
	p.does(run.Start{Item: "repoint"}).after(2 * time.Minute)
	p.does(run.Complete{Item: "repoint", Answers: run.Answers{Confirm: true}, Set: map[string]string{"served_by": "db2"}})
}

// nightEnd lets auto-confirm run out of time, and closes the run.
func nightEnd(p *play) *play {
	auto := run.Actor{Auto: true}
	p.does(run.SwitchMode{To: record.AutoConfirm})
	p.act(auto, run.Start{Item: "rebuild"})
	p.ranBy(auto, "rebuild", "", 2*time.Second, run.Observation{ExitCode: 1}, run.Verify{})
	p.after(6*time.Minute).ranBy(auto, "rebuild", "", 2*time.Second, run.Observation{ExitCode: 1}, run.Verify{})
	p.act(auto, run.Timeout{Item: "rebuild"})
	p.does(run.SwitchMode{To: record.ManualMode})
	p.ran("healthy", "one-primary", 3*time.Second, run.Observation{ExitCode: 0}, run.Verify{})
	p.does(run.Finalize{Outcome: record.FailedRun, Reason: "the other side could not be rebuilt; db2 serves alone"})
	return p.after(12 * time.Hour).as("ben").does(run.AddFeedback{Rating: record.Neutral, Comment: "The plug took longest."})
}

// unfinished is a run under way.
func unfinished(t testing.TB) *play {
	t.Helper()
	p := begin(t, "switch-over", map[string]string{"standby": "db2"})
	p.after(time.Minute).does(run.Start{Item: "measure-lag"})
	return p.after(5 * time.Minute)
}

// old is a run of v0.1, which succeeded.
func old(t testing.TB) *play {
	t.Helper()
	p := beginText(t, "schema: runbook-pack/v0.1\nid: restart\ntitle: Restart the gateway\nsteps:\n"+
		"  - { id: drain, title: Drain it }\n  - { id: restart, title: Restart it, effect: irreversible, confirm: restart }\n", nil)
	for _, id := range []string{"drain", "restart"} {
		p.after(time.Minute).does(run.Start{Item: id, Phrase: map[string]string{"restart": "restart"}[id]})
		p.after(time.Minute).does(run.Complete{Item: id, Answers: run.Answers{Confirm: true}})
	}
	return p.does(run.Finalize{})
}

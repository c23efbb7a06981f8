package run_test

import (
	"testing"
	"time"

	"rtut/run"
	"rtut/run/record"
)

func TestARollbackIsLaterThanTheStartWhateverTheClockSays(t *testing.T) {
	t.Parallel()
	p := begin(t, packText("v0.2", "steps: [{ id: move, title: Move, rollback: { instruction: Move it back. } }]\n"))
	p.does(run.Start{Item: "move"})
	p.now = p.now.Add(-time.Hour)
	p.does(run.RollBack{Item: "move"})
	p.wants("rolled back", true, p.rolledBack())
	p.now = p.now.Add(-time.Hour)
	p.does(run.Start{Item: "move"})
	p.wants("rolled back since it was started again", false, p.rolledBack())
}

// rolledBack reports whether what was started last has been rolled back since.
func (p *play) rolledBack() bool {
	return run.NewView(p.pack, p.rec, p.now).Rollbacks()[0].RolledBack != nil
}

func TestTheRatingThatWasGivenLastCountsWhateverTheClockSays(t *testing.T) {
	t.Parallel()
	p := begin(t, packText("v0.1", "steps: [{ id: look, title: Look }]\n"))
	p.does(run.Finalize{Outcome: record.Abandoned}, run.AddFeedback{Rating: record.Good})
	p.now = p.now.Add(-time.Hour)
	p.does(run.AddFeedback{Rating: record.Poor})
	head := record.HeadOf(p.rec)
	p.wants("rating", record.Poor, head.Rating())
}

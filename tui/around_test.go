package tui

import (
	"context"
	"testing"

	"rtut/run"
	"rtut/run/record"
)

// The form of a new run says what to know of other runs, by the context that is filled in so far.
func TestFormOfANewRunLooksAround(t *testing.T) {
	onTable(t, wayPack, 80, 40, func(b *bench) {
		read := b.world.Open
		b.world.Open = func(ctx context.Context, path string) (*Place, error) {
			place, err := read(ctx, path)
			if err == nil {
				place.Around = func(context.Context) func(record.Context) []string {
					return func(wanted record.Context) []string {
						if wanted.Target == "lb1" {
							return []string{"ben has an open run of this pack on lb1"}
						}
						return nil
					}
				}
			}
			return place, err
		}
		b.resize(80, 40)
		b.press("g", "enter")
		b.shows("New run of", "Target")
		b.showsNot("ben has an open run")
		b.press("tab", "tab")
		b.write("lb1")
		b.shows("ben has an open run of this pack on lb1")
		b.press("backspace")
		b.showsNot("ben has an open run")
	})
}

// Where a run has marked its pack and no longer proves that, the overview says so, and how to take the line back.
func TestOverviewSaysThatAMarkIsNoLongerProven(t *testing.T) {
	const text = "schema: runbook-pack/v0.1\nid: one\ntitle: One\nexercise_status: exercised 2026-11-30 by ana\nsteps:\n  - { id: a, title: A }\n"
	onTable(t, text, 100, 40, func(b *bench) {
		b.resize(100, 40)
		b.newRun(run.New{})
		b.meanwhile(run.Start{Item: "a"})
		b.meanwhile(run.Complete{Item: "a", Answers: run.Answers{Confirm: true}})
		b.meanwhile(run.Exercise{})
		b.open()
		b.press("3")
		b.showsNot("no longer proves")
		b.meanwhile(run.Redo{Item: "a", Reason: "it was wrong", AcknowledgePartial: true})
		b.second()
		b.shows("The pack is marked as exercised", `packs/it/pack.yaml still has "exercise_status: exercised 2026-11-30 by ana", but this run no`,
			`to take that back, change the line to "exercise_status: never"`)
	})
}

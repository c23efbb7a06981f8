// Package run is the engine: what may happen in a run of a pack, and what has happened.
//
// A run changes in one way. Transition judges an Action by the pack and the record and returns the changed record with
// the events it took, or a Refusal. It is pure: the time is passed in, commands have been run before, and what was seen of
// them is part of the action. A Session drives it: it reads the clock, runs commands through a Shell, and keeps records
// in a Store. The command line and everything else that acts on a run do so through a Session; what they show comes
// from a View.
//
// # Steps
//
//	            start                 done
//	   todo ───────────▶ running ───────────────▶ done
//	    ▲ ▲                │ │ │                    │
//	    │ │ redo, rollback │ │ └──── timeout ────▶ pushed (auto-confirm, on_timeout: push-through)
//	    │ └────────────────┘ │ fail
//	    │        retry       ▼
//	    └───────────────── failed
//
//	redo and rollback lead back to todo from done and pushed as well. skip leads from todo, running and failed to
//	skipped, for read-only steps alone; a skipped step can be started after all.
//
// A step that runs is verified any number of times; the latest verification counts. `done` needs one that has passed, all
// evidence, and the values that the step produces.
//
// # Gates
//
//	         verify                      verify
//	open ───────────▶ passed     open ───────────▶ failed
//	 ▲                  │         waive: open, failed ▶ waived
//	 └─────── redo ─────┘         timeout: open, failed ▶ pushed (auto-confirm, on_timeout: push-through)
//
// A gate is never started. A passed gate stays passed when a value that it read is replaced: it is out of date.
//
// # What holds
//
// A step that is done and a gate that has passed claim something. validity.go says of every item whether its claim is current,
// and whether everything that it rests on is finished and current, too. Whatever is decided, is decided by that.
//
// # Datapoints
//
//	nil or err ──▶ set ──▶ ok        set by hand or produced by a step; ok once the confirmed_by item has passed
//	any ──▶ err                      an invalid value was given: the old one is gone
//	any ──▶ pushed                   the step that was to produce it was pushed through: it has no value
//
// # What always holds
//
// The walk in walk_test.go tries every action in every state that small packs can reach, and checks after each that
//
//   - of every item the rule and a second form of it (oracle_validity_test.go) say the same
//   - no step is done without a passing verification, its evidence and its values
//   - nothing starts with an unmet precondition unless a deviation of that item says so
//   - no irreversible step starts without its phrase or, in auto-confirm, its pre-authorization, and none that is
//     manual-only starts by auto-confirm at all
//   - while commands of an item run, or were interrupted, it neither passes nor fails
//   - a finished run changes by feedback alone
//   - a run with a deviation, a skip or a push never exercises its pack
//   - replaying the events gives the same record
//
// # Words
//
// A precondition that is not met leaves an item blocked; an item that a person must see to leaves auto-confirm waiting. A
// deviation is a way of going against the procedure on the record: an override, a waiver, a push-through, a redo behind
// something that was done, a change of the pack. A refusal is the engine's no.
//
// # Size
//
// The rules, the verdicts and the views of a run read the same replayed log and the same verdict of what is still valid. In packages of
// their own, 87 names would have to be exported for each other, the state of a transition among them. Records are in package record.
package run

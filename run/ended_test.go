package run

import (
	"rtut/pack"
	"rtut/run/record"
)

// WhenEnded is given runs that end in a walk, and all that end at random, and says what is wrong with what can be told of it.
// Whatever tells of runs imports this package, so what holds it to its rules has to come from outside: tests of run_test
// put it in.
var WhenEnded = func(*pack.Pack, *record.Record) error { return nil }

// endings counts the runs that end in a walk, which is too many for all of them to be told.
type endings int

// told is every how many of them is.
const told = 1000

// ended gives WhenEnded a run that an action has just ended: the first of a walk, and one of many after that.
func (n *endings) ended(p *pack.Pack, before, after *record.Record) error {
	if before.Finished() || !after.Finished() {
		return nil
	}
	if *n++; *n%told != 1 {
		return nil
	}
	return WhenEnded(p, after)
}

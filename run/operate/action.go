// Package operate says what comes next in a run and what that still needs, as data. The command line, `go`, the terminal interface
// and JSON show the same value, each in its own words. It changes nothing: what it proposes it has tried on a copy.
package operate

import (
	"slices"

	"rtut/run/record"
)

// Kind says what kind of thing comes next.
type Kind string

// The kinds. None of them is carried out by this package.
const (
	Nothing  Kind = "nothing"   // the run has ended and has its feedback
	Start    Kind = "start"     // start a step
	Confirm  Kind = "confirm"   // type the phrase of a running step again
	Execute  Kind = "execute"   // have rtut run the command of a running step
	Settle   Kind = "settle"    // say whether a command ran of which nothing is known
	Check    Kind = "check"     // verify an item; of a step, once its work is done
	Answer   Kind = "answer"    // verify an item by answering its questions
	Complete Kind = "complete"  // complete a step that is verified
	Prove    Kind = "prove"     // verify again, all at once, what is out of date
	Value    Kind = "value"     // give datapoints a value
	Fail     Kind = "fail"      // say that a step has failed
	Redo     Kind = "redo"      // put a finished item back
	Retry    Kind = "retry"     // put a failed step back
	Rollback Kind = "rollback"  // go back: undo the work of a step, or look how to
	Accept   Kind = "accept"    // accept the change of the pack
	Wait     Kind = "wait"      // wait until a moment
	TakeOver Kind = "take_over" // make the run manual
	Tick     Kind = "tick"      // let auto-confirm go on
	Close    Kind = "close"     // end the run
	Feedback Kind = "feedback"  // say how the run was
	Anew     Kind = "anew"      // begin another run: the record of this one is not whole
	Look     Kind = "look"      // nothing can be proposed: look at the run
	FixPack  Kind = "mend"      // fix the pack, which cannot be read
)

// Action is one thing that comes next, or could.
type Action struct {
	Kind    Kind           `json:"kind"`
	Item    string         `json:"item,omitempty"` // the item acted on; "" for the run
	Work    *Work          `json:"work"`           // what a person does first; null for nothing
	Runs    []Command      `json:"runs"`           // the commands that rtut runs, on consent
	Needs   []Need         `json:"needs"`          // what has to be given, in the order in which it is asked for
	Until   *record.Time   `json:"until,omitempty"`
	Reason  string         `json:"reason,omitempty"` // why it is to be waited for
	Outcome record.Outcome `json:"outcome,omitempty"`
	Ran     *bool          `json:"ran,omitempty"` // of Settle: what is said
	Beside  []Action       `json:"-"`             // what could be done instead
}

// Work is what a person does before an action is recorded.
type Work struct {
	Instruction string `json:"instruction,omitempty"`
	Command     string `json:"command,omitempty"` // as it stands now, for reading
	Host        string `json:"host,omitempty"`    // "" is here
	Where       string `json:"where,omitempty"`   // where the command runs, as a person reads it
}

// Command is a command of a check.
type Command struct {
	Check  string `json:"check,omitempty"` // "" is the check of a step
	Script string `json:"script"`
	Host   string `json:"host,omitempty"`
	Where  string `json:"where"`
}

// NeedKind says what kind of thing an action still needs.
type NeedKind string

// The kinds of need.
const (
	NeedAlternative NeedKind = "alternative"
	NeedPhrase      NeedKind = "phrase"
	NeedConsent     NeedKind = "consent"     // to the commands that run
	NeedAnswer      NeedKind = "answer"      // yes or no to a manual check
	NeedEvidence    NeedKind = "evidence"    // a declared fact
	NeedValue       NeedKind = "value"       // of a datapoint
	NeedReason      NeedKind = "reason"      // why
	NeedAcknowledge NeedKind = "acknowledge" // that what was begun may be begun again
)

// Need is one thing that an action still needs.
type Need struct {
	Kind    NeedKind `json:"kind"`
	ID      string   `json:"id,omitempty"`  // of the fact, the datapoint or the check
	Ask     string   `json:"ask,omitempty"` // the phrase, the question, or what the value is
	Choices []string `json:"choices,omitempty"`
}

// has reports whether the action has a need of a kind.
func (a Action) has(kind NeedKind) bool {
	return slices.ContainsFunc(a.Needs, func(n Need) bool { return n.Kind == kind })
}

// Asks reports whether the action puts a question to a person.
func (a Action) Asks() bool { return a.has(NeedAnswer) }

// FixingPack is the action while the pack of a run can't be read: nothing else takes the run on.
func FixingPack() Action { return act(FixPack, "") }

// Kinds returns all kinds.
func Kinds() []Kind {
	return []Kind{
		Nothing, Start, Confirm, Execute, Settle, Check, Answer, Complete, Prove, Value, Fail, Redo, Retry, Rollback, Accept, Wait, TakeOver, Tick, Close,
		Feedback, Anew, Look, FixPack,
	}
}

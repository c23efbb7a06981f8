package record

import "rtut/pack"

// Allowance says who allowed auto-confirm to run the own commands of steps for which the pack says `execute: auto`.
type Allowance struct {
	By string `json:"by"`
	At Time   `json:"at"`
}

// Allowed says why auto-confirm might run the own command of a step.
type Allowed struct {
	Pack          pack.Execute `json:"pack"`                    // what the pack says of the step
	Run           string       `json:"run"`                     // who allowed execution for the run
	Preauthorized bool         `json:"preauthorized,omitempty"` // the step has a phrase, and was started by a pre-authorization
}

// ExecutionAllowed returns who allowed auto-confirm to run commands of steps, and when; nil where it may not.
func (r *Record) ExecutionAllowed() *Allowance {
	if r.Mode != AutoConfirm || r.AutoConfirm == nil {
		return nil
	}
	return r.AutoConfirm.Execute
}

// For is the person for whom a command was run: who asked for it, or allowed it.
func (e *Execution) For() string {
	if e.Allowed != nil {
		return e.Allowed.Run
	}
	return e.By
}

// who says for whom a command was run, and by whose hand.
func (e *Execution) who() string {
	if e.Allowed != nil {
		return "for " + e.Allowed.Run + " in auto-confirm"
	}
	return "for " + e.By
}

// Package flow knows which item of a runbook waits for which. It deals in ids and edges alone: what an item is, what
// state it is in and who may act on it is for its callers to know.
//
// An item is a step or a gate. Items live in stages, which nest. Four things make an item wait, each a Reason:
//
//	Requires   it, or a stage around it, requires an item or a whole stage
//	Order      a stage around it is sequential, and something comes before
//	Steps      it is a gate, which waits for every step of its stage, nested stages included
//	Uses       it uses a datapoint that another item produces (sought for cycles and downstream only: whether a
//	           datapoint has its value is for the run to say)
package flow

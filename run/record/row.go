package record

// Row is what a list says of a run. Of a run that is unfinished, and of one whose record was altered, it has the whole record.
type Row struct {
	Summary
	Record *Record // nil: the summary is all there is to say
}

// RowOf is the row of a record that was read whole.
func RowOf(rec *Record) Row {
	head := HeadOf(rec)
	return Row{head.Summary(), rec}
}

// State is StateOf the record.
func (r *Row) State() RunState {
	if r.Record != nil {
		return StateOf(r.Record)
	}
	return RunState(r.Outcome)
}

// Written returns when the record was last written.
func (r *Row) Written() Time {
	if r.Record != nil {
		return r.Record.UpdatedAt
	}
	return r.Touched // of a finished run the same
}

// Integrity is what is found of the record. Of one that was not read whole it is what a summary sees of it: see DecodeSummary.
func (r *Row) Integrity() Finding {
	if r.Record != nil {
		return r.Record.Integrity()
	}
	return Finding{Verdict: VerdictComplete}
}

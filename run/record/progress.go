package record

// RunState is the state of a run as a whole.
type RunState string

// The states of a run that is not finished; a finished one is in the state that its outcome names.
const (
	RunRunning  RunState = "running"
	RunComplete RunState = "complete" // every item is finished, the run is not closed yet
	RunStopped  RunState = "stopped"  // auto-confirm stopped at a timeout
)

// StateOf returns the state of a run as far as its record alone tells it.
func StateOf(rec *Record) RunState {
	switch {
	case rec.Finished():
		return RunState(*rec.Outcome)
	case rec.Mode == AutoConfirm && rec.AutoConfirm != nil && rec.AutoConfirm.Stopped != nil:
		return RunStopped
	case ProgressOf(rec).Done == ProgressOf(rec).Total:
		return RunComplete
	}
	return RunRunning
}

// Progress counts the items that are finished, in whatever way.
type Progress struct {
	Done  int `json:"done"`
	Total int `json:"total"`
}

// ProgressOf counts the finished steps and gates of a record. What an accepted change has removed from the pack does
// not count.
func ProgressOf(rec *Record) Progress {
	p := Progress{}
	for id, s := range rec.Steps {
		if rec.follows(id) {
			p.count(s.State)
		}
	}
	for id, g := range rec.Gates {
		if rec.follows(id) {
			p.count(g.State)
		}
	}
	return p
}

// follows reports whether an item is still in the pack that the run follows.
func (r *Record) follows(id string) bool {
	_, is := r.Items[id]
	return is || len(r.Items) == 0
}

func (p *Progress) count(s State) {
	p.Total++
	if s.Finished() {
		p.Done++
	}
}

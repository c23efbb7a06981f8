package scores

import "rtut/run/score"

// trusted is the proof of the items of the run of a pack that ended last.
type trusted struct {
	label
	Run  string
	Line string
}

// trustedOf leaves out packs of which no run has ended, or whose latest run does not say.
func trustedOf(s score.Score) []trusted {
	var rows []trusted
	for _, r := range s.Packs {
		if r.Trust != nil {
			rows = append(rows, trusted{labelOf(r), r.Latest, r.Trust.String()})
		}
	}
	return rows
}

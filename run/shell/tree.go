package shell

import "slices"

// procStat is what the system says of a process.
type procStat struct{ pid, parent, session int }

// descend returns those of all that descend from root or from one of a session, without root itself.
func descend(all []procStat, root, session int) []int {
	in := map[int]bool{root: true}
	for _, p := range all {
		if p.session == session {
			in[p.pid] = true
		}
	}
	for grown := true; grown; {
		grown = false
		for _, p := range all {
			if in[p.parent] && !in[p.pid] {
				in[p.pid], grown = true, true
			}
		}
	}
	delete(in, root)
	var pids []int
	for _, p := range all {
		if in[p.pid] {
			pids = append(pids, p.pid)
		}
	}
	slices.Sort(pids)
	return pids
}

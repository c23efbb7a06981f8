package tui

// scroll is which of some lines are seen. The zero scroll shows the first.
type scroll struct {
	top, height, total int
}

// set tells how many lines there are and how many are seen; what is seen stays, as far as it can.
func (s *scroll) set(total, height int) {
	s.total, s.height = total, height
	s.by(0)
}

// by moves by some lines, not beyond either end.
func (s *scroll) by(lines int) { s.top = max(0, min(s.top+lines, s.total-s.height)) }

// show moves as little as is needed for a line to be seen.
func (s *scroll) show(at int) {
	if at < s.top {
		s.top = at
	}
	if at >= s.top+s.height {
		s.top = at - s.height + 1
	}
	s.by(0)
}

// window returns the first line that is seen, and the first after those.
func (s *scroll) window() (from, to int) { return s.top, min(s.top+s.height, s.total) }

// more says how much is below what is seen.
func (s *scroll) more() int { return max(0, s.total-s.top-s.height) }

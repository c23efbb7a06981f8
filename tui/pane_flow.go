package tui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// flowPane is the list of stages, steps and gates in canonical order. An item is selected by its id, so that the
// selection outlives whatever changes around it.
type flowPane struct {
	selected string
	scroll   scroll
}

// row is where the selected item is.
func (p *flowPane) row(s *snapshot) int { return s.at[p.selected] }

// keep makes sure that something is selected, if there is anything.
func (p *flowPane) keep(s *snapshot) {
	if s.item(p.selected) != nil || len(s.status.Items) == 0 {
		return
	}
	if p.selected = s.recommended(); p.selected == "" {
		p.selected = s.status.Items[0].ID
	}
}

// move selects another item, so many items further.
func (p *flowPane) move(s *snapshot, by int) {
	step, at := 1, p.row(s)
	if by < 0 {
		step, by = -1, -by
	}
	for i := at + step; i >= 0 && i < len(s.rows) && by > 0; i += step {
		if it := s.rows[i].item; it != nil {
			p.selected = it.ID
			by--
		}
	}
	if p.row(s) <= 1 {
		p.scroll.top = 0 // the heading over the first item is seen, too
	}
}

// click selects the item in a line of the pane.
func (p *flowPane) click(s *snapshot, y int) {
	if at := p.scroll.top + y; at >= 0 && at < len(s.rows) && s.rows[at].item != nil {
		p.selected = s.rows[at].item.ID
	}
}

// find selects the next item whose id or title holds the text, the present one included if here is true.
func (p *flowPane) find(s *snapshot, wanted string, here bool) bool {
	wanted = strings.ToLower(wanted)
	from := p.row(s)
	if !here {
		from++
	}
	for i := range s.rows {
		it := s.rows[(from+i)%len(s.rows)].item
		if it != nil && strings.Contains(strings.ToLower(it.ID+" "+it.Title), wanted) {
			p.selected = it.ID
			return true
		}
	}
	return false
}

// view returns exactly h lines of w cells: only what is seen is rendered.
func (p *flowPane) view(st *styles, s *snapshot, w, h int, focused bool) []string {
	p.scroll.set(len(s.rows), h)
	p.scroll.show(p.row(s))
	from, to := p.scroll.window()
	ids := 0
	for _, r := range s.rows[from:to] {
		if r.item != nil {
			ids = max(ids, ansi.StringWidth(r.item.ID))
		}
	}
	lines := make([]string, 0, h)
	for _, r := range s.rows[from:to] {
		if r.item == nil {
			lines = append(lines, p.heading(st, r, w))
		} else {
			lines = append(lines, p.line(st, s, r.item, w, min(ids, w/3), focused))
		}
	}
	return block(lines, w, h)
}

func (p *flowPane) heading(st *styles, r flowRow, w int) string {
	count := fmt.Sprintf(" %d/%d ", r.done.Done, r.done.Total)
	words := st.heading.Render(line(r.title))
	if !strings.EqualFold(r.title, r.stage) {
		words += "  " + st.dim.Render(line(r.stage))
	}
	return sides(cut(words, w-len(count)), st.dim.Render(count), w)
}

// line is an item: marks of what is recommended and of what is irreversible, sign of its state, id, title, what its check came to, and
// what it waits for. Of these the last is cut first, and then the title.
func (p *flowPane) line(st *styles, s *snapshot, it *run.ItemView, w, ids int, focused bool) string {
	mark, loud := " ", " "
	if it.ID == s.recommended() {
		mark = st.next()
	}
	if loudly(it) != "" {
		loud = "!"
	}
	sign, verdict := run.Sign(it.State, st.ascii), verdict(st, it)
	words := cut(fit(line(it.ID), ids)+"  "+line(it.Title), w-4-ansi.StringWidth(verdict)) + verdict + waiting(st, s, it)
	if it.ID == p.selected {
		row := fit(mark+loud+sign+" "+words, w)
		if focused {
			return st.selected.Render(row)
		}
		return st.unfocused.Render(row)
	}
	look := st.plain
	switch {
	case it.ID == s.recommended(), it.State == record.Running:
		look = st.recommended
	case len(it.Waits) > 0 && it.State != record.Failed:
		look = st.dim
	}
	return fit(look.Render(mark)+st.bad.Render(loud)+st.state(it.State).Render(sign)+" "+look.Render(cut(words, w-4)), w)
}

// verdict says what the check of a step that is running came to last, and of what is finished under what it counts in the trust line; ""
// where that is not known.
func verdict(st *styles, it *run.ItemView) string {
	switch {
	case it.Holds != nil && it.Standing != record.NotReachedStanding:
		return "  (" + it.Standing.Words() + ")"
	case it.Kind != run.StepKind || it.State != record.Running || it.Verified == nil || !it.Current:
		return ""
	case *it.Verified:
		return "  " + run.Sign(record.Done, st.ascii) + " passed"
	}
	return "  " + run.Sign(record.Failed, st.ascii) + " did not pass"
}

// loudly marks what is irreversible and is still to be done.
func loudly(it *run.ItemView) string {
	if it.Effect == pack.Irreversible && !finished(it) {
		return " (!)"
	}
	return ""
}

// waiting is the first thing that an item waits for, and how much there is besides.
func waiting(st *styles, s *snapshot, it *run.ItemView) string {
	if it.Checking != nil {
		return "  " + st.pick("…", "..") + " " + s.standing(it.Checking).words(it.Checking)
	}
	if it.Lapsed {
		return "  " + st.pick("…", "..") + " confirmation lapsed"
	}
	if !it.Current {
		return "  " + st.pick("…", "..") + " out of date"
	}
	if old := s.tooOld(it.ID); len(old) > 0 && it.State == record.Done {
		return "  " + st.pick("…", "..") + " " + line(old[0]) + " is too old"
	}
	if len(it.WaitsFor) == 0 {
		return ""
	}
	words := "  " + st.pick("…", "..") + " " + line(it.WaitsFor[0])
	if n := len(it.WaitsFor) - 1; n > 0 {
		words += fmt.Sprintf(" +%d", n)
	}
	return words
}

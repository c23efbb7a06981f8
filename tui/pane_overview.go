package tui

import (
	"fmt"
	"strings"

	"rtut/run"
	"rtut/run/record"
)

// layOverview lays the whole run out at a glance: how far its stages and gates are, what waits for whom, what went against
// the procedure; and then what the run is about.
func layOverview(p *page, s *snapshot) {
	layStages(p, s)
	layWaiting(p, s)
	layDeviations(p, s)
	layRun(p, s)
	p.heading("What the pack is for")
	p.markdown(s.pack().Summary.Display(s.params()))
}

// layRun says who runs this, where, and with which params.
func layRun(p *page, s *snapshot) {
	p.heading("Run")
	p.field("id", s.status.RunID)
	p.field("state", string(s.status.State))
	p.field("began", s.status.CreatedAt.Format("2006-01-02 15:04:05")+" UTC, operator "+s.status.Operator)
	for _, f := range [][2]string{
		{"project", s.status.Context.Project},
		{"target", s.status.Context.Target},
		{"environment", string(s.status.Context.Environment)},
		{"mode", string(s.status.Mode)},
		{"reason", s.status.Reason},
		{"trust", s.status.Trust.String()},
		{"said no", record.TellNoes(s.status.Noes)},
	} {
		if f[1] != "" {
			p.field(f[0], f[1])
		}
	}
	if len(s.rec.Params) > 0 {
		p.heading("Params")
	}
	for _, id := range sortedKeys(s.rec.Params) {
		p.field(id, s.rec.Params[id].Text())
	}
}

// layStages says how far each stage is, and how its gates stand.
func layStages(p *page, s *snapshot) {
	p.heading("Stages and gates")
	for _, r := range s.rows {
		switch {
		case r.item == nil:
			count := fmt.Sprintf("%d/%d", r.done.Done, r.done.Total)
			p.lines = append(p.lines, cut(fmt.Sprintf("%s %-6s %s", bar(p.st, r.done, 12), count, p.st.bold.Render(line(r.title))), p.width))
		case r.item.Kind == run.GateKind:
			p.hang(strings.Repeat(" ", 20)+p.st.state(r.item.State).Render(run.Sign(r.item.State, p.st.ascii))+" ", p.st.plain, r.item.Title+"  "+string(r.item.State))
		}
	}
}

// layWaiting says what waits for a person, and what for something else.
func layWaiting(p *page, s *snapshot) {
	p.heading("Who waits for what")
	var open, blocked []*run.ItemView
	for i := range s.status.Items {
		switch it := &s.status.Items[i]; {
		case it.State == record.Running, it.Ready:
			open = append(open, it)
		case len(it.Waits) > 0:
			blocked = append(blocked, it)
		}
	}
	few(p, 20, open, func(it *run.ItemView) {
		look, words := p.st.plain, " is ready"
		if it.State == record.Running {
			look, words = p.st.bold, " is running"
		}
		p.hang("  "+run.Sign(it.State, p.st.ascii)+" ", look, it.ID+words+performer(s, it.ID))
	}, nil)
	few(p, 20, blocked, func(it *run.ItemView) {
		p.hang("  "+run.Sign(it.State, p.st.ascii)+" ", p.st.dim, it.ID+" "+firstOf(3, it.Waits))
	}, nil)
	if len(open)+len(blocked) == 0 {
		p.say(p.st.plain, "nothing")
	}
}

func performer(s *snapshot, id string) string {
	if step := s.pack().Step(id); step != nil && step.Performer != "" {
		return ", for " + step.Performer
	}
	return ", for " + s.status.Operator
}

func layDeviations(p *page, s *snapshot) {
	if !s.status.Integrity.Intact() {
		p.heading("The record is not intact")
		p.hang("  ", p.st.warn, s.status.Integrity.String())
	}
	if len(s.status.PackChanges) > 0 {
		p.heading("The pack has changed")
		for _, c := range s.status.PackChanges {
			p.hang("  ", p.st.warn, c)
		}
	}
	if s.marked != nil {
		p.heading("The pack is marked as exercised")
		for _, sentence := range s.marked.Words(s.place.File) {
			p.hang("  ", p.st.warn, sentence)
		}
	}
	if len(s.status.Deviations) == 0 {
		return
	}
	p.heading("Deviations")
	for _, d := range s.status.Deviations {
		p.hang("  ", p.st.warn, strings.TrimSpace(string(d.Kind)+" "+d.Item)+" by "+d.By+": "+d.Reason)
		for _, n := range d.Against {
			p.hang("    ", p.st.warn, "against: "+n.Words(n.At.Format("2006-01-02 15:04:05")))
		}
	}
}

// bar shows progress in so many cells.
func bar(st *styles, p record.Progress, cells int) string {
	full := 0
	if p.Total > 0 {
		full = p.Done * cells / p.Total
	}
	return filled(st, full, cells)
}

// filled is a bar of some cells, of which the first are full.
func filled(st *styles, full, cells int) string {
	return strings.Repeat(st.pick("█", "#"), full) + strings.Repeat(st.pick("░", "."), cells-full)
}

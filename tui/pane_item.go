package tui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run"
	"rtut/run/record"
)

// itemPane shows all of one item. What it shows is laid out again only when the item, the run or the width changes.
type itemPane struct {
	scroll scroll
	page   *page
	of     itemKey
}

// itemKey is what a laid out item depends on.
type itemKey struct {
	st                *styles
	snap              *snapshot
	item, alternative string
	width             int
}

// set lays an item out, unless it is already. Another item is shown from its beginning.
func (p *itemPane) set(key itemKey) {
	if key == p.of {
		return
	}
	if key.item != p.of.item {
		p.scroll.top = 0
	}
	p.of, p.page = key, newPage(key.st, key.width)
	if key.snap != nil && key.item != "" {
		d := key.snap.detail(key.item, key.alternative)
		layItem(p.page, key.snap, &d)
	}
}

// view returns exactly h lines.
func (p *itemPane) view(h int) []string {
	p.scroll.set(len(p.page.lines), h)
	from, to := p.scroll.window()
	lines := p.page.lines[from:to]
	if more := p.scroll.more(); more > 0 && h > 1 {
		lines = append(lines[:len(lines)-1:len(lines)-1], p.page.st.dim.Render(fmt.Sprintf("%s %d more lines", p.page.st.pick("↓", "v"), more+1)))
	}
	return block(lines, p.page.width, h)
}

// layItem lays all of an item out: what it is, what keeps it, what to do, how it is verified, what is missing.
func layItem(p *page, s *snapshot, d *run.StepDetail) {
	layTitle(p, d)
	layWaits(p, s, d)
	layWayBack(p, s, d)
	if d.Instruction != "" {
		p.heading("What to do")
		p.markdown(d.Instruction)
	}
	for _, l := range d.Links {
		p.hang(p.st.pick("→ ", "-> "), p.st.link, l.Title+" "+l.URL)
	}
	layCommand(p, s, d)
	layAlternatives(p, d)
	layChecks(p, s, d)
	layFacts(p, s, d)
	layBehind(p, s, d)
}

// layWayBack says how to get back from what has failed.
func layWayBack(p *page, s *snapshot, d *run.StepDetail) {
	if d.RollBack == nil || d.State != record.Failed {
		return
	}
	p.heading("Rollback")
	if d.Rollback != "" {
		p.markdown(d.Rollback)
	}
	if d.RollBack.Command != "" {
		p.say(p.st.dim, "to run "+line(s.where(d.RollBack.On)))
		p.code(d.RollBack.Command)
	}
	p.say(p.st.dim, "b shows every rollback, and copies its command")
}

func layTitle(p *page, d *run.StepDetail) {
	sign := run.Sign(d.State, p.st.ascii)
	p.hang(p.st.state(d.State).Render(sign)+" ", p.st.bold, d.Title)
	words := []string{d.ID, string(d.State)}
	if d.Kind == run.GateKind {
		words = append(words, "gate")
	}
	if d.Performer != "" {
		words = append(words, "by "+d.Performer)
	}
	if d.Effect == pack.Irreversible {
		p.hang(p.st.loud.Render(" irreversible ")+" ", p.st.dim, strings.Join(words, "  "))
	} else {
		p.say(p.st.dim, strings.TrimRight(strings.Join(append(words, string(d.Effect)), "  "), " "))
	}
	if d.Reason != "" {
		p.field("reason", d.Reason)
	}
}

// layWaitsFor lists the first things that something waits for.
func layWaitsFor(p *page, waits []string) {
	few(p, 6, waits, func(w string) { p.hang(p.st.warn.Render(p.st.pick("… ", ". ")), p.st.warn, w) }, nil)
}

// layWaits says what keeps the item from going on.
func layWaits(p *page, s *snapshot, d *run.StepDetail) {
	layWaitsFor(p, d.Waits)
	for _, why := range d.Because {
		if why.Code == record.CauseUpstream {
			p.say(p.st.warn, "does not hold: "+why.Text)
		} else {
			p.say(p.st.bad, "out of date: "+why.Text+". v verifies it again")
		}
	}
	for _, id := range s.tooOld(d.ID) {
		how := "R does the step again"
		if slices.Contains(s.status.OutOfDate, d.ID) {
			how = "V verifies it again"
		}
		p.say(p.st.bad, id+", which it produced, is too old by now: "+how)
	}
	for _, sentence := range s.view.BeforeIt(d.ItemView) {
		p.say(p.st.warn, sentence)
	}
	if d.Work != nil && (d.Work.Execution != nil || d.Executable) {
		p.field("work", d.Work.Text())
	}
	if d.Unjudged != "" {
		p.say(p.st.bad, d.Unjudged)
	}
	layChecking(p, s, d.Checking)
	if d.Lapsed {
		p.say(p.st.bad, "the confirmation has lapsed, because the command or the phrase has changed: start the step again")
	}
	if stopped := s.status.Stopped; stopped != nil && stopped.Item == d.ID {
		p.say(p.st.bad, "auto-confirm stopped here: "+stopped.Reason)
	}
}

// layChecking says what is known of a check that was begun and has no result.
func layChecking(p *page, s *snapshot, c *run.Checking) {
	const look = "look what its commands did, then verify it again"
	if c == nil {
		return
	}
	whose := fmt.Sprintf("%s on %s (pid %d)", c.By, c.Host, c.PID)
	switch s.standing(c) {
	case checkHere:
		p.say(p.st.bold, "its check runs here, since "+clock(c.Since)+": v shows it")
	case checkAlive:
		p.say(p.st.bold, "its check was started by "+whose+" at "+clock(c.Since)+", and that process is still there")
	case checkDead:
		p.say(p.st.bad, "its check was interrupted: it was started by "+whose+" at "+clock(c.Since)+", and that process has ended without a result; "+look)
	default:
		p.say(p.st.warn, "its check was started by "+whose+" at "+clock(c.Since)+", and no result has come. It may still run there; if it does not, "+look)
	}
}

func layCommand(p *page, s *snapshot, d *run.StepDetail) {
	if d.Command == "" {
		return
	}
	p.heading("Command to run " + line(s.where(d.Host)))
	p.code(d.Command)
	if paste, err := s.view.Paste(d.ID, ""); err == nil && len(paste.Exports) > 0 {
		p.say(p.st.dim, "c copies it with the variables that it may read")
	}
	if d.Phrase != "" && d.State == record.Todo {
		p.field("phrase to type at start", run.TellPhrase(d.Phrase))
	}
}

func layAlternatives(p *page, d *run.StepDetail) {
	if len(d.Alternatives) == 0 {
		return
	}
	p.heading("Alternatives")
	for _, a := range d.Alternatives {
		look, words := p.st.plain, a.ID+"  "+a.Title
		if a.Recommended {
			words += "  (recommended)"
		}
		if a.Chosen {
			look, words = p.st.bold, words+"  (chosen)"
		}
		p.hang("  ", look, words)
	}
}

// layChecks says how the item is verified, and how that went.
func layChecks(p *page, s *snapshot, d *run.StepDetail) {
	p.heading("Verification")
	for _, c := range d.Checks {
		name := string(c.Kind)
		if c.ID != "" {
			name = c.ID + " (" + name + ")"
		}
		p.say(p.st.bold, name)
		if c.Command != "" {
			p.say(p.st.dim, "runs "+line(s.where(c.Host)))
			p.code(c.Command)
		}
		for _, words := range []string{c.Prompt, c.Wants} {
			if words != "" {
				p.hang("  ", p.st.plain, words)
			}
		}
		layNow(p, s, d.Expressions, c.ID)
		layCheckResult(p, d.Results[c.ID])
	}
}

// layNow says how an expression stands now, and how old the values are that it reads.
func layNow(p *page, s *snapshot, all []run.ExpressionView, check string) {
	for _, e := range all {
		if e.Check != check {
			continue
		}
		switch {
		case e.Holds == nil:
			p.hang("  now ", p.st.warn, e.Told+": "+e.Problem)
		case *e.Holds:
			p.hang("  now "+p.st.good.Render(run.Sign(record.Done, p.st.ascii))+" ", p.st.plain, e.Told)
		default:
			p.hang("  now "+p.st.bad.Render(run.Sign(record.Failed, p.st.ascii))+" ", p.st.bad, e.Told+" is false")
		}
		layOperands(p, s, e.Uses)
	}
}

// layOperands says how old values are, and how long they are good.
func layOperands(p *page, s *snapshot, names []string) {
	for _, d := range s.status.Datapoints {
		if !slices.Contains(names, d.ID) || d.At == nil {
			continue
		}
		look, words := p.st.dim, valueWords(d)+", "+ageWords(d, s.view.At())
		if d.TooOld {
			look = p.st.bad
		}
		p.hang("      ", look, d.ID+" "+words)
	}
}

// layExpressions says how all expressions of a gate stand now.
func layExpressions(p *page, s *snapshot, d *run.ItemView) {
	if len(d.Expressions) == 0 {
		return
	}
	for _, e := range d.Expressions {
		p.say(p.st.bold, e.Check)
		layNow(p, s, d.Expressions, e.Check)
	}
	p.blank()
}

// layResults says how the checks went, without what they are.
func layResults(p *page, d *run.StepDetail) {
	for _, c := range d.Checks {
		if r := d.Results[c.ID]; r != nil {
			if c.ID != "" {
				p.say(p.st.bold, c.ID)
			}
			layCheckResult(p, r)
		}
	}
	if d.Kind == run.GateKind && d.State == record.Open {
		p.say(p.st.warn, "the gate is still open")
	}
}

func layCheckResult(p *page, r *record.Result) {
	if r == nil {
		return
	}
	sign, look, words := run.Sign(record.Failed, p.st.ascii), p.st.bad, "did not pass"
	if r.Passed {
		sign, look, words = run.Sign(record.Done, p.st.ascii), p.st.good, "passed"
	}
	if r.AutoConfirmed {
		words += ", confirmed by auto-confirm"
	}
	if r.Error != "" {
		words += ": " + r.Error
	}
	p.hang("  "+look.Render(sign)+" ", look, words+"  "+r.At.Format("15:04:05"))
	for _, id := range sortedKeys(r.Extracted) {
		p.hang("    ", p.st.plain, id+" = "+r.Extracted[id].Text()+" (set when the step is done)")
	}
}

// layFacts says what is supplied and what is missing.
func layFacts(p *page, s *snapshot, d *run.StepDetail) {
	var have map[string]value.Value
	if rec := s.rec.Steps[d.ID]; rec != nil {
		have = rec.Evidence
	} else if rec := s.rec.Gates[d.ID]; rec != nil {
		have = rec.Evidence
	}
	produces := d.Produces
	if finished(&d.ItemView) {
		produces = nil // they were given
	}
	if len(have)+len(d.Owes)+len(produces) == 0 {
		return
	}
	p.heading("Evidence")
	for _, id := range sortedKeys(have) {
		p.hang("  "+p.st.good.Render(run.Sign(record.Done, p.st.ascii))+" ", p.st.plain, id+" = "+have[id].Text())
	}
	for _, id := range d.Owes {
		p.hang("  "+run.Sign(record.Todo, p.st.ascii)+" ", p.st.plain, id+" is required")
	}
	for _, id := range produces {
		p.hang("  "+run.Sign(record.Todo, p.st.ascii)+" ", p.st.plain, "value of "+id+" is to be given")
	}
}

// layBehind says what was captured, and what comes after.
func layBehind(p *page, s *snapshot, d *run.StepDetail) {
	if rec := s.rec.Steps[d.ID]; rec != nil && len(rec.Captures) > 0 {
		p.heading("Captured")
		for _, c := range rec.Captures {
			p.say(p.st.dim, c.At.Format(time.DateTime)+"  "+string(c.Source))
			p.barred(strings.TrimSpace(shown(c.Command) + "\n" + text(c.Output)))
		}
	}
	if len(d.Downstream) > 0 {
		p.heading("Downstream")
		p.say(p.st.plain, firstOf(20, d.Downstream))
	}
}

package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// statusText is the whole run on one page.
func (t *target) statusText(s run.Status) *text {
	out := &text{}
	out.linef("%s", line(s.PackTitle))
	out.linef("run %s  %s", s.RunID, strings.Join(t.facts(s), "  "))
	if !s.Integrity.Intact() {
		out.linef("the record is not intact: %s", line(s.Integrity.String()))
	}
	if s.LastEvent != nil {
		out.linef("last: %s%s", eventLine(*s.LastEvent), ago(s.LastEvent.At, t.app.clock()))
	}
	switch {
	case s.Stopped != nil:
		out.linef("stopped at %s: %s", s.Stopped.Item, line(s.Stopped.Reason))
	case s.Execution != nil:
		out.linef("auto-confirm may run commands of steps, as %s allowed at %s UTC", line(s.Execution.By), s.Execution.At.Format("2006-01-02 15:04:05"))
	}
	out.linef("trust: %s", s.Trust)
	if len(s.Noes) > 0 {
		out.linef("said no: %s", record.TellNoes(s.Noes))
	}
	t.handoverLines(out)
	for _, change := range s.PackChanges {
		out.linef("the pack has changed: %s", line(change))
	}
	for _, file := range s.PackFiles {
		out.linef("the pack has changed: %s is not what it was when the run began", line(file))
	}
	for _, change := range s.PackWords {
		out.linef("the pack has changed, in words: %s", line(change))
	}
	t.itemLines(out, s)
	dataLines(out, s.Datapoints)
	for _, d := range s.Deviations {
		out.linef("deviation: %s", deviationLine(d))
		if d.Kind == record.PackChangeDeviation {
			out.list(d.Unmet)
		}
		for _, n := range d.Against {
			out.linef("  against: %s", line(n.Words(n.At.String())))
		}
	}
	t.sayNext(out, "")
	return out
}

// facts are the run's state, its progress and what it is applied to.
func (t *target) facts(s run.Status) []string {
	facts := []string{string(s.State), fmt.Sprintf("%d/%d", s.Progress.Done, s.Progress.Total)}
	if s.Mode != "" {
		facts = append(facts, string(s.Mode))
	}
	environment := string(s.Context.Environment)
	if s.Context.Environment == pack.Production {
		environment = "PRODUCTION"
	}
	for _, fact := range []string{environment, s.Context.Project, s.Context.Target, s.Operator} {
		if fact != "" {
			facts = append(facts, line(fact))
		}
	}
	return facts
}

// itemLines lists the items, those of a stage below its title.
func (t *target) itemLines(out *text, s run.Status) {
	width := 0
	for _, i := range s.Items {
		width = max(width, runewidth.StringWidth(i.ID))
	}
	stage, titles := "", t.view()
	for n, i := range s.Items {
		if n == 0 || i.Stage != stage {
			out.WriteByte('\n')
			if title := titles.StageTitle(i.Stage); title != "" {
				out.linef("%s  %s", i.Stage, line(title))
			}
		}
		stage = i.Stage
		out.linef("%s%s %s  %s%s", mark(s.Next, i), run.Sign(i.State, t.app.ascii()), runewidth.FillRight(i.ID, width), line(i.Title), proven(i))
		for _, remark := range append(remarks(i), t.pace(i)...) {
			out.linef("      %s", line(remark))
		}
	}
	out.WriteByte('\n')
}

// handoverLines say through whose hands the run has gone.
func (t *target) handoverLines(out *text) {
	for _, h := range t.rec.Handovers {
		out.linef("handed over: %s to %s  %s  (%s)", line(h.From), line(h.To), h.At, line(h.Reason))
	}
}

// pace is who performs a step that can go on or is running, and how long that takes.
func (t *target) pace(i run.ItemView) []string {
	step := t.pack.Step(i.ID)
	if step == nil || !i.Ready && i.State != record.Running {
		return nil
	}
	var pace []string
	if step.Performer != "" {
		pace = append(pace, "by: "+step.Performer)
	}
	if i.State == record.Running && i.StartedAt != nil {
		if taken := t.app.clock().Sub(i.StartedAt.Time); taken >= time.Second {
			pace = append(pace, "running for "+span(taken))
		}
	}
	if step.Expected > 0 {
		pace = append(pace, "expected to take "+span(step.Expected))
	}
	return pace
}

// mark stands before the item that is recommended.
func mark(next run.Next, i run.ItemView) string {
	if next.Recommended != nil && *next.Recommended == i.ID {
		return "> "
	}
	return "  "
}

// remarks are what a person must know of an item beside its state.
func remarks(i run.ItemView) []string {
	var remarks []string
	if i.Interrupted {
		remarks = append(remarks, "started, but no result was recorded: still running, or interrupted")
	}
	if i.Work != nil && (i.Work.Execution != nil || i.Executable) {
		remarks = append(remarks, i.Work.Text())
	}
	if i.Lapsed {
		remarks = append(remarks, "its command or its phrase has changed since it was started: confirm it again")
	}
	switch {
	case i.State == record.Running && i.Verified == nil:
		remarks = append(remarks, "not verified yet")
	case i.State == record.Running && *i.Verified && !i.Current:
		remarks = append(remarks, "its verification is out of date: "+i.Because[0].Text)
	case i.State == record.Running && *i.Verified:
		remarks = append(remarks, "verified, not completed yet")
	case i.State == record.Running:
		remarks = append(remarks, "its verification did not pass")
	}
	if i.Holds != nil && !*i.Holds {
		remarks = append(remarks, doubts(i)...)
	}
	if i.Effect == pack.Irreversible && i.State == record.Todo {
		remarks = append(remarks, "irreversible")
	}
	if i.Reason != "" {
		remarks = append(remarks, "reason: "+i.Reason)
	}
	return append(remarks, i.Waits...)
}

// proven says under what a finished item counts in the trust line: "  (by word)".
func proven(i run.ItemView) string {
	if i.Standing == record.NotReachedStanding || i.Standing == "" {
		return ""
	}
	return "  (" + i.Standing.Words() + ")"
}

// doubts say why a finished item does not hold.
func doubts(i run.ItemView) []string {
	var doubts []string
	for _, why := range i.Because {
		if why.Code == record.CauseUpstream {
			doubts = append(doubts, "does not hold: "+why.Text)
		} else {
			doubts = append(doubts, "out of date: "+why.Text)
		}
	}
	return doubts
}

func deviationLine(d record.Deviation) string {
	return strings.Join(strings.Fields(fmt.Sprintf("%s %s: %s (%s)", d.Kind, d.Item, line(d.Reason), line(d.By))), " ")
}

// dataLines lists the datapoints that have something to say.
func dataLines(out *text, rows []run.DatapointView) {
	for _, d := range rows {
		out.linef("%s", dataLine(d))
	}
	if len(rows) > 0 {
		out.WriteByte('\n')
	}
}

// dataLine is "lag = 512 bytes  set (measured at lag)".
func dataLine(d run.DatapointView) string {
	value := "-"
	if !d.Value.IsZero() {
		value = line(strings.TrimSpace(d.Value.Text() + " " + d.Unit))
	}
	how := string(d.State)
	if words := d.CameBy(); words != "" {
		how += " (" + words + ")"
	}
	if d.Error != "" {
		how += ": " + line(d.Error)
	}
	if d.TooOld {
		how += ", older than " + d.MaxAge
	}
	return fmt.Sprintf("%s = %s  %s", d.ID, value, how)
}

// eventLine is one event of the log.
func eventLine(e record.Event) string {
	words := []string{e.At.String(), line(e.By), string(e.Action)}
	if e.Item != "" {
		words = append(words, e.Item)
	}
	if e.From != e.To {
		words = append(words, fmt.Sprintf("%s -> %s", e.From, e.To))
	}
	words = append(words, eventRemarks(e.Detail)...)
	if e.Found != "" {
		words = append(words, "found before: "+line(e.Found))
	}
	return strings.Join(words, "  ")
}

// eventRemarks are what an event says beside who did what.
func eventRemarks(d record.Detail) []string {
	var remarks []string
	if d.Verification != nil {
		remarks = append(remarks, passedOrNot(d.Verification))
	}
	if d.Probe != nil {
		remarks = append(remarks, probed(d.Probe))
	}
	for _, check := range slices.Sorted(maps.Keys(d.Results)) {
		remarks = append(remarks, check+" "+passedOrNot(d.Results[check]))
	}
	for _, id := range slices.Sorted(maps.Keys(d.Datapoints)) {
		set := d.Datapoints[id]
		row := run.DatapointView{ID: id, State: set.State, Value: set.Value, How: set.How, Proof: set.Proof}
		remarks = append(remarks, dataLine(row))
	}
	remarks = append(remarks, run.ExecutionWords(d)...)
	if d.Deviation != nil {
		remarks = append(remarks, "deviation "+string(d.Deviation.Kind))
	}
	if d.Mode != nil {
		remarks = append(remarks, string(d.Mode.To))
	}
	for _, words := range run.AuthorityWords(d) {
		remarks = append(remarks, line(words))
	}
	if d.Handover != nil {
		remarks = append(remarks, "to "+line(d.Handover.To), line(d.Handover.Reason))
	}
	remarks = append(remarks, line(d.Note), line(d.Reason), string(d.Outcome))
	return slices.DeleteFunc(remarks, func(r string) bool { return r == "" })
}

// passedOrNot says what a check came to and, of one that passed, its proof: "passed, by word".
func passedOrNot(r *record.Result) string {
	switch {
	case !r.Passed:
		return "did not pass"
	case r.Behind() == "":
		return "passed"
	}
	return "passed, " + record.ProofWords(r.Kind, r.Behind())
}

// probed says what a check came to before the start of its step.
func probed(r *record.Result) string {
	switch {
	case r.Passed:
		return "the probe passed, so the step was not started"
	case r.NotCarriedOut:
		return "the probe could not run: " + line(r.Error)
	}
	return "the probe did not pass: " + line(r.Error)
}

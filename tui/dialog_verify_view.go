package tui

import (
	"context"
	"errors"
	"strings"
)

// wrap breaks the output for the present width.
func (d *verifyDialog) wrap(output string) {
	d.output = nil
	if output == "" {
		return
	}
	output = steady(strings.ReplaceAll(strings.TrimRight(output, "\n"), "\t", "    "))
	d.output = wrapped(output, max(d.width, 20))
}

func (d *verifyDialog) view(st *styles, w, h int) (string, []string) {
	if d.width != w {
		d.width = w
		if d.stream != nil {
			output, _, _, _ := d.stream.now()
			d.wrap(output)
		}
	}
	head, foot := newPage(st, w), newPage(st, w)
	d.layHead(head)
	d.layFoot(foot)
	room := max(0, h-len(head.lines)-len(foot.lines))
	d.scroll.set(len(d.output), room)
	if d.follow {
		d.scroll.by(len(d.output))
	}
	from, to := d.scroll.window()
	lines := append(head.lines, d.output[from:max(from, to)]...)
	lines = append(lines, foot.lines...)
	if len(lines) > h { // what is asked and answered is at the end
		lines = lines[len(lines)-h:]
	}
	if d.probe != nil {
		return "Ask the check of " + line(d.req.Item) + " before its start", lines
	}
	return "Verify " + line(d.req.Item), lines
}

// layHead says what runs.
func (d *verifyDialog) layHead(p *page) {
	if d.stage == verifyAsks || d.stage == verifyAnswers {
		layExpressions(p, d.snap, &d.detail.ItemView)
	}
	if d.stage != verifyAsks && d.stage != verifyRuns {
		return
	}
	for _, c := range d.detail.Checks {
		if c.Command == "" {
			continue
		}
		if c.ID != "" {
			p.say(p.st.bold, c.ID)
		}
		p.code(c.Command)
		p.field("runs", d.snap.where(c.Host))
		if c.Wants != "" {
			p.field("wants", c.Wants)
		}
	}
	p.blank()
}

// layFoot says what is asked, or how it went.
func (d *verifyDialog) layFoot(p *page) {
	if d.dropped {
		p.say(p.st.dim, "only the latest of the output is kept")
	}
	if d.attempt != "" {
		p.say(p.st.dim, d.attempt)
	}
	switch d.stage {
	case verifyAsks:
		p.say(p.st.bold, "Run this? Press y")
	case verifyRuns:
		p.say(p.st.dim, "running for "+span(d.elapsed))
	case verifyAnswers:
		p.blank()
		c := d.manual[d.at]
		name := ""
		if c.ID != "" {
			name = c.ID + ": "
		}
		p.hang(p.st.bold.Render(name), p.st.bold, c.Prompt)
		p.say(p.st.plain, "Is that so? y or n")
	case verifyEnded:
		d.layResult(p)
	}
	if d.hint != "" {
		p.say(p.st.warn, d.hint)
	}
}

// layResult says how it went.
func (d *verifyDialog) layResult(p *page) {
	p.blank()
	switch {
	case errors.Is(d.result.err, context.Canceled):
		p.say(p.st.warn, "stopped: it has neither passed nor failed; verify it again")
		return
	case d.result.err != nil:
		p.lines = append(p.lines, refusedLines(p.st, d.result.err, p.width)...)
		return
	}
	layResults(p, &d.detail)
	switch {
	case d.result.completed:
		p.say(p.st.good, "passed, and the step is done")
	case d.owed():
		p.say(p.st.bold, "still to be supplied: "+strings.Join(append(d.detail.Owes, d.detail.Produces...), ", ")+": d does that")
	}
}

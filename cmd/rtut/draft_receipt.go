package main

import (
	"strings"

	"rtut/pack/draft"
)

// writer returns what reads the plans of the repo, and who changes a draft now.
func (p draftPlace) writer() (draft.Language, draft.Stamp, error) {
	stamp, err := p.stamp()
	if err != nil {
		return draft.Language{}, draft.Stamp{}, err
	}
	language, err := p.language()
	return language, stamp, err
}

// answer describes a draft to the writer of its last plan.
func (p draftPlace) answer(d *draft.Draft) error {
	receipt := d.Receipt()
	if p.app.json {
		return p.app.document(receipt)
	}
	var out text
	out.linef("draft %s has revision %d, with %s", d.AutomationID, d.Revision, counted(d.Steps(), "step"))
	outlineLines(&out, d)
	for _, w := range receipt.Warnings {
		out.linef("warning: %s: %s [%s]", line(w.Node), line(w.Message), w.Code)
	}
	out.linef("file: %s", line(p.shownPath(d.AutomationID)))
	out.linef("next: rtut draft read %s", d.AutomationID)
	return p.app.print(&out)
}

// outlineLines show the steps and groups of a draft, each branch below its group.
func outlineLines(out *text, d *draft.Draft) {
	for _, e := range d.Outline() {
		about := ""
		switch e.Kind {
		case "tool":
			about = ": " + e.Title + " (" + e.Operation + ")"
		case "agent":
			about = ": " + e.Title + " (agent)"
		case "parallel":
			about = ": in parallel"
		}
		out.linef("%s%s%s", strings.Repeat("  ", e.Depth+1), line(e.ID), line(about))
	}
}

package main

import (
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"rtut/pack/draft"
	"rtut/run/store"
)

func newDraftListCmd(a *app) *cobra.Command {
	o := &draftOptions{app: a}
	return &cobra.Command{
		Use:     "list",
		Short:   "List the drafts of the repo; exit code 5 if one can't be read",
		Example: "  rtut draft list\n  rtut draft list --json",
		Args:    between(0, 0),
		RunE:    func(*cobra.Command, []string) error { return draftList(o) },
	}
}

// draftsDocument answers `draft list`.
type draftsDocument struct {
	Drafts  []listedDraft `json:"drafts"`
	Damaged []damagedRun  `json:"damaged"`
}

type listedDraft struct {
	AutomationID string    `json:"automationId"`
	Revision     int64     `json:"revision"`
	Title        string    `json:"title"`
	Steps        int       `json:"steps"`
	ChangedAt    time.Time `json:"changedAt"`
	ChangedBy    string    `json:"changedBy"`
}

func draftList(o *draftOptions) error {
	place, err := o.place()
	if err != nil {
		return err
	}
	drafts, damaged, err := place.store().List()
	if err != nil {
		return err
	}
	if o.app.json {
		err = o.app.document(place.listDocument(drafts, damaged))
	} else {
		err = place.printList(drafts, damaged)
	}
	if err == nil && len(damaged) > 0 {
		return resultError(exitStore)
	}
	return err
}

func (p draftPlace) listDocument(drafts []*draft.Draft, damaged []store.Damaged) draftsDocument {
	document := draftsDocument{Drafts: []listedDraft{}, Damaged: p.app.reported(damaged)}
	for _, d := range drafts {
		last := lastChange(d)
		document.Drafts = append(document.Drafts, listedDraft{d.AutomationID, d.Revision, d.Title, d.Steps(), last.At, last.By})
	}
	return document
}

// lastChange is the last change of a draft; the zero Change where it tells of none.
func lastChange(d *draft.Draft) draft.Change {
	if len(d.History) == 0 {
		return draft.Change{}
	}
	return d.History[len(d.History)-1]
}

func (p draftPlace) printList(drafts []*draft.Draft, damaged []store.Damaged) error {
	var out text
	rows := [][]string{{"draft", "revision", "steps", "changed", "by", "title"}}
	for _, d := range drafts {
		last := lastChange(d)
		rows = append(rows, []string{d.AutomationID, strconv.FormatInt(d.Revision, 10), strconv.Itoa(d.Steps()), utc(last.At), last.By, d.Title})
	}
	if len(drafts) > 0 {
		columns(&out, rows)
	} else {
		out.linef("there are no drafts in %s", line(p.app.shown(p.dir())))
	}
	for _, d := range p.app.reported(damaged) {
		p.app.say("rtut: " + line(d.Error) + "\n")
	}
	return p.app.print(&out)
}

// utc writes a moment in UTC, to the second.
func utc(at time.Time) string { return at.UTC().Format("2006-01-02 15:04:05 UTC") }

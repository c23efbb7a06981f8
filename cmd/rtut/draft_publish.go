package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"

	"rtut/pack"
	"rtut/pack/draft"
	"rtut/run"
	"rtut/run/store"
)

// publication is a draft that is going to be published, by whom, and where.
type publication struct {
	*draftPublishOptions
	draftPlace
	into    packTarget
	id      string
	catalog *pack.Catalog
	by      draft.Stamp
}

func (o *draftPublishOptions) publication() (p publication, err error) {
	p.draftPublishOptions = o
	if p.draftPlace, err = o.place(); err != nil {
		return p, err
	}
	if p.id, err = p.find(o.draft); err != nil {
		return p, err
	}
	if p.into, err = p.target(o.to); err != nil {
		return p, err
	}
	if p.by, err = p.stamp(); err != nil {
		return p, err
	}
	p.catalog, _, err = p.loadCatalog()
	return p, err
}

// composed is the pack that a draft becomes, beside the one that is there.
type composed struct {
	*publication
	draft   *draft.Draft
	text    []byte
	pack    *pack.Pack
	advice  pack.Diagnostics
	present []byte // nil where there is none
}

// compose makes the pack of a draft, and reads what is there.
func (p *publication) compose(d *draft.Draft) (*composed, error) {
	if p.expected != 0 && d.Revision != p.expected {
		return nil, draft.Stale(p.expected, d.Revision)
	}
	text, err := d.Publish(p.into.name, p.catalog)
	if err != nil {
		return nil, err
	}
	if found := run.SecretsInPack(text); len(found) > 0 {
		return nil, &run.Refusal{Code: "secret", Message: "the pack would hold what looks like " + found[0].Kind + ". nothing was written", Satisfy: "Take it out of the draft"}
	}
	c := &composed{publication: p, draft: d, text: text}
	c.pack, c.advice = pack.Parse(pack.FileName, text)
	c.advice = append(pack.Diagnostics{}, withoutSecrets(c.advice)...)
	c.present, err = p.into.read()
	return c, err
}

// replaceable says why the pack that is there is left unchanged.
func (c *composed) replaceable() error {
	switch {
	case c.present == nil, bytes.Equal(c.present, c.text), c.discard:
		return nil
	case !c.force:
		return misuse("output_exists", "%s already exists and was not modified; --force replaces what an earlier publish of this draft wrote", c.app.shown(c.into.file))
	case c.draft.WasPublished(c.present):
		return nil
	}
	return &run.Refusal{
		Code: "pack_edited", Message: c.app.shown(c.into.file) + " is not what a publish of this draft wrote, and was not modified",
		Details: c.lost(), Satisfy: "Look at it; --discard-edits replaces it",
	}
}

// lost says in what the pack that is there differs from the one that would be written.
func (c *composed) lost() []string {
	old, _ := pack.Parse(pack.FileName, c.present)
	if old == nil {
		return []string{"it is not a valid pack"}
	}
	var lost []string
	for _, change := range pack.Difference(c.pack, old) {
		lost = append(lost, change.Text)
	}
	return lost
}

// agreed asks a person whether to write what is shown. Where nobody can be asked, --yes has to say so.
func (p *publication) agreed(ctx context.Context, shown *composed) error {
	if p.yes {
		return nil
	}
	if !p.app.asks() {
		return misuse("bad_flag", "rtut draft publish needs --yes where nobody can be asked")
	}
	var out text
	var was *pack.Pack
	if shown.present != nil {
		was, _ = pack.Parse(pack.FileName, shown.present)
	}
	var changes []pack.Change
	if was != nil {
		changes = pack.Difference(was, shown.pack)
	}
	differenceLines(&out, was, changes, string(shown.text))
	yes, _, err := p.app.yes(ctx, out.String()+"Write that to "+line(p.app.shown(p.into.file))+"?")
	if err == nil && !yes {
		err = &run.Refusal{Code: "not_published", Message: "you did not agree, so nothing was written"}
	}
	return err
}

// write writes the pack, under the lock of its draft, if both are still what was shown.
func (p *publication) write(d *draft.Draft, shown *composed) (*draft.Draft, error) {
	now, err := p.compose(d)
	if err != nil {
		return nil, err
	}
	switch {
	case d.Revision != shown.draft.Revision:
		return nil, draft.Stale(shown.draft.Revision, d.Revision)
	case !bytes.Equal(now.text, shown.text):
		return nil, changedMeanwhile(p.shownPath(p.id))
	}
	switch {
	case bytes.Equal(now.present, now.text): // a publish that was cut off before it was noted
	case !bytes.Equal(now.present, shown.present) || (now.present == nil) != (shown.present == nil):
		return nil, changedMeanwhile(p.app.shown(p.into.file))
	case now.present == nil:
		err = p.create(now.text)
	default:
		err = store.Replace(p.into.file, now.text)
	}
	if err != nil {
		return nil, err
	}
	return d.Publication(draft.Publication{Path: p.into.path, Revision: d.Revision, SHA256: draft.Digest(now.text), At: p.by.At, By: p.by.By}), nil
}

// create writes a pack where none is.
func (p *publication) create(text []byte) error {
	if err := store.MakeDir(p.into.dir); err != nil {
		return err
	}
	err := store.Publish(p.into.file, text, false)
	var inTheWay *store.InTheWayError
	if errors.Is(err, fs.ErrExist) || errors.As(err, &inTheWay) {
		return changedMeanwhile(p.app.shown(p.into.file))
	}
	return err
}

package run

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"rtut/pack"
	"rtut/run/record"
)

// DryResult is what a dry run says of an item.
type DryResult string

// The results. Only DryPassed and DryFailed come of something that ran.
const (
	DryPassed    DryResult = "passed"
	DryFailed    DryResult = "failed"
	DryNotNeeded DryResult = "not_needed"  // its `when` is false
	DryWouldRun  DryResult = "would_run"   // a step that does more than read
	DryWouldAsk  DryResult = "would_ask"   // a step that a person answers for
	DryWouldPass DryResult = "would_judge" // a gate
	DryNotTried  DryResult = "not_tried"   // its check cannot be run before something else
)

// DryItem is an item of a dry run.
type DryItem struct {
	Item     string    `json:"item"`
	Kind     Kind      `json:"kind"`
	Title    string    `json:"title"`
	Result   DryResult `json:"result"`
	Commands []string  `json:"commands"` // that ran, or would run, each with where
	Why      string    `json:"why"`      // it failed or was not tried, or what would be asked; "" where nothing is to be said
}

// Dry makes a run, runs the checks of its read-only steps that do not come after work, does nothing else, and abandons the run. The items
// are in canonical order. Calling it is the consent to run those checks; DryCommands names them.
func (s *Session) Dry(ctx context.Context, n New, display io.Writer) (*record.Record, []DryItem, error) {
	rec, err := s.new(ctx, n) // counts for no limit of the pack
	if err != nil {
		return nil, nil, err
	}
	written, err := Follow(s.Pack, rec)
	if err != nil {
		return rec, nil, err
	}
	unlimited, followed := *written, *s
	unlimited.Limits, followed.Pack = pack.Limits{}, &unlimited
	d := &dry{session: &followed, pack: &unlimited, rec: rec, display: display, after: map[string]string{}}
	topo := d.pack.Graph().Topology()
	for _, n := range topo.Order {
		if id := topo.Items[n]; id != "" {
			if err := d.take(ctx, id); err != nil {
				return d.rec, nil, err
			}
		}
	}
	order := d.pack.Graph().Items()
	slices.SortFunc(d.items, func(a, b DryItem) int { return slices.Index(order, a.Item) - slices.Index(order, b.Item) })
	rec, err = s.do(ctx, rec.RunID, s.actor(), Finalize{Outcome: record.Abandoned})
	return rec, d.items, err
}

// DryCommands lists the commands that a dry run is going to run, each with where, as they are known before it begins: a value that
// one of them measures is still a placeholder.
func (s *Session) DryCommands(n New) ([]string, error) {
	p, err := s.withFiles(nil)
	if err != nil {
		return nil, err
	}
	n.RunID = "dry"
	rec, _, err := Transition(p, nil, s.actor(), n, s.Clock())
	if err != nil {
		return nil, err
	}
	d := &dry{session: s, rec: rec, after: map[string]string{}}
	if d.pack, err = Follow(p, rec); err != nil {
		return nil, err
	}
	topo := d.pack.Graph().Topology()
	var all []string
	for _, n := range topo.Order {
		step := d.pack.Step(topo.Items[n])
		if step == nil {
			continue
		}
		if alt := d.alternative(step); d.reads(step, alt) && alt != nil && alt.Verify.Kind != pack.Manual && d.untriable(step, alt) == "" {
			all = append(all, d.shown(&alt.Verify)...)
		}
	}
	return all, nil
}

// dry is a dry run that is going on.
type dry struct {
	session *Session
	pack    *pack.Pack // loops written out
	rec     *record.Record
	display io.Writer
	after   map[string]string // by item: the work that it comes after
	items   []DryItem
}

// alternative is how a step would be carried out as things are; nil where a person chooses.
func (d *dry) alternative(step *pack.Step) *pack.Alternative {
	alt, _ := recommended(d.rec, step)
	return alt
}

// reads reports whether a step only reads. What comes after one that does more is noted.
func (d *dry) reads(step *pack.Step, alt *pack.Alternative) bool {
	effect := step.Effect
	if alt != nil {
		effect = alt.Effect
	}
	if effect == pack.ReadOnly || alt != nil && alt.ID == pack.NotNeeded {
		return true
	}
	for _, id := range d.pack.Graph().Downstream(step.ID) {
		if d.after[id] == "" {
			d.after[id] = step.ID
		}
	}
	return false
}

// take finds what is to be said of one item.
func (d *dry) take(ctx context.Context, id string) error {
	step := d.pack.Step(id)
	if step == nil {
		item := DryItem{Item: id, Kind: GateKind, Result: DryWouldPass, Commands: []string{}}
		for _, c := range checksOf(d.pack, d.rec, id) {
			item.Commands = append(item.Commands, d.shown(c)...)
		}
		return d.add(item, nil)
	}
	item := DryItem{Item: id, Kind: StepKind, Commands: []string{}}
	alt := d.alternative(step)
	switch {
	case !d.reads(step, alt):
		item.Result, item.Commands = DryWouldRun, d.work(alt)
	case alt != nil && alt.ID == pack.NotNeeded:
		item.Result = DryNotNeeded
		return d.add(item, d.do(ctx, Start{Item: id}))
	case alt != nil && alt.Verify.Kind == pack.Manual:
		item.Result, item.Why = DryWouldAsk, alt.Verify.Prompt.Display(d.rec.Values())
		return d.add(item, d.do(ctx, Skip{Item: id, Reason: ofDryRun}))
	case d.untriable(step, alt) != "":
		item.Result, item.Why = DryNotTried, d.untriable(step, alt)
		return d.add(item, d.do(ctx, Skip{Item: id, Reason: ofDryRun}))
	case len(d.lacks(alt)) > 0:
		item.Result, item.Why = DryNotTried, "no value is there for "+strings.Join(d.lacks(alt), ", ")
	default:
		item.Commands = d.shown(&alt.Verify)
		err := d.try(ctx, step, &item)
		return d.add(item, err)
	}
	return d.add(item, nil)
}

// lacks are the names without a value that the check of a step reads.
func (d *dry) lacks(alt *pack.Alternative) []string {
	return d.rec.Lacking(namesOf(alt.Verify.Command, alt.Verify.On))
}

// add keeps what was found of an item. A refusal changes nothing of that: what waits for the item is not tried then.
func (d *dry) add(item DryItem, err error) error {
	item.Title = d.pack.Item(item.Item).Title.Display(d.rec.Values())
	d.items = append(d.items, item)
	if refusalOf(err) != nil {
		return nil
	}
	return err
}

// do carries out an action of the dry run.
func (d *dry) do(ctx context.Context, act Action) error {
	rec, err := d.session.do(ctx, d.rec.RunID, d.session.actor(), act)
	if err == nil {
		d.rec = rec
	}
	return err
}

// ofDryRun is the reason for what a dry run passes over.
const ofDryRun = "dry run"

// untriable says why the check of a step that only reads can't be run; "" if it can.
func (d *dry) untriable(step *pack.Step, alt *pack.Alternative) string {
	switch {
	case alt == nil:
		return "a person chooses how it is done"
	case d.after[step.ID] != "":
		return "it comes after " + d.after[step.ID] + ", which was not carried out"
	case alt.Verify.Command != nil && strings.Contains(alt.Verify.Command.Raw(), "RTUT_RUN_DIR"):
		return "its check reads files of the run ($RTUT_RUN_DIR), and no step has made them"
	}
	return ""
}

// shown is the command of a check with where it runs; nil for a check without one.
func (d *dry) shown(c *pack.Check) []string {
	if c.Command == nil {
		return nil
	}
	values := d.rec.Values()
	host := ""
	if c.On != nil {
		host = c.On.DisplayVisible(values)
	}
	return []string{placed(placeOf(d.pack, d.rec, d.session.Dir, host), c.Command.Display(values))}
}

// work is the command of a step that does more than read; empty where a person works without one, or chooses.
func (d *dry) work(alt *pack.Alternative) []string {
	if alt == nil || alt.Command == nil {
		return []string{}
	}
	return d.shown(&pack.Check{Command: alt.Command, On: alt.On})
}

// try runs the check of a step that only reads.
func (d *dry) try(ctx context.Context, step *pack.Step, item *DryItem) error {
	start := Start{Item: step.ID}
	if d.rec.Schema != record.V01 && len(unmetOf(d.pack, d.rec, step.ID, record.At(d.session.Clock()))) > 0 {
		start.Override = &Override{Reason: ofDryRun, AcknowledgeRisk: true} // it comes after what only reads
	}
	if err := d.do(ctx, start); err != nil {
		item.Result, item.Why = DryNotTried, withoutItem(err)
		return err
	}
	rec, err := d.session.Verify(ctx, d.rec.RunID, VerifyRequest{Verify: Verify{Item: step.ID}, Consent: true}, d.display)
	if err != nil {
		item.Result, item.Why = DryFailed, withoutItem(err)
		return err
	}
	d.rec = rec
	if item.Result, item.Why = DryPassed, keepsFailing(rec, step.ID); item.Why != "" {
		item.Result = DryFailed
		return nil
	}
	return d.do(ctx, Complete{Item: step.ID}) // refused where a person has to give values or evidence
}

// withoutItem is what an error says of an item whose name stands there already.
func withoutItem(err error) string {
	why := refusalOf(err)
	if why == nil {
		return err.Error()
	}
	bare := *why
	bare.Item = ""
	return bare.Error()
}

// refusalOf is the refusal that an error is; nil where it is something else.
func refusalOf(err error) *Refusal {
	var refusal *Refusal
	if errors.As(err, &refusal) {
		return refusal
	}
	return nil
}

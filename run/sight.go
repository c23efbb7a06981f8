package run

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"rtut/run/record"
)

// Words names an item as it reads to the person who acts, in short: the beginning of the digest of all that is shown of it. Who answers, or types a
// phrase, and names it is taken at that alone.
func (v *View) Words(item, alternative string) string {
	if v.pack.Item(item) == nil {
		return ""
	}
	return shortened(renderedOf(v.pack, v.rec, item, alternative))
}

// shortWords is how many digits of a digest name what was read, at least.
const shortWords = 12

func shortened(digest string) string { return strings.TrimPrefix(digest, "sha256:")[:shortWords] }

// checkSight refuses what is said to an item that reads otherwise now than it did when anyone who says it acted last in this run, because
// somebody else has changed a value in it, or noted other words of the pack. It can be said again by naming what it reads now. Who has not
// acted in the run yet has been shown nothing that is known of.
func (t *transition) checkSight(act Action) error {
	if t.by.Auto || t.by.Reads || !says(act) {
		return nil
	}
	switch a := act.(type) {
	case Start:
		return t.inSight(a.Item, a.Alternative)
	case SwitchMode:
		for _, w := range a.Preauthorize {
			if err := t.inSight(w.Step, ""); err != nil {
				return err
			}
		}
		return nil
	}
	return t.inSight(act.target(), t.alternativeOf(act.target()))
}

func (t *transition) inSight(item, alternative string) error {
	if t.pack.Item(item) == nil {
		return nil
	}
	now := renderedOf(t.pack, t.rec, item, alternative)
	if named := t.by.Words; named != "" {
		if len(named) >= shortWords && strings.HasPrefix(strings.TrimPrefix(now, "sha256:"), strings.TrimPrefix(named, "sha256:")) {
			return nil
		}
		return refuse(PackChanged, item, "it does not read as you name it with --words").with("Read it, and say it again with --words %s", shortened(now))
	}
	last := t.lastBy(t.by.Name)
	if last == 0 {
		return nil
	}
	if words := wordsSince(t.rec.Events[last:], item, t.by.Name); words != nil {
		return refuse(PackChanged, item, "the words of the pack have changed since you acted last, as somebody else has noted, so this was said to others").
			listing(words...).with("Read them, and say it again with --words %s", shortened(now))
	}
	if values := t.valuesSince(last, item, alternative, now); values != nil {
		return refuse(ConfirmationLapsed, item, "somebody else has changed a value in it since you acted last").listing(values...).
			with("Read it, and say it again with --words %s", shortened(now))
	}
	return nil
}

// lastBy returns the event by which somebody acted last; 0 for none.
func (t *transition) lastBy(name string) int {
	for _, e := range slices.Backward(t.rec.Events) {
		if e.By == name {
			return e.Seq
		}
	}
	return 0
}

// wordsSince lists the changes in the words of an item that others have noted in some events, or taken over with the pack.
func wordsSince(events []record.Event, item, name string) []string {
	var words []string
	for i := range events {
		if events[i].By == name || events[i].Detail.PackChange == nil {
			continue
		}
		for _, w := range events[i].Detail.PackChange.WordChange {
			if strings.HasPrefix(w.What, item+": ") {
				words = append(words, w.Text())
			}
		}
	}
	return words
}

// valuesSince lists the values in an item, as it reads now, that others have replaced since an event. That something has got its first value
// is no change of what was read.
func (t *transition) valuesSince(last int, item, alternative, now string) []string {
	was := map[string]*record.Datapoint{}
	for i, e := range t.rec.Events {
		if e.Detail.New != nil {
			maps.Copy(was, e.Detail.New.Datapoints)
		}
		if i < last || e.By == t.by.Name {
			maps.Copy(was, e.Detail.Datapoints)
		}
	}
	var changed []string
	for _, id := range record.SortedKeys(t.rec.Datapoints) {
		is, before := t.rec.Datapoints[id], was[id]
		if before == nil || before.Value.IsZero() || before.Value == is.Value {
			continue
		}
		then := t.rec.Clone()
		then.Datapoints[id] = before
		if renderedOf(t.pack, then, item, alternative) != now {
			changed = append(changed, id+" was "+before.Value.Text()+", is "+cmp.Or(is.Value.Text(), "without a value"))
		}
	}
	return changed
}

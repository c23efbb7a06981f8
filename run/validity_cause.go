package run

import (
	"fmt"
	"slices"
	"strings"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/record"
)

// outOfDate returns why an item that claims something is out of date, each reason once.
func (v *validity) outOfDate(id string, n int) []record.Cause {
	var causes []record.Cause
	for _, reason := range []func(string, int, *itemPast) *record.Cause{v.byCheck, v.byDefinition, v.byValue, v.byClock, v.byWork, v.byFiles} {
		if c := reason(id, n, v.past.item(id)); c != nil {
			causes = append(causes, *c)
		}
	}
	return causes
}

// byCheck: its latest verification did not pass, or was begun and has no result.
func (v *validity) byCheck(id string, _ int, it *itemPast) *record.Cause {
	switch {
	case it.begun > 0:
		return &record.Cause{Code: record.CauseCheck, On: id, Text: "its check was started " + v.when(it.begun) + " and has no result", Place: it.begun}
	case it.failing > 0:
		return &record.Cause{Code: record.CauseCheck, On: id, Text: "its latest verification, " + v.when(it.failing) + ", did not pass", Place: it.failing}
	}
	return nil
}

// byDefinition: an accepted change of the pack altered what was done or judged.
func (v *validity) byDefinition(id string, _ int, it *itemPast) *record.Cause {
	if it.altered <= it.verified {
		return nil
	}
	return &record.Cause{Code: record.CauseDefinition, On: id, Text: "the pack's change that was accepted " + v.when(it.altered) + " altered what it does or how it is verified" + v.verified(id, it), Place: it.altered}
}

// byValue: a value that it read is another one now, or gone.
func (v *validity) byValue(id string, n int, it *itemPast) *record.Cause {
	if it.alternative == pack.NotNeeded {
		return v.byCondition(id, it)
	}
	for _, name := range record.SortedKeys(it.reads) {
		read, now := it.reads[name].value, v.past.values[name]
		if now == nil || now.now.value == read {
			continue
		}
		if at := v.broken(id, n, read, now.since(it.verified)); at > 0 {
			return &record.Cause{Code: record.CauseValue, On: name, Text: fmt.Sprintf("%s was %s and %s %s%s", name, shownValue(read), became(now.now.value), v.when(at), v.verified(id, it)), Place: at}
		}
	}
	return nil
}

// broken returns where a value became another one than was read, 0 if it is what was meant: a change by the item itself, or
// by one downstream after work downstream had begun.
func (v *validity) broken(id string, n int, read value.Value, changes []change) int {
	meant, had, at := read, read, 0
	for _, c := range changes {
		if had == meant && (c.cause == id || v.workBegan(n, c.place) && v.isDownstream(c.cause, n)) {
			meant = c.value
		}
		if had = c.value; had == meant {
			at = 0
		} else if at == 0 {
			at = c.place
		}
	}
	if had == read {
		return 0
	}
	return at
}

// workBegan reports whether any work downstream of a node had begun before a place.
func (v *validity) workBegan(n int, before int) bool {
	if v.firstWork == nil {
		v.firstWork = make([]int, len(v.topo.Order))
		began := v.past.firstWork(v.pack, v.rec)
		for _, n := range slices.Backward(v.topo.Order) {
			first := afterAll
			for _, link := range v.topo.Waiters[n] {
				first = min(first, v.firstWork[link.To])
				if own := began[v.topo.Items[link.To]]; own > 0 {
					first = min(first, own)
				}
			}
			v.firstWork[n] = first
		}
	}
	return v.firstWork[n] < before
}

// isDownstream reports whether an item is downstream of a node.
func (v *validity) isDownstream(id string, n int) bool {
	at, known := v.topo.Number[id]
	return known && at != n && v.upstream(at)[n]
}

// byCondition judges a step that was not needed: its condition must be false by the values of now.
func (v *validity) byCondition(id string, it *itemPast) *record.Cause {
	step := v.pack.Step(id)
	if step == nil || step.When == nil {
		return nil
	}
	at := it.verified
	for _, name := range step.When.Names() {
		if value := v.past.values[name]; value != nil {
			at = max(at, value.set)
		}
	}
	if at == it.verified {
		return nil
	}
	switch holds, err := step.When.Eval(v.rec.Values()); {
	case err != nil:
		return &record.Cause{Code: record.CauseValue, On: id, Text: "whether it is needed cannot be evaluated any more: " + err.Error(), Place: at}
	case holds:
		return &record.Cause{Code: record.CauseValue, On: id, Text: "it was not needed, and is by now: " + step.When.Raw(), Place: at}
	}
	return nil
}

// byClock: an item that an elapsed check counts from has finished again, or is no longer finished.
func (v *validity) byClock(id string, _ int, it *itemPast) *record.Cause {
	for _, since := range record.SortedKeys(it.clocks) {
		now := v.past.item(since)
		if now.finished == it.clocks[since] {
			continue
		}
		if now.finished == 0 {
			return &record.Cause{Code: record.CauseValue, On: since, Text: since + " is no longer finished" + v.verified(id, it), Place: now.moved}
		}
		return &record.Cause{Code: record.CauseValue, On: since, Text: since + " finished again " + v.when(now.finished) + v.verified(id, it), Place: now.finished}
	}
	return nil
}

// byWork: work upstream is younger than its proof.
func (v *validity) byWork(id string, n int, it *itemPast) *record.Cause {
	if v.work[n] < 0 || v.workOf(v.work[n]) <= it.verified {
		return nil
	}
	other := v.topo.Items[v.work[n]]
	worked := v.past.item(other)
	verb := map[record.Verb]string{record.VerbStart: "was started", record.VerbRedo: "was redone", record.VerbRollback: "was rolled back"}[worked.workVerb]
	return &record.Cause{Code: record.CauseWork, On: other, Text: other + " " + verb + " " + v.when(worked.work) + v.verified(id, it), Place: worked.work}
}

// byFiles: its commands name a file of the pack, and the pack's files are not what they were.
func (v *validity) byFiles(id string, _ int, it *itemPast) *record.Cause {
	now, seen := v.pack.Files(), it.files
	if now == nil || seen == 0 || !v.pack.NamesFiles(id, it.alternative, v.past.watched) {
		return nil
	}
	changed := pack.ChangedFiles(v.past.files[seen-1], now)
	if len(changed) == 0 {
		return nil
	}
	at := afterAll
	if known := len(v.past.files); len(pack.ChangedFiles(v.past.files[known-1], now)) == 0 {
		at = v.past.filesAt[known-1]
	}
	return &record.Cause{Code: record.CauseFiles, On: changed[0], Text: filesChanged(changed) + v.verified(id, it), Place: at}
}

// filesChanged is "check.sh is not what it was", or of several "check.sh and 2 more files are not what they were".
func filesChanged(changed []string) string {
	switch more := len(changed) - 1; more {
	case 0:
		return changed[0] + " is not what it was"
	case 1:
		return changed[0] + " and 1 more file are not what they were"
	default:
		return fmt.Sprintf("%s and %d more files are not what they were", changed[0], more)
	}
}

// verified ends a reason with when the item was verified.
func (v *validity) verified(id string, it *itemPast) string {
	if it.verified == 0 {
		return ""
	}
	return "; " + id + " was verified " + v.when(it.verified)
}

// when says when an event was, to the minute; with the day unless the last event was on the same.
func (v *validity) when(at int) string {
	if at < 1 || at > len(v.rec.Events) {
		return "meanwhile"
	}
	return clockWords(v.rec.Events[at-1].At, v.rec.UpdatedAt)
}

// clockWords is "at 02:14", with the day in front unless another moment is on the same. All times are UTC.
func clockWords(at, beside record.Time) string {
	if at.Format("2006-01-02") == beside.Format("2006-01-02") {
		return "at " + at.Format("15:04")
	}
	return "on " + at.Format("2006-01-02") + " at " + at.Format("15:04")
}

// shownValue is a value in a sentence, cut where it is long.
func shownValue(v value.Value) string {
	const most = 60
	if v.IsZero() {
		return "without a value"
	}
	text := []rune(strings.ToValidUTF8(v.Text(), "\uFFFD"))
	if len(text) > most {
		text = append(text[:most], '…')
	}
	return string(text)
}

func became(v value.Value) string {
	if v.IsZero() {
		return "lost its value"
	}
	return "became " + shownValue(v)
}

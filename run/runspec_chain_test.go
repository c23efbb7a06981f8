package run_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"rtut/run"
	"rtut/run/record"
)

var chainSentences = []sentence{
	{"R98 events are a chain", eventsAreAChain},
	{"R99 all else has a digest", inBoth(lookAndDrop, allElseHasADigest)},
	{"R100 the head names the last event", inBoth(lookAndDrop, headNamesTheLastEvent)},
	{"R162 a write judges what it has read", inBoth(lookAndDrop, writeJudges)},
	{"R163 nothing is built on an altered record", inBoth(lookAndDrop, nothingIsBuilt)},
	{"R164 what was found stays on record", inBoth(lookAndDrop, foundStays)},
	{"R165 an altered record counts for nothing", inBoth(lookAndDrop, alteredCountsForNothing)},
	{"R101 what was read is never hashed anew", inBoth(lookAndDrop, neverHashedAnew)},
}

// canonical is the canonical form by the words of docs/run-spec.md alone: nothing of it is the engine's.
func canonical(v any) string {
	switch v := v.(type) {
	case map[string]any:
		var members []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			members = append(members, canonical(key)+":"+canonical(v[key]))
		}
		return "{" + strings.Join(members, ",") + "}"
	case []any:
		var values []string
		for _, value := range v {
			values = append(values, canonical(value))
		}
		return "[" + strings.Join(values, ",") + "]"
	case string:
		return canonicalString(v)
	case json.Number:
		return v.String()
	case nil:
		return "null"
	}
	return fmt.Sprint(v)
}

func canonicalString(s string) string {
	var b strings.Builder
	short := map[rune]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\t': `\t`, '\n': `\n`, '\f': `\f`, '\r': `\r`}
	for _, r := range s {
		switch {
		case short[r] != "":
			b.WriteString(short[r])
		case r < 0x20 || r == 0x2028 || r == 0x2029:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return `"` + b.String() + `"`
}

func sum(text string) string {
	digest := sha256.Sum256([]byte(text))
	return "sha256:" + hex.EncodeToString(digest[:])
}

// without is an object without some keys.
func without(object map[string]any, keys ...string) map[string]any {
	rest := maps.Clone(object)
	for _, key := range keys {
		delete(rest, key)
	}
	return rest
}

// parsed is a record as JSON.
func parsed(t testing.TB, text string) (record map[string]any, events []map[string]any) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(&record); err != nil {
		t.Fatal(err)
	}
	for _, e := range record["events"].([]any) {
		events = append(events, e.(map[string]any))
	}
	return record, events
}

// follows holds the chain of a record to the spec.
func follows(t testing.TB, text string) {
	t.Helper()
	_, events := parsed(t, text)
	prev := ""
	for i, e := range events {
		if e["prev"] != prev {
			t.Errorf("event %d: prev is %q, and the hash before it %q", i+1, e["prev"], prev)
		}
		if prev = sum(canonical(without(e, "hash"))); e["hash"] != prev {
			t.Errorf("event %d: hash is %q, and should be %q", i+1, e["hash"], prev)
		}
	}
}

// eventsAreAChain holds what playing gives, a text with everything that has an escape, and the example of the spec.
func eventsAreAChain(t *testing.T) {
	inBoth(lookAndDrop, func(p *play) {
		p.playAll()
		follows(p.t, p.encoded())
	})(t)
	p := begin(t, packText("v0.2", lookAndDrop))
	p.does(run.Note{Text: "\" \\ / < > & \u007f \t \n \u2028 \u2029 \u00e9 \U0001f600 \ufffd"})
	follows(t, p.encoded())

	p = begin(t, packText("v0.1", "steps: [{ id: look, title: Look, effect: read-only }]\n"))
	p.does(run.Note{Text: "all quiet"})
	record, events := parsed(t, p.encoded())
	spec, err := os.ReadFile("../docs/run-spec.md")
	if err != nil {
		t.Fatal(err)
	}
	follows(t, p.encoded())
	for _, part := range []string{
		"```json\n" + p.encoded() + "```\n",
		"```text\n" + canonical(without(events[1], "hash")) + "\n```\n",
		"sha256sum  # " + strings.TrimPrefix(events[1]["hash"].(string), "sha256:") + "\n",
		"sha256sum      # " + strings.TrimPrefix(sum(canonical(without(record, "events", "head"))), "sha256:") + "\n",
	} {
		if !strings.Contains(string(spec), part) {
			t.Errorf("docs/run-spec.md does not have\n%s", part)
		}
	}
}

func allElseHasADigest(p *play) {
	record, events := parsed(p.t, p.encoded())
	p.wants("rest", sum(canonical(without(record, "events", "head"))), events[len(events)-1]["rest"])
	p.playAll()
	record, events = parsed(p.t, p.encoded())
	p.wants("rest", sum(canonical(without(record, "events", "head"))), events[len(events)-1]["rest"])
}

func headNamesTheLastEvent(p *play) {
	for range 2 {
		p.does(run.Note{Text: "x"})
		record, events := parsed(p.t, p.encoded())
		last := events[len(events)-1]
		p.wants("head", map[string]any{"seq": last["seq"], "hash": last["hash"]}, record["head"].(map[string]any))
	}
}

func neverHashedAnew(p *play) {
	p.does(run.Note{Text: "all quiet"})
	text := strings.Replace(p.encoded(), "all quiet", "all well", 1)
	var err error
	if p.rec, err = record.Decode([]byte(text)); err != nil {
		p.t.Fatal(err)
	}
	p.does(run.Note{Text: "later"})
	if f := record.Audit([]byte(p.encoded()), ""); f.Verdict != record.VerdictAltered || f.Seq != 2 {
		p.t.Errorf("%+v", f)
	}
}

package run

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"rtut/run/record"
)

// inOnePiece is what Encode gives of a record whose events are in the chain, by spelling it as a whole.
func inOnePiece(t *testing.T, rec *record.Record) string {
	t.Helper()
	var whole strings.Builder
	enc := json.NewEncoder(&whole)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(rec); err != nil {
		t.Fatal(err)
	}
	return whole.String()
}

// Whatever happens, a record that is spelled by what has changed since the last write is the one that is spelled as a whole, and an
// audit finds each of its digests right.
func TestARecordIsSpelledByWhatHasChanged(t *testing.T) {
	for _, name := range record.SortedKeys(walkPacks) {
		p := load(t, walkPacks[name])
		for seed := range uint64(20) {
			random := rand.New(rand.NewPCG(seed, 7))
			rec := begin(t, p)
			mustEncode(t, rec)
			for range 40 {
				all := moves(p, rec)
				if len(all) == 0 {
					break
				}
				move := all[random.IntN(len(all))]
				next, _, _ := Transition(p, rec, move.by, move.act, move.at)
				if next == nil {
					continue
				}
				if rec = next; random.IntN(3) == 0 {
					rec.Revision-- // what comes next is of the same write
					continue
				}
				text := string(mustEncode(t, rec))
				if want := inOnePiece(t, rec); text != want {
					t.Fatalf("%s, %d: spelled\n%s\nand as a whole\n%s", name, seed, text, want)
				}
				if random.IntN(5) == 0 {
					if rec, _ = record.Decode([]byte(text)); rec == nil {
						t.Fatal("it can't be read")
					}
				}
			}
			if rec.Events[len(rec.Events)-1].Hash == "" {
				rec.Revision++
			}
			if found := record.Audit(mustEncode(t, rec), ""); !found.Intact() {
				t.Fatalf("%s, %d: %s", name, seed, found)
			}
		}
	}
}

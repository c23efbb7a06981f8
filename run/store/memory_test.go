package store

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rtut/pack"
	"rtut/run/record"
)

func anySummary(t *rapid.T, id string) record.Summary {
	text := rapid.StringN(0, 5, -1)
	at := rapid.Custom(func(t *rapid.T) record.Time {
		if rapid.Bool().Draw(t, "none") {
			return record.Time{}
		}
		return record.At(time.Unix(rapid.Int64Range(-62135596800, 253402300799).Draw(t, "s"), rapid.Int64Range(0, 999_999_999).Draw(t, "ns")))
	})
	return record.Summary{
		RunID: id, PackID: text.Draw(t, "pack"), PackPath: text.Draw(t, "path"), PackDigest: text.Draw(t, "digest"), Operator: text.Draw(t, "operator"),
		Context: record.Context{Project: text.Draw(t, "project"), Target: text.Draw(t, "target"), Environment: pack.Environment(text.Draw(t, "environment"))},
		Began:   at.Draw(t, "began"), Touched: at.Draw(t, "touched"), Ended: at.Draw(t, "ended"),
		Outcome: record.Outcome(text.Draw(t, "outcome")), Clean: rapid.Bool().Draw(t, "clean"), StoppedByGate: rapid.Bool().Draw(t, "gate"),
		Rating: record.Rating(text.Draw(t, "rating")), ExerciseWrite: text.Draw(t, "exercise"),
		Mode: record.Mode(text.Draw(t, "mode")), Progress: record.Progress{Done: rapid.IntRange(0, 9).Draw(t, "done"), Total: rapid.IntRange(0, 99).Draw(t, "total")},
	}
}

func anyStamp(t *rapid.T) stamp {
	n := rapid.Int64()
	return stamp{
		size: n.Draw(t, "size"), inode: rapid.Uint64().Draw(t, "inode"),
		written: moment{n.Draw(t, "written"), n.Draw(t, "ns")}, changed: moment{n.Draw(t, "changed"), n.Draw(t, "ns")},
	}
}

func TestWhatIsRememberedIsWhatWasRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kept := newMemo(1)
		ids := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-c]{1,4}`), 0, 9, rapid.ID).Draw(t, "ids")
		slices.Sort(ids)
		summaries, stamps := map[string]record.Summary{}, map[string]stamp{}
		for _, id := range ids {
			s := anySummary(t, id)
			summaries[id], stamps[id] = s, anyStamp(t)
			kept.add(id+".json", stamps[id], &s)
		}
		m := unsealed(seal(kept))
		if m.len() != len(ids) {
			t.Fatalf("%d of %d are remembered", m.len(), len(ids))
		}
		for _, id := range ids {
			got, found := m.find(id+".json", stamps[id])
			if diff := cmp.Diff(summaries[id], got); !found || diff != "" {
				t.Fatalf("%s: found %t\n%s", id, found, diff)
			}
			other := stamps[id]
			*rapid.SampledFrom([]*int64{&other.size, &other.written.seconds, &other.written.nanos, &other.changed.seconds, &other.changed.nanos}).Draw(t, "field")++
			if _, found := m.find(id+".json", other); found {
				t.Fatalf("%s is found by %+v, which is not %+v", id, other, stamps[id])
			}
		}
		if _, found := m.find("none.json", stamp{}); found {
			t.Fatal("a record is found that was not remembered")
		}
	})
}

// sealedOfTwo is a cache of two records.
func sealedOfTwo() []byte {
	kept := newMemo(2)
	for _, id := range []string{"a", "b"} {
		kept.add(id+".json", stamp{size: 1, inode: 2, changed: moment{3, 4}}, &record.Summary{RunID: id, PackID: "x", Operator: "ana"})
	}
	return seal(kept)
}

func TestCacheIsBelievedWholeAndUnchangedOrNotAtAll(t *testing.T) {
	sealed := sealedOfTwo()
	if n := unsealed(sealed).len(); n != 2 {
		t.Fatalf("%d are remembered", n)
	}
	for at := range sealed {
		for what, data := range map[string][]byte{
			"cut at":  sealed[:at],
			"changed": slices.Concat(sealed[:at], []byte{sealed[at] ^ 1}, sealed[at+1:]),
			"zero":    slices.Concat(sealed[:at], make([]byte, len(sealed)-at)),
			"longer":  slices.Concat(sealed[:at], []byte{0}, sealed[at:]),
		} {
			if n := unsealed(data).len(); n > 0 && !bytes.Equal(data, sealed) {
				t.Errorf("%s %d: %d are remembered", what, at, n)
			}
		}
	}
}

func TestCacheOfAnotherProgramIsNotRead(t *testing.T) {
	sealed := sealedOfTwo()
	mark := len(writer()) - 1
	if n := unsealed(slices.Concat(sealed[:mark], []byte{sealed[mark] + 1}, sealed[mark+1:])).len(); n > 0 {
		t.Errorf("%d are remembered", n)
	}
}

// Even a cache that was forged with the right checksum ends no program.
func FuzzParseMemory(f *testing.F) {
	f.Add(sealedOfTwo()[len(writer())+32:])
	f.Add([]byte("\x01\x00\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"))
	f.Fuzz(func(t *testing.T, data []byte) { lookUp(parseMemory(data)) })
}

func TestForgedCacheEndsNoProgram(t *testing.T) {
	good := sealedOfTwo()[len(writer())+32:]
	rapid.Check(t, func(t *rapid.T) {
		data := slices.Clone(good)
		for range rapid.IntRange(1, 4).Draw(t, "edits") {
			data[rapid.IntRange(0, len(data)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
		}
		lookUp(parseMemory(data))
	})
}

// lookUp looks for all that may be in a memory, and for what is not.
func lookUp(m memory) {
	for _, name := range []string{"a.json", "b.json", "", "\xff"} {
		if s, found := m.find(name, stamp{size: 1, inode: 2, changed: moment{3, 4}}); found {
			_ = fmt.Sprint(s)
		}
	}
}

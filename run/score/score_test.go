package score

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rtut/pack"
	"rtut/run/record"
	"rtut/run/store"
)

var now = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func head(packID string, outcome record.Outcome, age time.Duration, ratings ...record.Rating) record.Head {
	h := record.Head{RunID: "r", PackID: packID, CreatedAt: record.At(now.Add(-age)), UpdatedAt: record.At(now.Add(-age))}
	if outcome != "" {
		h.Outcome = &outcome
	}
	for i, r := range ratings {
		h.Feedback = append(h.Feedback, record.Feedback{Rating: r, At: record.At(now.Add(time.Duration(i) * time.Second))})
	}
	return h
}

func from(heads ...record.Head) iter.Seq2[record.Summary, *store.Damaged] {
	return func(yield func(record.Summary, *store.Damaged) bool) {
		for _, h := range heads {
			if !yield(h.Summary(), nil) {
				return
			}
		}
	}
}

func treeOf(ids ...string) *store.Tree {
	t := &store.Tree{Root: "/r"}
	for _, id := range ids {
		t.Packs = append(t.Packs, store.PackDir{Header: pack.Header{ID: id, Title: "The " + id}, Path: id + "/pack.yaml", Repo: "/r"})
	}
	return t
}

func TestUnfinishedRunIsStalledForSevenDaysAndThenAbandoned(t *testing.T) {
	for _, tc := range []struct {
		age  time.Duration
		want Counts
	}{
		{-time.Hour, Counts{Tried: 1, Stalled: 1}},
		{0, Counts{Tried: 1, Stalled: 1}},
		{AbandonedAfter - time.Microsecond, Counts{Tried: 1, Stalled: 1}},
		{AbandonedAfter, Counts{Tried: 1, Abandoned: 1}},
		{365 * 24 * time.Hour, Counts{Tried: 1, Abandoned: 1}},
	} {
		got := tally(treeOf("x"), from(head("x", "", tc.age)), Filter{}, now).Total
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("untouched for %s:\n%s", tc.age, diff)
		}
	}
}

func TestFinishedRunStaysWhatItWasHoweverOld(t *testing.T) {
	year := 365 * 24 * time.Hour
	got := tally(treeOf("x"), from(head("x", record.Succeeded, year), head("x", record.FailedRun, year), head("x", record.Abandoned, 0)), Filter{}, now)
	if diff := cmp.Diff(Counts{Tried: 3, Succeeded: 1, Failed: 1, Abandoned: 1}, got.Total); diff != "" {
		t.Error(diff)
	}
}

func TestLatestRatingOfARunCounts(t *testing.T) {
	late := head("x", record.Succeeded, 0, record.Good) // given last, by a clock that had been set back
	late.Feedback = slices.Insert(late.Feedback, 0, record.Feedback{Rating: record.Poor, At: record.At(now.Add(time.Hour))})
	same := head("x", record.Succeeded, 0, record.Good, record.Neutral)
	same.Feedback[0].At = same.Feedback[1].At
	got := tally(treeOf("x"), from(head("x", "", 0, record.Poor, record.Good), late, same, head("x", "", 0, "splendid"), head("x", "", 0)), Filter{}, now)
	if diff := cmp.Diff(Feedback{Good: 1, Neutral: 1}, got.Total.Feedback); diff != "" {
		t.Error(diff)
	}
}

func TestPackWithoutRunsHasZerosAndPackThatIsGoneHasARow(t *testing.T) {
	got := tally(treeOf("quiet", "busy"), from(head("busy", "", 0), head("gone", record.FailedRun, 0)), Filter{}, now)
	var rows []string
	for _, r := range got.Packs {
		rows = append(rows, fmt.Sprint(r.PackID, r.Tried, r.Gone()))
	}
	if diff := cmp.Diff([]string{"busy1 false", "gone1 true", "quiet0 false"}, rows); diff != "" {
		t.Error(diff)
	}
}

func TestFilters(t *testing.T) {
	heads := from(head("a", "", time.Hour), head("a", "", time.Minute), head("b", "", time.Minute))
	got := tally(treeOf("a", "b"), heads, Filter{Pack: "a", Since: now.Add(-time.Minute)}, now)
	if len(got.Packs) != 1 || got.Packs[0].PackID != "a" || got.Total.Tried != 1 {
		t.Errorf("%+v", got)
	}
}

// Every run is in exactly one of the four, whatever the records say, and the total is the sum of the rows.
func TestEveryRunIsCountedOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		outcomes := []record.Outcome{"", record.Succeeded, record.FailedRun, record.Abandoned}
		heads := rapid.SliceOf(rapid.Custom(func(t *rapid.T) record.Head {
			age := rapid.Int64Range(-int64(AbandonedAfter), 3*int64(AbandonedAfter)).Draw(t, "age")
			return head(rapid.StringOf(rapid.RuneFrom([]rune("abc"))).Draw(t, "pack"), rapid.SampledFrom(outcomes).Draw(t, "outcome"), time.Duration(age))
		})).Draw(t, "heads")
		s := tally(treeOf("a", "b"), from(heads...), Filter{}, now)
		tried := 0
		for _, row := range append(s.Packs, Row{Counts: s.Total}) {
			if row.Tried != row.Ended()+row.Gated+row.Stalled {
				t.Fatalf("%+v does not add up", row)
			}
			tried += row.Tried
		}
		if s.Total.Tried != len(heads) || tried != 2*len(heads) {
			t.Fatalf("%d runs, %d in the total, %d in all", len(heads), s.Total.Tried, tried)
		}
	})
}

// The figures are those of method 3 in Newcombe, "Two-sided confidence intervals for the single proportion" (1998).
func TestWilsonInterval(t *testing.T) {
	for _, tc := range []struct {
		succeeded, ended int
		low, high        float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
		{29, 29, 0.8830, 1},
		{0, 0, 0, 1},
	} {
		c := Counts{Succeeded: tc.succeeded, Failed: tc.ended - tc.succeeded}
		low, high := c.Interval()
		if math.Abs(low-tc.low) > 6e-5 || math.Abs(high-tc.high) > 6e-5 {
			t.Errorf("%d of %d: %.5f to %.5f, want %.4f to %.4f", tc.succeeded, tc.ended, low, high, tc.low, tc.high)
		}
	}
}

func TestNoRateIsCertainButAtItsOwnEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 1e6).Draw(t, "n")
		if low, high := (Counts{Succeeded: n}).Interval(); low >= 1 || high != 1 {
			t.Fatalf("all of %d: %v to %v", n, low, high)
		}
		if low, high := (Counts{Failed: n}).Interval(); low != 0 || high <= 0 {
			t.Fatalf("none of %d: %v to %v", n, low, high)
		}
	})
}

func TestRateLiesInItsInterval(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Counts{Succeeded: rapid.IntRange(0, 1e6).Draw(t, "s"), Failed: rapid.IntRange(0, 1e6).Draw(t, "f"), Abandoned: rapid.IntRange(0, 9).Draw(t, "a")}
		low, high := c.Interval()
		rate, known := c.Rate()
		if known != (c.Ended() > 0) || known && (low > rate+1e-12 || high < rate-1e-12) || low < 0 || high > 1 {
			t.Fatalf("%v not in %v to %v", rate, low, high)
		}
	})
}

func BenchmarkTally(b *testing.B) {
	heads := make([]record.Head, 1000)
	for i := range heads {
		heads[i] = head(strings.Repeat("p", i%40+1), record.Succeeded, 0, record.Good)
	}
	for b.Loop() {
		tally(treeOf("p"), from(heads...), Filter{}, now)
	}
}

package scores

import (
	"errors"
	"time"

	"rtut/pack"
	"rtut/run/record"
	"rtut/run/score"
	"rtut/run/store"
)

// noon is the moment of the samples.
var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func daysAgo(n int) record.Time { return record.At(noon.AddDate(0, 0, -n)) }

// house is what there is to tell of several packs, with something of everything.
func house() Counted {
	s := score.Score{
		Packs: []score.Row{
			{PackID: "documented-drill", Title: "Restore the documented way", Paths: []string{"packs/documented-drill/pack.yaml"}, Counts: score.Counts{Tried: 3, Succeeded: 2, Failed: 1}},
			{PackID: "failover", Title: "Fail over the primary database", Paths: []string{"packs/failover/pack.yaml"}, Counts: score.Counts{
				Tried: 42, Succeeded: 31, Failed: 4, Abandoned: 5, Stalled: 2, Gated: 3, Feedback: score.Feedback{Good: 20, Neutral: 4, Poor: 2},
			}, Latest: "20261128T081501.000000Z-4f1c22", Trust: record.Trust{record.Standing(record.Turned): 6, record.Standing(record.Ran): 5, record.Standing(record.Seen): 3, record.WaivedStanding: 1}},
			{PackID: "old-router", Counts: score.Counts{Tried: 9, Succeeded: 9}},
			{PackID: "rotate-keys", Title: "Rotate the signing keys", Paths: []string{"a/pack.yaml", "b/pack.yaml"}, Doubled: true, Counts: score.Counts{
				Tried: 12, Succeeded: 5, Failed: 6, Stalled: 1, Feedback: score.Feedback{Poor: 3},
			}},
			{PackID: "vacuum", Title: "Vacuum the archive", Paths: []string{"packs/vacuum/pack.yaml"}},
		},
		Total:   score.Counts{Tried: 66, Succeeded: 47, Failed: 11, Abandoned: 5, Stalled: 3, Gated: 3, Feedback: score.Feedback{Good: 20, Neutral: 4, Poor: 5}},
		Damaged: []store.Damaged{{Path: "x.json", Err: errors.New("the file is empty")}},
	}
	least := 0.6
	return Counted{
		Root: "platform", At: noon, Least: &least, Score: s, Maturity: proven(), Projects: places(),
		Unread: []Unread{{Path: "packs/failover/.local/runbook-runs/x.json", Why: "the file is empty"}},
	}
}

func proven() score.Maturity {
	at := func(id, title string) store.PackDir {
		return store.PackDir{Path: "packs/" + id + "/pack.yaml", Header: pack.Header{ID: id, Title: title}}
	}
	return score.Maturity{
		Packs: []score.Standing{
			{PackDir: at("documented-drill", "Restore the documented way"), Level: score.Succeeded, Run: "r3", BestEver: score.Succeeded, BestRun: "r3"},
			{PackDir: at("failover", "Fail over the primary database"), Level: score.Proven, Run: "20261128T081501.000000Z-4f1c22", BestEver: score.Proven, BestRun: "20261128T081501.000000Z-4f1c22"},
			{PackDir: at("rotate-keys", "Rotate the signing keys"), Doubled: true, Level: score.Tried, Run: "r5", BestEver: score.Staged, BestRun: "20261001T000000.000000Z-aaaaaa", Differs: "the pack has changed since run 20261001T000000.000000Z-aaaaaa"},
			{PackDir: at("vacuum", "Vacuum the archive"), Level: score.Untried, BestEver: score.Untried},
			{PackDir: at("restart", "Restart the gateway"), BestEver: score.Rehearsed, BestRun: "r1"},
		},
		Gone: []string{"old-router"},
	}
}

func places() score.Projects {
	done, failed := record.Succeeded, record.FailedRun
	return score.Projects{
		Projects: []score.Project{
			{Project: "shop", Target: "db", Packs: []score.Applied{
				{PackID: "failover", RunID: "20261128T081501.000000Z-4f1c22", Outcome: &done, Environment: pack.Production, At: daysAgo(2), By: "ana", Current: true, OpenRuns: []string{"r10"}},
				{PackID: "rotate-keys", RunID: "r5", Outcome: &failed, Environment: pack.Staging, At: daysAgo(9), By: "ben"},
			}},
			{Project: "shop", Packs: []score.Applied{{PackID: "old-router", RunID: "r7", At: daysAgo(0), By: "cem", Gone: true, OpenRuns: []string{"r7"}}}},
		},
		Unplaced: 31,
	}
}

// failover is what there is to tell of one pack.
func failover() Counted {
	c := house()
	c.Pack, c.Least, c.Unread, c.Since = "failover", nil, nil, noon.AddDate(0, -3, 0)
	c.Score.Packs = c.Score.Packs[1:2]
	c.Score.Total = c.Score.Packs[0].Counts
	clean := daysAgo(2)
	spread := func(n int, median, p90 time.Duration) score.Spread {
		return score.Spread{N: n, Median: median, P90: p90}
	}
	c.Figures = &score.Figures{
		Runs: 42, Auto: 3, LastClean: &clean, LastRun: "20261128T081501.000000Z-4f1c22", Busiest: score.Share{Operator: "ana", Runs: 25},
		Items: []score.Trouble{
			{Item: "fence", Failures: 9, Missed: 4, Retries: 8, Overrode: 1, Runs: 12, Failing: 9, Again: 8, Around: 1, Reached: 38},
			{Item: "go-no-go", Gate: true, Failures: 3, Waived: 2, Runs: 5, Failing: 3, Around: 2, Reached: 41},
			{Item: "promote", Redone: 1, Runs: 1, Again: 1, Reached: 34},
		},
		Times: []score.Times{
			{Step: "measure-lag", Spent: spread(41, 95*time.Second, 4*time.Minute), Waited: spread(41, 30*time.Second, time.Minute), Expected: 2 * time.Minute},
			{Step: "fence", Spent: spread(38, 9*time.Minute, 21*time.Minute), Waited: spread(38, 4*time.Minute, time.Hour), Expected: 3 * time.Minute},
			{Step: "promote", Spent: spread(34, 40*time.Second, 70*time.Second), Waited: spread(34, 8*time.Second, time.Minute)},
			{Step: "rebuild", Spent: spread(31, 33*time.Minute, 52*time.Minute), Expected: 40 * time.Minute},
		},
		Untaken: []score.Untaken{{Step: "fence", Alternative: "by-hand", Starts: 38}},
		Suggestions: []score.Suggestion{
			{Advice: score.WriteAlternative, Item: "fence", Because: "it failed in 9 of 38 runs (23%)"},
			{Advice: score.SplitStep, Item: "fence", Because: "its median is 9m0s, expected is 3m0s, n=38"},
			{Advice: score.Rehearse, Item: "fence", Because: "by-hand was never taken in 38 starts"},
		},
	}
	return c
}

// samples are the pages of which golden files are kept.
var samples = map[string]Counted{"house": house(), "failover": failover(), "empty": {Root: "nowhere", At: noon}}

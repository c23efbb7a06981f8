package report

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// dawn is when the runs of these tests begin.
var dawn = time.Date(2026, 11, 30, 0, 45, 12, 123456000, time.UTC)

// play is a run that is taken on action by action, its clock going on.
type play struct {
	t    testing.TB
	pack *pack.Pack
	rec  *record.Record
	now  time.Time
	by   string
}

// begin makes a run of a pack of testdata. fill may change what New is given.
func begin(t testing.TB, name string, params map[string]string, fill ...func(*run.New)) *play {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return beginText(t, string(text), params, fill...)
}

func beginText(t testing.TB, text string, params map[string]string, fill ...func(*run.New)) *play {
	t.Helper()
	p, diagnostics := pack.Parse(pack.FileName, []byte(text))
	if p == nil {
		t.Fatal(diagnostics)
	}
	n := run.New{
		RunID: "20261130T004512.123456Z-9f2c4a", PackPath: "packs/" + p.ID + "/pack.yaml", PackDigest: "sha256:1", Params: params,
	}
	for _, f := range fill {
		f(&n)
	}
	play := &play{t: t, pack: p, now: dawn, by: "ana"}
	play.does(n)
	return play
}

// does carries out actions that must be allowed.
func (p *play) does(acts ...run.Action) *play {
	p.t.Helper()
	for _, act := range acts {
		p.act(run.Actor{Name: p.by}, act)
	}
	return p
}

func (p *play) act(by run.Actor, act run.Action) {
	p.t.Helper()
	after, _, err := run.Transition(p.pack, p.rec, by, act, p.now)
	if after == nil {
		p.t.Fatalf("%s %+v: %v", act.Verb(), act, err)
	}
	p.rec = after
}

// after lets time pass.
func (p *play) after(d time.Duration) *play {
	p.now = p.now.Add(d)
	return p
}

// as lets somebody else act from now on.
func (p *play) as(name string) *play {
	p.by = name
	return p
}

// ran has the command of a check run for some time, and judges what came of it.
func (p *play) ran(item, check string, took time.Duration, seen run.Observation, verify run.Verify) *play {
	p.t.Helper()
	return p.ranBy(run.Actor{Name: p.by}, item, check, took, seen, verify)
}

func (p *play) ranBy(by run.Actor, item, check string, took time.Duration, seen run.Observation, verify run.Verify) *play {
	p.t.Helper()
	p.act(by, run.Begin{Item: item, Host: "bastion", PID: 4711})
	p.after(took)
	seen.Attempts, seen.Seconds = 1, took.Seconds()
	verify.Item, verify.Intent, verify.Observed = item, len(p.rec.Events), map[string]run.Observation{check: seen}
	p.act(by, verify)
	return p
}

func (p *play) report() Report { return Of(p.pack, p.rec, p.now) }

func inProduction(n *run.New) {
	n.Context = record.Context{Project: "shop", Target: "db", Environment: pack.Production}
}

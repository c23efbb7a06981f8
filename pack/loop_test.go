package pack

import (
	"strings"
	"testing"
	"testing/fstest"
)

const rolling = `schema: runbook-pack/v0.2
id: rolling
title: Restart all
params: [{ id: hosts, type: list, items: hostname, min_items: 1 }]
datapoints: [{ id: lag, type: int, each: host, title: Lag }]
order: sequential
steps:
  - id: copy
    title: Copy
  - id: restart
    for_each: { host: hosts }
    title: Restart {{ host }}
    effect: irreversible
    confirm: restart {{ host }}
    on: '{{ host }}'
    command: systemctl restart app@{{ host }}
    verify: { kind: exit-code, command: "./lag.sh '{{ host }}' {{ host }}" }
    produces: [{ datapoint: lag, extract: '(\d+)' }]
    rollback: { instruction: 'Stop {{ host }}' }
stages:
  - id: zone
    for_each: { host: hosts }
    title: Zone of {{ host }}
    when: host != 'db2'
    steps: [{ id: drain, title: 'Drain {{ host }}', requires: [restart] }, { id: check, title: Check, requires: [drain], command: 'echo "$RTUT_DATA_LAG" {{ lag }}' }]
    gates: [{ id: own, title: Own, checks: [{ id: c, kind: expression, expr: lag < 16 }] }]
gates:
  - { id: even, title: No lag, requires: [zone, check], checks: [{ id: all, kind: expression, expr: 'all(hosts, lag[#] < 16)' }] }
`

func loadLoops(t *testing.T, text string) *Pack {
	t.Helper()
	p, found, err := Load(fstest.MapFS{FileName: {Data: []byte(text)}}, FileName)
	if err != nil || p == nil {
		t.Fatal(err, found)
	}
	return p
}

func TestLoopIsWrittenOut(t *testing.T) {
	p := loadLoops(t, rolling)
	out, err := p.Over(map[string][]string{"host": {"db1", "DB-2.example"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(strings.Join(out.Graph().Items(), "\n"))
	for _, id := range out.Graph().Items() {
		t.Log(id, waitsOf(id, out.Graph()))
		if s := out.Step(id); s != nil {
			t.Log(s.Title.Raw(), commandText(s.Alternatives[0].Command), s.Alternatives[0].RecommendedWhen)
			if c := s.Alternatives[0].Command; c != nil {
				t.Log(c.Raw(), s.Alternatives[0].Verify.Command, s.Alternatives[0].Confirm)
			}
		}
	}
	t.Log(out.Gate("even").Checks[0].Expr.Raw())
}

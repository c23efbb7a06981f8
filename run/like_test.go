package run

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/record"
)

func TestLikeTakesOverWhatIsNotGivenAndNoAuthority(t *testing.T) {
	p := load(t, `
schema: runbook-pack/v0.2
id: p
title: P
owner: o
params:
  - { id: replica, title: Replica }
  - { id: region, title: Region }
steps:
  - { id: look, title: Look }
`)
	earlier := &record.Record{
		Params:      map[string]value.Value{"replica": value.StringValue("db7"), "region": value.StringValue("eu"), "gone": value.StringValue("x")},
		Context:     record.Context{Project: "billing", Target: "east", Environment: pack.Staging},
		Mode:        record.AutoConfirm,
		AutoConfirm: &record.AutoConfirmState{},
		Authority:   []record.Preauthorization{{Given: 1, Step: "promote", Phrase: "promote db7", AuthorizedBy: "ana", By: "ana"}},
	}
	given := New{Params: map[string]string{"region": "us"}, Context: record.Context{Target: "west"}}
	want := New{
		Params:  map[string]string{"region": "us", "replica": "db7"},
		Context: record.Context{Project: "billing", Target: "west", Environment: pack.Staging},
		Mode:    record.AutoConfirm,
	}
	if diff := cmp.Diff(want, given.Like(p, earlier)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]string{"region": "us"}, given.Params); diff != "" {
		t.Errorf("what was given has changed: %s", diff)
	}
}

package pack

import (
	"strings"
	"testing"
	"time"
)

const windowPack = `schema: runbook-pack/v0.2
id: p
title: P
gates:
  - id: g
    title: G
    checks:
      - { id: open, kind: window, from: '08:00', to: '17:00', days: [mon] }
      - { id: fixed, kind: window, from: '08:00', to: '17:00', tz: Europe/Vienna }
      - { id: said, kind: manual, prompt: Is it so }
  - { id: other, title: Other, checks: [{ id: fixed, kind: window, from: '08:00', to: '17:00', tz: Europe/Vienna }] }
steps:
  - { id: a, title: A }
`

// inZone loads the pack on a machine in a zone.
func inZone(t *testing.T, zone, text string) *Pack {
	t.Helper()
	location, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	local := time.Local
	time.Local = location
	defer func() { time.Local = local }()
	p, found := Parse(FileName, []byte(text))
	if p == nil {
		t.Fatal(found)
	}
	return p
}

func TestTheZoneOfTheMachineIsNoPartOfAPack(t *testing.T) {
	rome, utc := inZone(t, "Europe/Rome", windowPack), inZone(t, "UTC", windowPack)
	if rome.ItemDigests()["g"] != utc.ItemDigests()["g"] {
		t.Error("the definition of a window without a zone depends on that of the machine")
	}
	named := inZone(t, "Europe/Rome", strings.Replace(windowPack, "days: [mon]", "days: [mon], tz: Europe/Rome", 1))
	if rome.ItemDigests()["g"] == named.ItemDigests()["g"] {
		t.Error("a zone that the pack names is no part of it")
	}
	if changes := Difference(rome, named); len(changes) != 1 || changes[0].Text != "g: check open window was `08:00 to 17:00 on mon, the machine's time zone`, is `08:00 to 17:00 on mon, Europe/Rome`" {
		t.Errorf("%+v", changes)
	}
}

// formerDigest is that of gate g as it was once: with the name of the machine's zone where the pack has none.
func formerDigest(p *Pack, zone string) string {
	f := definition{enforced: true}.gate(p.Gate("g"), p.Graph())
	f["checks"].([]facts)[0]["window"].(facts)["zone"] = zone
	return digestOf(f)
}

func TestDefinitionsOfEarlierVersionsAreUnderstood(t *testing.T) {
	p, _ := Parse(FileName, []byte(windowPack))
	for _, zone := range []string{"", "Local", "UTC", "Europe/Rome", "America/Argentina/ComodRivadavia", "Zulu"} {
		if !p.Defines("g", formerDigest(p, zone)) {
			t.Errorf("a run that was begun in the zone %q finds its gate changed", zone)
		}
	}
	for what, is := range map[string]bool{
		"no zone":            p.Defines("g", formerDigest(p, "Middle/Earth")),
		"another gate":       p.Defines("other", formerDigest(p, "Local")),
		"another definition": p.Defines("g", p.ItemDigests()["other"]),
		"no digest":          p.Defines("g", ""),
		"no item":            p.Defines("x", ""),
		"a step":             p.Defines("a", formerDigest(p, "Local")),
	} {
		if is {
			t.Errorf("%s is taken for the definition", what)
		}
	}
}

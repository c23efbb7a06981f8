package pack

import (
	_ "embed" // the names of zones
	"strings"
	"time"
)

// zones are the names that the time zone of a machine may have had, beside Local and UTC: those of Go's own database.
//
//go:embed zones.txt
var zones string

// Defines reports whether a digest is that of what is enforced under a key of ItemDigests. Runs that earlier versions began are
// understood: of a window that names no zone, those digested the name under which the machine knew its own.
func (p *Pack) Defines(key, digest string) bool {
	now, there := p.ItemDigests()[key]
	if !there || now == digest {
		return there
	}
	gate := p.index.gates[key]
	if gate == nil {
		return false
	}
	f := definition{enforced: true}.gate(gate, p.index.graph)
	windows := localWindows(gate, f)
	if len(windows) == 0 {
		return false
	}
	for zone := range formerZones {
		for _, w := range windows {
			w["zone"] = zone
		}
		if digestOf(f) == digest {
			return true
		}
	}
	return false
}

// localWindows returns what the definition of a gate says of its windows in the machine's zone.
func localWindows(gate *Gate, f facts) []facts {
	var windows []facts
	for i, check := range f["checks"].([]facts) {
		if w := gate.Checks[i].Window; w != nil && w.Zone == time.Local {
			windows = append(windows, check["window"].(facts))
		}
	}
	return windows
}

// formerZones yields what the zone of a machine may have been called, the most frequent first.
func formerZones(yield func(string) bool) {
	for _, zone := range []string{"Local", "UTC"} {
		if !yield(zone) {
			return
		}
	}
	for zone := range strings.Lines(zones) {
		if !yield(strings.TrimSpace(zone)) {
			return
		}
	}
}

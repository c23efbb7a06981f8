package interchange

import (
	"fmt"
	"strings"
)

// File is a file that is to be checked: one report or event, or several, one after the other.
type File struct {
	Name string
	Data []byte
}

// documentKind is what a document is meant to be.
type documentKind string

const (
	reportKind documentKind = "report"
	eventKind  documentKind = "event"
)

// Check returns what is wrong with the documents of some files, in their order; nothing if all are sound. The events among
// them are what the order of roots and of a wave's events is held to. It never fails: what can't be read as JSON is a
// finding, too.
func Check(files ...File) []Finding {
	known := newHand()
	var read [][]document
	checks := make([]*check, len(files))
	for i, f := range files {
		checks[i] = &check{file: f.Name}
		documents := checks[i].read(f.Data)
		for _, d := range documents {
			known.learn(d.value)
		}
		read = append(read, documents)
	}
	var findings []Finding
	for i, c := range checks {
		unreadable := c.findings
		c.findings = nil
		for _, d := range read[i] {
			c.document = ""
			if len(read[i]) > 1 || len(unreadable) > 0 {
				c.document = fmt.Sprintf("line %d", d.line)
			}
			c.judge(d.value, known)
		}
		if c.full() {
			c.findings = append(c.findings, Finding{c.file, "the file", fmt.Sprintf("more than %d faults", maxFindings), "none; the rest is omitted", "CR-41"})
		}
		findings = append(append(findings, c.findings...), unreadable...)
	}
	return findings
}

// read parses a file. What is no JSON becomes a finding.
func (c *check) read(data []byte) []document {
	if len(data) > MaxBytes {
		c.fault("CR-41", "the file", fmt.Sprintf("more than %d MiB", MaxBytes>>20), "a report or events of less")
		return nil
	}
	documents, err := parse(data)
	switch {
	case err != nil:
		where, what, _ := strings.Cut(err.Error(), ": ")
		c.fault("CR-41", where, what, "JSON")
	case len(documents) == 0:
		c.fault("CR-41", "the file", "nothing", "a report or an event")
	}
	return documents
}

// judge holds a document to the shape and the rules of what it is.
func (c *check) judge(v *jsonValue, known hand) {
	known.hold(c, v)
	c.knowsVersion(v)
	switch kindOf(v) {
	case reportKind:
		c.doubles("CR-43", "", v)
		c.reportShape(v)
		c.reportRules(v, known)
	case eventKind:
		c.doubles(cr42, "", v)
		c.eventShape(v)
		c.eventRules(v)
	default:
		c.fault("CR-41", "", described(v), "a run report or an automation event")
	}
}

// knowsVersion says of a document of a later version that it is judged by the rules of this one, which may be others.
func (c *check) knowsVersion(v *jsonValue) {
	says := v.field("specification_version")
	if says == nil || !versionForm().MatchString(says.text) || strings.HasPrefix(says.text, "0.0.") || strings.HasPrefix(says.text, "0.1.") {
		return
	}
	rule := cr42
	if kindOf(v) == reportKind {
		rule = "CR-43"
	}
	c.fault(rule, "specification_version", described(says), "%s or one before it: the rules of later versions are not known here", Version)
}

func (c *check) reportShape(v *jsonValue) {
	reportShape(c, "", v)
	reportContent(c, v)
}

func (c *check) reportRules(v *jsonValue, known hand) {
	waveRules(c, v)
	outsideRule(c, v, known)
	diagnosticOrder(c, v)
	eventOrder(c, "CR-78", "root_event_ids", v.field("root_event_ids").items(), known.at)
	for i, wave := range v.field("waves").items() {
		eventOrder(c, "CR-66", below(at("waves", i), "event_ids"), wave.field("event_ids").items(), known.at)
	}
}

func (c *check) eventShape(v *jsonValue) {
	eventShape(c, "", v)
	eventContent(c, v)
}

// eventRules: its moments are some, its paths are normalized, no change of a field is a no-op, none says another value than the note before
// or after it, and none is left out.
func (c *check) eventRules(v *jsonValue) {
	momentRules(c, v)
	snapshotRules(c, v)
	changes := v.field("changes")
	if changes == nil {
		return
	}
	for _, field := range changes.keys {
		where, change := below("changes", field), changes.fields[field]
		if unchanged(change) {
			c.fault("CR-64", where, "the same before and after", "no change that changes nothing")
		}
		for _, side := range []string{"before", "after"} {
			says, shows := change.field(side), v.field(side).field("frontmatter").field(field)
			if says != nil && shows != nil && says.canonical() != shows.canonical() {
				c.fault("CR-69", below(where, side), described(says), "what the note has %s, %s", side, described(shows))
			}
		}
	}
}

// kindOf says what a document is meant to be, by which of the two it has more fields of; "" if it has none.
func kindOf(v *jsonValue) documentKind {
	report, event := 0, 0
	for _, key := range v.keys {
		switch key {
		case "run_id", "mode", "status", "root_event_ids", "waves", "diagnostics":
			report++
		case "event_id", "kind", "occurred_at", "origin", "before", "after", "changes", "schedule", "caused_by", "body_changed":
			event++
		}
	}
	switch {
	case report == 0 && event == 0:
		return ""
	case report >= event:
		return reportKind
	}
	return eventKind
}

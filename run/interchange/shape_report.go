package interchange

// The forms of texts.
var (
	versionForm = compile(`^\d+\.\d+\.\d+$`)
	tagForm     = compile(`^[\p{L}\p{N}_][\p{L}\p{N}_-]*(?:/[\p{L}\p{N}_][\p{L}\p{N}_-]*)*$`)
)

func version(rule Rule) shape { return matching(rule, versionForm, "a version of three numbers") }

func slugged(rule Rule) shape {
	return matching(rule, slug, "a slug: small letters, digits and single dashes")
}

func fieldName(rule Rule) shape {
	return matching(rule, name, "the name of a field: small letters, digits and underscores, a letter first")
}

// reportShape is that of run reports.
var reportShape = object("CR-44",
	must("specification_version", version("CR-43")),
	must("run_id", filled("CR-43")),
	must("mode", word("CR-45", "one_hop", "propagation")),
	must("status", word("CR-46", "committed", "no_change", "aborted", "incomplete")),
	must("root_event_ids", set("CR-51", 1, filled("CR-51"))),
	must("waves", list("CR-43", waveShape)),
	must("diagnostics", list("CR-43", diagnosticShape)),
)

var waveShape = object("CR-54",
	must("index", count("CR-52")),
	must("event_ids", set("CR-54", 1, filled("CR-54"))),
	must("automations", set("CR-54", 0, slugged("CR-54"))),
	must("changes", list("CR-54", changeShape)),
)

var diagnosticShape = object("CR-43",
	must("code", word("CR-56", "unsupported_capability", "trigger_error", "action_failed", "conflicting_write", "validation_failed",
		"cycle_detected", "wave_limit_exceeded", "approval_required", "concurrent_change", "incomplete_commit")),
	must("message", filled("CR-43")),
	may("automation", slugged("CR-43")),
	may("path", path("CR-43")),
	may("field", fieldName("CR-43")),
	may("wave", count("CR-43")),
)

// changeShapes are those of changes, by their kind.
var changeShapes = map[string]shape{
	"field": object("CR-69", must("kind", anything), must("path", path("CR-69")), must("field", fieldName("CR-69")),
		must("before", anything), must("after", anything)),
	"tag": object("CR-70", must("kind", anything), must("path", path("CR-70")),
		must("tag", matching("CR-70", tagForm, "a tag: letters, digits, dashes and underscores, with slashes between")),
		must("operation", word("CR-70", "add", "remove"))),
	"path": object("CR-71", must("kind", anything), must("path", path("CR-71")), must("before", path("CR-71")), must("after", path("CR-71"))),
	"note": object("CR-72", must("kind", anything), must("path", path("CR-72")),
		must("operation", word("CR-72", "create", "archive", "logical_delete", "hard_delete"))),
	"link": object("CR-73", must("kind", anything), must("path", path("CR-73")), must("location", word("CR-73", "frontmatter", "body")),
		may("field", fieldName("CR-73")), must("before", filled("CR-73")), must("after", filled("CR-73"))),
	"expansion": object("CR-83", must("kind", anything), must("path", path("CR-83")), must("expansion", slugged("CR-83")),
		must("before", text("CR-83")), must("after", text("CR-83"))),
}

func changeShape(c *check, where string, v *jsonValue) {
	is := v.field("kind")
	if is == nil || is.kind != isText || changeShapes[is.text] == nil {
		c.fault("CR-57", where, described(v)+" of kind "+described(is), "a change of kind field, tag, path, note, link or expansion")
		return
	}
	changeShapes[is.text](c, where, v)
	if !is.says("link") || v.field("location") == nil {
		return
	}
	switch inFrontmatter, named := v.field("location").says("frontmatter"), v.field("field") != nil; {
	case inFrontmatter && !named:
		c.fault("CR-73", where, "no field", "the field whose link was retargeted")
	case !inFrontmatter && named:
		c.fault("CR-73", where, "a field", "none: the link is in the body")
	}
}

// reportContent holds the status of a report against what is in it, as far as the schema does.
func reportContent(c *check, v *jsonValue) {
	waves, diagnostics := v.field("waves").items(), v.field("diagnostics").items()
	if v.field("mode").says("one_hop") && len(waves) > 1 {
		c.fault("CR-53", "waves", "several waves", "at most one in a one_hop report")
	}
	status := v.field("status")
	if status.says("committed") && !anyChange(waves) {
		c.fault("CR-74", "waves", "no change", "at least one, since the status is committed")
	}
	if rule := unchanging[status.word()]; rule != "" {
		for i, w := range waves {
			if changes := w.field("changes").items(); len(changes) > 0 {
				c.fault(rule, below(at("waves", i), "changes"), "a change", "none, since the status is %s", status.text)
			}
		}
	}
	if (status.says("committed") || status.says("no_change")) && len(diagnostics) > 0 {
		c.fault("CR-82", "diagnostics", "a diagnostic", "none, since the status is %s", status.text)
	}
	if status.says("aborted") && len(diagnostics) == 0 {
		c.fault("CR-61", "diagnostics", "none", "at least one, since the status is aborted")
	}
	if status.says("incomplete") && !anySays(diagnostics, "code", "incomplete_commit") {
		c.fault("CR-62", "diagnostics", "none with the code incomplete_commit", "one, since the status is incomplete")
	}
}

// unchanging are the statuses of reports without changes, and the rules that say so.
var unchanging = map[string]Rule{"no_change": "CR-75", "aborted": "CR-76"}

func anyChange(waves []*jsonValue) bool {
	for _, w := range waves {
		if len(w.field("changes").items()) > 0 {
			return true
		}
	}
	return false
}

func anySays(list []*jsonValue, field, word string) bool {
	for _, v := range list {
		if v.field(field).says(word) {
			return true
		}
	}
	return false
}

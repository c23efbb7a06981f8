package draft

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"rtut/pack"
	"rtut/pack/value"
)

// checkTogether judges the fields of a command that depend on one another, but not on the draft.
func checkTogether(c command) *Refusal {
	switch c.kind {
	case "add_node":
		return checkNode(c.body.at("nodeWithoutId"), c.node)
	case "update_node":
		if len(c.body.at("patch").members) == 0 {
			return c.node.refuse(FieldMissing, "an empty patch. at least one field was expected")
		}
		return checkNode(c.body.at("patch"), c.node)
	case "update_definition":
		return checkDefinition(c.body.at("patch"), c.node)
	case "wrap_parallel":
		return checkDistinct(c.body.at("nodeIds"), c.fields.key("nodeIds"), WrapInvalid)
	}
	return nil
}

// checkDistinct refuses a value that is in a list twice.
func checkDistinct(values jsonValue, where *place, code Code) *Refusal {
	seen := map[string]bool{}
	for i, v := range values.items {
		written := string(v.canonical().append(nil))
		if seen[written] {
			return where.item(i).refuse(code, quoted(v.text)+" is in the list already. each once was expected")
		}
		seen[written] = true
	}
	return nil
}

// checkNode judges fields of a node, all of them or those of a patch.
func checkNode(node jsonValue, where *place) *Refusal {
	for _, m := range node.members {
		var refusal *Refusal
		switch m.key {
		case "controls", "inputs":
			refusal = checkBindings(m.value, where.key(m.key))
		case "payload":
			refusal = checkBinding(m.value, where.key(m.key))
		case "tools":
			refusal = checkSelected(m.value, where.key(m.key))
		case "result":
			refusal = checkResult(m.value.at("schema"), where.key(m.key).key("schema"))
		case "acceptance":
			refusal = checkFieldsOnce(m.value, where.key(m.key))
		}
		if refusal != nil {
			return refusal
		}
	}
	return nil
}

func checkBindings(bindings jsonValue, where *place) *Refusal {
	for _, m := range bindings.members {
		if refusal := checkBinding(m.value, where.key(m.key)); refusal != nil {
			return refusal
		}
	}
	return nil
}

// checkBinding judges the pointer of a binding, which is for data alone.
func checkBinding(b jsonValue, where *place) *Refusal {
	pointer, there := b.get("pointer")
	switch {
	case !there:
		return nil
	case b.at("select").text != "data":
		return where.key("pointer").refuse(BindingChannelInvalid, "a pointer into a text. `select: data` was expected, or no pointer")
	}
	if _, valid := splitPointer(pointer.text); !valid {
		return where.key("pointer").refuse(PointerInvalid,
			quoted(pointer.text)+". a pointer such as /field or /items/0 was expected, with ~0 for ~ and ~1 for /")
	}
	return nil
}

// splitPointer returns the parts of a JSON pointer (RFC 6901), none for the whole document.
func splitPointer(pointer string) (parts []string, valid bool) {
	if pointer == "" {
		return nil, true
	}
	if !strings.HasPrefix(pointer, "/") {
		return nil, false
	}
	for part := range strings.SplitSeq(pointer[1:], "/") {
		rest := strings.NewReplacer("~0", "", "~1", "").Replace(part)
		if strings.Contains(rest, "~") {
			return nil, false
		}
		parts = append(parts, strings.NewReplacer("~1", "/", "~0", "~").Replace(part))
	}
	return parts, true
}

// checkSelected: a tool of an agent is listed once.
func checkSelected(tools jsonValue, where *place) *Refusal {
	seen := map[Ref]bool{}
	for i, tool := range tools.items {
		ref := refOf(tool.at("operation"))
		if seen[ref] {
			return where.item(i).key("operation").refuse(FieldInvalid, ref.String()+" is selected already. each operation once was expected")
		}
		seen[ref] = true
	}
	return nil
}

// checkFieldsOnce: acceptance compares each field once.
func checkFieldsOnce(acceptance jsonValue, where *place) *Refusal {
	seen := map[string]bool{}
	for i, rule := range acceptance.items {
		field := rule.at("field").text
		if seen[field] {
			return where.item(i).key("field").refuse(AcceptanceInvalid, quoted(field)+" is compared already. each field once was expected")
		}
		seen[field] = true
	}
	return nil
}

// checkResult judges the schema of a result: bounds that leave something between them, and every property required.
func checkResult(schema jsonValue, where *place) *Refusal {
	for _, m := range schema.at("properties").members {
		if refusal := checkProperty(m.value, where.key("properties").key(m.key)); refusal != nil {
			return refusal
		}
	}
	required := map[string]bool{}
	for i, name := range schema.at("required").items {
		if _, there := schema.at("properties").get(name.text); !there || required[name.text] {
			return where.key("required").item(i).refuse(ResultSchemaInvalid, quoted(name.text)+". each of the properties once was expected")
		}
		required[name.text] = true
	}
	for _, m := range schema.at("properties").members {
		if !required[m.key] {
			return where.key("required").refuse(ResultSchemaInvalid,
				quoted(m.key)+" is not required. every property was expected here, since what a step produces is owed")
		}
	}
	return nil
}

func checkProperty(property jsonValue, where *place) *Refusal {
	for _, b := range [][2]string{{"minLength", "maxLength"}, {"minItems", "maxItems"}, {"minimum", "maximum"}} {
		low, hasLow := property.get(b[0])
		high, hasHigh := property.get(b[1])
		if hasLow && hasHigh && greater(low, high) {
			return where.key(b[0]).refuse(ResultSchemaInvalid, fmt.Sprintf("%s is greater than %s. at most that was expected", b[0], b[1]))
		}
	}
	if faults := propertySpec(property).CheckSpec(); len(faults) > 0 {
		return where.refuse(ResultSchemaInvalid, "bounds that this type can't have: "+faults[0]+". bounds of the type were expected")
	}
	if items, there := property.get("items"); there {
		return checkProperty(items, where.key("items"))
	}
	return nil
}

// checkDefinition judges the directory, inputs, limits and weekdays.
func checkDefinition(patch jsonValue, where *place) *Refusal {
	for _, m := range patch.at("inputs").members {
		if refusal := checkDefault(m.value, where.key("inputs").key(m.key)); refusal != nil {
			return refusal
		}
	}
	if refusal := checkDirectory(patch.at("workingDirectory"), where.key("workingDirectory")); refusal != nil {
		return refusal
	}
	if limits, there := patch.get("limits"); there {
		if refusal := checkLimits(limits, where.key("limits")); refusal != nil {
			return refusal
		}
	}
	schedule := patch.at("trigger").at("schedule")
	return checkDistinct(schedule.at("weekdays"), where.key("trigger").key("schedule").key("weekdays"), ScheduleInvalid)
}

// checkDefault: an input becomes a param with its value as default, in which a placeholder would be text.
func checkDefault(v jsonValue, where *place) *Refusal {
	for i, item := range v.items {
		if refusal := checkDefault(item, where.item(i)); refusal != nil {
			return refusal
		}
	}
	if found := placeholderIn(v.text); v.kind == text && found != "" {
		return where.refuse(InputInvalid, quoted(found)+" has the form of a placeholder, which the default of a param can't have. another text was expected")
	}
	return nil
}

// checkDirectory: the directory becomes `dir` of a pack, which has no `..` and no placeholders.
func checkDirectory(v jsonValue, where *place) *Refusal {
	if v.kind != text {
		return nil
	}
	want := pack.CheckDir(path.Clean(v.text))
	if slices.Contains(strings.Split(v.text, "/"), "..") {
		want = "a path without `..` was expected"
	}
	if want != "" {
		return where.refuse(DefinitionInvalid, quoted(v.text)+". "+want)
	}
	if found := placeholderIn(v.text); found != "" {
		return where.refuse(DefinitionInvalid, quoted(found)+" has the form of a placeholder, which the directory of a pack can't have. another path was expected")
	}
	return nil
}

// placeholderIn finds what the loader of a pack takes for a placeholder in a text that has none; "" if there is nothing.
func placeholderIn(s string) string {
	for _, at := range value.PlaceholderPattern().FindAllStringSubmatchIndex(s, -1) {
		if at[2] >= 0 && s[at[0]] != '\\' {
			return s[at[0]:at[1]]
		}
	}
	return ""
}

func checkLimits(limits jsonValue, where *place) *Refusal {
	run, _ := limits.at("maxRunDurationMs").whole()
	report, _ := limits.at("stopReportDeadlineMs").whole()
	if report > run {
		return where.key("stopReportDeadlineMs").refuse(LimitsInvalid, fmt.Sprintf("%d. at most maxRunDurationMs was expected, which is %d", report, run))
	}
	if both := limitDeadline.bound(); !both.holds(run + report) {
		return where.key("maxRunDurationMs").refuse(LimitsInvalid,
			fmt.Sprintf("%d together with stopReportDeadlineMs. at most %d was expected", run+report, both.max))
	}
	return nil
}

package draft

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"sync"
)

// Receipt is what the writer of a plan is told of the draft as it is now.
type Receipt struct {
	AutomationID   string            `json:"automationId"`
	Revision       int64             `json:"revision"`
	RootSequenceID string            `json:"rootSequenceId"`
	Aliases        map[string]string `json:"aliases"`
	Draft          *Draft            `json:"draft"`
	OperationRefs  []Ref             `json:"operationRefs"`
	Preparation    Preparation       `json:"preparation"`
	Warnings       []Warning         `json:"warnings"`
}

// Preparation says how many operations are prepared at once.
type Preparation struct {
	OperationRefLimit int64 `json:"operationRefLimit"`
}

// Warning is something in a draft that is allowed, and may not be meant.
type Warning struct {
	Code    string `json:"code"`
	Node    string `json:"node"`
	Message string `json:"message"`
}

// The codes of warnings.
const (
	BoundToSkippable = "bound_to_skippable"
	AliasInText      = "alias_in_text"
)

// Receipt describes the draft to the writer of the last plan.
func (d *Draft) Receipt() Receipt {
	aliases := d.Aliases
	if aliases == nil {
		aliases = map[string]string{}
	}
	return Receipt{
		AutomationID: d.AutomationID, Revision: d.Revision, RootSequenceID: rootID, Aliases: aliases, Draft: d,
		OperationRefs: d.OperationRefs(), Preparation: Preparation{limitPrepare.bound().max}, Warnings: d.Warnings(),
	}
}

// aliasInText is what looks like an alias in a text.
var aliasInText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$([A-Za-z][A-Za-z0-9_-]*)`) })

// Warnings lists what is allowed in a draft and may not be meant, in the order of its steps.
func (d *Draft) Warnings() []Warning {
	warnings := []Warning{}
	for _, n := range d.root.leaves() {
		for _, bound := range append(n.fields.at("controls").members, n.fields.at("inputs").members...) {
			warnings = append(warnings, d.skippable(n, bound)...)
		}
		for _, key := range []string{"roleInstructions", "prompt"} {
			warnings = append(warnings, d.aliasesIn(n, key)...)
		}
	}
	return warnings
}

// skippable warns of a value that is not there where its step was skipped.
func (d *Draft) skippable(n *node, bound member) []Warning {
	source, _, _ := d.root.find(bound.value.at("nodeId").text)
	if source == nil || source.fields.at("onFailure").text != "skip" {
		return nil
	}
	return []Warning{{BoundToSkippable, n.id, fmt.Sprintf("%s is bound to %s, which may be skipped; %s waits then", quoted(bound.key), source.id, n.id)}}
}

// aliasesIn warns of aliases of the last plan in a text, where they are text.
func (d *Draft) aliasesIn(n *node, key string) []Warning {
	var found []string
	for _, m := range aliasInText().FindAllStringSubmatch(n.fields.at(key).text, -1) {
		if _, isAlias := d.Aliases[m[1]]; isAlias && !slices.Contains(found, m[1]) {
			found = append(found, m[1])
		}
	}
	var warnings []Warning
	for _, alias := range slices.Sorted(maps.Keys(d.Aliases)) {
		if slices.Contains(found, alias) {
			warnings = append(warnings, Warning{AliasInText, n.id, fmt.Sprintf("$%s in %s is text, and nothing is put in; bind the result in inputs", alias, key)})
		}
	}
	return warnings
}

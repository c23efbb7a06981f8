package pack

import (
	"encoding/json"
	"fmt"
	"strings"

	"rtut/pack/value"
)

// Starter returns the text of a new pack, which loads without a diagnostic. The id must be a slug; an empty title is
// made of it.
func Starter(id, title string) ([]byte, error) {
	if !IsPackID(id) {
		return nil, fmt.Errorf("%s is not an id for a pack: use lower-case letters, digits and single dashes, starting with a letter, at most %d characters", value.Quoted(id), maxID)
	}
	if isBlank(title) {
		title = strings.ToUpper(id[:1]) + strings.ReplaceAll(id[1:], "-", " ")
	}
	text := strings.NewReplacer("ID", id, "TITLE", inQuotes(title)).Replace(starter)
	if _, found := loadText(FileName, []byte(text)); len(found) > 0 {
		return nil, fmt.Errorf("%s is not a title for a pack: %s", value.Quoted(title), found[0].Message)
	}
	return []byte(text), nil
}

// inQuotes writes text as a double-quoted scalar; JSON's strings are YAML's. Its `{{` stays as it is.
func inQuotes(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(strings.ToValidUTF8(text, "\uFFFD")) // a string always encodes
	var escaped strings.Builder
	for _, r := range strings.TrimSuffix(b.String(), "\n") {
		if admitted(r) && r != 0x85 {
			escaped.WriteRune(r)
		} else {
			fmt.Fprintf(&escaped, `\u%04x`, r)
		}
	}
	return escaped.String()
}

const starter = `schema: runbook-pack/v0.2
id: ID
title: TITLE
summary: |
  What this does, when to use it, and what it never touches.
owner: nobody-yet
exercise_status: never

# Given when a run is made. A param without a default is required.
params:
  - id: name
    title: Who to greet
    default: world
    pattern: '[A-Za-z]+'

# Known during a run: measured, decided, or produced by a step.
datapoints:
  - id: greeting
    title: What was said

# Each step waits for the one before it. ` + "`parallel`" + ` lets steps go on side by side.
order: sequential

steps:
  - id: look
    title: Look around
    effect: read-only
    instruction: |
      What to do here, and why. Markdown.
    command: date
    verify:
      kind: exit-code
      command: date

  - id: greet
    title: Greet {{ name }}
    instruction: |
      Say hello, and note what you said.
    command: echo hello {{ name }}
    produces: [greeting]

gates:
  - id: agreed
    title: It went well
    checks:
      - id: said
        kind: expression
        expr: greeting contains "hello"
      - id: sure
        kind: manual
        prompt: "{{ name }} has heard it."
`

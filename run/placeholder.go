package run

import (
	"slices"
	"strings"

	"rtut/pack"
	"rtut/run/record"
)

// The words that stand in a proposed command for what only the operator knows. Typed as they are they are refused.
const (
	ValuePlaceholder       = "VALUE"
	ReasonPlaceholder      = "REASON"
	PhrasePlaceholder      = "PHRASE"
	AlternativePlaceholder = "ALTERNATIVE"
)

// placeholders has them all.
var placeholders = []string{ValuePlaceholder, ReasonPlaceholder, PhrasePlaceholder, AlternativePlaceholder}

// checkPlaceholders refuses an action that gives a placeholder of a proposed command for a value, a reason or a phrase.
func (t *transition) checkPlaceholders(act Action) error {
	if reason := reasonOf(act); isPlaceholder(reason) {
		return noPlaceholder(act.target(), "the reason", reason)
	}
	switch a := act.(type) {
	case New:
		if err := placeholderAmong("", typedText{"the project", a.Context.Project}, typedText{"the target", a.Context.Target}, typedText{"who authorizes", a.AuthorizedBy}); err != nil {
			return err
		}
		return t.placeholderIn("param", "", a.Params)
	case Start:
		return placeholderAmong(a.Item, typedText{"the phrase", a.Phrase}, typedText{"who authorizes", a.AuthorizedBy})
	case SwitchMode:
		return placeholderAmong("", typedText{"who authorizes", a.AuthorizedBy})
	case HandOver:
		return placeholderAmong("", typedText{"the operator", a.To})
	case AddFeedback:
		return placeholderAmong("", typedText{"the comment", a.Comment})
	case Note:
		return placeholderAmong(a.Item, typedText{"the note", a.Text})
	case Begin:
		return t.placeholderIn("evidence", a.Item, a.Evidence)
	case Verify:
		return t.placeholderIn("evidence", a.Item, a.Evidence)
	case Complete:
		if err := t.placeholderIn("evidence", a.Item, a.Evidence); err != nil {
			return err
		}
		return t.placeholderIn("the value of", a.Item, a.Set)
	case SetValues:
		return t.placeholderIn("the value of", "", a.Values)
	}
	return nil
}

// typedText is something that was typed, and what it is.
type typedText struct{ what, typed string }

// placeholderAmong refuses the first of some texts that is a placeholder.
func placeholderAmong(item string, all ...typedText) error {
	for _, one := range all {
		if isPlaceholder(one.typed) {
			return noPlaceholder(item, one.what, one.typed)
		}
	}
	return nil
}

// placeholderIn refuses the first of some typed values that is a placeholder, unless the pack has it among the choices.
func (t *transition) placeholderIn(what, item string, typed map[string]string) error {
	for _, id := range record.SortedKeys(typed) {
		if isPlaceholder(typed[id]) && !slices.Contains(t.choices(item, id), strings.TrimSpace(typed[id])) {
			return noPlaceholder(item, what+" "+id, typed[id])
		}
	}
	return nil
}

// choices are the values that the pack lists for a param, a datapoint or a fact of an item.
func (t *transition) choices(item, id string) []string {
	var choices []string
	if p := t.pack.Param(id); item == "" && p != nil {
		choices = append(choices, p.Spec.Choices...)
	}
	if d := t.pack.Datapoint(id); d != nil {
		choices = append(choices, d.Spec.Choices...)
	}
	var facts []pack.Fact
	if def := t.pack.Item(item); def != nil {
		facts = append(facts, def.Evidence...)
	}
	if step := t.pack.Step(item); step != nil {
		for _, alt := range step.Alternatives {
			facts = append(facts, alt.Evidence...)
		}
	}
	for _, f := range facts {
		if f.ID == id {
			choices = append(choices, f.Spec.Choices...)
		}
	}
	return choices
}

// reasonOf returns the reason that an action gives, its override included.
func reasonOf(act Action) string {
	var override *Override
	switch a := act.(type) {
	case Fail:
		return a.Reason
	case Redo:
		return a.Reason
	case Skip:
		return a.Reason
	case Waive:
		return a.Reason
	case RollBack:
		return a.Reason
	case HandOver:
		return a.Reason
	case AcceptPackChange:
		return a.Reason
	case SetValues:
		if isPlaceholder(a.Reason) {
			return a.Reason
		}
		override = a.Override
	case Finalize:
		if isPlaceholder(a.Reason) {
			return a.Reason
		}
		override = a.Override
	case Start:
		override = a.Override
	case Probe:
		override = a.Override
	case Begin:
		override = a.Override
	case Verify:
		override = a.Override
	}
	if override == nil {
		return ""
	}
	return override.Reason
}

func isPlaceholder(text string) bool { return slices.Contains(placeholders, strings.TrimSpace(text)) }

func noPlaceholder(item, what, word string) error {
	return refuse(Placeholder, item, "%s is %s, the word that a proposed command has in its place", what, strings.TrimSpace(word)).
		with("Give the real value")
}

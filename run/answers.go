package run

import (
	"slices"

	"rtut/pack"
)

// none reports whether nothing was answered.
func (a Answers) none() bool {
	return !a.Confirm && !a.RejectAll && len(a.Pass) == 0 && len(a.Reject) == 0
}

// answered reports whether the manual check has an answer.
func (a Answers) answered(check string) bool {
	return a.Confirm || a.RejectAll || slices.Contains(a.Pass, check) || slices.Contains(a.Reject, check)
}

// yes reports whether the answer is yes. A no to a check outweighs a yes to all.
func (a Answers) yes(check string) bool {
	return !a.RejectAll && !slices.Contains(a.Reject, check) && (a.Confirm || slices.Contains(a.Pass, check))
}

// check refuses answers to checks that are not there, or are not answered by a person, or both ways at once.
func (a Answers) check(item string, checks []*pack.Check) error {
	manual := map[string]bool{}
	for _, c := range checks {
		if c.Kind == pack.Manual {
			manual[c.ID] = true
		}
	}
	if len(manual) == 0 && !a.none() {
		return refuse(UnknownCheck, item, "has no manual check to answer")
	}
	for _, id := range append(slices.Clone(a.Pass), a.Reject...) {
		if !manual[id] {
			return refuse(UnknownCheck, item, "has no manual check %q", id).with("%s", answersTo(manual))
		}
		if slices.Contains(a.Pass, id) && slices.Contains(a.Reject, id) {
			return refuse(UnknownCheck, item, "check %s is both passed and rejected", id)
		}
	}
	return nil
}

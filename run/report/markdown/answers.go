package markdown

import (
	"fmt"
	"strings"

	"rtut/run/record"
	"rtut/run/report"
)

// answers tells what people said yes or no to, in the words that were on the screen then.
func (w *writer) answers() {
	var lines []string
	for _, it := range w.Items {
		if c := it.Confirmation; c != nil && c.Words != nil {
			lines = append(lines, fmt.Sprintf("- %s: %s by %s at %s: %s", Code(it.ID), begun(c.Phrase), Code(c.By), moment(c.At), words(c.Words)))
		}
		for _, v := range it.Verifications {
			if v.Words == nil {
				continue
			}
			name := Code(it.ID)
			if v.Check != "" {
				name += " " + Code(v.Check)
			}
			lines = append(lines, fmt.Sprintf("- %s: %s by %s at %s: %s", name, answer(v), Code(v.By), moment(v.At), words(v.Words)))
		}
	}
	if len(lines) == 0 {
		return
	}
	w.section("Answers and phrases")
	w.linef("%s", strings.Join(lines, "\n"))
}

// begun says how a start was confirmed.
func begun(phrase string) string {
	if phrase == "" {
		return "started by pre-authorization"
	}
	return "phrase"
}

// answer is yes or no, and its proof.
func answer(v report.Verification) string {
	if !v.Passed {
		return "no"
	}
	return strings.TrimSuffix("yes, "+record.Standing(v.Proof).Words(), ", ")
}

// words are those that were on the screen, and those that stand in their place now.
func words(w *report.Words) string {
	told := Text(w.Text)
	if w.Text == "" {
		told = Code(w.Rendered)
	}
	if w.Now != "" {
		told += "; the pack has now: " + Text(w.Now)
	}
	return told
}

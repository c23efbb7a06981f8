package pack

import (
	"strings"

	"rtut/pack/value"
)

// maxCandidates bounds the search for what was meant.
const maxCandidates = 1000

// suggest is the hint that names the candidate that a misspelt word was probably meant to be, or says otherwise. Of
// equally near candidates it is the first.
func suggest(word string, candidates []string, otherwise string) string {
	candidates = candidates[:min(len(candidates), maxCandidates)]
	if found := value.Nearest(word, candidates); found != "" {
		return "did you mean " + value.Quoted(found) + "?"
	}
	return otherwise
}

// oneOf lists words for a message, in their order: "a, b or c".
func oneOf(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

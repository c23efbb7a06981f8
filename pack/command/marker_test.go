package command

import (
	"regexp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestMarkerFindsWhatAPatternWould compares it with the regular expression that says the same.
func TestMarkerFindsWhatAPatternWould(t *testing.T) {
	pattern := regexp.MustCompile(`Slot([0-9]+)z`)
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.StringMatching(`(Slot|S|lot|[0-9]|z|x){0,12}`).Draw(rt, "text")
		want := pattern.FindAllStringIndex(text, -1)
		got := marker("Slot").words(text)
		if !slices.EqualFunc(got, want, func(w markedWord, at []int) bool { return w.from == at[0] && w.to == at[1] }) {
			rt.Fatalf("%q: %v, not %v", text, got, want)
		}
		if got, want := marker("Slot").literals(text), pattern.Split(text, -1); !slices.Equal(got, want) && text != "" {
			rt.Fatalf("between the words of %q: %q, not %q", text, got, want)
		}
		if got, want := marker("Slot").isWord(text), text != "" && pattern.FindString(text) == text; got != want {
			rt.Fatalf("%q is a word: %t", text, got)
		}
	})
}

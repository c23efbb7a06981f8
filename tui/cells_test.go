package tui

import (
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// joiners are characters that change how wide their neighbours are: selectors, keycaps, marks that take a cell, signs that
// stand before what they belong to, parts of Hangul.
var joiners = []rune("1A ~\ufe0e\ufe0f\u20e3\u0301\u0903\u0e33\u0600\U000110bd\u200b\u200d\u2060\u1100\u1161\uff9e한界é☎👩🏽🇩🇪\x1b[3m")

func TestFitIsExactlyAsWideAsAskedForWhateverJoins(t *testing.T) {
	t.Parallel()
	st := newStyles(looks{})
	rapid.Check(t, func(t *rapid.T) {
		untrusted := rapid.StringOf(rapid.SampledFrom(joiners)).Draw(t, "text")
		width := rapid.IntRange(1, 20).Draw(t, "width")
		for _, s := range []string{line(untrusted), st.dim.Render(line(untrusted)) + st.heading.Render(line(untrusted))} {
			if got := ansi.StringWidth(fit(s, width)); got != width {
				t.Errorf("fit(%q, %d) is %d wide", s, width, got)
			}
			if got := ansi.StringWidth(cut(s, width)); got > width {
				t.Errorf("cut(%q, %d) is %d wide", s, width, got)
			}
		}
	})
}

func TestSteadyTextIsAsWideForTerminalsThatKnowClustersAndThoseThatDoNot(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := line(rapid.StringOf(rapid.SampledFrom(joiners)).Draw(t, "text"))
		if clusters, runes := ansi.StringWidth(s), ansi.StringWidthWc(s); clusters != runes {
			t.Errorf("%q: %d cells by clusters, %d by characters", s, clusters, runes)
		}
	})
}

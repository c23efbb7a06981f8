package tui

import (
	"image/color"

	"charm.land/lipgloss/v2"

	"rtut/run/record"
)

// styles are all looks of the interface. Colors are the eight of the terminal's own palette, which every terminal of
// colors has; none means anything by itself: a sign or a word says the same.
type styles struct {
	ascii bool

	plain, bold, dim, heading, selected, recommended lipgloss.Style
	unfocused                                        lipgloss.Style // selected, where keys go elsewhere
	good, bad, warn, loud, code, link, key           lipgloss.Style
	strong, emphasis                                 lipgloss.Style
}

// looks are what the terminal can show, and what suits it.
type looks struct {
	ascii    bool // no sign beyond ASCII
	noColour bool // bold, faint and reversed text alone
	light    bool // the background is light
}

// newStyles returns the styles. Of the palette yellow and cyan can hardly be read on a light background, so that magenta
// and blue stand for them there. Nothing is underlined: Lip Gloss would do that character by character, and so part a
// letter from its accents. (Bubble Tea takes NO_COLOR back where the terminal says that it has colors.)
func newStyles(l looks) *styles {
	s := lipgloss.NewStyle
	in := func(c color.Color) lipgloss.Style {
		if l.noColour {
			return s()
		}
		return s().Foreground(c)
	}
	cyan, yellow := lipgloss.Cyan, lipgloss.Yellow
	if l.light {
		cyan, yellow = lipgloss.Blue, lipgloss.Magenta
	}
	return &styles{
		ascii: l.ascii,
		plain: s(), bold: s().Bold(true), dim: s().Faint(true), heading: in(cyan).Bold(true),
		selected: s().Reverse(true), unfocused: s().Reverse(true).Faint(true), recommended: s().Bold(true),
		good: in(lipgloss.Green), bad: in(lipgloss.Red).Bold(true), warn: in(yellow), loud: in(lipgloss.Red).Bold(true).Reverse(true),
		code: in(cyan), link: in(cyan), key: s().Bold(true),
		strong: s().Bold(true), emphasis: s().Italic(true),
	}
}

// pick returns a sign, or what stands for it in ASCII.
func (s *styles) pick(sign, ascii string) string {
	if s.ascii {
		return ascii
	}
	return sign
}

func (s *styles) vertical() string   { return s.pick("│", "|") }
func (s *styles) horizontal() string { return s.pick("─", "-") }
func (s *styles) next() string       { return s.pick("▸", ">") } // marks the recommended item, and nothing else
func (s *styles) here() string       { return s.pick("▌", "|") } // marks where keys go

// state is the look of an item in a state.
func (s *styles) state(state record.State) lipgloss.Style {
	switch state {
	case record.Running:
		return s.bold
	case record.Done, record.Passed, record.OK, record.Set:
		return s.good
	case record.Failed, record.Err:
		return s.bad
	case record.Skipped, record.Pushed, record.Waived:
		return s.warn
	}
	return s.plain
}

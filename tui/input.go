package tui

import (
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// maxInput bounds what can be typed or pasted into one input, in characters.
const maxInput = 100_000

// input is text that is being typed. (The one in bubbles starts processes to read the clipboard; here a paste comes from
// the terminal.) The zero input is empty, takes one line and pasting.
type input struct {
	runes   []rune
	at      int  // the cursor
	lines   bool // line breaks are taken
	noPaste bool // a paste is refused
}

// value returns what was typed.
func (in *input) value() string { return string(in.runes) }

// insert puts text in at the cursor. Control characters are dropped, line breaks become spaces where one line is meant.
func (in *input) insert(s string) {
	var clean []rune
	for _, r := range strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n") {
		switch {
		case r == '\n' && in.lines, r == '\t' && in.lines:
			clean = append(clean, r)
		case r == '\n', r == '\t':
			clean = append(clean, ' ')
		case !unicode.IsControl(r):
			clean = append(clean, r)
		}
	}
	clean = clean[:min(len(clean), max(0, maxInput-len(in.runes)))]
	in.runes = append(in.runes[:in.at:in.at], append(clean, in.runes[in.at:]...)...)
	in.at += len(clean)
}

// press takes a key or a paste, and reports whether it was one for an input.
func (in *input) press(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		if in.noPaste {
			return false
		}
		in.insert(msg.Content)
		return true
	case tea.KeyPressMsg:
		return in.key(msg)
	}
	return false
}

func (in *input) key(msg tea.KeyPressMsg) bool {
	switch msg.String() {
	case "left", "ctrl+b":
		in.at = max(0, in.at-1)
	case "right", "ctrl+f":
		in.at = min(len(in.runes), in.at+1)
	case "home", "ctrl+a":
		in.at = 0
	case "end", "ctrl+e":
		in.at = len(in.runes)
	case "backspace", "ctrl+h":
		in.remove(in.at - 1)
	case "delete":
		in.remove(in.at)
	case "ctrl+u":
		in.runes, in.at = in.runes[in.at:], 0
	case "ctrl+w":
		in.removeWord()
	default:
		if msg.Text == "" || msg.Mod&tea.ModAlt != 0 {
			return false
		}
		in.insert(msg.Text)
	}
	return true
}

func (in *input) remove(at int) {
	if at < 0 || at >= len(in.runes) {
		return
	}
	in.runes = append(in.runes[:at:at], in.runes[at+1:]...)
	if at < in.at {
		in.at--
	}
}

func (in *input) removeWord() {
	at := in.at
	for at > 0 && in.runes[at-1] == ' ' {
		at--
	}
	for at > 0 && in.runes[at-1] != ' ' {
		at--
	}
	in.runes = append(in.runes[:at:at], in.runes[in.at:]...)
	in.at = at
}

// view shows one line of at most width cells with the cursor in it, moved so that the cursor is seen.
func (in *input) view(st *styles, width int, focused bool) string {
	before, after := line(string(in.runes[:in.at])), line(string(in.runes[in.at:]))
	if !focused {
		return cut(before+after, width)
	}
	if w := ansi.StringWidth(before); w > width-2 {
		before = ansi.TruncateLeft(before, w-max(width-3, 0), "<")
	}
	under := " "
	if after != "" {
		cluster, _ := ansi.FirstGraphemeCluster(after, ansi.GraphemeWidth)
		under, after = cluster, after[len(cluster):]
	}
	return cut(before+st.selected.Render(under)+after, width)
}

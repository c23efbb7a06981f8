package main

import (
	"strings"

	"github.com/mattn/go-runewidth"

	"rtut/run/plain"
)

// narrowest is the width below which text is left to the terminal to break.
const narrowest = 20

// prose adds foreign text of several lines, each set off by indent. Where width is not 0 its lines are broken to be no
// wider, in cells: a line of a list goes on under its words, and what stands between fences, or is set off as code is, is
// left as it is.
func (t *text) prose(indent, foreign string, width int) {
	width -= len(indent)
	if width < narrowest {
		t.block(indent, foreign)
		return
	}
	var lines []string
	fenced := false
	for l := range strings.SplitSeq(strings.TrimRight(plain.Text(foreign), "\n"), "\n") {
		fence := strings.HasPrefix(strings.TrimSpace(l), "```")
		fenced = fenced != fence
		if fence || fenced || strings.HasPrefix(l, "    ") || strings.Contains(l, "\t") {
			lines = append(lines, l)
			continue
		}
		lines = append(lines, brokenLine(l, width)...)
	}
	t.block(indent, strings.Join(lines, "\n"))
}

// brokenLine breaks a line at its spaces. A word that is wider than a line has one for itself.
func brokenLine(l string, width int) []string {
	words := strings.Split(l, " ")
	hang := strings.Repeat(" ", hanging(l))
	var lines []string
	now := words[0]
	for _, w := range words[1:] {
		if runewidth.StringWidth(now+" "+w) > width && strings.TrimSpace(now) != "" {
			lines = append(lines, now)
			now = hang + w
			continue
		}
		now += " " + w
	}
	return append(lines, now)
}

// hanging is how far the text of a line is set off, the mark of a list included.
func hanging(l string) int {
	words := strings.TrimLeft(l, " ")
	deep := len(l) - len(words)
	mark, _, found := strings.Cut(words, " ")
	if found && (mark == "-" || mark == "*" || mark == "+" || strings.Trim(mark, "0123456789") == ".") {
		deep += len(mark) + 1
	}
	return deep
}

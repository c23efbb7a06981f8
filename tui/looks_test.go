package tui

import (
	"image/color"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// troubled runs a test where a drill shows everything that has a look of its own: a step done, one failed, one that can't
// be undone and is blocked, production; and the frame, in one terminal.
func troubled(t *testing.T, terminal func(b *bench)) (frame string) {
	t.Helper()
	drill(t, 100, 30, func(b *bench) {
		terminal(b)
		b.press("space", "v", "y", "esc", "d", "s", "f")
		b.write("smoke")
		b.press("enter", "j", "j", "s")
		b.straight()
		frame = strings.Join(b.m.frame(), "\n") + "\n"
	})
	return frame
}

func onDark(b *bench)  { b.send(tea.BackgroundColorMsg{Color: color.Black}) }
func onLight(b *bench) { b.send(tea.BackgroundColorMsg{Color: color.White}) }

// inWorld is a terminal of which rtut has been told something.
func inWorld(change func(w *World)) func(b *bench) {
	return func(b *bench) {
		change(b.world)
		onDark(b)
	}
}

func TestFramesOfEachKindOfTerminal(t *testing.T) {
	for name, terminal := range map[string]func(b *bench){
		"dark": onDark, "light": onLight, "silent": func(*bench) {},
		"ascii":     inWorld(func(w *World) { w.ASCII = true }),
		"no-colour": inWorld(func(w *World) { w.NoColor = true }),
	} {
		t.Run(name, func(t *testing.T) { compare(t, "terminals/"+name, troubled(t, terminal)) })
	}
}

// A terminal that does not say what its background is counts as dark, and is waited for by nobody.
func TestSilentTerminalCountsAsDark(t *testing.T) {
	if troubled(t, func(*bench) {}) != troubled(t, onDark) {
		t.Error("it looks otherwise")
	}
}

// What the colours say the words say, too.
func TestNothingHangsOnColour(t *testing.T) {
	dark := ansi.Strip(troubled(t, onDark))
	for name, terminal := range map[string]func(b *bench){"light": onLight, "no colours": inWorld(func(w *World) { w.NoColor = true })} {
		if got := ansi.Strip(troubled(t, terminal)); got != dark {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, dark)
		}
	}
}

// Sixteen colours are enough: all are those of the palette. None is one that can't be read on its background.
func TestColoursAreOfThePaletteAndSuitTheBackground(t *testing.T) {
	for name, c := range map[string]struct {
		terminal func(b *bench)
		but      string // the colours that can't be read there
	}{"dark": {onDark, "30 34"}, "light": {onLight, "33 36 37"}} {
		for _, look := range sgr.FindAllString(troubled(t, c.terminal), -1) {
			for _, p := range strings.FieldsFunc(strings.Trim(look, "\x1b[m"), func(r rune) bool { return r == ';' }) {
				if !regexp.MustCompile(`^([0-9]|2[0-9]|3[0-7]|39)$`).MatchString(p) || strings.Contains(c.but, p) && len(p) == 2 {
					t.Errorf("%s: %q", name, look)
				}
			}
		}
	}
}

func TestASCIIFrameHasNothingElse(t *testing.T) {
	frame := troubled(t, inWorld(func(w *World) { w.ASCII = true }))
	for _, l := range strings.Split(frame, "\n") {
		if !isASCII(l) {
			t.Errorf("not ASCII: %q", l)
		}
	}
}

func TestNoColourLeavesBoldAndReverse(t *testing.T) {
	drill(t, 100, 24, func(b *bench) {
		inWorld(func(w *World) { w.NoColor = true })(b)
		b.shell.outputs["echo lag=512"] = "\x1b[31mlag=512\x1b[m\n"
		b.press("space", "v", "y")
		b.straight()
		frame := strings.Join(b.m.frame(), "\n")
		compare(t, "no-colour/verified", frame+"\n")
		if colour := regexp.MustCompile(`\x1b\[[0-9;]*\b[349][0-7]\b[0-9;]*m`).FindString(frame); colour != "" {
			t.Errorf("%q is a colour", colour)
		}
	})
}

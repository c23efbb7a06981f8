package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// click clicks on the first place where a text stands.
func (b *bench) click(text string) {
	b.t.Helper()
	x, y := b.find(text)
	b.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	b.settle()
}

// wheel turns the wheel where a text stands.
func (b *bench) wheel(text string, button tea.MouseButton) {
	b.t.Helper()
	x, y := b.find(text)
	b.send(tea.MouseWheelMsg{X: x, Y: y, Button: button})
	b.settle()
}

// find returns the cell in which a text begins.
func (b *bench) find(text string) (x, y int) {
	b.t.Helper()
	for y, l := range strings.Split(b.plainFrame(), "\n") {
		if before, _, found := strings.Cut(l, text); found {
			return len([]rune(before)), y // the drill has no wide characters
		}
	}
	b.t.Fatalf("%q is not shown:\n%s", text, b.plainFrame())
	return 0, 0
}

func TestMouseSelectsRowsAndTabs(t *testing.T) {
	for _, width := range []int{80, 120} {
		drill(t, width, 30, func(b *bench) {
			b.click("promote")
			if got := b.m.run().flow.selected; got != "promote" {
				t.Errorf("the click selected %s", got)
			}
			for seen, name := range tabNames {
				b.click(name)
				if b.m.run().tab != tab(seen) {
					t.Errorf("a click on %s shows %s", name, tabNames[b.m.run().tab])
				}
			}
			b.click("Data")
			b.click("Spare disk")
			if got := b.m.run().data.list.key(); got != "spare" {
				t.Errorf("the click selected the datapoint %s", got)
			}
		})
	}
}

func TestClickOnWhatIsNoRowSelectsNothing(t *testing.T) {
	drill(t, 120, 30, func(b *bench) {
		for _, text := range []string{"Decide", "PRODUCTION", "Space", "manual"} {
			b.click(text)
			if got := b.m.run(); got.flow.selected != "measure" || got.tab != flowTab {
				t.Errorf("a click on %s selected %s in %s", text, got.flow.selected, tabNames[got.tab])
			}
		}
	})
}

// What is clicked on is looked at, and nothing is done to it.
func TestMouseActsOnNothing(t *testing.T) {
	drill(t, 120, 30, func(b *bench) {
		for _, text := range []string{"measure", "promote", "Space", "all keys"} {
			b.click(text)
			b.click(text)
		}
		if rev := b.record().Revision; rev != 1 || b.m.dialog != nil {
			t.Errorf("revision %d, dialog %v", rev, b.m.dialog)
		}
		b.press("o")
		b.click("promote")
		b.shows("Note")
	})
}

func TestWheelScrolls(t *testing.T) {
	drill(t, 120, 15, func(b *bench) {
		b.wheel("measure", tea.MouseWheelDown)
		if got := b.m.run().flow.selected; got != "promote" {
			t.Errorf("three rows down is %s", got)
		}
		b.wheel("Assess", tea.MouseWheelUp)
		if got := b.m.run().flow.selected; got != "measure" {
			t.Errorf("three rows up is %s", got)
		}
		b.wheel("Verification", tea.MouseWheelDown)
		if b.m.run().item.scroll.top == 0 || b.m.run().flow.selected != "measure" {
			t.Error("the item beside the list was not scrolled")
		}
	})
}

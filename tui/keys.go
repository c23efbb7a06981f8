package tui

import "charm.land/bubbles/v2/key"

// KeyMap has every key there is outside of dialogs and inputs. The help line, the help dialog and docs/tui.md are made
// of it.
type KeyMap struct {
	Up, Down, PageUp, PageDown, Top, Bottom key.Binding
	Open, Back, NextTab, PrevTab, Tabs      key.Binding
	Find, Jump, Help, Suspend, Quit         key.Binding

	Next, Start, Probe, Verify, Prove, Done       key.Binding
	Fail, Retry, Redo, Skip, Waive                key.Binding
	Alternative, Edit, Note, Copy, Bare, Paste    key.Binding
	ByHand                                        key.Binding
	Mode, Tick, Auto, HandOver, Accept, Rollbacks key.Binding
	Close                                         key.Binding

	Group, Filter key.Binding
}

// newKeyMap returns the keys.
func newKeyMap() KeyMap {
	bind := func(name, what string, keys ...string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(name, what))
	}
	return KeyMap{
		Up: bind("↑ k", "up", "up", "k"), Down: bind("↓ j", "down", "down", "j"),
		PageUp: bind("PgUp", "a page up", "pgup"), PageDown: bind("PgDn", "a page down", "pgdown"),
		Top: bind("g", "to the top", "g", "home"), Bottom: bind("G", "to the bottom", "G", "end"),
		Open: bind("Enter", "open", "enter"), Back: bind("Esc", "back", "esc"),
		NextTab: bind("Tab", "next tab", "tab"), PrevTab: bind("Shift+Tab", "tab before", "shift+tab"),
		Tabs: bind("1-5", "that tab", "1", "2", "3", "4", "5"),
		Find: bind("/", "find an item", "/"), Jump: bind("n", "to the recommended item", "n"),
		Help: bind("?", "all keys", "?"), Suspend: bind("Ctrl+Z", "suspend", "ctrl+z"), Quit: bind("q", "leave", "q", "ctrl+c"),

		Next:  bind("Space", "do the next thing", "space"),
		Start: bind("s", "start", "s"), Probe: bind("S", "run the check, start only if it does not pass", "S"), Verify: bind("v", "verify", "v"), Prove: bind("V", "verify again what is out of date", "V"), Done: bind("d", "done", "d"),
		Fail: bind("f", "fail", "f"), Retry: bind("r", "retry", "r"), Redo: bind("R", "redo", "R"),
		Skip: bind("K", "skip", "K"), Waive: bind("w", "waive", "w"),
		Alternative: bind("t", "choose the alternative", "t"), Edit: bind("e", "edit a datapoint", "e"),
		Note: bind("o", "note", "o"), Copy: bind("c", "copy the command", "c"), Bare: bind("C", "only the command", "C"),
		ByHand: bind("!", "a shell for the work", "!"),
		Paste:  bind("p", "paste output", "p"),
		Mode:   bind("m", "mode", "m"), Tick: bind("a", "one auto-confirm tick", "a"), Auto: bind("A", "auto-confirm until it stops", "A"),
		HandOver: bind("h", "hand over", "h"), Accept: bind("P", "accept a pack change", "P"), Rollbacks: bind("b", "rollbacks", "b"),
		Close: bind("x", "close the run", "x"),

		Group: bind(".", "group the data", "."), Filter: bind(",", "filter the data", ","),
	}
}

// keyGroup is some keys that belong together.
type keyGroup struct {
	title string
	keys  []key.Binding
}

// actingGroups is how many of the groups act on a run.
const actingGroups = 4

// groups returns every key, for help and documentation.
func (k KeyMap) groups() []keyGroup {
	return []keyGroup{
		{"Act", []key.Binding{k.Next, k.Start, k.Probe, k.Verify, k.Prove, k.Done, k.Fail, k.Retry, k.Redo, k.Skip, k.Waive, k.Alternative}},
		{"Write down", []key.Binding{k.Edit, k.Note, k.Paste}},
		{"Command", []key.Binding{k.ByHand, k.Copy, k.Bare, k.Rollbacks}},
		{"Run", []key.Binding{k.Mode, k.Tick, k.Auto, k.HandOver, k.Accept, k.Close}},
		{"Move", []key.Binding{
			k.Up, k.Down, k.PageUp, k.PageDown, k.Top, k.Bottom, k.Open, k.Back, k.NextTab, k.PrevTab, k.Tabs, k.Find, k.Jump,
		}},
		{"Data", []key.Binding{k.Group, k.Filter}},
		{"Everywhere", []key.Binding{k.Help, k.Suspend, k.Quit}},
	}
}

// Keys names a key for each thing that keys do outside of dialogs and inputs: those that act on a run or on the item that is looked
// at, and the others.
func Keys() (acting, others []string) {
	for i, g := range newKeyMap().groups() {
		for _, b := range g.keys {
			if name := b.Keys()[0]; i < actingGroups {
				acting = append(acting, name)
			} else {
				others = append(others, name)
			}
		}
	}
	return acting, others
}

package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// fields are what a form asks for, and the one that is being filled in.
type fields struct {
	list []*field
	at   int
}

// asked returns what is asked for, for those who fill it in.
func (fs *fields) asked() *fields { return fs }

func (fs *fields) get(name string) string {
	for _, f := range fs.list {
		if f.name == name {
			return f.text()
		}
	}
	return ""
}

// given returns the texts that were filled in, by name without its prefix, of those that have it.
func (fs *fields) given(prefix string) map[string]string {
	given := map[string]string{}
	for _, f := range fs.list {
		if name, has := strings.CutPrefix(f.name, prefix); has && f.text() != "" {
			given[name] = f.text()
		}
	}
	return given
}

// ticked returns the names without their prefix of the ticks that are shown and set.
func (fs *fields) ticked(prefix string) []string {
	var names []string
	for _, f := range fs.list {
		if name, has := strings.CutPrefix(f.name, prefix); has && f.on && (f.hidden == nil || !f.hidden()) {
			names = append(names, name)
		}
	}
	return names
}

func (fs *fields) shown(i int) bool { return fs.list[i].hidden == nil || !fs.list[i].hidden() }

// lastShown is the field in which Enter submits.
func (fs *fields) lastShown() int {
	last := 0
	for i := range fs.list {
		if fs.shown(i) {
			last = i
		}
	}
	return last
}

// move goes to the next field that is shown in a direction, and reports whether there is one.
func (fs *fields) move(by int) bool {
	for i := fs.at + by; i >= 0 && i < len(fs.list); i += by {
		if fs.shown(i) {
			fs.at = i
			return true
		}
	}
	return false
}

// press takes a key or paste. It returns true when the form is to be submitted: Enter in the last field.
func (fs *fields) press(msg tea.Msg) (submit bool) {
	f := fs.list[fs.at]
	switch {
	case isKey(msg, "ctrl+d"):
		return true
	case isKey(msg, "tab"), isKey(msg, "down") && !f.in.lines:
		fs.move(+1)
	case isKey(msg, "shift+tab"), isKey(msg, "up") && !f.in.lines:
		fs.move(-1)
	case isKey(msg, "enter") && f.in.lines:
		f.in.insert("\n")
	case isKey(msg, "enter"):
		return !fs.move(+1)
	case f.tick:
		f.on = f.on != isKey(msg, "space", "x")
	case f.choices != nil:
		f.choose(msg)
	default:
		f.in.press(msg)
	}
	return false
}

// lay puts the fields on a page, and returns the lines that the present one takes.
func (fs *fields) lay(p *page) (from, to int) {
	for i, f := range fs.list {
		if !fs.shown(i) {
			continue
		}
		if i == fs.at {
			from = len(p.lines)
		}
		f.lay(p, i == fs.at)
		if i == fs.at {
			to = len(p.lines)
		}
	}
	return from, to
}

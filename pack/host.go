package pack

import (
	"errors"
	"strings"
	"unicode/utf8"

	"rtut/pack/value"
)

// CheckHost says why ssh would not take a text as a host, with or without a user: what it would take for an option, what it
// would pass on to a shell, what can't be a name. It is nil for what may be one.
func CheckHost(host string) error {
	user, name, hasUser := cutLast(host, "@")
	switch {
	case name == "":
		return errors.New("no name")
	case hasUser && user == "":
		return errors.New("no user before the @")
	case strings.HasPrefix(host, "-"), strings.HasPrefix(name, "-"):
		return errors.New("a host must not start with -")
	case strings.ContainsFunc(host, neverInHost):
		return errors.New("a host has no spaces, quotes or control characters")
	}
	return nil
}

// neverInHost are the characters that no host has.
func neverInHost(r rune) bool {
	return r <= ' ' || r == 0x7f || strings.ContainsRune("'\"`$\\;&<>|(){}*?!#", r) || value.HiddenName(r) != ""
}

// cutLast is strings.Cut at the last of several; without any, all of the text is behind it.
func cutLast(text, separator string) (before, after string, found bool) {
	at := strings.LastIndex(text, separator)
	if at < 0 {
		return "", text, false
	}
	return text[:at], text[at+len(separator):], true
}

// RenderHost renders the host of a command: never as nothing, and never as something that ssh would not take for a host.
// The error does not repeat the value.
func RenderHost(on *value.Text, values value.Values) (string, error) {
	host, err := on.RenderVisible("on", values)
	if err != nil {
		return "", err
	}
	if err := CheckHost(host); err != nil {
		return "", errors.New("`on` is not a host: " + err.Error())
	}
	return host, nil
}

// portPattern finds a host with the port behind it, which ssh takes for part of the name.
var portPattern = value.CompileLater(`^[^:/]+:[0-9]+$`)

// checkOn judges the host of a step or check as it stands in the pack: what is literal of it must be part of a host.
func (l *loader) checkOn(n *node, on value.Text) {
	if isBlank(n.value) {
		l.report.at(n.place, "host", "`on` is empty. a host was expected", "leave the key out to run the commands here")
		return
	}
	const expected = ". a host was expected, with or without a user: root@db1"
	for i, p := range on.Parts {
		switch at := strings.IndexFunc(p.Text, neverInHost); {
		case p.Name != "" && l.pack.index.scope[p.Name].Spec.Kind() == value.List:
			l.report.fault(n, value.Fault{Offset: p.Offset, Rule: "host", Message: "{{ " + p.Name + " }} is a list, and `on` names one host", Hint: "have a step, or a pack, for each"})
		case p.Name != "":
		case at >= 0:
			why := "a host has no spaces, quotes or control characters"
			if r, _ := utf8.DecodeRuneInString(p.Text[at:]); value.HiddenName(r) != "" {
				why = "it holds " + value.HiddenName(r)
			}
			l.report.fault(n, value.Fault{Offset: p.Offset + len(p.Source) - len(p.Text) + at, Rule: "host", Message: "`on` is " + value.Quoted(n.value) + ": " + why + expected})
			return
		case strings.HasPrefix(p.Text, "-") && i == 0, strings.Contains(p.Text, "@-"):
			l.report.at(n.place, "host", "`on` is "+value.Quoted(n.value)+": ssh would take it for an option"+expected, "")
			return
		}
	}
	l.checkLiteralHost(n, on)
}

// checkLiteralHost judges a host without placeholders as a whole.
func (l *loader) checkLiteralHost(n *node, on value.Text) {
	if len(on.Names()) > 0 {
		return
	}
	host, _ := on.Render(nil)
	switch err := CheckHost(host); {
	case err != nil:
		l.report.at(n.place, "host", "`on` is "+value.Quoted(n.value)+": "+err.Error()+". a host was expected, with or without a user: root@db1", "")
	case portPattern().MatchString(host):
		l.report.at(n.place, "host", "`on` is "+value.Quoted(n.value)+": ssh would take the port for part of the name", "give the host a name and a port in ~/.ssh/config, or write ssh://"+host)
	}
}

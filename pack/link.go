package pack

import (
	"errors"
	"net/url"
	"path"
	"strings"

	"rtut/pack/value"
)

// CheckLink says why an address is no link: links lead to a page, to somebody's mail, or to a file of the pack. It is nil for
// what is one.
func CheckLink(address string) error {
	if strings.ContainsFunc(address, func(r rune) bool { return r == ' ' || r == '\\' || value.HiddenName(r) != "" }) {
		return errors.New("an address has no blanks, backslashes or invisible characters")
	}
	parsed, err := url.Parse(address)
	if err != nil {
		return errors.New("not an address")
	}
	switch parsed.Scheme {
	case "http", "https":
		if parsed.Hostname() == "" {
			return errors.New("it names no host")
		}
	case "mailto":
		if parsed.Opaque == "" {
			return errors.New("it has no recipient")
		}
	case "":
		return checkOwnFile(parsed)
	default:
		return errors.New("links are http, https, mailto, or the path of a file of the pack, and not " + parsed.Scheme)
	}
	return nil
}

// checkOwnFile expects a path that stays inside the pack's directory.
func checkOwnFile(address *url.URL) error {
	clean := path.Clean(address.Path)
	switch {
	case address.Host != "" || strings.HasPrefix(address.Path, "/"):
		return errors.New("a path is relative to the directory of the pack")
	case address.Path == "":
		return errors.New("it names no file")
	case clean == ".." || strings.HasPrefix(clean, "../"):
		return errors.New("the path leads out of the pack")
	}
	return nil
}

// RenderLink renders an address, and judges it again: values may have made something else of it.
func RenderLink(address value.Text, values value.Values) (string, error) {
	rendered, err := address.RenderVisible("url", values)
	if err != nil {
		return "", err
	}
	return rendered, CheckLink(rendered)
}

// checkLink judges an address as it stands in the pack. Placeholders are filled in with something harmless: where one stands
// first, all depends on its value.
func (l *loader) checkLink(n *node, address value.Text) {
	if len(address.Parts) > 0 && address.Parts[0].Name != "" {
		return
	}
	rendered, _ := address.Render(func(string) value.Value { return value.StringValue("x") })
	if err := CheckLink(rendered); err != nil {
		l.report.at(n.place, "link", "`url` is "+value.Quoted(n.value)+": "+err.Error()+". https://, mailto: or a path inside the pack was expected", "")
	}
}

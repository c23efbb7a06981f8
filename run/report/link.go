package report

import "net/url"

// webAddress returns an address that may be made a link, "" for any other: of this or that scheme, or none.
func webAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return ""
	}
	return u.String()
}

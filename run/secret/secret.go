// Package secret says whether a text looks like it holds a secret. It is the one guard that every value passes before
// rtut records it. "Values matching the secret markers are refused everywhere they could be recorded."
//
// Two lists decide: the published rules of gitleaks, as data, and a short list of our own. Both are read at first use.
// The text is looked at as it stands and then with its simple disguises taken off: escapes, base64, broken lines.
//
// A guard like this cannot know every secret. It is there for mistakes, and the operator stays responsible.
package secret

// Look says what the first secret in text looks like ("a GitHub token", "a password in a URL"), in words that
// hold nothing of the secret itself. found is false, and kind empty, when nothing looks like one. The time it takes
// grows with the length of text and no faster. It is safe to call from several goroutines.
func Look(text string) (kind string, found bool) {
	all := forms(text)
	for _, f := range all {
		if kind, found = f.look(); found {
			return kind, true
		}
	}
	return together(all)
}

// look tries our own rules, then the published ones.
func (f form) look() (kind string, found bool) {
	s := newSubject(f.text)
	for _, m := range own() {
		if (m.glued || !f.glued) && m.in(s) {
			return m.kind, true
		}
	}
	for _, p := range published() {
		if p.in(s) {
			return p.kind(), true
		}
	}
	return "", false
}

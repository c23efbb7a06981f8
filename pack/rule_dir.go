package pack

import (
	"fmt"
	"path"
	"strings"
	"unicode"

	"rtut/pack/value"
)

// maxDir is the length of the longest directory that a pack may name, in bytes: that of the longest path of most systems.
const maxDir = 4096

// ruleDir: `dir` names one directory for every reader: it is absolute, and written in the one way that has no detours.
func ruleDir(l *loader) {
	n := l.top.get("dir")
	if n == nil || n.kind != scalarNode {
		return
	}
	if want := CheckDir(n.value); want != "" {
		l.report.at(n.place, "dir", "`dir` is "+value.Quoted(n.value)+". "+want, "leave the key out for the directory of the pack")
	}
}

// CheckDir says what was expected in place of a text that is no `dir` of a pack; "" if it is one.
func CheckDir(dir string) string {
	switch {
	case !path.IsAbs(dir):
		return "an absolute path such as /srv/data was expected"
	case len(dir) > maxDir:
		return fmt.Sprintf("at most %d bytes were expected", maxDir)
	case strings.ContainsFunc(dir, unicode.IsControl):
		return "a path without control characters was expected"
	case path.Clean(dir) != dir:
		return value.Quoted(path.Clean(dir)) + " was expected"
	}
	return ""
}
